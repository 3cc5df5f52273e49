"""How often words were played: counted once from the log of each finished match."""

from typing import Any

import pytest

from games import registry
from games.matches import play, reading
from games.matches.models import Match, PlayedWord
from games.matches.proofs import played_words
from tests.factories import NOW, make_match, make_user
from tests.games.words.conftest import (  # noqa: F401 - fixtures
    _own_files,
    _small_stands,
    small,
    toy,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small", "toy")]


def begin(*words: str) -> Match:
    match = make_match(game="toy", options={"word_list": "broad"})
    for ply, word in enumerate(words):
        action = {"type": "Say", "word": word}
        play.submit(match_id=match.pk, player=ply % 2, action=action, expected_ply=ply, now=NOW)
    match.refresh_from_db()
    return match


def end(match: Match) -> None:
    play.resign(match_id=match.pk, player=0, now=NOW)


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


def test_what_was_taken_back_was_not_played() -> None:
    def entry(action: str, word: str) -> Any:
        events = [
            {"topic": "said", "facts": {"word": word}},
            {"topic": "other", "facts": {"word": "DOG"}},
        ]
        return type("Entry", (), {"action": {"type": action}, "events": events})

    log = [entry("Say", "CAT"), entry("Say", "ZAX: 3"), entry("TakeBack", ""), entry("Say", "qi")]
    assert played_words.words_of(log, "said") == {"cat": 1, "qi": 1}


@pytest.mark.parametrize("slug", ["upwords", "words_with_chilwell", "tiled_of_it"])
def test_the_word_games_say_which_events_tell_of_words(slug: str) -> None:
    info = registry.game_class(slug).info
    assert info.word_topic in dict(info.topics)
