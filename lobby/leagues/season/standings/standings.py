"""Who stands where in a division: points, tie-breaks and places, worked out from the results alone.

Among those with equal points the tie-breaks decide in the order of the rules, then a play-off if
there was one; players who are equal in everything share a place. The alphabet decides nothing.
"""

import dataclasses
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, groupby

from lobby.leagues.season.pairing.divisions import movers
from lobby.leagues.season.pairing.knockout import beaten
from lobby.leagues.season.rules import Format, LastResort, Rules, TieBreak
from lobby.leagues.season.standings import points as worth
from lobby.leagues.season.standings.points import Number
from lobby.leagues.season.values import (
    Entrant,
    Fixture,
    FixtureStatus,
    How,
    Outcome,
    Purpose,
    Season,
    Standing,
)


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """A line of the table.

    ``breaks`` are the values of the rules' tie-breaks in their order, and at the end the points of
    a play-off; places follow from points and these alone. ``spread`` is rounded for tables of more
    than two. Byes count in ``points`` only. ``left``: has withdrawn and stands below all others.
    """

    entrant: int
    place: int
    points: int
    played: int
    won: int
    drawn: int
    lost: int
    spread: int
    breaks: tuple[Number, ...]
    left: bool


@dataclasses.dataclass(slots=True)
class _Tally:
    """What an entrant's results add up to."""

    left: bool
    points: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    alone: Number = 0  # byes and excused absences, as shares of a win
    rests: int = 0
    spread: Number = 0
    play_off: int = 0
    # Each opponent, the halves won of that duel, and how many opponents its round is shared among.
    met: list[tuple[int, int, int]] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True, slots=True)
class _Result:
    """An outcome that counts, with its entrants and what it is worth to each."""

    round: int
    seats: tuple[int, ...]
    outcome: Outcome
    points: tuple[int, ...]
    spreads: tuple[Number, ...]
    duels: tuple[tuple[int, int, int], ...]


def table(season: Season, level: int) -> tuple[Row, ...]:
    """Return the rows of a division in order of places; players who share one, by seed."""
    last = max((each.round for each in season.fixtures), default=0)
    (rows,) = after_rounds(season, level, [last])
    return rows


def after_rounds(season: Season, level: int, rounds: Iterable[int]) -> Iterator[tuple[Row, ...]]:
    """Yield the rows of a division as they were after each of some rounds, the first one first."""
    entrants = season.division(level)
    fixtures = [each for each in season.fixtures if each.level == level]
    results = _results(season.rules, fixtures)
    tallies = {each.id: _Tally(each.standing == Standing.WITHDRAWN) for each in entrants}
    counted = -1
    for number in rounds:
        for result in results:
            if counted < result.round <= number:
                _count(tallies, result)
        _count_play_offs(tallies, [each for each in fixtures if counted < each.round <= number])
        counted = number
        so_far = [each for each in fixtures if each.round <= number]
        known = [each for each in results if each.round <= number]
        yield _table(season.rules, entrants, tallies, so_far, known)


def _table(
    rules: Rules,
    entrants: Sequence[Entrant],
    tallies: dict[int, _Tally],
    fixtures: Sequence[Fixture],
    results: Sequence[_Result],
) -> tuple[Row, ...]:
    keys = {each: (not tally.left, tally.points) for each, tally in tallies.items()}
    breaks = _breaks(rules, tallies, results, keys)
    ranks: dict[int, tuple[Number, ...]] = {
        each: (*_reached(rules, fixtures, each), *keys[each], *breaks[each]) for each in tallies
    }
    if rules.format == Format.KNOCKOUT:
        ranks = {each: rank[:2] for each, rank in ranks.items()}
    return _rows(entrants, tallies, breaks, ranks)


def lines(season: Season, level: int) -> tuple[int, int]:
    """Return how many of a division go up and how many go down; leavers count for neither."""
    there = [each for each in season.division(level) if each.standing != Standing.WITHDRAWN]
    return movers(len(there), season.rules, level=level, levels=len(season.levels))


