"""How likely the player to move is to win, as seen by someone who sees both hands.

If whoever is to move can end the game and win, that settles it, and so does the last turn of a
game: both are counted out. Otherwise a logistic regression says who is better placed. Its numbers
were fitted by tools.fitting.chilwell, the last time to 1,100 positions. Those with a chance of
10 to 30 percent (20 on average) were won in 16, from 30 to 50 (40) in 40, from 50 to 70
(60) in 61, and from 70 to 90 (81) in 88. They are numbers of the usual rules: points and tiles
count as they do there, whatever a table changes.
"""

import dataclasses
import math
from typing import NamedTuple

from games.core.bots import Budget
from games.core.game import Player
from games.words_with_chilwell.bots.signatures import Made, signatures_of
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.tiles import BLANK, value_of
from games.words_with_chilwell.rules import WordsWithChilwell
from games.words_with_chilwell.turns.scoring import bonus_for
from games.words_with_chilwell.turns.spelling import LONGEST, worthy_words

FILLING = 4  # words that are tried to end the game with a full hand
LENGTH = 12  # of a word in a good hand (rule 7.4 too)
STAGES = (38, 25, 12)  # tiles until the end above which a stage lasts
USUAL = 16  # points of a turn, besides the bonus
CAN_END = 4  # the stage in which the player to move can end the game, but would not win

PROMISE = {
    "a": 0.24, "b": 0.53, "c": 1.06, "d": 0.73, "e": 0.30, "f": 1.06, "g": 0.88, "h": 1.14,
    "i": 0.32, "j": 0.82, "k": 0.67, "l": 1.26, "m": 0.66, "n": 0.34, "o": 0.30, "p": 0.87,
    "q": 0.73, "r": 0.50, "s": 0.56, "t": 0.21, "u": 0.72, "v": 0.78, "w": 0.70, "x": 1.94,
    "y": 1.30, "z": 1.56, BLANK: 0.23,
}  # fmt: skip

# By who is to move and the stage: what each of ``features`` counts.
WEIGHTS: dict[tuple[int, int], tuple[float, ...]] = {
    (0, 0): (
        -0.33, 2.01, 1.50, -1.73, 0.91, -0.05, 0.86,
        -0.04, 0.39, -0.40, -0.13, 0.00, 0.09, -0.30,
    ),
    (0, 1): (
        -0.42, 2.00, 2.10, -2.83, 0.59, -0.19, 0.57,
        -0.35, 1.11, -0.78, 0.06, 0.00, 0.04, -0.30,
    ),
    (0, 2): (
        -0.39, 3.03, 2.53, -2.45, -0.47, 0.27, 0.64,
        -0.15, 0.85, -0.45, -0.30, 0.00, -0.35, -1.64,
    ),
    (0, 3): (
        -0.62, 1.48, 1.87, -1.61, -0.10, 0.10, -0.10,
        -0.53, 0.32, 0.13, 0.00, 0.00, -0.05, -0.35,
    ),
    (0, 4): (
        -0.32, 1.44, 0.72, -0.36, 0.02, -0.29, -0.10,
        -0.43, -0.06, 0.46, 0.88, 1.73, 0.17, -0.20,
    ),
    (1, 0): (
        0.39, 1.36, 0.95, -1.36, 0.42, -0.80, 0.48,
        -0.74, 0.09, 0.00, 0.34, 0.00, 0.64, -0.30,
    ),
    (1, 1): (
        0.66, 2.17, 1.76, -2.05, -0.11, -0.42, 0.03,
        -0.58, 0.18, -0.00, 0.56, 0.00, -0.08, -0.30,
    ),
    (1, 2): (
        0.89, 2.27, 3.08, -2.17, 0.03, 0.61, -0.10,
        -0.57, 0.59, -0.05, -0.06, 0.00, -0.40, -0.32,
    ),
    (1, 3): (
        0.12, 1.59, 1.27, -0.59, 0.47, -0.03, 0.64,
        -0.28, -0.30, -0.01, 0.24, 0.00, -0.40, -0.20,
    ),
    (1, 4): (
        1.57, 2.47, 2.39, -1.65, 0.03, 0.47, 0.65,
        -0.16, -0.93, 0.07, 0.75, 0.86, 0.06, -1.21,
    ),
}  # fmt: skip

# Points of the final margin for one of those numbers.
SCALES = {
    (0, 0): 8.8, (0, 1): 6.4, (0, 2): 3.4, (0, 3): 4.1, (0, 4): 2.8,
    (1, 0): 10.5, (1, 1): 6.9, (1, 2): 5.6, (1, 3): 5.7, (1, 4): 3.9,
}  # fmt: skip

