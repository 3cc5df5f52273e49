"""Going back: one more entry of the log, applied by the replay, not by the rules.

A ``TakeBack`` undoes the last action, if nothing was drawn or shown by it. An ``Undo`` goes further
back, whatever has come to light since; it's for whoever plays with computer players alone.

The log only grows. The position after such an entry is the one it goes back to, and the points made
since come again as events below zero, so that the points for all events still add up to the scores.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from typing_extensions import override

from games.core import codec
from games.core.codec import BadData
from games.core.errors import IllegalAction
from games.core.extras.protocols import AnyGame, clock_key, is_clocks_own
from games.core.game import Player
from games.core.language.events import Event
from games.core.rng import SECRET_BYTES, Rng


@dataclasses.dataclass(frozen=True, slots=True)
class TakeBack:
    """An entry of the log by which the match stands again as it did at ply ``to``."""

    to: int


@dataclasses.dataclass(frozen=True, slots=True)
class Undo:
    """An entry of the log by which a match of practice stands again as it did at ply ``to``."""

    to: int


class _Drawn(Exception):
    """Something was drawn."""


class _NoChance(Rng):
    """Chance from which nothing may be drawn."""

    __slots__ = ()

    @override
    def _word(self) -> int:
        raise _Drawn

    @override
    def _other(self, ply: int, stream: str) -> Rng:
        return _NoChance(self._secret, ply, stream)


NO_CHANCE = _NoChance(bytes(SECRET_BYTES), 0)


def may_take_back(game: AnyGame, earlier: Any, action: Any) -> bool:
    """Tell whether the last action, played in the position ``earlier``, can be taken back.

    It can if it drew nothing and revealed nothing hidden but what its player laid open.
    """
    try:
        take_back(game, earlier, action)
    except IllegalAction:
        return False
    return True


def take_back(game: AnyGame, earlier: Any, action: Any) -> Any:
    """Return the position after the action played in ``earlier`` was taken back.

    Raise IllegalAction if it drew something, revealed something or ended the game.
    """
    if clock_key(game, earlier) is not None or is_clocks_own(game, action):
        raise IllegalAction("You can't take anything back while the countdown is running.")
    try:
        after = game.apply_action(earlier, action, NO_CHANCE)
    except _Drawn:
        raise IllegalAction("That move drew something, so you can't take it back.") from None
    if game.is_terminal(after):
        raise IllegalAction("The game is over, so you can't take anything back.")
    if _shows(game, earlier, after):
        raise IllegalAction("That move revealed something hidden, so you can't take it back.")
    player = game.current_player(earlier)
    told = Event("taken_back", player, {"move": game.log_text(earlier, action)})
    return dataclasses.replace(earlier, events=(told, *_points_undone(after.events)))


def undo(game: AnyGame, states: Sequence[Any], to: int) -> Any:
    """Return the position after going back to ply ``to``, with the positions of all plies so far.

    Raise IllegalAction if a countdown runs or the game is over.
    """
    earlier = states[to]
    if clock_key(game, earlier) is not None:
        raise IllegalAction("You can't take anything back while the countdown is running.")
    if game.is_terminal(states[-1]):
        raise IllegalAction("The game is over, so you can't take anything back.")
    told = Event("went_back", game.current_player(earlier))
    since = tuple(event for state in states[to + 1 :] for event in state.events)
    return dataclasses.replace(earlier, events=(told, *_sums_undone(since)))


def _sums_undone(events: tuple[Event, ...]) -> Iterator[Event]:
    sums: dict[tuple[Player | None, str], int] = {}
    for event in events:
        key = event.player, event.topic
        sums[key] = sums.get(key, 0) + event.points
    for (player, topic), points in sums.items():
        if points:
            yield Event("undone", player, {}, -points, topic)


def _points_undone(events: tuple[Event, ...]) -> Iterator[Event]:
    for event in events:
        if event.points:
            yield Event("undone", event.player, {}, -event.points, event.topic)


def _shows(game: AnyGame, earlier: Any, after: Any) -> bool:
    """Tell whether anybody sees something of ``earlier`` that was hidden from them before."""
    orders = _orders(game)
    for viewer in (None, *range(len(game.scores(earlier)))):
        before, now = _hidden(game, earlier, viewer), _hidden(game, after, viewer)
        if not before <= now:
            return True
        seen = game.observation(earlier, viewer)
        for name in orders:
            concealed = getattr(seen, name) != getattr(earlier, name)
            if concealed and getattr(after, name) != getattr(earlier, name):
                return True
    return False


def _orders(game: AnyGame) -> set[str]:
    """Return the fields that hold what is to be drawn: bags, decks, orders."""
    rules = game.chance.values()
    dealt = {name for rule in rules for name in rule.dealt if name not in rule.into}
    return dealt | {rule.out_of for rule in rules if rule.out_of}


def _hidden(game: AnyGame, state: Any, viewer: Player | None) -> set[tuple[str, int | None]]:
    """Return which fields, or which of their items, are None to a viewer and not in truth."""
    seen = game.observation(state, viewer)
    hidden: set[tuple[str, int | None]] = set()
    for field in dataclasses.fields(state):
        true, told = getattr(state, field.name), getattr(seen, field.name)
        if told is None and true is not None:
            hidden.add((field.name, None))
        elif isinstance(true, tuple) and isinstance(told, tuple) and len(true) == len(told):
            pairs = enumerate(zip(true, told, strict=True))
            hidden |= {(field.name, at) for at, (a, b) in pairs if b is None and a is not None}
    return hidden


# --- Entries of a log: an action of the rules, a TakeBack or an Undo ------------------------------

_BACK = ("TakeBack", "Undo")


def encode_entry(game: AnyGame, entry: Any) -> codec.JSON:
    """Return an entry as JSON, with its class name under ``type``."""
    if isinstance(entry, TakeBack | Undo):
        return {"type": type(entry).__name__, "to": entry.to}
    return game.encode_action(entry)


def goes_back(data: codec.JSON) -> bool:
    """Tell whether an entry written as JSON undoes entries before it."""
    return isinstance(data, dict) and data.get("type") in _BACK


def decode_entry(game: AnyGame, data: codec.JSON) -> Any:
    """Return the entry written as JSON; raise BadData if it does not fit."""
    if isinstance(data, dict) and goes_back(data):
        facts = {key: data[key] for key in data if key != "type"}
        kind: type[TakeBack | Undo] = TakeBack if data["type"] == "TakeBack" else Undo
        entry: TakeBack | Undo = codec.decode(facts, kind)
        if entry.to < 0:
            raise BadData("$.to: no ply is below 0")
        return entry
    return game.decode_action(data)


def entry_text(game: AnyGame, before: Any, entry: Any) -> str:
    """Return an entry in notation, as made in the position ``before``."""
    return _told(entry) if isinstance(entry, TakeBack | Undo) else game.action_text(before, entry)


def entry_log_text(game: AnyGame, before: Any, entry: Any) -> str:
    """Return an entry as everyone may read it."""
    return _told(entry) if isinstance(entry, TakeBack | Undo) else game.log_text(before, entry)


def _told(entry: TakeBack | Undo) -> str:
    return f"{type(entry).__name__.lower()} {entry.to + 1}"


def author(game: AnyGame, before: Any, entry: Any, after: Any) -> Player | None:
    """Return whose entry it is: the player to move's, or whoever is to move again."""
    return game.current_player(after if isinstance(entry, TakeBack | Undo) else before)
