"""Weighs the turns of whoever is to move: by how likely they are to win after each of them.

What a hand can spell next is known, since the queue is open, and of the other hand all but a few
tiles are. So the tiles that nobody has seen are drawn a few times, each time the position is judged
with both hands open (``evaluation``), and the best turns are judged again after the best reply.

The surest way to win is to end the game on taking the lead, and a full hand can end it in round 2.
Nobody sits down for that, so a full hand is chosen only near the end (rule 7.4).
"""

import dataclasses
import math
import operator
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

from games.core.bots import Budget
from games.core.game import Player
from games.core.rng import Rng
from games.core.weighing import Weighed
from games.words_with_chilwell.bots.evaluation import (
    Outlook,
    OutOfTime,
    Seen,
    Sight,
    end_margin,
    outlook_behind,
    settled,
    still_to_come,
)
from games.words_with_chilwell.bots.signatures import Made
from games.words_with_chilwell.position.model import Action, Spell, State, Stop
from games.words_with_chilwell.position.tiles import SUPPLIES
from games.words_with_chilwell.rules import WordsWithChilwell
from games.words_with_chilwell.turns.scoring import points_of
from games.words_with_chilwell.turns.spelling import LONGEST, SHORTEST, tiles_for, without

T = TypeVar("T")

DRAWN = 48  # samples of the tiles that nobody has seen,
SAMPLES = 24  # and of those that are likely
CLOSE_SAMPLES = 12  # that are judged after the best reply
WORDS = 16  # that bring most points
NEAR = 26  # tiles until the end from which on it may be good to take few,
NEAR_WORDS = 8  # after so many of those words
CLOSELY = 10  # turns that are judged again after the best reply
REPLIES = 6  # words the other may play then
FEWEST = 3  # turns that are judged even without time

PLANNED = 3.0  # points of the best word that make a hand e times as likely
KEPT_FOR = 3  # turns, after which what stays doesn't change much
# How often a tile stays in hand when a word is played, compared with others.
KEPT = {
    "a": 1.2, "b": 1.4, "c": 0.5, "d": 0.7, "e": 1.05, "f": 0.7, "g": 1.1, "h": 0.6, "i": 1.1,
    "j": 0.8, "k": 1.05, "l": 0.5, "m": 0.7, "n": 1.15, "o": 1.2, "p": 1.0, "q": 1.6, "r": 1.15,
    "s": 0.8, "t": 1.45, "u": 1.0, "v": 1.05, "w": 1.0, "x": 0.6, "y": 0.5, "z": 0.3, "▊": 0.65,
}  # fmt: skip


@dataclasses.dataclass(slots=True)
class Option:
    """A turn with what it leads to."""

    action: Action
    points: int
    kept: str
    draw: int
    tiles: int  # used
    first: list[Outlook] = dataclasses.field(default_factory=list)  # by sample
    closer: list[Outlook] = dataclasses.field(default_factory=list)  # after the best reply

    def outlook(self) -> Outlook:
        """Return what to expect over all samples, put right by those looked at closely."""
        chance, margin = _mean(self.first)
        if self.closer:
            closer, before = _mean(self.closer), _mean(self.first[: len(self.closer)])
            chance += closer.chance - before.chance
            margin += closer.margin - before.margin
        return Outlook(max(0.0, min(1.0, chance)), margin)

    def error(self, part: float, levels: tuple[list[float], list[float]] = ([], [])) -> float:
        """Return the standard error of the chance, or with ``levels`` of what sets it apart.

        Those are the mean chances over all turns, by sample. ``part`` of the samples tell anything
        that others don't.
        """
        first, closer = ([one.chance for one in found] for found in (self.first, self.closer))
        if len(first) == 1:
            return 0.4 * first[0] * (1 - first[0])
        for found, level in zip((first, closer), levels, strict=True):
            found[:] = map(operator.sub, found, level) if level else found
        variance = statistics.variance(first) / len(first)
        if len(closer) > 1:
            gaps = list(map(operator.sub, closer, first))
            variance += statistics.variance(gaps) / len(closer)
        return math.sqrt(variance / part)


def _levels(options: Sequence[Option], name: str) -> list[float]:
    """Return the mean chance of turns in each sample."""
    rows = zip(*([one.chance for one in getattr(option, name)] for option in options), strict=True)
    return [math.fsum(row) / len(row) for row in rows]


def _mean(found: list[Outlook]) -> Outlook:
    return Outlook(
        math.fsum(one.chance for one in found) / len(found),
        math.fsum(one.margin for one in found) / len(found),
    )


