"""A season as a value: who plays, who meets whom, how it ended, and every change it can undergo.

Pure: ``plan`` decides from such a value and an instant what comes next and answers with effects;
``apply`` carries effects out upon the value. The rows of the database are loaded into such a value
and changed by the same effects, so that a rehearsal, a simulation and the real thing are one.
"""

import dataclasses
from datetime import datetime
from enum import StrEnum

from lobby.leagues.season.rules import Rules

Key = tuple[int, int, int]  # level, round, number: the name of a fixture within its season


class Phase(StrEnum):
    """How far a season has come."""

    PLANNED = "planned"
    REGISTRATION = "registration"
    CHECK_IN = "check_in"
    DRAWN_UP = "drawn_up"
    PLAYING = "playing"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Standing(StrEnum):
    """What somebody is in a season."""

    ASKING = "asking"  # waits for an organiser's word
    REGISTERED = "registered"
    WAITING = "waiting"  # on the waiting list
    PLAYING = "playing"
    LEAVING = "leaving"  # has left; we look for a substitute, and the place's matches wait
    WITHDRAWN = "withdrawn"
    ABSENT = "absent"  # did not check in


class FixtureStatus(StrEnum):
    """How far a meeting has come."""

    PLANNED = "planned"
    RUNNING = "running"
    OVER = "over"
    VOID = "void"  # counts for nobody, as if it had never been


class How(StrEnum):
    """What an outcome rests on."""

    PLAYED = "played"
    BYE = "bye"  # no opponent: counts as a win
    EXCUSED = "excused"  # away with leave: counts as a draw, without an opponent
    FORFEIT = "forfeit"  # somebody had left
    NO_SHOW = "no_show"
    SCORE = "score"  # settled by the score so far
    PLAY_OUTS = "play_outs"
    REFEREE = "referee"
    LOT = "lot"  # drawn from the published seed: who goes on in a knockout


class Purpose(StrEnum):
    """What a fixture is for, beside the round it belongs to."""

    ROUND = ""
    THIRD = "third"
    FINAL = "final"
    PLAY_OFF = "play_off"
    REPLAY = "replay"  # of a drawn knockout match, seats swapped


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """How a meeting ended: a place for each seat, shared ones equal, 1 is best.

    Place 0 is for players who did not play, and gets no points. ``scores`` are those of the game,
    if it was played; the spread is worked out from them.
    """

    places: tuple[int, ...]
    how: How
    scores: tuple[int, ...] | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Fixture:
    """A meeting: who sits where (ids of entrants in the order of seats), and how it ended.

    One seat alone is a bye or an excused absence. ``opened_at`` is when its match began, ``due_at``
    when its time is over.
    """

    key: Key
    seats: tuple[int, ...]
    status: FixtureStatus = FixtureStatus.PLANNED
    opened_at: datetime | None = None
    due_at: datetime | None = None
    outcome: Outcome | None = None
    purpose: Purpose = Purpose.ROUND
    extended: bool = False

    @property
    def level(self) -> int:
        """Return the level of its division, 1 is the highest."""
        return self.key[0]

    @property
    def round(self) -> int:
        """Return its round, from 1."""
        return self.key[1]


@dataclasses.dataclass(frozen=True, slots=True)
class Entrant:
    """A place in a season; whoever holds it may change, its results stay.

    ``rating`` is how strong we guessed its holder to be at registration. ``last`` is the level at
    which the holder played last, moved by promotion or relegation already, ``last_place`` the place
    there; ``pause`` says how many seasons ago that was, 1 being the season before; None for
    newcomers. ``away`` are the rounds of which its holder is excused.
    """

    id: int
    joined_at: datetime
    standing: Standing = Standing.REGISTERED
    rating: float = 0.0
    last: int | None = None
    last_place: int | None = None
    moved: int = 0  # 1 was promoted, -1 relegated
    pause: int | None = None
    checked_in: bool = False
    level: int | None = None
    seed: int = 0  # 1 is the strongest of its division
    away: frozenset[int] = frozenset()
    left_at: datetime | None = None
    place: int | None = None  # at the end
    next_level: int | None = None  # at the end: where promotion and relegation lead


