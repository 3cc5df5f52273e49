"""What only some games have: small protocols that a game lists beside ``Game``.

Whoever wants one asks ``isinstance(game, Previews)``. A function here asks for those that have the
same answer in all other games.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from games.core.clock import Pace
from games.core.codec import JSON
from games.core.errors import IllegalAction
from games.core.extras.conditions import Condition
from games.core.extras.gcg import GcgHead, GcgMatch
from games.core.extras.outlook import Turns
from games.core.game import Game, Player
from games.core.language.text import Text

O = TypeVar("O")  # noqa: E741 - the options class of a game
S = TypeVar("S")
A = TypeVar("A")

AnyGame = Game[Any, Any, Any]


class Previews(ABC, Generic[S, A]):
    """A player can try an action out before they play it."""

    @abstractmethod
    def preview(self, state: S, player: Player, action: A) -> Mapping[str, Any] | None:
        """Return small JSON on what an action would bring, None if there is nothing to tell.

        Works on an observation and changes nothing. ``points`` are the player's own, ``problem`` is
        a Text on why it cannot be played, None if it can.
        """


class Passes(ABC, Generic[S, A]):
    """A player can do nothing in their turn; ``passes`` in the game's info says so too."""

    @abstractmethod
    def pass_action(self, state: S) -> A | None:
        """Return the legal action by which the player to move does nothing, None without one."""


class Prepares(ABC, Generic[S, A]):
    """A player can prepare a turn while others are to move: they know what it needs."""

    @abstractmethod
    def foresee(self, view: S, player: Player) -> S | None:
        """Return a player's view as it will be in their turn if the others change nothing.

        None where turns cannot be prepared: what they need is not known before, nobody else plays,
        or the game is over.
        """

    @abstractmethod
    def refusal(self, view: S, action: A) -> Text | None:
        """Return why the player to move, whose view it is, cannot play an action, or None."""

    @abstractmethod
    def conditions(self, action: A) -> Mapping[Condition, Text]:
        """Return on which conditions an action can be prepared, in words; the most usual first."""

    @abstractmethod
    def footing(self, view: S, action: A) -> JSON:
        """Return as JSON what an action rests on: while that is equal, it brings the same."""

    def laid(self, view: S, action: A) -> S | None:
        """Return the view of the player to move with their action done, as far as they can foresee.

        What is drawn afterwards, and whoever is next, is not told. None where there is nothing to
        show, or the action is not possible.
        """
        return None

    def bag_is_empty(self, view: S) -> bool:
        """Tell whether nothing is left to draw; False in games that have nothing to draw from."""
        return False


class Forecasts(ABC, Generic[S]):
    """The game can tell how long it will go on."""

    @abstractmethod
    def turns_left(self, view: S) -> Turns:
        """Return how many more turns each player will take, by seat: mean and variance.

        ``view`` is what a spectator sees, and the turn of the player to move counts.
        """


class Countdown(ABC, Generic[O, S]):
    """The game has a countdown of its own, at least at some tables."""

    @classmethod
    def for_pace(cls, options: O, pace: Pace) -> O:  # noqa: ARG003 - for games that care
        """Return a table's options with what follows from its pace."""
        return options

    @abstractmethod
    def turn_budget(self, state: S) -> float | None:
        """Return the seconds this turn has by the rules, or None for the table's own budget."""

    @abstractmethod
    def clock_key(self, state: S) -> int | None:
        """Return a number that changes exactly when the countdown of ``turn_budget`` starts anew.

        While it stays the same, the player's actions leave the running countdown alone. None: each
        action ends a turn, and the next one has a whole budget.
        """


class HasDeck(ABC):
    """The game's words are made of cards with letters on them, two for each word."""

    @classmethod
    @abstractmethod
    def cards(cls) -> tuple[str, ...]:
        """Return the letters on each card."""

    @classmethod
    @abstractmethod
    def make_cards(cls, known: frozenset[str], unwanted: frozenset[str]) -> tuple[str, ...]:
        """Return the cards for a version of a word list, by the words in it that everyone knows.

        No two of them make an ``unwanted`` word. They are stored with the version. None if they
        cannot be made of so few words.
        """