def weigh(
    game: WordsWithChilwell,
    view: State,
    player: Player,
    rng: Rng,
    budget: Budget,
    also: Iterable[Action] = (),
) -> list[Weighed[Action]]:
    """Return turns with the chance to win after each, best first; those of ``also`` among them.

    The budget is looked at before each hand that isn't known yet, but for the few that the answer
    can't do without.
    """
    table = _Table(game, view, player, rng, budget)
    asked = [table.option(action) for action in dict.fromkeys(also)]
    actions = {option.action for option in asked}
    options = [option for option in table.options() if option.action not in actions]
    table.judge([*asked, *options[:FEWEST]])
    judged = options[:FEWEST]
    with suppress(OutOfTime):
        for option in options[FEWEST:]:
            option.first = table.outlooks(option)
            judged.append(option)
    judged.sort(key=Option.outlook, reverse=True)
    closely = [*asked, *judged[: max(FEWEST, CLOSELY - len(asked))]]
    with suppress(OutOfTime):
        table.judge_replies(closely)
    closely.sort(key=Option.outlook, reverse=True)
    levels = _levels(closely, "first"), _levels(closely, "closer")
    return [table.weighed(option, levels) for option in closely]


class _Table:
    """A turn to decide on: what is seen of it, and samples of what isn't."""

    def __init__(
        self, game: WordsWithChilwell, view: State, player: Player, rng: Rng, budget: Budget
    ) -> None:
        self.game = game
        self.view = view
        self.player = player
        self.hand = view.hands[player] or ""
        self.sight = Sight(game, budget)
        self.others = _hands_of(game, view, 1 - player, rng, self.sight)
        # A hand that is likely comes more than once, and tells the same each time.
        alike = Counter(self.others).values()
        self.part = 1.0  # of the samples, that tell anything new; what's known is the same in all
        if len(alike) > 1:
            self.part = sum(alike) / sum(count * count for count in alike)
        supply = SUPPLIES[game.options.supply]
        self.tails = [supply.draw(rng, LONGEST) for _ in self.others]

    def options(self) -> Iterator[Option]:
        """Yield the turns worth judging, those that bring most points first."""
        game, view, sight, hand = self.game, self.view, self.sight, self.hand
        sight.must = True
        words = sight.top(hand, WORDS)
        left = game.options.used_limit + 1
        ending = sight.ending(hand, left - view.used[self.player])
        if ending and ending.word not in {word.word for word in words}:
            words = [*words, ending]
        if not words[0].tiles:
            yield self._failing(game.no_word)
        near = left - max(view.used) < NEAR
        for rank, word in enumerate(words):
            if not word.tiles:
                continue
            kept = without(hand, word.tiles)
            draws = [draw for draw in game.draws(len(word.word)) if self._is_sensible(word, draw)]
            for draw in draws or game.draws(len(word.word)):
                if (near and rank < NEAR_WORDS) or draw == draws[0] or len(words) < FEWEST:
                    yield Option(Spell(word.word, draw), word.points, kept, draw, len(word.tiles))
        if game.options.stopping and sight.may_fill(max(view.used)):
            yield self.option(Stop())

    def _is_sensible(self, word: Made, draw: int) -> bool:
        size = len(self.hand) - len(word.tiles) + draw
        used = max(max(self.view.used), self.view.used[self.player] + len(word.tiles))
        return size < self.game.options.hand_limit or self.sight.may_fill(used)

    def _failing(self, action: Action) -> Option:
        return Option(action, 0, self.hand, self.game.options.penalty, 0)

    def option(self, action: Action) -> Option:
        """Return a turn that was asked for."""
        options = self.game.options
        if isinstance(action, Stop):
            return Option(action, 0, self.hand, options.hand_limit + 1 - len(self.hand), 0)
        word = action.word.lower()
        tiles = None
        if len(word) >= SHORTEST and word in self.game.words:
            tiles = tiles_for(word, self.hand)
        if tiles is None:
            return self._failing(action)
        kept = without(self.hand, tiles)
        points = points_of(tiles, options).total
        return Option(action, points, kept, action.draw, len(tiles))

    def after(self, option: Option, at: int) -> Seen:
        """Return the position after a turn, in a sample."""
        view, player = self.view, self.player
        stream = view.queue + self.tails[at]
        hand = option.kept + stream[: option.draw]
        ahead = view.scores[0] - view.scores[1]
        return Seen(
            to_move=1 - player,
            lead=ahead - option.points if player else ahead + option.points,
            hands=_put((self.others[at], self.others[at]), player, hand),
            used=_put((view.used[0], view.used[1]), player, view.used[player] + option.tiles),
            queue=stream[option.draw : option.draw + len(view.queue)],
        )

    def judge(self, options: list[Option]) -> None:
        """Judge turns sample by sample; those that there's no time for are given up, but one."""
        self.sight.must = True
        for at in range(len(self.others)):
            try:
                row = [self.outlook(option, at) for option in options]
            except OutOfTime:
                del self.others[at:]
                return
            for option, found in zip(options, row, strict=True):
                option.first.append(found)
            self.sight.must = False

    def judge_replies(self, options: list[Option]) -> None:
        """Judge turns after the best reply, sample by sample; may raise OutOfTime."""
        for at in range(min(CLOSE_SAMPLES, len(self.others))):
            row = [self.after_reply(option, at).sobered() for option in options]
            for option, found in zip(options, row, strict=True):
                option.closer.append(found)

    def outlooks(self, option: Option) -> list[Outlook]:
        """Return what to expect after a turn, in each sample; may raise OutOfTime."""
        return [self.outlook(option, at) for at in range(len(self.others))]

    def outlook(self, option: Option, at: int) -> Outlook:
        """Return what to expect after a turn, in a sample; may raise OutOfTime."""
        return outlook_behind(self.sight, self.after(option, at)).sobered()

    def after_reply(self, option: Option, at: int) -> Outlook:
        """Return what to expect after a turn and the best reply, in a sample."""
        sight, seen = self.sight, self.after(option, at)
        if sight.is_over(seen):
            return outlook_behind(sight, seen)
        margin = end_margin(sight, seen)
        if margin is not None and margin > 0:
            return Outlook(0.0, -margin)
        best = max(
            outlook_behind(sight, later)
            for later in self._replies(seen, self.tails[at][option.draw :])
        )
        if margin is not None:
            best = max(best, settled(margin))
        return best.turned()

    def _replies(self, seen: Seen, tail: str) -> Iterator[Seen]:
        """Yield the positions after replies that don't end the game."""
        game, replier = self.game, seen.to_move
        hand, stream = seen.hands[replier], seen.queue + tail
        near = game.options.used_limit + 1 - max(seen.used) < NEAR
        for word in self.sight.top(hand, REPLIES):
            kept = without(hand, word.tiles)
            draws = game.draws(len(word.tiles)) if word.tiles else (game.options.penalty,)
            fit = [draw for draw in draws if len(kept) + draw < game.options.hand_limit]
            for draw in (fit if near else fit[:1]) or draws[-1:]:
                yield Seen(
                    to_move=1 - replier,
                    lead=seen.lead + (-word.points if replier else word.points),
                    hands=_put(seen.hands, replier, kept + stream[:draw]),
                    used=_put(seen.used, replier, seen.used[replier] + len(word.tiles)),
                    queue=stream[draw : draw + len(seen.queue)],
                )

    def weighed(self, option: Option, levels: tuple[list[float], list[float]]) -> Weighed[Action]:
        """Return what a turn promises to both; ``levels`` are the mean chances of all turns."""
        self.sight.must = True
        expected = option.outlook()
        own, ahead = expected.chance, expected.margin / 2
        to_come = math.fsum(
            still_to_come(self.sight, self.after(option, at)) for at in range(len(self.others))
        )
        middle = (sum(self.view.scores) + option.points + to_come / len(self.others)) / 2
        return Weighed(
            option.action,
            self.player,
            _put((1 - own, 1 - own), self.player, own),
            _put((middle - ahead, middle - ahead), self.player, middle + ahead),
            option.error(self.part),
            option.error(self.part, levels),
        )


