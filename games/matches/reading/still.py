"""A position shown in the form of a match's view, with no match behind it whose clock runs.

Lessons, reviews and puzzles put the game's own board on such a position.
"""

from collections.abc import Sequence
from datetime import datetime
from types import SimpleNamespace
from typing import Any

from games.core import codec
from games.core.clock import Form, Pace
from games.core.extras.protocols import turn_budget
from games.core.game import Game, Player
from games.core.language.events import Event
from games.core.language.text import Pieces
from games.core.rng import commitment
from games.core.table import options as table_options
from games.say import deed, said, say, with_sentences

View = dict[str, Any]
AnyGame = Game[Any, Any, Any]

NO_SECRET = bytes(32)  # what is drawn on such a board is the same for everyone


def still_view(
    rules: AnyGame,
    state: Any,
    *,
    player: Player,
    names: Sequence[str],
    ply: int,
    now: datetime,
    log: Sequence[View] = (),
    result: View | None = None,
    by_name: bool = False,
) -> View:
    """Return what a player may see of a position, as JSON; only they can act, if it's their turn.

    ``names`` are those of all players, by seat. ``log`` is what has just been done, as from
    ``still_entry``. With ``by_name`` nobody is called "you", as whoever looks plays for everyone.
    """
    seen = rules.observation(state, player)
    mover = rules.current_player(state)
    scores = list(rules.scores(state))
    told = rules.describe(seen, player)
    return {
        "t": "view",
        "id": "",
        "version": ply,
        "ply": ply,
        "status": "finished" if mover is None else "running",
        "paused": False,
        "game": rules.info.slug,
        "options": table_options.write(rules.options),
        "player": player,
        "to_move": mover,
        "state": rules.encode_state(seen),
        "hints": said(rules.hints(seen, player)) if mover == player else {},
        "scores": scores,
        "seats": [_seat(seat, name) for seat, name in enumerate(names)],
        "clock": {**_clock(len(scores), now), "budget": turn_budget(rules, state) or 0},
        "log": list(log),
        "changes": [],
        "offers": [],
        "can": [],
        "prepared": None,
        "spells": 0,
        "description": say([one.by_name() for one in told] if by_name else told, list(names)),
        "commitment": commitment(NO_SECRET),
        "duel": None,
        "result": result,
        **({"by_name": True} if by_name else {}),
    }


def still_entry(
    rules: AnyGame,
    before: Any,
    action: Any,
    after: Any,
    *,
    names: Sequence[str],
    ply: int,
    now: datetime,
) -> View:
    """Return an action as an entry of a view's log, with what came of it in sentences."""
    move = SimpleNamespace(
        player=rules.current_player(before),
        text=rules.log_text(before, action),
        events=codec.encode(after.events, tuple[Event, ...]),
    )
    return {
        "ply": ply,
        "player": move.player,
        "actor": "human",
        "text": move.text,
        "deed": said({"told": Pieces(deed(rules, move))}, names),
        "events": said(with_sentences(rules.wording, move.events), names),
        "played_at": now.isoformat(),
    }


def _seat(player: Player, name: str) -> View:
    return {
        "player": player,
        "name": name,
        "controller": "human",
        "owner": "user",
        "here": True,
        "substituted": False,
        "resigned": False,
        "lost": False,
        "covers": False,
        "spells": 0,
    }


def _clock(players: int, now: datetime) -> View:
    """Return a clock that never runs out."""
    return {
        "pace": Pace.CORRESPONDENCE,
        "budget": 0,
        "form": Form.NO_CLOCK,
        "thinking": None,
        "banks": [0] * players,
        "rests": [0] * players,
        "started_at": now.isoformat(),
        "deadline_at": None,
        "stands_at": None,
        "stands_after": 0,
        "waits": False,
        "tempo": False,
        "stands": [],
        "paused_at": None,
        "deserted": False,
        "ends_at": None,
        "sitting": False,
        "now": now.isoformat(),
    }
