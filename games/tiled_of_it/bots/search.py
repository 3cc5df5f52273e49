"""What a computer player expects of each turn: it plays on from those that look best.

The cards nobody shows are dealt at random, the same way for each turn that is compared.
"""

import dataclasses
import itertools
import math
import operator
import statistics
from collections.abc import Iterable, Iterator, Sequence

from games.core.bots import Budget
from games.core.game import Player
from games.core.rng import Rng
from games.core.table.words import Words
from games.core.weighing import Weighed
from games.tiled_of_it.bots.deals import Deals
from games.tiled_of_it.bots.following import Ending, TooLong
from games.tiled_of_it.bots.playout import EMPTY, Line, Table, Turn, card_numbers
from games.tiled_of_it.position.model import Action, Card, Discard, Place, Source, State
from games.tiled_of_it.rules import TiledOfIt
from games.tiled_of_it.turns.building import Build, build, joins_of

CONSIDERED = 12  # turns that are played on from
FEWEST = 4  # turns that are compared to the last
EVERY = 6  # rounds between two looks at which turns fall behind
BEHIND = 2.5  # standard errors
# What seems best seems so partly by luck, so a gap that was found isn't all there. How much of it
# is follows from how large such gaps usually are, and how much they differ from line to line.
USUAL_GAP, UNEVEN = 0.03, 0.15  # of a chance
QUICK = 0.25  # the part that isn't there however many lines there are: they're played on quickly
NARROW = 0.3  # and once nothing is hidden: the search is a narrow one
LEAST_ERROR = 0.002
CLEAR, AT_LEAST = 4.0, 24  # standard errors by which the best may lead, and rounds before that


@dataclasses.dataclass(slots=True)
class Choice:
    """A turn that makes words, and what it builds."""

    action: Place
    card: Card
    cell: int
    built: Build


def lead(gains: Iterable[float], player: Player) -> float:
    """Return how far a player is ahead of the best of the others; alone, what they have."""
    row = list(gains)
    others = row[:player] + row[player + 1 :]
    return row[player] - max(others) if others else row[player]


def own_cards(game: TiledOfIt, view: State, player: Player) -> list[Card]:
    """Return the cards that the player can place: those of their hand, and those of the pile."""
    hand = [Card(text, player) for text in sorted(view.hands[player] or ())]
    return [*hand, *game.open_cards(view)]


def builds(game: TiledOfIt, view: State, player: Player, words: Words) -> Iterator[Choice]:
    """Yield all ways to make words, by a list that may be smaller than the table's."""
    size, players = game.options.size, len(view.scores)
    hand = view.hands[player] or ()
    joins, known = game.joins, joins_of(words)
    for card in own_cards(game, view, player):
        for cell in range(size * size):
            built = build(view.grid, cell, card, player, game.options, known, players)
            if built is None:
                continue
            if known is not joins:
                built = build(view.grid, cell, card, player, game.options, joins, players)
            if built is not None:
                source: Source = "hand" if card.text in hand else "discard"
                action = Place(card.text, *divmod(cell, size), source)
                yield Choice(action, card, cell, built)


def showable(game: TiledOfIt, found: list[Choice]) -> list[Choice]:
    """Return the choices whose words may be shown, or all if there are no others."""
    words = game.words
    shown = [
        choice
        for choice in found
        if all(words.is_showable(word.text) for word in choice.built.words)
    ]
    return shown or found


def least_useful(game: TiledOfIt, hand: Iterable[str]) -> str:
    """Return the card that makes the fewest words with all others."""
    joins = game.joins

    def partners(card: str) -> int:
        return sum(joins[card, other] + joins[other, card] for other in game.deck if other != card)

    return min(sorted(hand), key=partners)


