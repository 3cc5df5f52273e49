"""How Hard weighs its turns: by how likely it is to win after each of them.

A turn that ends the game is counted out. After any other, the game goes on for some rounds, with
each player scoring about as much a turn as so far; what differs is the lead, and how good a hand is
kept. The next tiles are known, since the queue is open, so the best few turns are looked at one
turn further.

The surest way to win is to end the game on taking the lead, and a full hand can end it in round 2.
Nobody sits down for that, so Hard fills its hand only near the end (rule 7.4).
"""

import dataclasses
import heapq
import math
from collections.abc import Iterable, Iterator

from games.core.bots import Budget
from games.core.game import Player, put_at
from games.core.rng import Rng
from games.core.weighing import Weighed
from games.words_with_chilwell.bots.finding import Choice, choices
from games.words_with_chilwell.position.model import Action, Spell, State, Stop
from games.words_with_chilwell.position.tiles import BLANK, VALUES, WEIGHTED, value_of
from games.words_with_chilwell.rules import WordsWithChilwell
from games.words_with_chilwell.turns.scoring import bonus_for, points_of
from games.words_with_chilwell.turns.spelling import SHORTEST, tiles_for, without, worthy_words

BLANKS = 2  # tried in a word; in a look ahead it is one
OF_EACH_LENGTH = 8  # how many of the best words of each length are weighed
LOOKED_AHEAD = 24

MEAN_VALUE = sum(VALUES[tile] * weight for tile, weight in WEIGHTED.items()) / 10_000
VALUE_SPREAD = 1.0  # of the value of one unknown tile
TURN_SPREAD = 3.0  # of the points of a turn
LENGTH = 12  # of a word in a good hand (rule 7.4 too)
FULL = 14  # tiles with which there is a long word
MISSING = 2.0  # points that each tile fewer costs in the next word
LEFT_AT_THE_END = 5  # tiles a player keeps in a turn they know to be the last
SURPRISE = 0.02  # while a game goes on, nothing is certain
LAST_WORD = 6.0  # what it is worth to move last in a round, and so to choose when to end

# What a tile in hand adds to the points of the next word, measured over games of Medium by
# tools.fitting.promise.
PROMISE = {
    "a": 0.24, "b": 0.53, "c": 1.06, "d": 0.73, "e": 0.30, "f": 1.06, "g": 0.88, "h": 1.14,
    "i": 0.32, "j": 0.82, "k": 0.67, "l": 1.26, "m": 0.66, "n": 0.34, "o": 0.30, "p": 0.87,
    "q": 0.73, "r": 0.50, "s": 0.56, "t": 0.21, "u": 0.72, "v": 0.78, "w": 0.70, "x": 1.94,
    "y": 1.30, "z": 1.56, BLANK: 0.23,
}  # fmt: skip


@dataclasses.dataclass(slots=True)
class Option:
    """A turn with what it leads to."""

    action: Action
    lead: int  # after its points, before any deduction
    hand: str
    used: int
    promise: float = 0.0
    chance: float = 0.0


def weigh(
    game: WordsWithChilwell,
    view: State,
    player: Player,
    rng: Rng,  # noqa: ARG001 -- nothing is sampled yet
    budget: Budget,
    also: Iterable[Action] = (),
) -> list[Weighed[Action]]:
    """Return turns with the chance to win after each, best first; those of ``also`` among them."""
    found = choices(game, view, player, game.words, blanks=BLANKS)
    showable = [choice for choice in found if game.words.is_showable(choice.word)]
    weighing = _Weighing(game, view, player, best=max((c.points for c in found), default=0))
    options = list(weighing.options(_picked(showable or found)))
    options = [option for option in options if not weighing.is_too_soon(option)] or options
    asked = {action: weighing.option(action) for action in also}
    options = [*asked.values(), *(option for option in options if option.action not in asked)]
    for option in options:
        option.promise = _promise(option.hand)
        option.chance = weighing.chance(option)
    rest = sorted(options[len(asked) :], key=lambda option: -option.chance)
    looked = [*options[: len(asked)], *rest[: max(0, LOOKED_AHEAD - len(asked))]]
    _look_ahead(game, weighing, looked, budget)
    looked.sort(key=lambda option: -option.chance)
    return [weighing.weighed(option) for option in looked]


