"""A match of a word game keeps the list it began with, to the end and in replays."""

from datetime import timedelta

import pytest

from games import registry
from games.core.clock import Pace, TimeControl
from games.core.errors import IllegalAction, Refusal
from games.matches import play, reading
from games.words.lists import lexicon, publishing
from games.words.lists.loading import Release
from games.words.models import Change, WordList
from tests.factories import NOW, assert_replay_matches, make_match
from tests.games.words.toy import Toy, say

pytestmark = pytest.mark.usefixtures("toy")


def ban(word: str) -> None:
    change = Change(word=word, status="out", reason="voted by the players")
    publishing.publish(word_list=WordList.objects.get(slug="broad"), changes=[change], now=NOW)


@pytest.mark.django_db
def test_no_word_game_begins_without_lists() -> None:
    with pytest.raises(Refusal, match="The word lists aren't loaded yet"):
        make_match(game="toy", options={"word_list": "broad"})
    with pytest.raises(Refusal, match="The word lists aren't loaded yet"):
        play.check_table(Toy.info, TimeControl(Pace.LIVE, 60), seats=2, computers=False)


def test_a_match_begins_with_the_newest_version_of_its_list(small: Release) -> None:
    ban("zax")
    match = make_match(game="toy", options={"word_list": "broad"})
    assert match.word_list_version_id == lexicon.newest("broad")
    label, number, differs = reading.settings_in_words(match)[-1]
    assert (str(label), str(number), differs) == ("Word list version", "2", False)
    assert make_match(game="tilekingdom").word_list_version_id is None


def test_a_ruling_does_not_touch_a_match_that_runs(small: Release) -> None:
    old = make_match(game="toy", options={"word_list": "broad"})
    ban("zax")
    new = make_match(game="toy", options={"word_list": "broad"})
    say(old, "zax")
    with pytest.raises(IllegalAction, match="ZAX is not in the list"):
        say(new, "zax")
    assert_replay_matches(old)
    assert reading.word_at(public_id=old.public_id, word="zax").counts
    assert reading.word_at(public_id=new.public_id, word="zax").counts is False


def test_the_list_is_the_one_agreed_on(small: Release) -> None:
    everyday = make_match(game="toy", options={"word_list": "everyday"})
    with pytest.raises(IllegalAction):
        say(everyday, "zax")
    say(everyday, "mice")


def test_slurs_count_only_where_all_agreed(small: Release) -> None:
    with pytest.raises(IllegalAction):
        say(make_match(game="toy", options={"word_list": "broad"}), "wog")
    allowed = make_match(game="toy", options={"slurs": True, "word_list": "broad"})
    say(allowed, "wog")
    assert_replay_matches(allowed)


def test_the_clock_moves_by_the_list_too(small: Release) -> None:
    match = make_match(game="toy", options={"word_list": "broad"})
    assert play.expire(match_id=match.pk, ply=0, now=NOW + timedelta(hours=1))
    assert reading.load(match_id=match.pk).state.said == ("cat",)


@pytest.mark.django_db
def test_options_and_facts_can_be_read_without_lists() -> None:
    rules = registry.load_game("toy", {"word_list": "standard"})
    assert rules.options.word_list == "standard"
    with pytest.raises(RuntimeError, match="bound to no word list"):
        list(rules.legal_actions(rules.initial_state(2, None)))