def decides(season: Season, level: int) -> tuple[tuple[int, ...], ...]:
    """Return the groups that are equal in everything and have to play off.

    That is so if the rules want it and the first place, promotion or relegation hangs on it. Who
    has played off already does not do so again: if still equal, they share the place.
    """
    rules = season.rules
    if rules.last != LastResort.PLAY_OFF or rules.format == Format.KNOCKOUT:
        return ()
    rows = [row for row in table(season, level) if not row.left]
    up, down = lines(season, level)
    borders = {1, up, len(rows) - down} - {0, len(rows)}
    over = [each for each in season.fixtures if each.purpose == Purpose.PLAY_OFF]
    played = {each for fixture in over if fixture.level == level for each in fixture.seats}
    groups = []
    for place, equals in groupby(rows, key=lambda row: row.place):
        group = tuple(row.entrant for row in equals)
        hangs = any(place <= border < place + len(group) - 1 for border in borders)
        if len(group) > 1 and hangs and not played.issuperset(group):
            groups.append(group)
    return tuple(groups)


def _results(rules: Rules, fixtures: Sequence[Fixture]) -> list[_Result]:
    return [
        _Result(
            each.round,
            each.seats,
            each.outcome,
            worth.points(rules, each.outcome),
            tuple(worth.spread(each.outcome, player) for player in range(len(each.seats))),
            tuple(worth.duels(each.outcome)),
        )
        for each in fixtures
        if each.outcome is not None and worth.counts(each)
    ]


def _count(tallies: dict[int, _Tally], result: _Result) -> None:
    outcome = result.outcome
    for player, each in enumerate(result.seats):
        tally = tallies[each]
        tally.points += result.points[player]
        if outcome.how in (How.BYE, How.EXCUSED):
            tally.alone += 1 if outcome.how == How.BYE else Fraction(1, 2)
            tally.rests += 1
            continue
        tally.played += 1
        first = outcome.places[player] == 1
        alone = outcome.places.count(1) == 1
        tally.won += first and alone
        tally.drawn += first and not alone
        tally.lost += not first
        tally.spread += result.spreads[player]
    if outcome.how in (How.BYE, How.EXCUSED):
        return
    others = len(result.seats) - 1
    for player, opponent, halves in result.duels:
        tallies[result.seats[player]].met.append((result.seats[opponent], halves, others))


def _count_play_offs(tallies: dict[int, _Tally], fixtures: Sequence[Fixture]) -> None:
    for fixture in fixtures:
        over = fixture.status == FixtureStatus.OVER and fixture.purpose == Purpose.PLAY_OFF
        if fixture.outcome is None or not over:
            continue
        for player, _opponent, halves in worth.duels(fixture.outcome):
            tallies[fixture.seats[player]].play_off += halves


def _breaks(
    rules: Rules,
    tallies: dict[int, _Tally],
    results: Sequence[_Result],
    keys: dict[int, tuple[bool, int]],
) -> dict[int, tuple[Number, ...]]:
    breaks: dict[int, tuple[Number, ...]] = dict.fromkeys(tallies, ())
    for tie_break in rules.tie_breaks:
        values = _values(tie_break, tallies)
        if tie_break == TieBreak.HEAD_TO_HEAD:
            so_far = {each: (*keys[each], *breaks[each]) for each in tallies}
            values = _among_equals(so_far, results)
        breaks = {each: (*breaks[each], values[each]) for each in tallies}
    return {each: (*breaks[each], tally.play_off) for each, tally in tallies.items()}


def _values(tie_break: TieBreak, tallies: dict[int, _Tally]) -> dict[int, Number]:
    match tie_break:
        case TieBreak.SONNEBORN_BERGER:
            return {each: _sonneborn_berger(tally, tallies) for each, tally in tallies.items()}
        case TieBreak.BUCHHOLZ:
            return {each: _buchholz(tally, tallies) for each, tally in tallies.items()}
        case TieBreak.WINS:
            return {each: tally.won for each, tally in tallies.items()}
        case TieBreak.SPREAD:
            return {each: tally.spread for each, tally in tallies.items()}
        case _:
            return dict.fromkeys(tallies, 0)