class ReadsReplies(ABC, Generic[S, A]):
    """A line in a mail can leave out what can be one thing only."""

    @abstractmethod
    def parse_reply(self, state: S, text: str) -> A:
        """Return the action a line stands for, by what its writer sees; raise BadNotation."""


class TakesWords(ABC, Generic[S, A]):
    """An action can hold words of a player's own making, which everyone reads in the log."""

    @abstractmethod
    def wordless(self, state: S, action: A) -> A:
        """Return an action that comes to the same and tells no such words.

        It stands in the log for one of somebody who may not write just now. What the rules or a
        word list give are no such words.
        """


class WritesGcg(ABC, Generic[S]):
    """A match can be a GCG file, which programs for other word games read, too."""

    @abstractmethod
    def write_gcg(self, head: GcgHead, states: Sequence[S], entries: Sequence[Any]) -> str:
        """Return a match as GCG, by its positions from ply 0 on and the entries between them."""

    @classmethod
    @abstractmethod
    def read_gcg(cls, text: str) -> GcgMatch:
        """Return what a GCG file says; raise BadNotation, which names the line."""


def pass_action(game: AnyGame, state: Any) -> Any | None:
    """Return the pass of the player to move, None in games that have none."""
    return game.pass_action(state) if isinstance(game, Passes) else None


def preview(game: AnyGame, state: Any, player: Player, action: Any) -> Mapping[str, Any] | None:
    """Return what an action would bring, None where a game doesn't tell."""
    return game.preview(state, player, action) if isinstance(game, Previews) else None


def foresee(game: AnyGame, view: Any, player: Player) -> Any | None:
    """Return a player's view as it will be in their turn, None where nothing can be prepared."""
    return game.foresee(view, player) if isinstance(game, Prepares) else None


def turn_budget(game: AnyGame, state: Any) -> float | None:
    """Return the seconds this turn has by the rules, or None for the table's own budget."""
    return game.turn_budget(state) if isinstance(game, Countdown) else None


def clock_key(game: AnyGame, state: Any) -> int | None:
    """Return what changes when the game's own countdown starts anew, None without one."""
    return game.clock_key(state) if isinstance(game, Countdown) else None


def is_clocks_own(game: AnyGame, action: Any) -> bool:
    """Tell whether an action is one that only the clock can play."""
    return isinstance(action, game.clock_actions)


def decode_choice(game: AnyGame, data: JSON) -> Any:
    """Return the action that a person sends as JSON.

    Raise BadData if it does not fit, IllegalAction if only the clock can play it.
    """
    chosen = game.decode_action(data)
    if is_clocks_own(game, chosen):
        raise IllegalAction("Only the clock can make that move.")
    return chosen


def options_at(game: AnyGame, pace: Pace) -> Any:
    """Return a table's options with what follows from its pace; most games play alike."""
    return game.for_pace(game.options, pace) if isinstance(game, Countdown) else game.options


def parse_reply(game: AnyGame, state: Any, text: str) -> Any:
    """Return the action a line in a mail stands for, by what its writer sees; raise BadNotation."""
    if isinstance(game, ReadsReplies):
        return game.parse_reply(state, text)
    return game.parse_action(state, text)


def wordless(game: AnyGame, state: Any, action: Any) -> Any:
    """Return an action that comes to the same and tells no words of a player's own making."""
    return game.wordless(state, action) if isinstance(game, TakesWords) else action


def bag_is_empty(game: AnyGame, view: Any) -> bool:
    """Tell whether nothing is left to draw; False where no turn can wait for that."""
    return isinstance(game, Prepares) and game.bag_is_empty(view)
