"""The report of a match that is over: each turn judged by what its player could see then.

A chance to win changes in three ways: by a player's own turns, by those of the others, and by luck,
which is everything else: what was drawn, and what others turned out to hold. So from an even start,
the three add up to the result.
"""

import dataclasses
import hashlib
import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Any

from games.core import codec
from games.core.bots import Budget
from games.core.extras.protocols import AnyGame, is_clocks_own
from games.core.game import Player
from games.core.log.replay import Course
from games.core.log.takeback import TakeBack, Undo
from games.core.review.judging import GRADED, Grade, Judgement, index_of, judge
from games.core.rng import SECRET_BYTES, Rng
from games.core.weighing import Judge, Weighed

FORMAT = "tilepost-review/1"
DIGITS = 4  # of a chance
MOST_IDEAS = 6  # of a turn


@dataclasses.dataclass(frozen=True, slots=True)
class Idea:
    """A choice there was: in notation, the mover's chance with it, and the lead it promises.

    ``parts`` are what makes the lead, in points: ``now`` what the turn itself scores, ``later``
    what is still expected for the mover, ``others`` what the best of the others is expected to have
    in the end, which counts against it. Nobody is there to have it in a match of one.
    """

    action: codec.JSON
    text: str
    chance: float
    error: float
    lead: float
    parts: dict[str, float]


@dataclasses.dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it was judged; ``ideas`` are the best choices, the first one first.

    ``before`` are the chances by seat if the best one is played, ``after`` those with what was.
    ``played`` is None where it wasn't a choice of the rules: the clock made it.
    """

    ply: int
    player: int
    grade: Grade
    loss: float
    error: float
    before: tuple[float, ...]
    after: tuple[float, ...]
    played: Idea | None
    ideas: tuple[Idea, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Account:
    """What made a player's result, in chances: start, own turns, others' turns, luck, the end.

    ``left`` is what was given up or taken away because the match wasn't played to its end.
    """

    index: float
    grades: dict[str, int]
    start: float
    own: float
    others: float
    luck: float
    left: float
    result: float


@dataclasses.dataclass(frozen=True, slots=True)
class Report:
    """A match reviewed. Whoever has the match, the seed and the version can make it again."""

    format: str
    game: str
    rules_version: int
    version: str
    seed: str
    looks: int
    turns: tuple[Turn, ...]
    players: tuple[Account, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Choice:
    """A turn that is to be judged: where it was taken, what was done, and whether by the clock."""

    ply: int
    player: Player
    state: Any
    action: Any
    by_clock: bool


def choices_of(course: Course, entries: Sequence[tuple[Any, bool]]) -> list[Choice]:
    """Return the turns that led to the end, without what was taken back.

    ``entries`` are those of the log in their order, each with whether the clock made it.
    """
    game, found = course.game, []
    for before, at in itertools.pairwise(course.line):
        ply = _played_at(at, entries)
        player = game.current_player(course.states[before])
        action, by_clock = entries[ply - 1] if ply else (None, False)
        if player is not None and ply and not is_clocks_own(game, action):
            found.append(Choice(ply, player, course.states[before], action, by_clock))
    return found


def _played_at(ply: int, entries: Sequence[tuple[Any, bool]]) -> int:
    """Return at which ply the position of another was first reached."""
    while ply and isinstance(entry := entries[ply - 1][0], TakeBack | Undo):
        ply = entry.to
    return ply


def seed_of(commitment: str) -> str:
    """Return the seed of a match's review: anyone who has the match can work it out."""
    return hashlib.sha256(f"review/{commitment}".encode()).hexdigest()


def look(
    game: AnyGame, by: Judge, choice: Choice, *, seed: str, looks: int, most: int = MOST_IDEAS
) -> Turn:
    """Return a turn as judged by what its player saw, with the best ideas; the same each time."""
    view = game.observation(choice.state, choice.player)
    rng = Rng(bytes.fromhex(seed), choice.ply, "review")
    also = () if choice.by_clock else (choice.action,)
    budget = Budget.of_looks(looks)
    found = by.weigh(game, view, choice.player, rng, budget, also)
    judged = judge(found, choice.action)
    return _turn(game, choice, found, judged, most)


