"""How likely the player to move is to win, as seen by someone who sees both hands."""

import dataclasses
import math
from typing import NamedTuple

from games.core.game import Player
from games.words_with_chilwell.bots.signatures import Made, signatures_of
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.tiles import BLANK, value_of
from games.words_with_chilwell.rules import WordsWithChilwell
from games.words_with_chilwell.turns.scoring import bonus_for
from games.words_with_chilwell.turns.spelling import LONGEST, worthy_words

TOP = 6  # words of a hand that are seen
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

WEIGHTS: dict[tuple[int, int], tuple[float, ...]] = {
    (0, 0): (
        -0.34, 1.86, 1.03, -1.19, 0.55, -0.43, 0.62,
        -0.04, 0.60, -0.37, -0.02, 0.00, -0.11, -0.30,
    ),
    (0, 1): (
        -0.22, 2.02, 1.86, -1.93, 0.27, -0.69, 0.56,
        -0.42, 1.00, -0.55, -0.21, 0.00, -0.24, -0.30,
    ),
    (0, 2): (
        -0.47, 2.55, 1.61, -2.08, -0.19, -0.27, 0.55,
        -0.36, 1.01, 0.09, 0.02, 0.00, -0.52, -0.30,
    ),
    (0, 3): (
        -0.74, 1.13, 1.38, -1.34, -0.09, -0.00, -0.11,
        -0.54, 0.25, 0.12, 0.15, 0.00, 0.17, -0.30,
    ),
    (0, 4): (
        -0.30, 0.92, 0.80, -0.69, 0.11, -0.36, 0.08,
        -0.61, 0.07, 0.34, 0.99, 1.35, 0.05, -0.30,
    ),
    (1, 0): (
        0.37, 1.35, 1.24, -1.02, 0.40, -0.67, 0.48,
        -0.57, 0.21, 0.00, 0.42, 0.00, 0.62, -0.30,
    ),
    (1, 1): (
        0.62, 2.12, 1.57, -1.51, 0.36, -0.11, 0.11,
        -0.51, 0.46, -0.00, 0.68, 0.00, 0.10, -0.30,
    ),
    (1, 2): (
        0.98, 2.12, 2.26, -1.38, 0.65, 0.32, 0.07,
        -0.52, 0.27, -0.00, 0.74, 0.00, -0.34, -0.30,
    ),
    (1, 3): (
        0.02, 1.46, 0.89, -0.53, 0.48, -0.04, 0.76,
        -0.34, -0.27, -0.01, 0.28, 0.00, -0.41, -0.30,
    ),
    (1, 4): (
        1.40, 1.86, 2.10, -1.37, 0.36, 0.13, 0.65,
        -0.05, -0.34, 0.07, 0.91, 0.81, 0.27, -0.30,
    ),
}  # fmt: skip

# Points of the final margin for one of those numbers.
SCALES = {(player, stage): 6.0 for player in (0, 1) for stage in range(5)}


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


class Sight:
    """What hands can spell at a table; each hand is looked at once."""

    __slots__ = ("_endings", "_signatures", "_tops", "game", "options")

    def __init__(self, game: WordsWithChilwell) -> None:
        self.game = game
        self.options: Options = game.options
        self._signatures = signatures_of(game.words, game.options)
        self._tops: dict[tuple[str, int], list[Made]] = {}
        self._endings: dict[tuple[str, int], Made | None] = {}

    def top(self, hand: str, count: int = TOP) -> list[Made]:
        """Return the words that bring most points; one without points if there is none."""
        key = "".join(sorted(hand)), count
        found = self._tops.get(key)
        if found is None:
            found = self._signatures.best(hand, count) or self._walked(hand, count)
            self._tops[key] = found
        return found

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
        first = self.top(hand)[0]
        if len(first.tiles) >= max(1, least):
            return first
        key = "".join(sorted(hand)), least
        if key not in self._endings:
            self._endings[key] = next(iter(self._signatures.best(hand, 1, least)), None)
        return self._endings[key]

    def last(self, hand: str) -> int:
        """Return what a last word changes: its points, less what is left in hand (rule 6.3)."""
        first = self.top(hand)[0]
        return first.points + value_of(first.tiles) - value_of(hand)

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


