"""Easy meets a scripted beginner in games that anyone can play again."""

import pytest

from tests.size import runs
from tools import arena, easiest
from tools.beginners import BEGINNERS, LONGEST, known
from tools.easiest import Meeting


def test_a_share_is_the_points_a_game_and_a_draw_is_half_a_point():
    meeting = Meeting("upwords", 90, 20, 90, (1.0, 2.0))
    assert (meeting.games, meeting.share, round(meeting.error, 2)) == (200, 50.0, 6.57)


@pytest.mark.parametrize(("wins", "is_even"), [(79, False), (80, True), (120, True), (121, False)])
def test_a_match_is_even_from_40_to_60_percent(wins: int, is_even: bool):
    assert Meeting("upwords", wins, 0, 200 - wins, (0, 0)).is_even == is_even


def test_a_beginner_knows_the_short_words_everyone_knows():
    words = known(arena.rules_of("upwords").words)
    assert {word: word in words for word in ("cat", "house", "houses", "zax")} == {
        "cat": True, "house": True, "houses": False, "zax": False,
    }  # fmt: skip
    assert max(map(len, words)) == LONGEST


@pytest.mark.parametrize("game", sorted(BEGINNERS))
def test_a_beginner_keeps_to_the_rules_and_plays_the_same_each_time(game: str):
    (wanted,) = arena.pairings(game=game, a="beginner", b="easy", games=1, seconds=None)
    assert arena.play(wanted).scores == arena.play(wanted).scores


@pytest.mark.thorough
@pytest.mark.parametrize("game", sorted(BEGINNERS))
def test_easy_is_an_even_match_for_a_beginner(game: str):
    meeting = easiest.meet(game, runs(200, quick=60))
    assert meeting.is_even, easiest.line(meeting)