@dataclasses.dataclass(frozen=True, slots=True)
class Season:
    """All that decides what comes next.

    ``seed`` is published at the start and decides every lot. ``rounds`` counts the rounds begun so
    far, and ``round_ends_at`` is when the last of them ends. A round robin has all its fixtures
    as soon as the first round begins, with those of later rounds marked as planned; the other
    formats pair each round when it begins. While ``held`` no step runs. ``done`` are the keys of
    the steps carried out.
    """

    number: int
    rules: Rules
    zone: str
    registration_at: datetime
    check_in_at: datetime
    starts_at: datetime
    seed: str
    phase: Phase = Phase.PLANNED
    entrants: tuple[Entrant, ...] = ()
    fixtures: tuple[Fixture, ...] = ()
    rounds: int = 0
    round_ends_at: datetime | None = None
    held: bool = False
    done: frozenset[str] = frozenset()
    ended_at: datetime | None = None

    def entrant(self, id: int) -> Entrant:
        """Return an entrant by id."""
        return next(each for each in self.entrants if each.id == id)

    def fixture(self, key: Key) -> Fixture:
        """Return a fixture by its key."""
        return next(each for each in self.fixtures if each.key == key)

    def division(self, level: int) -> tuple[Entrant, ...]:
        """Return those who play at a level, by seed, the withdrawn among them."""
        those = [each for each in self.entrants if each.level == level]
        return tuple(sorted(those, key=lambda each: each.seed))

    @property
    def levels(self) -> tuple[int, ...]:
        """Return the levels there are, highest first."""
        return tuple(sorted({each.level for each in self.entrants if each.level is not None}))


# --- Effects: every change a season can undergo ---------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class PhaseChanged:
    """The season goes on to another phase; ``at`` is given for the last one: when it ended."""

    to: Phase
    at: datetime | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Postponed:
    """Too few for a start: check-in and start move to later instants."""

    check_in_at: datetime
    starts_at: datetime


@dataclasses.dataclass(frozen=True, slots=True)
class EntrantChanged:
    """An entrant's standing becomes another."""

    entrant: int
    to: Standing
    left_at: datetime | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class CheckedIn:
    """An entrant has checked in."""

    entrant: int


@dataclasses.dataclass(frozen=True, slots=True)
class Excused:
    """An entrant is excused of a round."""

    entrant: int
    round: int


@dataclasses.dataclass(frozen=True, slots=True)
class Placed:
    """An entrant plays in a division, with a seed."""

    entrant: int
    level: int
    seed: int


@dataclasses.dataclass(frozen=True, slots=True)
class Paired:
    """A fixture comes to be."""

    fixture: Fixture


@dataclasses.dataclass(frozen=True, slots=True)
class RoundPaired:
    """So many rounds have begun now; the last of them lasts until an instant."""

    rounds: int
    ends_at: datetime


@dataclasses.dataclass(frozen=True, slots=True)
class Opened:
    """A fixture's match begins at an instant, to be over at another."""

    key: Key
    opened_at: datetime
    due_at: datetime


@dataclasses.dataclass(frozen=True, slots=True)
class Extended:
    """A fixture has until a later instant."""

    key: Key
    due_at: datetime


@dataclasses.dataclass(frozen=True, slots=True)
class Ended:
    """A fixture has an outcome."""

    key: Key
    outcome: Outcome


@dataclasses.dataclass(frozen=True, slots=True)
class Voided:
    """A fixture counts for nobody."""

    key: Key


@dataclasses.dataclass(frozen=True, slots=True)
class FinalPlace:
    """An entrant's place in their division at the end, and the level that follows from it."""

    entrant: int
    place: int
    next_level: int


@dataclasses.dataclass(frozen=True, slots=True)
class NextSeason:
    """The next season is planned, with its instants."""

    number: int
    registration_at: datetime
    check_in_at: datetime
    starts_at: datetime


@dataclasses.dataclass(frozen=True, slots=True)
class Told:
    """Some are told something; for the value itself nothing changes."""

    notice: str
    entrants: tuple[int, ...]
    about: str = ""  # a round, or a fixture


Effect = (
    PhaseChanged
    | Postponed
    | EntrantChanged
    | CheckedIn
    | Excused
    | Placed
    | Paired
    | RoundPaired
    | Opened
    | Extended
    | Ended
    | Voided
    | FinalPlace
    | NextSeason
    | Told
)