def _turn(
    game: AnyGame,
    choice: Choice,
    found: list[Weighed[Any]],
    judged: Judgement | None,
    most: int,
) -> Turn:
    before = _rounded(found[0].chances)
    known = judged is not None
    return Turn(
        ply=choice.ply,
        player=choice.player,
        grade=judged.grade if judged and not choice.by_clock else Grade.NONE,
        loss=round(judged.loss, DIGITS) if judged else 0.0,
        error=round(judged.error, DIGITS) if judged else 0.0,
        before=before,
        after=_rounded(judged.played.chances) if judged else before,
        played=idea_of(game, choice, judged.played) if judged and known else None,
        ideas=tuple(idea_of(game, choice, one) for one in found[:most]),
    )


def idea_of(game: AnyGame, choice: Choice, one: Weighed[Any]) -> Idea:
    """Return what was weighed as a report keeps it."""
    # What is drawn afterwards brings nobody points, so any chance will do.
    after = game.apply_action(choice.state, one.action, Rng(bytes(SECRET_BYTES), choice.ply))
    had, has = (game.scores(state)[choice.player] for state in (choice.state, after))
    own = one.points[choice.player]
    rest = [points for seat, points in enumerate(one.points) if seat != choice.player]
    parts = {
        "now": float(has - had),
        "later": own - has,
        **({"others": -max(rest)} if rest else {}),
    }
    return Idea(
        action=game.encode_action(one.action),
        text=game.action_text(choice.state, one.action),
        chance=round(one.chance, DIGITS),
        error=round(one.error, DIGITS),
        lead=round(own - max(rest, default=0.0), 1),
        parts={name: round(value, 1) for name, value in parts.items()},
    )


def _rounded(chances: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(chance, DIGITS) for chance in chances)


def finished(
    game: AnyGame,
    turns: Sequence[Turn],
    result: Sequence[float] | None,
    *,
    was_played_out: bool,
    version: str,
    seed: str,
    looks: int,
) -> Report:
    """Return the report of a match whose turns have all been judged.

    ``result`` is how the win was shared, by seat; None for a match of one, which nobody wins.
    """
    players = len(turns[0].before) if turns else 0
    return Report(
        format=FORMAT,
        game=game.info.slug,
        rules_version=game.info.rules_version,
        version=version,
        seed=seed,
        looks=looks,
        turns=tuple(turns),
        players=tuple(
            _account(player, turns, result, was_played_out=was_played_out)
            for player in range(players)
        ),
    )


def _account(
    player: Player, turns: Sequence[Turn], result: Sequence[float] | None, *, was_played_out: bool
) -> Account:
    change = {turn.ply: turn.after[player] - turn.before[player] for turn in turns}
    own = math.fsum(change[turn.ply] for turn in turns if turn.player == player)
    others = math.fsum(change[turn.ply] for turn in turns if turn.player != player)
    last = turns[-1].after[player]
    end = last if result is None else result[player]
    left = 0.0 if was_played_out else end - last
    start = 1 / len(turns[0].before) if result is not None else 0.5
    grades = [turn.grade for turn in turns if turn.player == player]
    parts = {"start": start, "own": own, "others": others, "left": left, "result": end}
    parts = {name: round(value, DIGITS) for name, value in parts.items()}
    luck = parts["result"] - parts["start"] - parts["own"] - parts["others"] - parts["left"]
    return Account(
        index=round(index_of(grades), 2),
        grades={str(grade): grades.count(grade) for grade in GRADED},
        luck=round(luck, DIGITS),
        **parts,
    )


def luck_at(turns: Sequence[Turn], player: Player) -> list[tuple[int, float]]:
    """Return what luck brought a player after each turn but the last: (ply, change of chance)."""
    return [
        (turn.ply, following.before[player] - turn.after[player])
        for turn, following in itertools.pairwise(turns)
    ]


def shares_of_places(places: Sequence[int]) -> tuple[float, ...]:
    """Return how the win was shared, by seat, from the places of all players."""
    first = [place == 1 for place in places]
    return tuple(each / sum(first) for each in first)