def _sonneborn_berger(tally: _Tally, tallies: dict[int, _Tally]) -> Number:
    """Return the points of those beaten and half of those drawn with; at tables the average.

    A round without an opponent counts as if one had met somebody with as many points.
    """
    beaten: Counter[int] = Counter()
    for each, halves, others in tally.met:
        beaten[2 * others] += tallies[each].points * halves
    return _shared(beaten) + tally.points * tally.alone


def _buchholz(tally: _Tally, tallies: dict[int, _Tally]) -> Number:
    """Return the points of all opponents; at tables their average, alone one's own."""
    met: Counter[int] = Counter()
    for each, _halves, others in tally.met:
        met[others] += tallies[each].points
    return _shared(met) + tally.points * tally.rests


def _shared(points: Counter[int]) -> Fraction:
    """Return the sum of points, each divided by its key: whole numbers add up more quickly."""
    return sum((Fraction(total, by) for by, total in points.items()), Fraction(0))


def _among_equals(
    ranks: dict[int, tuple[Number, ...]], results: Sequence[_Result]
) -> dict[int, Number]:
    """Return the points in the matches among those who are equal so far.

    It counts only once each of them has met each other equally often, and is 0 till then: else
    whoever has met fewer of them would stand lower for it.
    """
    values: dict[int, Number] = dict.fromkeys(ranks, 0)
    by_rank = sorted(ranks, key=lambda each: ranks[each])
    for _rank, equals in groupby(by_rank, key=lambda each: ranks[each]):
        group = set(equals)
        if len(group) > 1:
            values |= _mutual(group, results)
    return values


def _mutual(group: set[int], results: Sequence[_Result]) -> dict[int, Number]:
    met: Counter[frozenset[int]] = Counter()
    values: Counter[int] = Counter()
    for result in results:
        there = group.intersection(result.seats)
        if len(there) < 2:
            continue
        met.update(frozenset(pair) for pair in combinations(there, 2))
        for player, each in enumerate(result.seats):
            if each in there:
                values[each] += _points_among(result, player, there)
    often = {met[frozenset(pair)] for pair in combinations(group, 2)}
    return dict(values) if len(often) == 1 else {}


def _points_among(result: _Result, player: int, there: set[int]) -> int:
    """Return the points of a match of two, or two for each of them left behind at a table."""
    if len(result.seats) == 2:
        return result.points[player]
    return sum(
        halves
        for one, other, halves in result.duels
        if one == player and result.seats[other] in there
    )


def _reached(rules: Rules, fixtures: Sequence[Fixture], entrant: int) -> tuple[int, ...]:
    """Return how far somebody has come in a knockout; empty in other formats.

    That is the rounds survived, and then 2 for losing to nobody, 1 for winning the match
    of the losers of the semi-finals.
    """
    if rules.format != Format.KNOCKOUT:
        return ()
    own = [each for each in fixtures if entrant in each.seats]
    survived, won, beaten_once = 0, 0, False
    for number in sorted({each.round for each in own}):
        meeting = [each for each in own if each.round == number]
        third = any(each.purpose == Purpose.THIRD for each in meeting)
        losers = beaten(meeting)
        if third:
            won = int(losers is not None and entrant not in losers)
        elif losers is not None and entrant in losers:
            beaten_once = True
        elif losers is not None:
            survived = number
    return (survived, won if beaten_once else 2)


def _rows(
    entrants: Sequence[Entrant],
    tallies: dict[int, _Tally],
    breaks: dict[int, tuple[Number, ...]],
    ranks: dict[int, tuple[Number, ...]],
) -> tuple[Row, ...]:
    by_seed = [each.id for each in entrants]
    rows: list[Row] = []
    for each in sorted(by_seed, key=lambda each: ranks[each], reverse=True):
        place = len(rows) + 1
        if rows and ranks[rows[-1].entrant] == ranks[each]:
            place = rows[-1].place
        tally = tallies[each]
        rows.append(
            Row(
                entrant=each,
                place=place,
                points=tally.points,
                played=tally.played,
                won=tally.won,
                drawn=tally.drawn,
                lost=tally.lost,
                spread=math.floor(tally.spread + Fraction(1, 2)),
                breaks=breaks[each],
                left=tally.left,
            )
        )
    return tuple(rows)