class Candidate:
    """A turn that is weighed, with what each line that was played on from it came to."""

    def __init__(self, action: Action, turn: Turn, asked: bool) -> None:
        self.action, self.turn, self.asked = action, turn, asked
        self.chances: list[tuple[float, ...]] = []
        self.points: list[Sequence[float]] = []

    def add(self, points: Sequence[float], chances: tuple[float, ...]) -> None:
        """Add what a line came to."""
        self.points.append(points)
        self.chances.append(chances)

    def values(self, player: Player) -> list[float]:
        """Return what each line was worth to a player: the chance to win, or alone the points."""
        if len(self.chances[0]) == 1:
            return [points for (points,) in self.points]
        return [chances[player] for chances in self.chances]

    def weighed(self, player: Player, levels: Sequence[float], exact: bool) -> Weighed[Action]:
        """Return the means over all lines; ``levels`` is each line's mean chance over all turns.

        What a line brings all turns alike doesn't set them apart.
        """
        count = len(self.chances)
        means = [math.fsum(column) / count for column in zip(*self.chances, strict=True)]
        points = tuple(math.fsum(column) / count for column in zip(*self.points, strict=True))
        if exact:
            return Weighed(self.action, player, tuple(means), points)
        # If played quickly it may come otherwise.
        error = apart = 0.4 * means[player] * (1 - means[player])
        if count > 1:
            own = [row[player] for row in self.chances]
            error = _deviation(own) / math.sqrt(count)
            apart = _deviation(list(map(operator.sub, own, levels))) / math.sqrt(count)
            apart *= 1 - QUICK
        least = LEAST_ERROR
        return Weighed(
            self.action, player, tuple(means), points, max(least, error), max(least, apart)
        )

    def apparent(self, best: "Candidate", player: Player) -> float:
        """Return which part of the chance by which it's behind the best one isn't there."""
        pairs = zip(best.chances, self.chances, strict=False)  # what fell behind has fewer lines
        gaps = [mine[player] - other[player] for mine, other in pairs]
        count, mean = len(gaps), math.fsum(gaps) / len(gaps)
        variance = math.fsum((gap - mean) ** 2 for gap in gaps) + UNEVEN * UNEVEN
        variance /= count * count
        return QUICK + (1 - QUICK) * variance / (variance + USUAL_GAP * USUAL_GAP)


def _levels(alive: Sequence[Candidate], player: Player) -> list[float]:
    """Return the mean chance of each line over the turns it was played on from."""
    lines = itertools.zip_longest(*([row[player] for row in one.chances] for one in alive))
    return [statistics.fmean(one for one in line if one is not None) for line in lines]


def _deviation(values: Sequence[float]) -> float:
    """Return the standard deviation that some values show, at least two."""
    count = len(values)
    mean = math.fsum(values) / count
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1))


def weigh(
    game: TiledOfIt,
    view: State,
    player: Player,
    rng: Rng,
    budget: Budget,
    also: Sequence[Action] = (),
) -> list[Weighed[Action]]:
    """Return the most promising turns and those of ``also``, best first."""
    table = Table(game.options, len(view.scores), card_numbers(view), game.joins)
    start = Deals(table, view, player)
    found = _candidates(game, view, player, start, also)
    if start.is_ending and budget.in_looks:
        return _to_the_end(found, start, player, rng, budget) or _by_lines(
            found, start, player, rng, budget
        )
    weighed = _by_lines(found, start, player, rng, budget)
    if start.is_ending:  # while somebody waits, only what time is left for it
        weighed = _to_the_end(found, start, player, rng, budget) or weighed
    return weighed


def _to_the_end(
    found: Sequence[Candidate], start: Deals, player: Player, rng: Rng, budget: Budget
) -> list[Weighed[Action]]:
    """Return what all turns come to for certain, best first; nothing if that takes too long."""
    line, ending = start.line(rng), Ending(start.table.options.bonus, budget)
    weighed = []
    try:
        for one in found:
            following = line.copy()
            following.play(one.turn)
            points = tuple(map(float, ending.points(following)))
            weighed.append(Weighed(one.action, player, start.horizon.chances(points, 0), points))
    except TooLong:
        return []
    weighed.sort(key=_promise, reverse=True)
    return weighed


def _by_lines(
    found: list[Candidate], start: Deals, player: Player, rng: Rng, budget: Budget
) -> list[Weighed[Action]]:
    """Return what the most promising turns come to as the game is played on, best first."""
    alive = found[:CONSIDERED] + [one for one in found[CONSIDERED:] if one.asked]
    alive = _play_on(alive, start, player, rng, budget)
    if not alive[0].chances:  # there was no time to play on from all of them
        line = start.line(rng)
        for one in alive:
            one.add(*start.outcome(one.turn, line, 0))
    line = start.line(rng)
    exact = {one.action for one in alive if start.is_exact(one.turn, line)}
    levels = _levels(alive, player)
    weighed = [one.weighed(player, levels, one.action in exact) for one in alive]
    best, first = max(zip(weighed, alive, strict=True), key=lambda pair: _promise(pair[0]))
    for place, one in enumerate(alive):
        if one is not first and one.action not in exact:
            part = NARROW if start.is_open else one.apparent(first, player)
            weighed[place] = _towards(best, weighed[place], part)
    weighed.sort(key=_promise, reverse=True)
    return weighed


