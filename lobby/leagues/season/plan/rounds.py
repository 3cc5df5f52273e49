"""A round begins: who meets whom in each division."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from lobby.leagues.season.effects import apply
from lobby.leagues.season.field import active, field, is_at_once, is_robin, rounds, rounds_of
from lobby.leagues.season.pairing import (
    Player,
    Seats,
    fallen,
    knockout,
    lots,
    round_robin,
    swiss,
    tables,
)
from lobby.leagues.season.plan.meetings import alone, later, next_number, open_or_forfeit
from lobby.leagues.season.rules import Format
from lobby.leagues.season.standings import standings
from lobby.leagues.season.values import (
    Effect,
    Entrant,
    Fixture,
    FixtureStatus,
    How,
    Paired,
    Phase,
    PhaseChanged,
    Purpose,
    RoundPaired,
    Season,
    Standing,
    Told,
)

Meetings = list[tuple[Seats, Purpose, How]]


def begin_round(season: Season, number: int, when: datetime) -> list[Effect]:
    """Return the pairings of a round and the start of its matches; at once: of all rounds."""
    rules = season.rules
    at_once = is_at_once(season)
    ends_at = later(season, when, rules.season_days if at_once else rules.round_days)
    last = rounds(season) if at_once else number
    effects: list[Effect] = []
    if season.phase == Phase.DRAWN_UP:
        effects.append(PhaseChanged(Phase.PLAYING))
    paired = apply(season, effects)
    for each in range(number, last + 1):
        pairings = list(_pairings(paired, each))
        effects += pairings
        paired = apply(paired, pairings)
    effects.append(RoundPaired(last, ends_at))
    starting = [
        each
        for each in paired.fixtures
        if number <= each.round <= last and each.status == FixtureStatus.PLANNED
    ]
    for fixture in starting:
        effects += open_or_forfeit(paired, fixture, when=when, due_at=ends_at)
    return [*effects, *_news(paired, starting, number)]


def _news(season: Season, starting: Sequence[Fixture], number: int) -> Iterator[Told]:
    """Tell who plays and who has a bye; players who are away know already."""
    playing = {one for each in starting for one in each.seats}
    if is_robin(season):  # the odd one out
        levels = [each for each in season.levels if rounds_of(season, each) >= number]
        resting = {one for level in levels for one in field(season, level)}
    else:
        byes = (each for each in season.fixtures if each.round == number and _is_bye(each))
        resting = {each.seats[0] for each in byes}
    begins = "all_rounds" if is_at_once(season) else "round"
    for notice, ids in ((begins, playing), ("bye", resting - playing)):
        there = [each.id for each in season.entrants if each.id in ids and _is_there(each)]
        if there:
            yield Told(notice, tuple(there), str(number))


def _is_there(entrant: Entrant) -> bool:
    return entrant.standing == Standing.PLAYING


def _pairings(season: Season, number: int) -> Iterator[Effect]:
    if is_robin(season):
        if number == 1:
            for level in season.levels:
                yield from _whole_robin(season, level)
        return
    for level in season.levels:
        if number <= rounds_of(season, level):
            yield from _round_of(season, level, number)


def _whole_robin(season: Season, level: int) -> Iterator[Effect]:
    double = season.rules.format == Format.DOUBLE_ROUND_ROBIN
    ids = [each.id for each in active(season, level)]
    for number, pairs in enumerate(round_robin(ids, double=double), start=1):
        for board, seats in enumerate(pairs, start=1):
            yield Paired(Fixture((level, number, board), seats))


def _round_of(season: Season, level: int, number: int) -> Iterator[Effect]:
    first = next_number(season, level, number)
    for board, (seats, purpose, how) in enumerate(_meetings(season, level, number), first):
        fixture = Fixture((level, number, board), seats, purpose=purpose)
        if how == How.PLAYED:
            yield Paired(fixture)
        else:
            yield from alone(fixture, how)


def _meetings(season: Season, level: int, number: int) -> Meetings:
    if season.rules.format == Format.KNOCKOUT:
        return _of_knockout(season, level)
    there: list[Entrant] = []
    away: list[Entrant] = []
    for each in active(season, level):
        excused = number in each.away or each.standing == Standing.LEAVING
        (away if excused else there).append(each)
    pairs = _of_swiss if season.rules.format == Format.SWISS else _of_tables
    met: Meetings = [
        (seats, Purpose.ROUND, How.PLAYED if len(seats) > 1 else How.BYE)
        for seats in pairs(season, level, number, there)
    ]
    return met + [((each.id,), Purpose.ROUND, How.EXCUSED) for each in away]


def _of_knockout(season: Season, level: int) -> Meetings:
    so_far = [each for each in season.fixtures if each.level == level]
    lost = fallen(so_far)
    if lost is None:
        raise AssertionError("a round of a knockout begins when the one before is decided")
    firsts = Counter(each.seats[0] for each in so_far if len(each.seats) > 1)
    return [
        (seats, purpose, How.PLAYED if len(seats) > 1 else How.BYE)
        for seats, purpose in knockout(field(season, level), lost, firsts=firsts)
    ]


def _of_swiss(season: Season, level: int, number: int, there: Sequence[Entrant]) -> Iterable[Seats]:
    ids = {each.id for each in there}
    lot = lots.order(season.seed, f"seats {level} {number}", ids)
    rows = standings.table(season, level)
    points = {row.entrant: row.points for row in rows}
    met: dict[int, Counter[int]] = {each: Counter() for each in points}
    firsts, games, byes = Counter[int](), Counter[int](), Counter[int]()
    for fixture in _counting(season, level):
        if len(fixture.seats) == 1:
            byes.update(fixture.seats if _is_bye(fixture) else ())
            continue
        one, other = fixture.seats
        met[one][other] += 1
        met[other][one] += 1
        firsts[one] += 1
        games.update(fixture.seats)
    ranked = [
        Player(each, points[each], met[each], firsts[each], games[each], byes[each])
        for each in points
        if each in ids
    ]
    return swiss(ranked, lot=lot) if ranked else ()


def _of_tables(
    season: Season, level: int, number: int, there: Sequence[Entrant]
) -> Iterable[Seats]:
    met, sat = Counter[frozenset[int]](), Counter[tuple[int, int]]()
    for fixture in _counting(season, level):
        if len(fixture.seats) == 1:
            sat[fixture.seats[0], -1] += _is_bye(fixture)
            continue
        for seat, one in enumerate(fixture.seats):
            sat[one, seat] += 1
            met.update(frozenset((one, other)) for other in fixture.seats[seat + 1 :])
    ids = lots.order(season.seed, f"tables {level} {number}", [each.id for each in there])
    return tables(ids, season.rules.table_size, met, sat)


def _is_bye(fixture: Fixture) -> bool:
    return fixture.outcome is not None and fixture.outcome.how == How.BYE


def _counting(season: Season, level: int) -> Iterator[Fixture]:
    return (
        each
        for each in season.fixtures
        if each.level == level and each.status != FixtureStatus.VOID
    )
