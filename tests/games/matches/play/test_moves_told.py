"""A move is told by what it was and what came of it."""

import dataclasses

import pytest

from games.core.language.events import Event
from games.matches.models import Move
from games.registry import game_class
from games.say import move_in_words


def told(game: str, text: str, *events: Event) -> str:
    """Return what is said of a move of Anna's."""
    move = Move(player=0, text=text, events=[dataclasses.asdict(event) for event in events])
    return move_in_words(game_class(game).wording, move, ["Anna", "Ben"])


CITY = Event("city_completed", 0, {"tiles": 2, "fountains": 0}, 4)
BENS = Event("city_completed", 1, {"tiles": 2, "fountains": 0}, 4)
WORD = Event("word", 0, {"word": "CAT"}, 6)


@pytest.mark.parametrize(
    ("game", "events", "says"),
    [
        ("tilekingdom", [], "Anna played 90 1,0."),
        (
            "tilekingdom",
            [CITY],
            "Anna played 90 1,0. Anna scored 4 points for a completed city of 2 tiles.",
        ),
        (
            "tilekingdom",
            [BENS],
            "Anna played 90 1,0. Ben scored 4 points for a completed city of 2 tiles.",
        ),
        ("upwords", [WORD], "Anna played CAT for 6 points."),
        ("upwords", [Event("passed", 0)], "Anna passed."),
    ],
)
def test_what_a_move_was_is_never_left_out(game: str, events: list[Event], says: str) -> None:
    assert told(game, "90 1,0", *events) == says