class Outlook(NamedTuple):
    """A player's chance to win, and by how many points on average."""

    chance: float
    margin: float

    def turned(self) -> "Outlook":
        """Return what the other player has to expect."""
        return Outlook(1 - self.chance, -self.margin)


def settled(margin: int) -> Outlook:
    """Return what a final margin is."""
    return Outlook(1.0 if margin > 0 else 0.0 if margin < 0 else 0.5, margin)


def outlook(sight: Sight, seen: Seen) -> Outlook:
    """Return what the player to move has to expect."""
    if seen.to_move and sight.is_over(seen):
        return settled(sight.last(seen.hands[1]) + value_of(seen.hands[0]) - seen.lead)
    margin = end_margin(sight, seen)
    if margin is not None and margin > 0:
        return Outlook(1.0, margin)
    stage, facts = features(sight, seen, margin)
    logit = math.fsum(a * b for a, b in zip(WEIGHTS[stage], facts, strict=True))
    return Outlook(1 / (1 + math.exp(-max(-30.0, min(30.0, logit)))), SCALES[stage] * logit)


def outlook_behind(sight: Sight, seen: Seen) -> Outlook:
    """Return what the player has to expect who has just moved."""
    if seen.to_move == 0 and sight.is_over(seen):
        return settled(value_of(seen.hands[0]) - value_of(seen.hands[1]) - seen.lead)
    return outlook(sight, seen).turned()


def end_margin(sight: Sight, seen: Seen) -> int | None:
    """Return by how much the player to move wins if the round is made the last, if it can be."""
    options, player = sight.options, seen.to_move
    hand, other = seen.hands[player], seen.hands[1 - player]
    lead = seen.lead_of(player) - value_of(hand)
    margins = []
    if word := sight.ending(hand, options.used_limit + 1 - seen.used[player]):
        rest = value_of(other) if player else -sight.last(other)
        margins.append(lead + word.points + value_of(word.tiles) + rest)
    if player:
        for word in sight.top(hand):
            length = len(word.tiles)
            if not length or not sight.may_fill(max(seen.used[0], seen.used[1] + length)):
                continue
            for draw in (length, length + options.extra):
                if len(hand) - length + draw >= options.hand_limit:
                    gain = word.points + value_of(word.tiles) - value_of(seen.queue[:draw])
                    margins.append(lead + gain + value_of(other))
    return max(margins, default=None)


def features(
    sight: Sight, seen: Seen, margin: int | None
) -> tuple[tuple[int, int], tuple[float, ...]]:
    """Return the stage of a game that goes on, and what tells who is better placed."""
    player, options = seen.to_move, sight.options
    own, other = seen.hands[player], seen.hands[1 - player]
    first, reply = sight.top(own)[0], sight.top(other)[0]
    usual = options.long_bonus + USUAL
    most = max(seen.used)
    left = options.used_limit + 1 - most
    stage = sum(left <= tiles for tiles in STAGES) if margin is None else CAN_END
    threat = sight.ending(other, options.used_limit + 1 - seen.used[1 - player])
    return (player, stage), (
        1.0,
        (seen.lead_of(player) + player * usual) / 10,
        (first.points - usual) / 10,
        (reply.points - usual) / 10,
        _promise(own, first) / 10,
        _promise(other, reply) / 10,
        (len(own) - 18) / 10,
        (len(other) - 18) / 10,
        (seen.used[player] - most) / 10,
        (seen.used[1 - player] - most) / 10,
        (left - 20) / 10,
        0.0 if margin is None else max(-30, margin) / 10,
        (value_of(seen.queue[:14]) - 20) / 10,
        float(threat is not None),
    )


def _promise(hand: str, word: Made) -> float:
    """Return what is promised by the tiles that a word leaves in hand."""
    return sum(PROMISE[tile] for tile in hand) - sum(PROMISE[tile] for tile in word.tiles)
