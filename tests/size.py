"""How much tests try: in part, or all of it by `make test-all`.

How often they repeat what is drawn at random is ``runs``. Of tests that are alike for all games,
``some_of`` them are tried at each commit: two, and two others at the next one, so that five commits
see all five. A game that has changed lately is always tried, and all are after a change of what
they share. Of screens, ``one_of`` them is tried: the other one at the next commit.

A test marked ``sometimes`` is tried ``in_turn``, at one commit in five: it's long, and what it
crosses is asked step by step elsewhere.
"""

import functools
import os
import subprocess
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
THOROUGH = bool(os.environ.get("THOROUGH"))
AT_ONCE = 2  # games
LATELY = 50  # commits, where there is no tag
ONE_IN = 5  # commits: how often what is tried sometimes is tried
# Whatever all games share that such tests look at.
SHARED = (
    "games/core/", "games/matches/live/", "games/matches/pages/", "games/matches/reading/",
)  # fmt: skip
_ROOT = Path(__file__).parents[1]


def runs(whole: int, *, quick: int) -> int:
    """Return how many runs to make: so many for a thorough proof, fewer in every test run.

    What is drawn follows from the number of a run, so the quick ones are the first of them.
    """
    return whole if THOROUGH else quick


def some_of(things: Sequence[T], file: str) -> list[T]:
    """Return the games (or other things) that the tests of a file try at this commit, in order.

    Each file begins at another game. Where git doesn't know what has changed, all are tried.
    """
    number, changed = _number(), _changed()
    if THOROUGH or number is None or changed is None:
        return list(things)
    return chosen(things, number + zlib.crc32(Path(file).name.encode()), changed)


def one_of(things: Sequence[T], file: str) -> list[T]:
    """Return what the tests of a file try at this commit of such things as screens; or all."""
    number = _number()
    if THOROUGH or number is None:
        return list(things)
    return [things[(number + zlib.crc32(Path(file).name.encode())) % len(things)]]


def in_turn(test: str) -> bool:
    """Return whether a test that's marked ``sometimes`` is tried at this commit, by its name."""
    number = _number()
    return number is None or turn_of(test, number) == 0


def turn_of(test: str, number: int) -> int:
    """Return how many commits after this one a test's turn comes."""
    return -(number + zlib.crc32(test.encode())) % ONE_IN


def chosen(things: Sequence[T], number: int, changed: Sequence[str]) -> list[T]:
    """Return two things by the number, and games that changed; all if what they share has."""
    if len(things) <= AT_ONCE or any(path.startswith(SHARED) for path in changed):
        return list(things)
    turn = {things[(number + step) % len(things)] for step in range(0, 2 * AT_ONCE, 2)}
    own = {path.split("/")[1] for path in changed if path.startswith("games/")}
    return [thing for thing in things if thing in turn or thing in own]


@functools.cache
def _number() -> int | None:
    """Return which commit this is, counted; by its name where the history is cut short."""
    if _git("rev-parse", "--is-shallow-repository") == ["true"]:
        name = _git("rev-parse", "HEAD")
        return int(name[0], 16) if name else None
    count = _git("rev-list", "--count", "HEAD")
    return int(count[0]) if count else None


@functools.cache
def _changed() -> list[str] | None:
    """Return what has changed since the last tag or lately, if git knows."""
    since = _git("describe", "--tags", "--abbrev=0") or [f"HEAD~{LATELY}"]
    return _git("diff", "--name-only", *since)


def _git(*command: str) -> list[str] | None:
    """Return the lines that git says; None if it can't."""
    try:
        done = subprocess.run(
            ["git", *command], cwd=_ROOT, capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return done.stdout.splitlines() if done.returncode == 0 else None