def _promise(hand: str) -> float:
    """Return what a hand adds to the next word, compared with an empty one of enough tiles."""
    return sum(PROMISE[tile] for tile in hand) - MISSING * max(0, FULL - len(hand))


def _picked(found: list[Choice]) -> list[Choice]:
    """Return the best words of each length."""
    lengths: dict[int, list[Choice]] = {}
    for choice in found:
        lengths.setdefault(len(choice.word), []).append(choice)
    return [
        choice
        for length in sorted(lengths)
        for choice in heapq.nsmallest(OF_EACH_LENGTH, lengths[length], key=_by_points)
    ]


def _by_points(choice: Choice) -> tuple[int, str]:
    return -choice.points, choice.word


class _Weighing:
    """A turn to decide on: what is known of both players."""

    def __init__(self, game: WordsWithChilwell, view: State, player: Player, *, best: int) -> None:
        self.game = game
        self.view = view
        self.player = player
        self.other = 1 - player
        self.hand = view.hands[player] or ""
        self.lead = view.scores[player] - view.scores[self.other]
        gained = sum(view.scores) - 2 * game.options.start_score
        self.usual = (gained + 2 * best) / (view.turns + 2)
        known = view.known[self.other]
        self.unknown = view.sizes[self.other] - len(known)
        self.other_hand = value_of(known) + MEAN_VALUE * self.unknown
        typical = sum(PROMISE[tile] * weight for tile, weight in WEIGHTED.items()) / 10_000
        other_promise = sum(PROMISE[tile] for tile in known) + typical * self.unknown
        self.other_promise = other_promise - MISSING * max(0, FULL - view.sizes[self.other])
        short_of_end = game.options.used_limit + 1 - view.used[self.other]
        self.other_ends = 1 / (1 + math.exp(min(50.0, short_of_end - LENGTH)))

    def options(self, picked: list[Choice]) -> Iterator[Option]:
        """Yield the turns worth weighing."""
        game, view = self.game, self.view
        used = view.used[self.player]
        for choice in picked:
            tiles = tiles_for(choice.word, self.hand) or ""
            kept = without(self.hand, tiles)
            for draw in game.draws(len(choice.word)):
                hand = kept + self._taken(draw)
                lead = self.lead + choice.points
                yield Option(Spell(choice.word, draw), lead, hand, used + len(tiles))
        if not picked:
            hand = self.hand + self._taken(game.options.penalty)
            yield Option(game.no_word, self.lead, hand, used)
        if game.options.stopping:
            hand = self.hand + self._taken(game.options.hand_limit + 1 - len(self.hand))
            yield Option(Stop(), self.lead, hand, used)

    def option(self, action: Action) -> Option:
        """Return a turn that was asked for."""
        lead, used = self.lead, self.view.used[self.player]
        if isinstance(action, Stop):
            hand = self.hand + self._taken(self.game.options.hand_limit + 1 - len(self.hand))
            return Option(action, lead, hand, used)
        word = action.word.lower()
        tiles = tiles_for(word, self.hand) if word in self.game.words else None
        if tiles is None or len(tiles) < SHORTEST:
            hand = self.hand + self._taken(self.game.options.penalty)
            return Option(action, lead, hand, used)
        lead += points_of(tiles, self.game.options).total
        hand = without(self.hand, tiles) + self._taken(action.draw)
        return Option(action, lead, hand, used + len(tiles))

    def weighed(self, option: Option) -> Weighed[Action]:
        """Return what a turn promises to both."""
        chance = min(1.0, max(0.0, option.chance))
        middle = sum(self.view.scores) / 2
        ahead = option.lead / 2
        return Weighed(
            option.action,
            self.player,
            put_at((1 - chance,) * 2, self.player, chance),
            put_at((middle - ahead,) * 2, self.player, middle + ahead),
        )

    def _taken(self, count: int) -> str:
        """Return the tiles from the front of the queue; those after its end are taken to be E."""
        return self.view.queue[:count].ljust(count, "e")

    def ends(self, option: Option) -> bool:
        """Tell whether the game ends with this round after the turn."""
        options, view, other = self.game.options, self.view, self.other
        if option.used > options.used_limit or len(option.hand) >= options.hand_limit:
            return True
        return self.player == 1 and (
            view.used[other] > options.used_limit or view.sizes[other] >= options.hand_limit
        )

    def is_too_soon(self, option: Option) -> bool:
        """Tell whether a full hand would end the game while nobody is near its end (rule 7.4)."""
        options, used = self.game.options, self.view.used
        if options.early_end:
            return False
        most = max(option.used, used[self.other])
        return len(option.hand) >= options.hand_limit and most + LENGTH <= options.used_limit

    def chance(self, option: Option) -> float:
        """Return how likely the player is to win after a turn, from 0 to 1."""
        if self.player == 1:
            return self._chance_at_once(option) if self.ends(option) else self._go_on(option)
        last_round = 1.0 if self.ends(option) else self.other_ends
        chance = last_round * self._chance_before_last_turn(option)
        return chance + (1 - last_round) * self._go_on(option) if last_round < 1 else chance

    def _chance_at_once(self, option: Option) -> float:
        """Return the chance when nobody moves after this turn."""
        lead = option.lead - value_of(option.hand) + self.other_hand
        return _normal(lead, VALUE_SPREAD * math.sqrt(self.unknown))

    def _chance_before_last_turn(self, option: Option) -> float:
        """Return the chance when the other has one more turn, and knows it."""
        lead = option.lead - value_of(option.hand)
        return _normal(lead - self.usual + LEFT_AT_THE_END * MEAN_VALUE, TURN_SPREAD)

    def _go_on(self, option: Option) -> float:
        """Return the chance when the game goes on for some rounds."""
        most = max(option.used, self.view.used[self.other])
        rounds = max(1, math.ceil((self.game.options.used_limit + 1 - most) / LENGTH))
        lead = option.lead + option.promise - self.other_promise
        if self.player == 0:
            lead -= self.usual + LAST_WORD
        else:
            lead += LAST_WORD
        chance = _normal(lead, TURN_SPREAD * math.sqrt(2 * rounds + 1 - self.player))
        return SURPRISE + (1 - 2 * SURPRISE) * chance


