"""What a page shows of a division: places, points, tie-breaks, matches, the race so far."""

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from games.core.language.text import Fact, Text, listed
from lobby.leagues.reading import race
from lobby.leagues.reading.divisions import Group, Meeting, Person, time_outs_of
from lobby.leagues.reading.race import Race
from lobby.leagues.season.pairing import divisions
from lobby.leagues.season.rules import Format, Movement, Rules
from lobby.leagues.season.standings import points, standings
from lobby.leagues.season.values import FixtureStatus, How, Phase, Purpose
from lobby.leagues.season.wording.effects import HOW

FORM = 5  # so many meetings back
SHOWN = 2  # rounds with something left to play whose matches are in sight
EACH_OTHER = (Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN)
SHORT = {
    "head_to_head": Text("H2H"),
    "sonneborn_berger": Text("SB"),
    "buchholz": Text("BH"),
    "wins": Text("Wins"),
    "spread": Text("Spread"),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Mark:
    """How a match ended for one of its players: W, D, L, or a place at a table."""

    letter: Text
    kind: str  # win, draw, loss
    words: Text
    address: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """Somebody's line in the table of a division."""

    person: Person
    place: int
    points: int
    played: int
    won: int
    drawn: int
    lost: int
    spread: int
    breaks: tuple[str, ...]
    left: bool
    form: tuple[Mark, ...]
    reach: tuple[int, int] | None  # best and worst place
    zone: str  # up, down, or neither
    time_outs: int
    cells: tuple[
        tuple[Mark, ...] | None, ...
    ]  # against each, in the order of places; None: themselves
    mine: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Round:
    """The meetings of a round."""

    number: int
    meetings: tuple[Meeting, ...]
    open: int  # how many are still to be played
    shown: bool  # or folded: played, or too far ahead

    @property
    def over(self) -> bool:
        """Tell whether all of it is played."""
        return not self.open


@dataclasses.dataclass(frozen=True, slots=True)
class Board:
    """A division as its page shows it."""

    level: int
    lines: tuple[Line, ...]
    breaks: tuple[tuple[Text, Text], ...]  # (short, in words) of the tie-breaks
    crossed: bool
    rounds: tuple[Round, ...]
    race: Race | None
    up: int
    down: int
    running: bool
    begun: bool  # something is over, so that places say something
    at_tables: bool


def board_of(group: Group, *, levels: int, user_id: int | None = None) -> Board:
    """Return the board of a division.

    ``levels`` is how many divisions the season has, ``user_id`` who looks at it.
    """
    level, season = group.row.level, group.value
    rules = group.value.rules
    rows = standings.table(group.value, level)
    there = sum(not row.left for row in rows)
    up, down = divisions.movers(there, rules, level=level, levels=levels)
    lines = _lines(group, rows, (up, there - down), user_id)
    running = season.phase not in (Phase.FINISHED, Phase.CANCELLED)
    return Board(
        level=level,
        lines=lines,
        breaks=tuple((SHORT[each.value], each.label) for each in rules.tie_breaks),
        crossed=rules.format in EACH_OTHER,
        rounds=tuple(_rounds(group)),
        race=_race(group, rows, next((line.person.id for line in lines if line.mine), None)),
        up=up,
        down=down,
        running=running,
        begun=any(meeting.over for meeting in group.meetings),
        at_tables=rules.format == Format.TABLES,
    )


def _lines(
    group: Group, rows: tuple[standings.Row, ...], borders: tuple[int, int], user_id: int | None
) -> tuple[Line, ...]:
    rules, out = group.value.rules, time_outs_of(division=group.row)
    marks = _marks(group)
    crossed = rules.format in EACH_OTHER
    order = [row.entrant for row in rows]
    return tuple(
        Line(
            person=group.people[row.entrant],
            place=row.place,
            points=row.points,
            played=row.played,
            won=row.won,
            drawn=row.drawn,
            lost=row.lost,
            spread=row.spread,
            breaks=tuple(figure(each) for each in row.breaks[: len(rules.tie_breaks)]),
            left=row.left,
            form=tuple(mark for _, mark in marks[row.entrant][-FORM:]),
            reach=_reach(group, row.entrant),
            zone="" if row.left else _zone(rank, borders, rules),
            time_outs=out.get(row.entrant, 0),
            cells=tuple(_cells(row.entrant, order, marks[row.entrant])) if crossed else (),
            mine=user_id is not None and group.people[row.entrant].user_id == user_id,
        )
        for rank, row in enumerate(rows, start=1)
    )


def figure(value: Fraction | int) -> str:
    """Return a tie-break as it is read: a whole number, or with a half or two decimals."""
    exact = Fraction(value)
    if exact.denominator == 1:
        return str(exact.numerator)
    if exact.denominator == 2:
        whole = int(exact)
        return f"{'-' if exact < 0 and not whole else ''}{whole or ''}½"
    return f"{float(exact):.2f}"


def _reach(group: Group, entrant: int) -> tuple[int, int] | None:
    known = group.row.reach.get(str(entrant))
    return (known[0], known[1]) if known else None


def _zone(rank: int, borders: tuple[int, int], rules: Rules) -> str:
    if rules.movement == Movement.NONE:
        return ""
    up, stays = borders
    return "up" if rank <= up else "down" if rank > stays else ""


# --- Marks ----------------------------------------------------------------------------------------

Marks = Mapping[int, list[tuple[tuple[int, ...], Mark]]]


def _marks(group: Group) -> Marks:
    """Return for each the meetings that are over: the ids of the others, and how it ended."""
    found: dict[int, list[tuple[tuple[int, ...], Mark]]] = defaultdict(list)
    for meeting in group.meetings:
        if not meeting.over or meeting.places is None or meeting.purpose == Purpose.PLAY_OFF:
            continue
        for player, person in enumerate(meeting.people):
            others = tuple(each.id for each in meeting.people if each.id != person.id)
            found[person.id].append((others, _mark(meeting, player)))
    return found


def _mark(meeting: Meeting, player: int) -> Mark:
    places = meeting.places or ()
    place, how = places[player], How(meeting.how)
    others = [each.name for each in meeting.people if each is not meeting.people[player]]
    if not others:
        kind = "win" if how == How.BYE else "draw"
        words = Text("Round {number}: {how}", number=meeting.round, how=HOW[how])
        return Mark(ALONE[kind], kind, words)
    kind = _kind(places, place)
    letter = Text("{place}", place=place or "-") if len(places) > 2 else LETTERS[kind]
    return Mark(letter, kind, _in_words(meeting, player, kind, others), meeting.address)


def _kind(places: tuple[int, ...], place: int) -> str:
    if place == 0 or (place == max(places) and min(places) < place):
        return "loss"
    if place == min(each for each in places if each) and places.count(place) == 1:
        return "win"
    return "draw"


def _in_words(meeting: Meeting, player: int, kind: str, others: list[str]) -> Text:
    places = meeting.places or ()
    ended = _ended(kind, places[player], len(places)).having(others=listed(others))
    facts: dict[str, Fact] = {"number": meeting.round, "ended": ended}
    if meeting.scores:
        rest = [str(score) for other, score in enumerate(meeting.scores) if other != player]
        own, theirs = meeting.scores[player], listed(rest)
        facts["ended"] = Text("{ended}, {own} to {theirs}", ended=ended, own=own, theirs=theirs)
    how = How(meeting.how)
    if how == How.PLAYED:
        return Text("Round {number}: {ended}", **facts)
    return Text("Round {number}: {ended} ({how})", how=HOW[how], **facts)


def _ended(kind: str, place: int, seats: int) -> Text:
    if seats == 2:
        return ENDED[kind]
    if not place:
        return Text("unplaced, against {others}")
    return Text("place {place} of {seats}, against {others}", place=place, seats=seats)


ENDED = {
    "win": Text("beat {others}"),
    "draw": Text("drew with {others}"),
    "loss": Text("lost to {others}"),
}
LETTERS = {"win": Text("W"), "draw": Text("D"), "loss": Text("L")}
ALONE = {"win": Text("B"), "draw": Text("E")}  # a bye, and an excused absence


def _cells(
    entrant: int, order: list[int], marks: list[tuple[tuple[int, ...], Mark]]
) -> Iterator[tuple[Mark, ...] | None]:
    for other in order:
        yield None if other == entrant else tuple(m for others, m in marks if others == (other,))


# --- Rounds ---------------------------------------------------------------------------------------


def _rounds(group: Group) -> Iterator[Round]:
    found: dict[int, list[Meeting]] = defaultdict(list)
    for meeting in group.meetings:
        found[meeting.round].append(meeting)
    done = (FixtureStatus.OVER, FixtureStatus.VOID)
    left = SHOWN
    for number, meetings in sorted(found.items()):
        still = sum(each.status not in done for each in meetings)
        yield Round(number, tuple(meetings), still, shown=bool(still) and left > 0)
        left -= bool(still)


def _race(group: Group, rows: tuple[standings.Row, ...], mine: int | None) -> Race | None:
    """Return the picture of the rounds of which something is over."""
    if group.value.rules.format == Format.KNOCKOUT:
        return None  # whoever is out stands still
    rounds = sorted({each.round for each in group.meetings if each.over})
    tables = [*standings.after_rounds(group.value, group.row.level, rounds[:-1]), rows]
    return race.draw(
        [[row.entrant for row in table] for table in tables],
        {each.id: each.name for each in group.people.values()},
        {row.entrant: row.place for row in rows},
        mine=mine,
    )


def worth(group: Group, meeting: Meeting) -> tuple[int, ...]:
    """Return the points that each seat of a meeting that is over got."""
    fixture = group.value.fixture(meeting.key)
    assert fixture.outcome is not None  # noqa: S101 - it is over
    return points.points(group.value.rules, fixture.outcome)