def _towards(best: Weighed[Action], one: Weighed[Action], part: float) -> Weighed[Action]:
    """Return a turn with so large a part of what it's behind the best one given back."""

    def moved(own: Sequence[float], others: Sequence[float]) -> tuple[float, ...]:
        pairs = zip(own, others, strict=True)
        return tuple(mine + part * (other - mine) for mine, other in pairs)

    return dataclasses.replace(
        one, chances=moved(one.chances, best.chances), points=moved(one.points, best.points)
    )


def _promise(one: Weighed[Action]) -> tuple[float, float]:
    """Return what counts: the chance, and where it's the same the lead; alone the points."""
    ahead = lead(one.points, one.player)
    return (ahead, one.chance) if len(one.points) == 1 else (one.chance, ahead)


def _candidates(
    game: TiledOfIt, view: State, player: Player, deals: Deals, also: Sequence[Action]
) -> list[Candidate]:
    """Return all turns, those first that bring most at once."""
    table, line = deals.table, deals.empty.copy()
    line.hands[player] = deals.hands[player] or 0
    wanted = set(also)
    control = deals.horizon.control(line.turns_left())
    if game.is_first_turn(view):
        return _first_turns(game, view, table, player, wanted)
    found = []
    for turn in map(Turn._make, line.placements(control)):
        source: Source = "discard" if turn.from_pile else "hand"
        action = Place(table.texts[turn.card], *table.place_of(turn.cell), source)
        found.append(Candidate(action, turn, action in wanted))
    shown = [one for one in found if one.asked or _is_showable(game, line, one.turn)]
    found = shown or found
    for text in sorted(view.hands[player] or ()):
        card = table.number[text]
        discard = Discard(text)
        turn = Turn(-table.useful[card], card, EMPTY, player)
        found.append(Candidate(discard, turn, discard in wanted))
    found.sort(key=lambda one: -one.turn.worth)
    return found


def _first_turns(
    game: TiledOfIt, view: State, table: Table, player: Player, wanted: set[Action]
) -> list[Candidate]:
    """Return the first turns, those first that put a card next to others which can spare it."""
    found = []
    for action in game.legal_actions(view):
        if isinstance(action, Place):
            card = table.number[action.card]
            turn = Turn(-table.useful[card], card, table.cell_of(action.row, action.col), player)
            found.append(Candidate(action, turn, action in wanted))
    found.sort(key=lambda one: -one.turn.worth)
    return found


def _is_showable(game: TiledOfIt, line: Line, turn: Turn) -> bool:
    table, cards, cell = line.table, line.cards, turn.cell
    card, texts = turn.card, table.texts
    words = [
        texts[cards[near]] + texts[card]
        for near in (cell - 1, cell - table.width)
        if table.starts[cards[near]] >> card & 1
    ] + [
        texts[card] + texts[cards[near]]
        for near in (cell + 1, cell + table.width)
        if table.ends[cards[near]] >> card & 1
    ]
    return all(map(game.words.is_showable, words))


def _play_on(
    alive: list[Candidate], deals: Deals, player: Player, rng: Rng, budget: Budget
) -> list[Candidate]:
    """Play on from all, round by round, and drop those that fall behind."""
    rounds = 0
    while True:
        start = deals.line(rng)
        results = []
        for one in alive:
            if budget.spent():
                return alive  # the round counts for none
            results.append(deals.outcome(one.turn, start))
        for one, (points, chances) in zip(alive, results, strict=True):
            one.add(points, chances)
        if deals.is_open:
            return alive  # another round would bring the same
        rounds += 1
        if rounds % EVERY == 0:
            alive, clear = _without_worst(alive, player)
            if clear and rounds >= AT_LEAST:
                return alive


def _without_worst(alive: list[Candidate], player: Player) -> tuple[list[Candidate], bool]:
    """Return those that may still be best or were asked for, and whether one clearly is."""
    ranked = sorted(alive, key=lambda one: math.fsum(one.values(player)), reverse=True)
    best, kept = ranked[0], ranked[:1]
    clear = True
    for place, one in enumerate(ranked[1:], start=1):
        pairs = zip(best.values(player), one.values(player), strict=True)
        gaps = [mine - other for mine, other in pairs]
        gap = math.fsum(gaps) / len(gaps)
        error = _deviation(gaps) / math.sqrt(len(gaps)) + 1e-9
        clear = clear and gap > CLEAR * error
        if place < FEWEST or one.asked or gap < BEHIND * error:
            kept.append(one)
    return kept, clear
