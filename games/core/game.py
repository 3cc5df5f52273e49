"""The interface every game implements: rules are an object, positions and actions values.

The names are OpenSpiel's. ``Game`` holds what a table agreed on (its options) and nothing that
changes; a ``State`` is a value to everyone outside the game's folder; an ``Action`` is a small
frozen dataclass. ``legal_actions`` lists choices for bots and hints; ``apply_action`` is the
referee.
"""

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

from games.core import codec
from games.core.clock import Pace, TimeControl
from games.core.codec import BadData
from games.core.language.events import Event
from games.core.language.text import Text
from games.core.language.wording import Wording
from games.core.rng import Rng
from games.core.table.words import Words

Player = int
O = TypeVar("O")  # noqa: E741 - the options class of a game
S = TypeVar("S", bound="BaseState")
A = TypeVar("A")


@dataclasses.dataclass(frozen=True, slots=True)
class GameInfo:
    """Facts about a game that a lobby can list without loading its rules."""

    slug: str
    title: str
    summary: Text
    min_players: int
    max_players: int
    rules_version: int
    hidden_information: bool
    clock_move: Text  # what the clock does, after "If your time runs out, "
    uses_words: bool = False
    topics: tuple[tuple[str, Text], ...] = ()  # (key, label) of what points are scored for
    minutes: Text | None = None  # a usual sitting
    # How whoever has a mail before them writes a turn in one line, and such a line of no match in
    # particular.
    line: Text | None = None
    example: str = ""
    entrants: int = 1  # at most so many play the same game side by side, each alone (a duel)
    word_topic: str = ""  # of events whose fact ``word`` is one that was played
    countdown: Text | None = None  # what a live table's clock is, where it is none of turns
    passes: bool = False  # the game has a pass (``Passes``)
    # How all who play, if not alone, can agree to end it: drawn, or with the points as they stand.
    agreements: tuple[Literal["draw", "end"], ...] = ()

    @property
    def most_seats(self) -> int:
        """Return for how many people a table can be opened: at one match, or in a duel."""
        return max(self.max_players, self.entrants)

    def time_in_words(self, control: TimeControl) -> Text:
        """Return a table's clock as a player reads it; a countdown of the game's own is told."""
        live = control.pace is Pace.LIVE
        return self.countdown if live and self.countdown else control.in_words()


@dataclasses.dataclass(frozen=True, slots=True)
class Chance:
    """Where in a position the draws of a stream are seen, so that anyone can compare them.

    All are names of the state's fields. ``out_of`` counts or lists what may be drawn and loses what
    is drawn. ``into`` are those that hold it afterwards, ``tail`` one whose end it is, in the order
    drawn. What was put into an order is dealt from its front to the fields of ``dealt``.
    """

    out_of: str = ""
    into: tuple[str, ...] = ()
    tail: str = ""
    dealt: tuple[str, ...] = ()


def put_at(values: tuple[Any, ...], player: Player, value: Any) -> tuple[Any, ...]:
    """Return what each player has, by seat, with another value for one of them."""
    return (*values[:player], value, *values[player + 1 :])


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class BaseState:
    """What the positions of all games have in common."""

    to_move: Player | None
    events: tuple[Event, ...] = ()


class Stored(Generic[S, A]):
    """Positions and actions as JSON, in the same way for all games."""

    state_class: ClassVar[type[Any]]
    action_class: ClassVar[Any]  # one dataclass or a union of them

    def encode_state(self, state: S) -> codec.JSON:
        """Return the position as JSON."""
        return codec.encode(state, self.state_class)

    def decode_state(self, data: codec.JSON) -> S:
        """Return the position written as JSON; raise BadData if it does not fit."""
        return self.restore(codec.decode(data, self.state_class))

    def restore(self, state: S) -> S:
        """Return a decoded position with its derived index rebuilt; nothing to do without one."""
        return state

    def encode_action(self, action: A) -> codec.JSON:
        """Return the action as JSON, always with its class name under ``type``."""
        return {"type": type(action).__name__, **codec.encode(action, type(action))}

    def decode_action(self, data: codec.JSON) -> A:
        """Return the action written as JSON; raise BadData if it does not fit."""
        if dataclasses.is_dataclass(self.action_class) and isinstance(data, dict):
            name = self.action_class.__name__  # type: ignore[union-attr]  # a class, not an instance
            if data.get("type") != name:
                raise BadData(f"$.type: expected {name}")
            data = {key: value for key, value in data.items() if key != "type"}
        return codec.decode(data, self.action_class)  # type: ignore[no-any-return]


