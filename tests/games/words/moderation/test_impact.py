"""The report on what publishing would mean: for lists, for tables, for cards."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.test import override_settings

from games.matches import play
from games.matches.models import PlayedWord
from games.words.lists.loading import Release
from games.words.moderation import impact
from tests.conftest import Build
from tests.factories import NOW, make_match
from tests.games.words.people import accept, publish


def build() -> dict[str, impact.Impact]:
    finished = make_match(game="upwords", options={"word_list": "broad"})
    play.resign(match_id=finished.pk, player=0, now=NOW)
    play.note_words(match_id=finished.pk, played={("qi", 0): [11, 22], ("cat", None): [5]}, now=NOW)
    make_match(game="upwords", options={"word_list": "broad"})
    make_match(game="upwords", options={"word_list": "everyday"})
    accept("add", "aa", "broad")
    accept("remove", "qi", "broad")
    accept("add", "barco", "broad")
    return {one.word_list.slug: one for one in impact.report()}


@pytest.fixture(scope="module")
def told(lasting: Build, _small_stands: Path) -> dict[str, impact.Impact]:
    """What is told of some decisions, asked once for all tests of the file."""
    with override_settings(DATA_DIR=_small_stands):
        return lasting(build)


@pytest.fixture
def report(told: dict[str, impact.Impact], small: Release) -> dict[str, impact.Impact]:
    return told


def test_words_and_those_of_two_letters_are_told_by_list(report: dict[str, impact.Impact]) -> None:
    broad = report["broad"]
    assert (broad.gained, broad.lost) == (["aa", "barco"], ["qi"])
    assert (broad.short_gained, broad.short_lost) == (["aa"], ["qi"])
    assert "everyday" not in report
    assert report["standard"].lost == ["qi"]


def test_matches_are_told_by_list(report: dict[str, impact.Impact]) -> None:
    assert report["broad"].running == 1
    assert report["broad"].used == (("qi", 1),)
    assert (report["standard"].running, report["standard"].used) == (0, ())


def test_what_two_cards_make_is_told(report: dict[str, impact.Impact]) -> None:
    assert [(c.title, c.gained, c.lost) for c in report["broad"].cards] == [
        ("Tiled Of It", ("barco",), ())
    ]


def test_after_publishing_nothing_is_left_to_tell(report: dict[str, impact.Impact]) -> None:
    publish(NOW + timedelta(days=1))
    assert impact.report() == []
    assert PlayedWord.objects.count() == 2
