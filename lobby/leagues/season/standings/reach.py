"""The places that are still open to everyone in a division, if what remains is played.

Worked out by points: while something remains, equal points may fall either way. A match may end in
any order of its seats, drawn ones included, or with one player who did not come. If nobody comes to
a match, somebody leaves, or a referee decides, places are worked out again from what is then so.

You come highest if you win all you have left, lowest if you lose it. The rest is a search for
the results of the others that let the fewest, or the most, pass you; only matches between people
for whom that is open matter. Where the search would grow too large it answers with a bound: an
interval may then be too wide, never too narrow. Of rounds not paired yet only bounds are known.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

from lobby.leagues.season.field import field, rounds_of
from lobby.leagues.season.pairing.knockout import beaten
from lobby.leagues.season.pairing.knockout import rounds as knockout_rounds
from lobby.leagues.season.rules import Format, Rules
from lobby.leagues.season.standings import points as worth
from lobby.leagues.season.standings.passing import Meeting, passing
from lobby.leagues.season.standings.standings import Row, decides, table
from lobby.leagues.season.values import Fixture, FixtureStatus, How, Outcome, Purpose, Season

Interval = tuple[int, int]
OPEN = (FixtureStatus.PLANNED, FixtureStatus.RUNNING)


def reach(
    season: Season, level: int, former: Mapping[int, Interval] | None = None
) -> dict[int, Interval]:
    """Return the best and the worst place each entrant of a division can still come to.

    ``former`` is what was found before: it narrows what could not be searched wholly, so give it
    only if since then nothing has happened but that matches ended. Who has withdrawn stands below
    all others.
    """
    rows = table(season, level)
    there = [row for row in rows if not row.left]
    gone = {row.entrant: (len(there) + 1, len(rows)) for row in rows if row.left}
    open_ = [each for each in season.fixtures if each.level == level and each.status in OPEN]
    coming = 0
    if season.rules.format in (Format.SWISS, Format.TABLES):
        coming = max(0, rounds_of(season, level) - season.rounds)
    if not any(each.level == level for each in season.fixtures):
        return {row.entrant: (1, len(rows)) for row in rows}
    if not open_ and not coming:
        return _settled(season, level, rows)
    if season.rules.format == Format.KNOCKOUT:
        return _in_knockout(season, level, there) | gone
    to_play = [each for each in open_ if each.purpose != Purpose.PLAY_OFF]
    if not to_play and not coming:
        return _settled(season, level, rows)
    search = _Search(season.rules, there, to_play, coming)
    found = {row.entrant: search.interval(row.entrant) for row in there}
    return {
        each: _narrowed(best, worst, (former or {}).get(each, (1, len(rows))))
        for each, (best, worst) in found.items()
    } | gone


def _settled(season: Season, level: int, rows: Sequence[Row]) -> dict[int, Interval]:
    """Return the places as they are; those who have to play off share theirs until then."""
    found = {row.entrant: (row.place, row.place) for row in rows}
    for group in (*decides(season, level), *_playing_off(season, level, rows)):
        first = min(found[each][0] for each in group)
        found |= dict.fromkeys(group, (first, first + len(group) - 1))
    return found


def _playing_off(season: Season, level: int, rows: Sequence[Row]) -> list[tuple[int, ...]]:
    pending = [
        each
        for each in season.fixtures
        if each.level == level and each.purpose == Purpose.PLAY_OFF and each.status in OPEN
    ]
    equal = {row.entrant: (row.points, row.breaks[:-1]) for row in rows}
    groups = {equal[each] for fixture in pending for each in fixture.seats}
    return [tuple(each for each in equal if equal[each] == group) for group in groups]


def _narrowed(best: tuple[int, bool], worst: tuple[int, bool], former: Interval) -> Interval:
    """Return an interval, ends that are but bounds narrowed by what was found before."""
    low = best[0] if best[1] else max(best[0], former[0])
    high = worst[0] if worst[1] else min(worst[0], former[1])
    return (low, high) if low <= high else (best[0], worst[0])


class _Search:
    """What all the searches of a division share."""

    def __init__(
        self, rules: Rules, there: Sequence[Row], fixtures: Sequence[Fixture], coming: int
    ) -> None:
        self.points = {row.entrant: row.points for row in there}
        self.fixtures = [
            (each.seats, _ends(rules, len(each.seats)))
            for each in fixtures
            if len(each.seats) > 1 and set(each.seats) <= set(self.points)
        ]
        self.most_to_come = coming * worth.most(rules, rules.size)

    def interval(self, entrant: int) -> tuple[tuple[int, bool], tuple[int, bool]]:
        """Return the best and the worst place, each with whether it is exact."""
        return self._place(entrant, highest=True), self._place(entrant, highest=False)

    def _place(self, entrant: int, *, highest: bool) -> tuple[int, bool]:
        own = self.points[entrant] + (self.most_to_come if highest else 0)
        meetings = []
        for seats, ends in self.fixtures:
            if entrant in seats:
                seat = seats.index(entrant)
                extreme = (max if highest else min)(end[seat] for end in ends)
                ends = [end for end in ends if end[seat] == extreme]
                own += extreme
            meetings.append(Meeting(seats, tuple(ends)))
        extra = 0 if highest else self.most_to_come
        needs = {
            each: own - points - extra + highest
            for each, points in self.points.items()
            if each != entrant
        }
        passed = passing(needs, meetings, most=not highest)
        return 1 + passed.number, passed.exact and not self.most_to_come


def _ends(rules: Rules, seats: int) -> list[tuple[int, ...]]:
    return [worth.points(rules, Outcome(places, How.PLAYED)) for places in _orders(seats)]


@cache
def _orders(seats: int) -> tuple[tuple[int, ...], ...]:
    """Return all ways to place so many: each order with its ties, and the last one not there."""
    orders = set()
    for ranks in product(range(seats), repeat=seats):
        places = tuple(1 + sum(other < each for other in ranks) for each in ranks)
        orders.add(places)
        if places.count(seats) == 1:
            orders.add(tuple(0 if each == seats else each for each in places))
    return tuple(sorted(orders))


def _in_knockout(season: Season, level: int, there: Sequence[Row]) -> dict[int, Interval]:
    """Return the places by how far everyone is: whoever loses next shares that round's places."""
    began = field(season, level)
    rounds = knockout_rounds(len(began))
    fixtures = [each for each in season.fixtures if each.level == level]
    found = {}
    for row in there:
        own = [each for each in fixtures if row.entrant in each.seats]
        found[row.entrant] = _of_one(row, own, rounds, len(began))
    return found


def _of_one(row: Row, own: Sequence[Fixture], rounds: int, size: int) -> Interval:
    survived, out = 0, 0
    for number in sorted({each.round for each in own}):
        meeting = [each for each in own if each.round == number]
        losers = beaten(meeting)
        if any(each.purpose == Purpose.THIRD for each in meeting):
            return (3, 4) if losers is None else (row.place, row.place)
        if losers is not None and row.entrant in losers:
            out = number
        elif losers is not None:
            survived = number
    if not out:
        return (1, _worst(survived + 1, rounds, size))
    if out == rounds - 1 and size > 3:
        return (3, 4)
    return (_worst(out, rounds, size),) * 2


def _worst(number: int, rounds: int, size: int) -> int:
    """Return the place of a loser in a round; the last, until third place is decided."""
    if number > rounds:
        return 1
    if number == rounds - 1 and size > 3:
        return 4
    return min(size, (1 << (rounds - number)) + 1)
