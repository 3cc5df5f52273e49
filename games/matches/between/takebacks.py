"""Whether one can go back, and the position that there is then: by agreement, or in practice."""

import logging
from typing import Any

from games.core.codec import BadData
from games.core.errors import IllegalAction
from games.core.game import Game
from games.core.language.text import Text
from games.core.log.replay import Course
from games.core.log.takeback import TakeBack, Undo, decode_entry
from games.core.rng import Rng
from games.matches.between.seated import is_practice
from games.matches.models import Match, Move, Seat

logger = logging.getLogger(__name__)


AnyGame = Game[Any, Any, Any]
NOTHING = Text("There's nothing to undo.")


def no_takeback(match: Match, _seats: list[Seat], rules: AnyGame, player: int) -> Text | None:
    """Return why a player cannot ask to take back the last move, or None."""
    if not match.takebacks:
        return Text("At this table you can't take moves back.")
    last = Move.objects.filter(match=match, ply=match.ply).first()
    if last is None or last.player != player or last.actor not in {"human", "prepared"}:
        return Text("Only the player who made the last move can ask to take it back.")
    try:
        take_back(match, rules)
    except IllegalAction as error:
        return error.text
    return None


def take_back(match: Match, rules: AnyGame) -> Any:
    """Return the position after the last entry was taken back; raise IllegalAction.

    The match is played again, since only the present position is stored.
    """
    course = _played(match, rules)
    return course.enter(TakeBack(match.ply - 1), _chance(match))


def no_undo(match: Match, seats: list[Seat], player: int) -> Text | None:
    """Return why a player cannot go back to their last turn by themselves, or None."""
    if not is_practice(match, seats, player):
        return Text("You can undo a move only while you're playing against computers alone.")
    if match.timer.tempo:
        return Text("You can't take anything back while the countdown is running.")
    others_move = match.to_move != player
    return None if match.ply >= (1 if others_move else match.players) else NOTHING


def undo(match: Match, rules: AnyGame, player: int) -> tuple[Undo, Any]:
    """Return the entry that goes back to a player's last turn, and the position after it.

    Raise IllegalAction.
    """
    course = _played(match, rules)
    to = course.last_turn_of(player)
    if to is None:
        raise IllegalAction(NOTHING)
    return Undo(to), course.enter(Undo(to), _chance(match))


def _played(match: Match, rules: AnyGame) -> Course:
    if rules.info.rules_version != match.rules_version:
        raise IllegalAction("The rules of this game have changed since that move.")
    secret = bytes(match.secret.secret)
    course = Course(rules, rules.initial_state(match.players, Rng(secret, 0)))
    actions = Move.objects.filter(match=match).order_by("ply").values_list("action", flat=True)
    for ply, action in enumerate(actions, start=1):
        try:
            entry = decode_entry(rules, action)
        except BadData as error:  # what is wrong with it might tell what a hand holds
            logger.error("match %s: entry %s of its log cannot be read", match.pk, ply)
            raise IllegalAction("Sorry, we can't read the log of this match right now.") from error
        course.enter(entry, Rng(secret, ply))
    return course


def _chance(match: Match) -> Rng:
    return Rng(bytes(match.secret.secret), match.ply + 1)
