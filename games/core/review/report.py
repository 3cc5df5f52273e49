"""The report of a match that is over: each turn judged by what its player could see then.

A chance to win changes in four ways: by a player's own turns, by those of the others, by turns that
somebody missed and the clock or the computer made for them, and by luck, which is everything else:
what was drawn, and what others turned out to hold. So from an even start, they add up to the
result.
"""

import dataclasses
import hashlib
import itertools
import math
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

from games.core import codec
from games.core.bots import Budget
from games.core.extras.protocols import AnyGame, clock_key, is_clocks_own
from games.core.game import Player
from games.core.log.replay import Course
from games.core.log.takeback import TakeBack, Undo
from games.core.review.judging import GRADED, Grade, Judgement, index_of, judge
from games.core.rng import SECRET_BYTES, Rng, derived_secret
from games.core.weighing import Judge, Weighed

FORMAT = "tilepost-review/1"
DIGITS = 4  # of a chance
MOST_IDEAS = 6  # of a turn
DRAWS = 16  # by which an action is weighed that isn't a choice, but the clock's own


class By(StrEnum):
    """Who made a turn: its player, or the clock or the computer because they missed it."""

    PLAYER = "player"
    CLOCK = "clock"
    COMPUTER = "computer"


@dataclasses.dataclass(frozen=True, slots=True)
class Idea:
    """A choice there was: in notation, the mover's chance with it, and the lead it promises.

    ``error`` is that of the chance beside those of the other choices (``Weighed.error_beside``).
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

    @property
    def error_beside(self) -> float:
        """Return the error that counts where it's compared with another choice."""
        return self.error


@dataclasses.dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it was judged; ``ideas`` are the best choices, the first one first.

    ``before`` are the chances by seat if the best one is played, ``after`` those with what was.
    ``played`` is None where it wasn't a choice of the rules: the clock made it. A turn that its
    player missed has no grade, but it gave away what it gave away.
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
    by: By = By.PLAYER

    @property
    def is_missed(self) -> bool:
        """Tell whether somebody else made the turn for its player."""
        return self.by is not By.PLAYER


@dataclasses.dataclass(frozen=True, slots=True)
class Account:
    """What made a player's result, in chances: start, own turns, others' turns, luck, the end.

    ``missed`` and ``others_missed`` are turns that the clock or the computer made, for the player
    and for others. ``left`` is what was given up or taken away because the match wasn't played to
    its end.
    """

    index: float
    grades: dict[str, int]
    start: float
    own: float
    others: float
    luck: float
    left: float
    result: float
    missed: float = 0.0
    others_missed: float = 0.0


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
    """A turn that is to be judged: where it was taken, what was done, and by whom."""

    ply: int
    player: Player
    state: Any
    action: Any
    by: By = By.PLAYER


def choices_of(course: Course, entries: Sequence[tuple[Any, By]]) -> list[Choice]:
    """Return the turns that led to the end, without what was taken back.

    ``entries`` are those of the log in their order, each with who made it. What a game's countdown
    does comes whatever its players do, so it's no turn of theirs.
    """
    game, found = course.game, []
    for before, at in itertools.pairwise(course.line):
        ply = _played_at(at, entries)
        state = course.states[before]
        player = game.current_player(state)
        action, by = entries[ply - 1] if ply else (None, By.PLAYER)
        counted_down = is_clocks_own(game, action) and clock_key(game, state) is not None
        if player is not None and ply and not counted_down:
            found.append(Choice(ply, player, state, action, by))
    return found


def _played_at(ply: int, entries: Sequence[tuple[Any, By]]) -> int:
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
    also = () if is_clocks_own(game, choice.action) else (choice.action,)
    budget = Budget.of_looks(looks)
    found = by.weigh(game, view, choice.player, rng, budget, also)
    judged = judge(found, choice.action)
    after = judged.played.chances if judged else _drawn(game, by, choice, seed=seed, looks=looks)
    return _turn(game, choice, found, judged, after or found[0].chances, most)


def _drawn(
    game: AnyGame, by: Judge, choice: Choice, *, seed: str, looks: int
) -> tuple[float, ...] | None:
    """Return the mean chances after an action of the clock's own, over what chance could bring.

    So what it did bring stays luck. None where every draw ends the game.
    """
    found = []
    for number in range(DRAWS):
        secret = derived_secret(bytes.fromhex(seed), f"review/{choice.ply}/{number}")
        rng = Rng(secret, choice.ply)
        after = game.apply_action(choice.state, choice.action, rng)
        player = game.current_player(after)
        if player is not None:
            view, budget = game.observation(after, player), Budget.of_looks(looks)
            found.append(by.weigh(game, view, player, rng, budget)[0].chances)
    return tuple(math.fsum(each) / len(found) for each in zip(*found, strict=True)) or None


def _turn(
    game: AnyGame,
    choice: Choice,
    found: list[Weighed[Any]],
    judged: Judgement[Weighed[Any]] | None,
    after: tuple[float, ...],
    most: int,
) -> Turn:
    lost = found[0].chance - after[choice.player]
    return Turn(
        ply=choice.ply,
        player=choice.player,
        grade=judged.grade if judged and choice.by is By.PLAYER else Grade.NONE,
        loss=round(max(0.0, lost), DIGITS),
        error=round(judged.error, DIGITS) if judged else 0.0,
        before=_rounded(found[0].chances),
        after=_rounded(after),
        played=idea_of(game, choice, judged.played) if judged else None,
        ideas=tuple(idea_of(game, choice, one) for one in found[:most]),
        by=choice.by,
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
        error=round(one.error_beside, DIGITS),
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
    def changed(*, own: bool, missed: bool) -> float:
        return math.fsum(
            turn.after[player] - turn.before[player]
            for turn in turns
            if (turn.player == player) is own and turn.is_missed is missed
        )

    last = turns[-1].after[player]
    end = last if result is None else result[player]
    left = 0.0 if was_played_out else end - last
    start = 1 / len(turns[0].before) if result is not None else 0.5
    grades = [turn.grade for turn in turns if turn.player == player]
    parts = {
        "start": start,
        "own": changed(own=True, missed=False),
        "others": changed(own=False, missed=False),
        "missed": changed(own=True, missed=True),
        "others_missed": changed(own=False, missed=True),
        "left": left,
    }
    parts = {name: round(value, DIGITS) for name, value in parts.items()}
    parts["result"] = round(end, DIGITS)
    luck = 2 * parts["result"] - math.fsum(parts.values())
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
