"""What a review is made of: a match that is over, with its secret and its whole log.

It comes from the database, or from the file that anyone can download.
"""

import dataclasses
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from games.core import codec
from games.core.codec import BadData
from games.core.errors import IllegalAction, Refusal
from games.core.extras.protocols import AnyGame
from games.core.language.text import Text
from games.core.log.replay import Course
from games.core.log.takeback import decode_entry
from games.core.review.report import By, Choice, Turn, choices_of, seed_of, shares_of_places
from games.core.rng import Rng
from games.matches import reading
from games.matches.answers import Actor
from games.matches.proofs import transcripts


class NotReviewable(Refusal):
    """A match that can't be reviewed."""

    code = "not_reviewable"


NOT_OVER = Text("You can review a match once it's over.")
OLDER = Text("The rules have changed since this match was played, so we can't review it.")
NO_TURNS = Text("Nobody has played a turn in this match.")
BROKEN = Text("We can't replay this match, so we can't review it.")

# What becomes of a seat before the computer plays it for somebody; of its own seats nothing does.
_LEFT_TO_IT = ("substituted", "resigned", "lost")


@dataclasses.dataclass(frozen=True, slots=True)
class Material:
    """A match ready to be reviewed; ``result`` is how the win was shared, None for one alone."""

    rules: AnyGame
    secret: bytes
    course: Course
    choices: tuple[Choice, ...]
    result: tuple[float, ...] | None
    was_played_out: bool
    seed: str

    def rng(self, ply: int) -> Rng:
        """Return the chance by which the action of a ply was applied."""
        return Rng(self.secret, ply)

    def choice(self, ply: int) -> Choice | None:
        """Return the turn of a ply, None if there's nothing to judge."""
        return next((choice for choice in self.choices if choice.ply == ply), None)


def of_match(loaded: reading.Loaded) -> Material:
    """Return what the review of a stored match is made of; raise NotReviewable."""
    match = loaded.match
    if not reading.is_revealed(match):
        raise NotReviewable(NOT_OVER)
    if match.rules_version != loaded.rules.info.rules_version:
        raise NotReviewable(OLDER)
    left = _left_to_the_computer((one.kind, one.player) for one in loaded.table.changes)
    return of_log(
        loaded.rules,
        bytes(match.secret.secret),
        [(move.action, _by(move.player, move.actor, left)) for move in loaded.moves],
        places=match.places or (),
        players=match.players,
        ended=match.end_reason,
        commitment=match.commitment,
    )


def of_file(data: Any) -> Material:
    """Return what the review of a downloaded match is made of; raise NotReviewable or Difference.

    The file is first checked against the rules.
    """
    if not isinstance(data, dict) or data.get("format") != transcripts.FORMAT:
        raise NotReviewable("This isn't a match from a Tilepost site.")
    if not data.get("secret"):
        raise NotReviewable(NOT_OVER)
    transcripts.verify(data)
    left = _left_to_the_computer((one["kind"], one["player"]) for one in data["changes"])
    return of_log(
        transcripts.rules_of(data),
        bytes.fromhex(data["secret"]),
        [(one["action"], _by(one["player"], one["actor"], left)) for one in data["log"]],
        places=data["places"],
        players=len(data["players"]),
        ended=data["ended"],
        commitment=data["commitment"],
    )


def _left_to_the_computer(changes: Iterable[tuple[str, int | None]]) -> set[int]:
    """Return the seats that the computer has played for somebody, by kind and seat of changes."""
    return {player for kind, player in changes if player is not None and kind in _LEFT_TO_IT}


def _by(player: int, actor: str, left: Collection[int]) -> By:
    """Return who made an entry of the log; a computer player makes its own."""
    if actor == Actor.COMPUTER and player in left:
        return By.COMPUTER
    return By.CLOCK if actor == Actor.CLOCK else By.PLAYER


def of_log(
    rules: AnyGame,
    secret: bytes,
    log: Sequence[tuple[codec.JSON, By]],
    *,
    places: Sequence[int],
    players: int,
    ended: str,
    commitment: str,
) -> Material:
    """Return what a review is made of from a log of actions and who made them.

    Raise NotReviewable.
    """
    try:
        entries = [(decode_entry(rules, action), by) for action, by in log]
        course = Course(rules, rules.initial_state(players, Rng(secret, 0)))
        for ply, (entry, _) in enumerate(entries, start=1):
            course.enter(entry, Rng(secret, ply))
    except (BadData, IllegalAction) as error:
        raise NotReviewable(BROKEN) from error
    choices = tuple(choices_of(course, entries))
    if not choices:
        raise NotReviewable(NO_TURNS)
    return Material(
        rules=rules,
        secret=secret,
        course=course,
        choices=choices,
        result=shares_of_places(places) if players > 1 else None,
        was_played_out=ended == "over",
        seed=seed_of(commitment),
    )


def decoded(turns: Any) -> tuple[Turn, ...]:
    """Return judged turns as they were before they were stored."""
    return codec.decode(turns, tuple[Turn, ...])