def _normal(lead: float, spread: float) -> float:
    """Return how likely a lead with a normal error is above 0, a little more the larger it is."""
    chance = 0.5 * (1 + math.erf(lead / (max(spread, 0.1) * math.sqrt(2))))
    return chance + lead / 100_000


def _look_ahead(
    game: WordsWithChilwell, weighing: _Weighing, options: list[Option], budget: Budget
) -> None:
    """Replace the guess at what a hand promises with its best word, while there is time."""
    words = game.words.everyday
    bonuses = [bonus_for(length, game.options) for length in range(64)]
    best: dict[str, int] = {}
    looked: list[tuple[Option, int]] = []
    for option in options:
        if weighing.ends(option):
            continue
        if budget.spent():
            break
        letters = "".join(sorted(option.hand))
        if letters not in best:
            found = worthy_words(option.hand, words, blanks=min(1, option.hand.count(BLANK)))
            best[letters] = max((worth + bonuses[len(word)] for word, worth in found), default=0)
        looked.append((option, best[letters]))
    if not looked:
        return
    usual = sum(points for _, points in looked) / len(looked)
    promise = sum(option.promise for option, _ in looked) / len(looked)
    for option, points in looked:
        option.promise = 0.4 * option.promise + 0.6 * (promise + points - usual)
        option.chance = weighing.chance(option)