class Game(ABC, Stored[S, A], Generic[O, S, A]):
    """The rules of one game, bound to the options of a table.

    What only some games have is in ``games.core.extras.protocols``.
    """

    info: ClassVar[GameInfo]
    wording: ClassVar[Wording] = {}  # a sentence for each kind of event
    options_class: ClassVar[type[Any]]
    chance: ClassVar[Mapping[str, Chance]] = {}  # by stream
    clock_actions: ClassVar[tuple[type[Any], ...]] = ()  # those that the clock alone plays

    def __init__(self, options: O, words: Words | None = None) -> None:
        self.options = options
        self._words = words

    @property
    def words(self) -> Words:
        """Return the word list the table plays by; only games with ``uses_words`` have one."""
        if self._words is None:
            raise RuntimeError(f"{self.info.title} was bound to no word list")
        return self._words

    @abstractmethod
    def initial_state(self, players: int, rng: Rng) -> S:
        """Return the position before the first turn, any first draw made from ``rng`` (ply 0)."""

    @abstractmethod
    def legal_actions(self, state: S) -> Iterator[A]:
        """Yield every action of the player to move, lazily and in a stable order.

        What the clock alone plays is not among them.
        """

    @abstractmethod
    def apply_action(self, state: S, action: A, rng: Rng) -> S:
        """Return the position after the action; raise IllegalAction for the player.

        Never trusts the caller, never changes ``state``.
        """

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """Return the points of each player, by seat."""

    @abstractmethod
    def timeout_action(self, state: S, rng: Rng) -> A:
        """Return the action the clock makes when the time is up: a legal one, or its own.

        Its own are ``clock_actions``, which ``apply_action`` takes in any turn. It never brings
        the end nearer than a turn of the player's would.
        """

    @abstractmethod
    def action_text(self, state: S, action: A) -> str:
        """Return the action in the game's notation, as played in this position."""

    @abstractmethod
    def action_in_words(self, state: S, action: A) -> Text:
        """Return the action as people read it in a list, as its player sees this position."""

    @abstractmethod
    def parse_action(self, state: S, text: str) -> A:
        """Return the action a line of notation stands for in this position; raise BadNotation."""

    @abstractmethod
    def describe(self, state: S, player: Player | None) -> tuple[Text, ...]:
        """Return the position sentence by sentence, as a screen reader or a mail tells a player.

        Players other than the reader stand in it as ``Who``.
        """

    @abstractmethod
    def picture(self, state: S, player: Player | None, names: Sequence[str] = ()) -> str:
        """Return the position as a stand-alone SVG, showing only what this player may see.

        ``names`` are those of all players, by seat. Its words are in the reader's language.
        """

    def miniature(self, state: S, names: Sequence[str] = ()) -> str:
        """Return what spectators see as a small SVG for lists, which tell names and points too.

        It's the whole picture where a game doesn't draw one of its own (``drawing.small``).
        """
        return self.picture(state, None, names)

    def log_text(self, state: S, action: A) -> str:
        """Return the action as everyone may read it: the notation, unless that tells a secret."""
        return self.action_text(state, action)

    @classmethod
    def read_log(cls, player: Player, text: str) -> Event | None:  # noqa: ARG003 - for those that do
        """Return what a line of the log (``log_text``) says was done, where no event tells that.

        It's an event of the wording that is stored nowhere: a line holds all that everyone may
        know. None if the events tell it, or the line is one of older rules.
        """
        return None

    def current_player(self, state: S) -> Player | None:
        """Return whose turn it is, or None when the game is over."""
        return state.to_move

    def is_terminal(self, state: S) -> bool:
        """Tell whether the game is over."""
        return self.current_player(state) is None

    def observation(self, state: S, player: Player | None) -> S:
        """Return the position, None where this player (None: a spectator) may not see."""
        return state

    def hints(self, state: S, player: Player) -> Mapping[str, Any]:
        """Return small JSON that shows the player to move their choices, such as legal squares."""
        return {}

    def placing(self, state: S) -> tuple[int, ...]:
        """Return each player's place, 1 for the winner; equals share the better place."""
        scores = self.scores(state)
        return tuple(1 + sum(other > own for other in scores) for own in scores)
