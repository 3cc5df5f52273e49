"""A move is told by what it was and what came of it."""

import dataclasses

import pytest

from games.core.language.events import Event
from games.matches.models import Move
from games.registry import game_class
from games.say import deed, move_in_words


def told(game: str, text: str, *events: Event, prepared: bool = False) -> str:
    """Return what is said of a move of Anna's."""
    move = Move(player=0, text=text, events=[dataclasses.asdict(event) for event in events])
    return move_in_words(game_class(game), move, ["Anna", "Ben"], prepared=prepared)


CITY = Event("city_completed", 0, {"tiles": 2, "fountains": 0}, 4)
BENS = Event("city_completed", 1, {"tiles": 2, "fountains": 0}, 4)
WORD = Event("word", 0, {"word": "CAT"}, 6)
FELL = Event("fell", None, {"value": 5, "cell": 8})
BACK = Event("taken_back", 0, {"move": "V90 1,0"})


@pytest.mark.parametrize(
    ("game", "text", "events", "says"),
    [
        ("tilekingdom", "V90 1,0", [], "Anna laid a road."),
        ("tilekingdom", "B0 -3,12", [], "Anna laid a mosque."),
        ("tilekingdom", "A270 0,1", [], "Anna laid a mosque and a road."),
        ("tilekingdom", "H0 0,1", [], "Anna laid 2 cities."),
        (
            "tilekingdom",
            "L0 2,0 road E",
            [],
            "Anna laid a city and a crossroads and put a subject on the road.",
        ),
        (
            "tilekingdom",
            "E0 0,-1 city N",
            [CITY],
            (
                "Anna laid a city and put a subject on the city."
                " Anna scored 4 points for a completed city of 2 tiles."
            ),
        ),
        (
            "tilekingdom",
            "E0 0,-1",
            [BENS],
            "Anna laid a city. Ben scored 4 points for a completed city of 2 tiles.",
        ),
        ("tilekingdom", "takeback 7", [BACK], "Anna's last move was taken back."),
        ("upwords", "D4 across CAT", [WORD], "Anna played CAT for 6 points."),
        ("upwords", "pass", [Event("passed", 0)], "Anna passed."),
        ("counting_tiles", "7 B3", [], "Put 7 on B3."),
        ("counting_tiles", "7 B3", [FELL], "Put 7 on B3. A random 5 fell on C2."),
        ("counting_tiles", "B3-E3", [], "Moved the tile on B3 to E3."),
        ("counting_tiles", "B3/B4", [], "Divided the tile on B3 by the one on B4."),
        ("counting_tiles", "discard", [], "Discarded the tile in hand."),
        ("counting_tiles", "remove B3", [], "Removed the tile on B3."),
        ("counting_tiles", "B3=1", [], "Changed the tile on B3 to 1."),
        ("counting_tiles", "wild B3", [], "Put a wild card on B3."),
        ("counting_tiles", "drop", [FELL], "Time for a random tile. A random 5 fell on C2."),
    ],
)
def test_what_a_move_was_is_never_left_out(
    game: str, text: str, events: list[Event], says: str
) -> None:
    assert told(game, text, *events) == says


def test_a_line_of_older_rules_is_told_as_it_was_written() -> None:
    assert told("tilekingdom", "Z9", CITY) == (
        "Anna played Z9. Anna scored 4 points for a completed city of 2 tiles."
    )
    unknown = Event("soared", 0, {}, 3)
    assert told("upwords", "soar", unknown) == "Anna played soar."


def test_a_prepared_turn_is_told_to_its_player_as_what_it_was() -> None:
    assert told("tilekingdom", "V90 1,0", prepared=True) == (
        "Your prepared turn was played. Anna laid a road."
    )


def test_an_event_that_tells_the_move_needs_no_other_sentence() -> None:
    move = Move(player=0, text="pass", events=[dataclasses.asdict(Event("passed", 0))])
    assert deed(game_class("upwords"), move) is None