def _hands_of(
    game: WordsWithChilwell, view: State, player: Player, rng: Rng, sight: Sight
) -> list[str]:
    """Return samples of a hand: the tiles that are known, and others that may well be there.

    Players keep tiles that are hard to use, and those they have plans for: a hand is the likelier
    the more its best word brings.
    """
    hand, known = view.hands[player], view.known[player]
    if hand is not None:
        return [hand] * CLOSE_SAMPLES
    unknown = view.sizes[player] - len(known)
    if not unknown:
        return [known] * CLOSE_SAMPLES
    turns = (view.turns + 1 - player) // 2
    weights = SUPPLIES[game.options.supply].weights
    likely = [
        (tile, round(1000 * weight * KEPT[tile] ** min(turns, KEPT_FOR)))
        for tile, weight in weights
    ]
    if unknown == 1:
        drawn = [(known + tile, float(weight)) for tile, weight in likely]
    else:
        drawn = [
            (known + "".join(rng.weighted(likely) for _ in range(unknown)), 1.0)
            for _ in range(DRAWN)
        ]
    if turns:
        likely_hands = []
        for one, weight in drawn:
            try:
                points = sight.held(one).points
            except OutOfTime:
                return [drawn[0][0]]
            likely_hands.append((one, weight * math.exp(points / PLANNED)))
        drawn = likely_hands
    return _evenly(drawn, SAMPLES, rng)


def _evenly(drawn: list[tuple[str, float]], count: int, rng: Rng) -> list[str]:
    """Return hands about as often as their weights say, in any order."""
    step = math.fsum(weight for _, weight in drawn) / count
    mark = step * rng.below(1000) / 1000
    hands: list[str] = []
    total = 0.0
    for hand, weight in drawn:
        total += weight
        while mark < total and len(hands) < count:
            hands.append(hand)
            mark += step
    hands += [drawn[-1][0]] * (count - len(hands))
    rng.shuffle(hands)
    return hands


def _put(pair: tuple[T, T], player: Player, value: T) -> tuple[T, T]:
    """Return what both players have, with another value for one of them."""
    return (pair[0], value) if player else (value, pair[1])
