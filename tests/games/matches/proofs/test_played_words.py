"""How often words were played: counted once from the log of each finished match."""

from typing import Any

import pytest

from accounts.users.models import User
from games import registry
from games.matches import play, reading
from games.matches.models import Match, PlayedWord
from games.matches.proofs import played_words
from games.matches.reading import OwnWord
from games.matches.reading.words import LongWord
from tests.factories import NOW, make_match, make_user
from tests.games.words.conftest import (  # noqa: F401 - fixtures
    _own_files,
    _small_stands,
    small,
    toy,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small", "toy")]


def begin(*words: str, people: tuple[User, ...] = ()) -> Match:
    match = make_match(*people, game="toy", options={"word_list": "broad"})
    for ply, word in enumerate(words):
        action = {"type": "Say", "word": word}
        play.submit(match_id=match.pk, player=ply % 2, action=action, expected_ply=ply, now=NOW)
    match.refresh_from_db()
    return match


def end(match: Match) -> None:
    """End a match by its first player's leaving, as if everyone had chosen two turns."""
    play.resign(match_id=match.pk, player=0, now=NOW)
    Match.objects.filter(pk=match.pk).update(was_short=False)


def test_words_count_when_the_match_is_over_and_once() -> None:
    first, second = begin("cat", "mouse"), begin("cat")
    assert played_words.count_words(now=NOW) == 0
    assert reading.times_played(word="cat") == (0, 0)
    end(first)
    end(second)
    assert played_words.count_words(now=NOW) == 2
    assert played_words.count_words(now=NOW) == 0
    assert reading.times_played(word="cat") == (2, 2)
    assert reading.times_played(word="mouse") == (1, 1)
    assert reading.matches_with(words=["cat", "zax"], word_list="broad") == {"cat": 2}
    assert reading.matches_with(words=["cat"], word_list="everyday") == {}


def test_a_match_without_words_is_noted_too() -> None:
    end(begin())
    make_match(make_user(), make_user())
    assert played_words.count_words(now=NOW) == 1
    assert not PlayedWord.objects.exists()


def test_the_words_of_a_match_that_was_too_short_count_for_nothing() -> None:
    anna, ben = make_user(), make_user()
    match = begin("mouse", "cat", people=(anna, ben))
    play.resign(match_id=match.pk, player=1, now=NOW)
    assert played_words.count_words(now=NOW) == 1
    assert played_words.count_words(now=NOW) == 0
    assert reading.first_long_word(user_id=anna.pk, letters=5) is None
    assert reading.words_of_person(user_id=anna.pk, shortest=3, limit=2) == ([], [], [])
    assert reading.times_played(word="mouse") == (0, 0)


def test_what_was_taken_back_was_not_played() -> None:
    log = [
        entry("CAT", 3, ply=1),
        entry("ZAX: 3", 4, ply=2),
        entry("", 0, ply=3, action="TakeBack", to=1),
        entry("qi", 11, ply=4),
        entry("za", 5, ply=5),
        entry("zo", 6, ply=6),
        entry("", 0, ply=7, action="Undo", to=4),
    ]
    assert played_words.words_of(log, "said") == {("cat", 0): [3], ("qi", 0): [11]}


def test_a_word_is_whose_turn_it_was_and_nobodys_if_nobody_chose_it() -> None:
    log = [
        entry("cat", 3),
        entry("cat", 9, player=1),
        entry("cat", 5),
        entry("cat", 4, actor="prepared"),
        entry("cat", 6, actor="computer"),
        entry("cat", 7, player=1, actor="clock"),
    ]
    assert played_words.words_of(log, "said") == {
        ("cat", 0): [3, 5, 4],
        ("cat", 1): [9],
        ("cat", None): [6, 7],
    }


def test_a_person_has_words_they_like_long_ones_and_good_ones() -> None:
    anna, ben = make_user(), make_user()
    first, second, third = (make_match(anna, ben) for _ in range(3))
    for match, played in (
        (first, {("cat", 0): [3, 5], ("mouse", 0): [7], ("zax", 1): [40], ("qi", 0): [31]}),
        (second, {("cat", 0): [4], ("mouse", None): [50], ("zax", 0): [20]}),
    ):
        play.note_words(match_id=match.pk, played=played, now=NOW)
    third.seats.filter(player=0).update(covers=True)
    play.note_words(match_id=third.pk, played={("house", 0): [99]}, now=NOW)
    cat, mouse, zax = OwnWord("cat", 3, 5), OwnWord("mouse", 1, 7), OwnWord("zax", 1, 20)
    found = reading.words_of_person(user_id=anna.pk, shortest=3, limit=2)
    assert found == ([cat, mouse], [mouse, zax], [zax, mouse])
    for match, at in ((first, NOW), (second, NOW), (third, NOW)):
        Match.objects.filter(pk=match.pk).update(
            status="finished", to_move=None, finished_at=at, places=[1, 2]
        )
    assert reading.first_long_word(user_id=anna.pk, letters=5) == LongWord("mouse", first.pk, NOW)
    assert reading.first_long_word(user_id=anna.pk, letters=6) is None
    assert reading.times_played(word="cat") == (3, 2)


def entry(
    word: str,
    points: int,
    *,
    ply: int = 1,
    player: int = 0,
    actor: str = "human",
    action: str = "Say",
    **more: int,
) -> Any:
    events = [
        {"topic": "said", "facts": {"word": word}, "points": points},
        {"topic": "other", "facts": {"word": "DOG"}, "points": 1},
    ]
    facts = {"ply": ply, "player": player, "actor": actor}
    return type("Entry", (), {"action": {"type": action, **more}, "events": events, **facts})


@pytest.mark.parametrize("slug", ["upwords", "words_with_chilwell", "tiled_of_it"])
def test_the_word_games_say_which_events_tell_of_words(slug: str) -> None:
    info = registry.game_class(slug).info
    assert info.word_topic in dict(info.topics)