# Points that both still make: some, and some for each tile until the end; by who is to move.
TO_COME = ((26.0, 5.5), (47.0, 5.8))


@dataclasses.dataclass(frozen=True, slots=True)
class Seen:
    """A position with both hands open; ``lead`` is that of player one."""

    to_move: Player
    lead: int
    hands: tuple[str, str]
    used: tuple[int, int]
    queue: str

    def lead_of(self, player: Player) -> int:
        """Return by how much a player is ahead."""
        return -self.lead if player else self.lead


class Held(NamedTuple):
    """A hand: what it is worth, the points of its best word, and what they leave."""

    worth: int
    points: int  # of its best word
    last: int  # what that word changes in the end: its points, less what is left (rule 6.3)
    promise: float  # of the tiles that it leaves


class OutOfTime(Exception):
    """The budget ran out before it was known what a hand can spell."""


class Sight:
    """What hands can spell at a table; each hand is looked at once.

    The budget is looked at again and again. Once it's spent, there's nothing more to be known, but
    where something ``must`` be, the search ends with the first word.
    """

    __slots__ = ("_budget", "_endings", "_held", "_signatures", "_tops", "game", "must", "options")

    def __init__(self, game: WordsWithChilwell, budget: Budget | None = None) -> None:
        self.game, self._budget = game, budget
        self.must = budget is None
        self.options: Options = game.options
        self._signatures = signatures_of(game.words, game.options)
        self._tops: dict[str, tuple[int, list[Made]]] = {}  # how many were asked for
        self._held: dict[str, Held] = {}
        self._endings: dict[tuple[str, int], Made | None] = {}

    def top(self, hand: str, count: int = 1) -> list[Made]:
        """Return the words that bring most points; one without points if there is none."""
        key = "".join(sorted(hand))
        asked, found = self._tops.get(key, (0, []))
        if asked < count:
            found = self._signatures.best(hand, count, is_late=self._is_late) or self._walked(
                hand, count
            )
            self._tops[key] = count, found
        return found[:count]

    def _is_late(self) -> bool:
        late = self._budget is not None and self._budget.spent()
        if late and not self.must:
            raise OutOfTime
        return late

    def _walked(self, hand: str, count: int) -> list[Made]:
        """Return the words of a hand that is too small for signatures."""
        words = self.game.words
        walked = [
            (-worth - bonus_for(len(word), self.options), len(word), word)
            for word, worth in worthy_words(hand, words, blanks=1)
        ]
        showable = [one for one in walked if words.is_showable(one[2])]
        found = sorted(showable or walked)[:count]
        return [made_of(word, hand, -minus) for minus, _, word in found] or [Made(0, "", "")]

    def ending(self, hand: str, least: int) -> Made | None:
        """Return the word of so many tiles that brings most points, if there is one."""
        if least > min(len(hand), LONGEST):
            return None
        key = hand, least
        if key not in self._endings:
            found = self.top(hand)[0]
            if len(found.tiles) >= max(1, least):
                self._endings[key] = found
            else:
                long = self._signatures.best(hand, 1, least, is_late=self._is_late)
                self._endings[key] = next(iter(long), None)
        return self._endings[key]

    def held(self, hand: str) -> "Held":
        """Return what a hand is worth and can bring."""
        found = self._held.get(hand)
        if found is None:
            first, worth = self.top(hand)[0], value_of(hand)
            promise = sum(PROMISE[tile] for tile in hand)
            promise -= sum(PROMISE[tile] for tile in first.tiles)
            last = first.points + value_of(first.tiles) - worth
            found = self._held[hand] = Held(worth, first.points, last, promise)
        return found

    def is_over(self, seen: Seen) -> bool:
        """Tell whether the game ends with the round (rules 6.1, 6.2)."""
        options = self.options
        most = max(len(hand) for hand in seen.hands)
        return max(seen.used) > options.used_limit or most >= options.hand_limit

    def may_fill(self, most: int) -> bool:
        """Tell whether a computer fills its hand once so many tiles were used (rule 7.4)."""
        return self.options.early_end or most + LENGTH > self.options.used_limit


def made_of(word: str, hand: str, points: int) -> Made:
    """Return a word with the tiles that spell it (rule 2.3)."""
    tiles = ""
    for letter in word:
        tile = letter if letter in hand else BLANK
        hand = hand.replace(tile, "", 1)
        tiles += tile
    return Made(points, tiles, word)


CERTAIN = (0.0, 0.5, 1.0)
HOPE = 0.27  # found by tools.fitting.chilwell --review: with it, chances only move by luck


