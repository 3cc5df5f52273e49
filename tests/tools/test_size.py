"""Which games are tried at a commit."""

import itertools

from tests.size import AT_ONCE, ONE_IN, chosen, turn_of

GAMES = ["a", "b", "c", "d", "e"]


def test_five_commits_in_a_row_see_all_games_twice() -> None:
    for first in (0, 3, 4_000_000_007):
        tried = [chosen(GAMES, first + commit, []) for commit in range(5)]
        assert [len(games) for games in tried] == [AT_ONCE] * 5
        assert sorted(itertools.chain(*tried)) == sorted(GAMES * 2)


def test_a_game_that_has_changed_is_always_tried() -> None:
    changed = ["games/e/rules.py", "docs/words.md", "games/daily/work.py"]
    assert [chosen(GAMES, commit, changed) for commit in (0, 4)] == [["a", "c", "e"], ["b", "e"]]


def test_all_are_tried_when_what_they_share_has_changed() -> None:
    for path in ("games/core/rng.py", "games/matches/live/news.py", "games/matches/reading/x.py"):
        assert chosen(GAMES, 1, [path]) == GAMES
    assert chosen(GAMES, 1, ["games/matches/play/moving.py"]) == ["b", "d"]


def test_fewer_than_there_are_turns_for_are_all_tried() -> None:
    assert [chosen(["a", "b"], 1, []), chosen(["a"], 1, [])] == [["a", "b"], ["a"]]


def test_what_is_tried_sometimes_has_its_turn_at_one_commit_in_five() -> None:
    for test in ("tests/a.py::test_one", "tests/a.py::test_two"):
        turns = [turn_of(test, 4_000_000_007 + commit) for commit in range(ONE_IN)]
        assert sorted(turns) == list(range(ONE_IN))
        assert turns.index(0) == turns[0]  # the turn comes when it was said to
