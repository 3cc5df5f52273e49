"""Prepared turns as their owner reads them: what they have prepared, and what they can now.

Nobody else is told anything of them, not even whether there are any.
"""

from typing import Any

from games.core import codec
from games.core.errors import IllegalAction
from games.core.extras.conditions import Condition
from games.core.extras.prepared import (
    OBSTACLES_IN_WORDS,
    Obstacle,
    Prepared,
    conditions,
    may_repeat,
    obstacle,
    prepare,
)
from games.core.extras.protocols import decode_choice, foresee, pass_action
from games.core.game import Game
from games.core.language.text import Text, verbatim
from games.core.log.replay import replay
from games.core.log.takeback import decode_entry
from games.matches.between import seated
from games.matches.clocks.turns import is_slow
from games.matches.models import Match, Move, PreparedTurn, Seat
from games.matches.recent import Recent

AnyGame = Game[Any, Any, Any]
View = dict[str, Any]

MOST = 10  # of a seat that have not come to their turn
MOST_OFFERED = 3  # in a mail

_ahead: Recent[str, Any] = Recent(100)  # what players saw ahead of them at a ply


def are_possible(match: Match) -> bool:
    """Tell whether turns can wait at a table: it is played by days, by two or more."""
    return is_slow(match) and match.players > 1 and not match.timer.tempo


def read(match: Match) -> list[PreparedTurn]:
    """Return what is prepared at a running match, for each seat in the order it is looked at."""
    if match.status != Match.Status.RUNNING or not are_possible(match):
        return []
    return list(PreparedTurn.objects.filter(match=match))


def turn_of(row: PreparedTurn, rules: AnyGame) -> Prepared[Any]:
    """Return a prepared turn as the rules know it; raise BadData if it is none of this game."""
    return Prepared(
        action=rules.decode_action(row.action),
        text=row.text,
        condition=Condition(row.condition),
        footing=row.footing,
        points=row.points,
        repeat=row.repeat,
    )


def view(
    rows: list[PreparedTurn],
    match: Match,
    seats: list[Seat],
    rules: AnyGame,
    seen: Any,
    player: int | None,
) -> View | None:
    """Return a player's own prepared turns as JSON, and what they can do about them.

    ``seen`` is their observation. None for spectators and where no turn can wait.
    """
    if player is None or match.status != Match.Status.RUNNING or not are_possible(match):
        return None
    holds = player in seated.people(seats)
    ahead = foresee(rules, seen, player) if holds and match.quarantined_at is None else None
    waits = ahead is not None and match.to_move != player
    own = [row for row in rows if row.player == player]
    return {
        "able": ahead is not None,
        "open": waits,
        "most": MOST,
        "list": [_listed(row, match, rules, seen) for row in own],
        "forced": seats[player].plays_forced,
        "passing": _passing(own, rules, ahead) if waits else None,
    }


def _listed(row: PreparedTurn, match: Match, rules: AnyGame, seen: Any) -> View:
    return {
        "number": row.number,
        "text": choice(row, match, rules, seen),
        "words": in_words(turn_of(row, rules), rules),
        "repeat": row.repeat,
        "fell": _why_fallen(row) if row.fell else "",
    }


def _why_fallen(row: PreparedTurn) -> Text:
    return OBSTACLES_IN_WORDS[Obstacle(row.fell)]


def fallen(
    rows: list[PreparedTurn], match: Match, rules: AnyGame, seen: Any
) -> list[tuple[Text, Text]]:
    """Return the turns the player to move had prepared that were not played when due, and why.

    ``seen`` is what they see.
    """
    own = (row for row in rows if row.player == match.to_move and row.fell)
    return [(choice(row, match, rules, seen), _why_fallen(row)) for row in own]


def in_words(turn: Prepared[Any], rules: AnyGame) -> Text:
    """Return the condition of a prepared turn as its owner reads it."""
    words = conditions(rules, turn.action).get(turn.condition, verbatim(""))
    if turn.points is None:
        return words
    return Text("{condition} ({points})", condition=words, points=turn.points)


def _passing(own: list[PreparedTurn], rules: AnyGame, ahead: Any) -> View | None:
    """Return the pass that can be kept while nothing is left to draw, unless it is prepared."""
    action = pass_action(rules, ahead)
    if action is None or not may_repeat(rules, ahead, action, Condition.BAG_EMPTY):
        return None
    words = conditions(rules, action).get(Condition.BAG_EMPTY)
    if words is None or any(row.repeat and not row.fell for row in own):
        return None
    return {
        "action": rules.encode_action(action),
        "condition": Condition.BAG_EMPTY,
        "words": Text("Pass {condition}", condition=words),
    }


def offered(rows: list[PreparedTurn], rules: AnyGame, seen: Any, player: int) -> list[PreparedTurn]:
    """Return what the player to move wants to be asked about and can play now.

    ``rows`` are all that is prepared at the match, ``seen`` is what the player sees.
    """
    asked = [row for row in rows if row.player == player and row.condition == Condition.ASK]
    able = [row for row in asked if not obstacle(rules, seen, player, turn_of(row, rules))]
    return able[:MOST_OFFERED]


def choice(row: PreparedTurn, match: Match, rules: AnyGame, seen: Any) -> Text:
    """Return a prepared turn in words; ``seen`` is what its player sees.

    If it can't be played there, nor in their next turn, it's told as they saw it when they prepared
    it: the match is played again.
    """
    turn = turn_of(row, rules)
    for view in (seen, foresee(rules, seen, row.player)):
        if view is not None and obstacle(rules, view, row.player, turn) is None:
            return rules.action_in_words(view, turn.action)
    key = f"{match.pk}/{row.ply}/{row.player}"
    ahead = _ahead.get(key) or _ahead.keep(key, _foreseen_then(row, match, rules))
    return verbatim(row.text) if ahead is None else rules.action_in_words(ahead, turn.action)


def _foreseen_then(row: PreparedTurn, match: Match, rules: AnyGame) -> Any:
    """Return the position of a player's next turn as they saw it when they prepared one."""
    log = Move.objects.filter(match=match, ply__lte=row.ply).order_by("ply")
    entries = [decode_entry(rules, action) for action in log.values_list("action", flat=True)]
    *_, before = replay(rules, match.players, bytes(match.secret.secret), entries)
    return foresee(rules, rules.observation(before, row.player), row.player)


def foreseen(rules: AnyGame, seen: Any, player: int) -> View | None:
    """Return the position of a player's next turn if nothing changes, and their choices there."""
    ahead = foresee(rules, seen, player)
    if ahead is None:
        return None
    return {"state": rules.encode_state(ahead), "hints": rules.hints(ahead, player)}


def choices(rules: AnyGame, seen: Any, player: int, action: codec.JSON) -> View:
    """Return how an action reads and on which conditions it can be prepared, as JSON.

    Raise IllegalAction if on none, BadData if it is no action of the game.
    """
    chosen = decode_choice(rules, action)
    made, problem = [], Text("You can't prepare this turn.")
    for condition in conditions(rules, chosen):
        try:
            made.append(prepare(rules, seen, player, chosen, condition))
        except IllegalAction as error:
            problem = error.text
    if not made:
        raise IllegalAction(problem)
    ahead = foresee(rules, seen, player)
    return {
        "text": rules.action_in_words(ahead, chosen),
        "conditions": [
            {
                "condition": turn.condition,
                "words": in_words(turn, rules),
                "repeat": may_repeat(rules, ahead, turn.action, turn.condition),
            }
            for turn in made
        ],
    }