class Outlook(NamedTuple):
    """A player's chance to win, and by how many points on average."""

    chance: float
    margin: float

    def sobered(self) -> "Outlook":
        """Return what is left of hopes: whoever takes the best of many guesses guesses too high.

        What is certain stays as it is.
        """
        if self.chance in CERTAIN:
            return self
        odds = math.exp(-HOPE) * self.chance / (1 - self.chance)
        return Outlook(odds / (1 + odds), self.margin)

    def turned(self) -> "Outlook":
        """Return what the other player has to expect."""
        return Outlook(1 - self.chance, -self.margin)


def settled(margin: int) -> Outlook:
    """Return what a final margin is."""
    return Outlook(1.0 if margin > 0 else 0.0 if margin < 0 else 0.5, margin)


def outlook(sight: Sight, seen: Seen) -> Outlook:
    """Return what the player to move has to expect."""
    if seen.to_move and sight.is_over(seen):
        return settled(sight.held(seen.hands[1]).last + sight.held(seen.hands[0]).worth - seen.lead)
    margin = end_margin(sight, seen)
    if margin is not None and margin > 0:
        return Outlook(1.0, margin)
    stage, facts = features(sight, seen, margin)
    logit = math.fsum(a * b for a, b in zip(WEIGHTS[stage], facts, strict=True))
    return Outlook(1 / (1 + math.exp(-max(-30.0, min(30.0, logit)))), SCALES[stage] * logit)


def outlook_behind(sight: Sight, seen: Seen) -> Outlook:
    """Return what the player has to expect who has just moved."""
    if seen.to_move == 0 and sight.is_over(seen):
        return settled(
            sight.held(seen.hands[0]).worth - sight.held(seen.hands[1]).worth - seen.lead
        )
    return outlook(sight, seen).turned()


def still_to_come(sight: Sight, seen: Seen) -> float:
    """Return the points that both players together can still expect, less what they keep."""
    if not sight.is_over(seen):
        left = sight.options.used_limit + 1 - max(seen.used)
        base, each = TO_COME[seen.to_move]
        return base + each * left
    held = [sight.held(hand) for hand in seen.hands]
    return held[1].last - held[0].worth if seen.to_move else -held[0].worth - held[1].worth


def end_margin(sight: Sight, seen: Seen) -> int | None:
    """Return by how much the player to move wins if the round is made the last, if it can be."""
    options, player = sight.options, seen.to_move
    hand, other = seen.hands[player], sight.held(seen.hands[1 - player])
    lead = seen.lead_of(player) - sight.held(hand).worth
    margins = []
    if word := sight.ending(hand, options.used_limit + 1 - seen.used[player]):
        rest = other.worth if player else -other.last
        margins.append(lead + word.points + value_of(word.tiles) + rest)
    if player:
        may_fill = sight.may_fill(max(seen.used[0], seen.used[1] + LONGEST))
        for word in sight.top(hand, FILLING if may_fill else 0):
            length = len(word.tiles)
            if not length or not sight.may_fill(max(seen.used[0], seen.used[1] + length)):
                continue
            for draw in (length, length + options.extra):
                if len(hand) - length + draw >= options.hand_limit:
                    gain = word.points + value_of(word.tiles) - value_of(seen.queue[:draw])
                    margins.append(lead + gain + other.worth)
    return max(margins, default=None)


def features(
    sight: Sight, seen: Seen, margin: int | None
) -> tuple[tuple[int, int], tuple[float, ...]]:
    """Return the stage of a game that goes on, and what tells who is better placed."""
    player, options = seen.to_move, sight.options
    own, other = (sight.held(seen.hands[one]) for one in (player, 1 - player))
    usual = options.long_bonus + USUAL
    most = max(seen.used)
    left = options.used_limit + 1 - most
    stage = sum(left <= tiles for tiles in STAGES) if margin is None else CAN_END
    threat = sight.ending(seen.hands[1 - player], options.used_limit + 1 - seen.used[1 - player])
    return (player, stage), (
        1.0,
        (seen.lead_of(player) + player * usual) / 10,
        (own.points - usual) / 10,
        (other.points - usual) / 10,
        own.promise / 10,
        other.promise / 10,
        (len(seen.hands[player]) - 18) / 10,
        (len(seen.hands[1 - player]) - 18) / 10,
        (seen.used[player] - most) / 10,
        (seen.used[1 - player] - most) / 10,
        (left - 20) / 10,
        0.0 if margin is None else max(-30, margin) / 10,
        (value_of(seen.queue[:14]) - 20) / 10,
        float(threat is not None),
    )
