"""What a league's founder decides, as data: each setting with its label, bounds and words.

A season keeps the rules it began with; a change of a league's rules holds from the next season on.
Pure: nothing here knows the database or the time.
"""

import dataclasses
from enum import StrEnum

from games.core import options
from games.core.errors import BadData
from games.core.game import GameInfo
from games.core.options import choice, number, switch


class Format(StrEnum):
    """Who meets whom."""

    ROUND_ROBIN = "round_robin"
    DOUBLE_ROUND_ROBIN = "double_round_robin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    TABLES = "tables"


class Schedule(StrEnum):
    """When the matches of a season are played."""

    ROUNDS = "rounds"
    AT_ONCE = "at_once"


class Joining(StrEnum):
    """Who may join."""

    OPEN = "open"
    CODE = "code"
    APPROVAL = "approval"


class Movement(StrEnum):
    """How many go up, and as many down, between neighbouring divisions."""

    NONE = "none"
    ONE = "one"
    SIXTH = "sixth"
    FIFTH = "fifth"
    FOURTH = "fourth"
    THIRD = "third"


class TieBreak(StrEnum):
    """What parts those who have equally many points."""

    NONE = ""
    HEAD_TO_HEAD = "head_to_head"
    SONNEBORN_BERGER = "sonneborn_berger"
    BUCHHOLZ = "buchholz"
    WINS = "wins"
    SPREAD = "spread"


class LastResort(StrEnum):
    """What happens when all tie-breaks are equal, too."""

    SHARED = "shared"
    PLAY_OFF = "play_off"


class Withdrawal(StrEnum):
    """What becomes of the matches of somebody who leaves and whom nobody replaces."""

    KEEP = "keep"
    HALF = "half"
    ANNUL = "annul"


class Unfinished(StrEnum):
    """How a match that is still running when its time is over is settled."""

    EXTEND = "extend"
    SCORE = "score"
    PLAY_OUTS = "play_outs"


FORMATS = (
    (Format.ROUND_ROBIN.value, "Round robin: everyone meets everyone once"),
    (Format.DOUBLE_ROUND_ROBIN.value, "Double round robin: everyone meets everyone twice"),
    (Format.SWISS.value, "Swiss: each round between those who stand alike"),
    (Format.KNOCKOUT.value, "Knock-out: who loses is out; with a match for third place"),
    (Format.TABLES.value, "Tables: three to five at a table, changing each round"),
)
SCHEDULES = (
    (Schedule.ROUNDS.value, "Round by round"),
    (Schedule.AT_ONCE.value, "All matches at once"),
)
JOININGS = (
    (Joining.OPEN.value, "Anybody with an account"),
    (Joining.CODE.value, "Whoever has the code"),
    (Joining.APPROVAL.value, "Whoever an organiser lets in"),
)
MOVEMENTS = (
    (Movement.NONE.value, "Nobody moves"),
    (Movement.ONE.value, "One up and one down"),
    (Movement.SIXTH.value, "A sixth of a division, rounded up"),
    (Movement.FIFTH.value, "A fifth of a division, rounded up"),
    (Movement.FOURTH.value, "A quarter of a division, rounded up"),
    (Movement.THIRD.value, "A third of a division, rounded up"),
)
TIE_BREAKS = (
    (TieBreak.NONE.value, "None"),
    (TieBreak.HEAD_TO_HEAD.value, "Points in the matches among those who are equal"),
    (TieBreak.SONNEBORN_BERGER.value, "Sonneborn-Berger: whom one has beaten"),
    (TieBreak.BUCHHOLZ.value, "Buchholz: how strong one's opponents were"),
    (TieBreak.WINS.value, "More wins"),
    (TieBreak.SPREAD.value, "Spread: own points in the games less the others'"),
)
LAST_RESORTS = (
    (LastResort.SHARED.value, "The place is shared"),
    (LastResort.PLAY_OFF.value, "A play-off, where promotion or the first place depends on it"),
)
WITHDRAWALS = (
    (Withdrawal.KEEP.value, "What was played counts, the rest is lost"),
    (Withdrawal.HALF.value, "Nothing counts if less than half was played; else the rest is lost"),
    (Withdrawal.ANNUL.value, "Nothing counts, for anybody"),
)
UNFINISHED = (
    (Unfinished.EXTEND.value, "They get more time once; then the score decides"),
    (Unfinished.SCORE.value, "The score so far decides"),
    (Unfinished.PLAY_OUTS.value, "The computer plays it out many times, from published chance"),
)

PLAY, DIVISIONS, POINTS, PEOPLE = "Play", "Divisions", "Points and places", "People"


@dataclasses.dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a league's season; ``check`` tells what does not go together.

    Times are whole days of the league's calendar. A rule of points counts for matches of two; at a
    table of three to five each place is worth two points more than the next, and those who share
    places share their points.
    """

    format: str = choice(Format.ROUND_ROBIN.value, "Format", FORMATS, group=PLAY)
    table_size: int = number(
        4, "Players at a table", low=3, high=5, group=PLAY, help="Only for tables."
    )
    rounds: int = number(
        5,
        "Rounds",
        low=1,
        high=30,
        group=PLAY,
        help="Only for Swiss and for tables; the other formats know how many they need.",
    )
    schedule: str = choice(Schedule.ROUNDS.value, "When matches are played", SCHEDULES, group=PLAY)
    round_days: int = number(14, "Days for a round", low=1, high=90, group=PLAY)
    season_days: int = number(
        28,
        "Days for all matches at once",
        low=1,
        high=365,
        group=PLAY,
        help="Only for all at once.",
    )
    registration_days: int = number(7, "Days of registration", low=0, high=60, group=PLAY)
    check_in_days: int = number(
        2,
        "Days of check-in before the start",
        low=0,
        high=14,
        group=PLAY,
        help="Who does not say that he is there does not play; 0 asks nobody.",
    )
    start_hour: int = number(18, "Hour at which things begin", low=0, high=23, group=PLAY)
    repeats: bool = switch(True, "A new season follows by itself", group=PLAY)
    break_days: int = number(7, "Days between two seasons, at least", low=0, high=180, group=PLAY)

    least: int = number(4, "Players needed to start", low=2, high=60, group=PEOPLE)
    most: int = number(
        0, "Players at most", low=0, high=500, group=PEOPLE, help="Others wait; 0 is no limit."
    )
    joining: str = choice(Joining.OPEN.value, "Who may join", JOININGS, group=PEOPLE)
    no_show_days: int = number(
        4,
        "Days after which a match not begun may be claimed",
        low=0,
        high=30,
        group=PEOPLE,
        help="If the opponent has not made a single turn; 0: never.",
    )
    excuses: int = number(2, "Excused absences in a season", low=0, high=20, group=PEOPLE)
    substitutes: bool = switch(True, "Substitutes take over the places of drop-outs", group=PEOPLE)
    withdrawal: str = choice(
        Withdrawal.HALF.value, "If nobody takes over a place", WITHDRAWALS, group=PEOPLE
    )
    unfinished: str = choice(
        Unfinished.EXTEND.value, "Matches not over in time", UNFINISHED, group=PEOPLE
    )
    extension_days: int = number(3, "Days more for them", low=1, high=30, group=PEOPLE)
    undo_hours: int = number(
        24,
        "Hours in which an organiser can undo a step",
        low=0,
        high=168,
        group=PEOPLE,
    )

    division_least: int = number(4, "Fewest in a division", low=4, high=20, group=DIVISIONS)
    division_ideal: int = number(8, "Best size of a division", low=4, high=20, group=DIVISIONS)
    division_most: int = number(20, "Most in a division", low=4, high=20, group=DIVISIONS)
    movement: str = choice(
        Movement.SIXTH.value, "Promotion and relegation", MOVEMENTS, group=DIVISIONS
    )

    win: int = number(2, "A win", low=1, high=10, group=POINTS)
    draw: int = number(1, "A draw", low=0, high=10, group=POINTS)
    loss: int = number(0, "A loss", low=0, high=10, group=POINTS)
    tie_1: str = choice(
        TieBreak.HEAD_TO_HEAD.value, "Equal points: first", TIE_BREAKS, group=POINTS
    )
    tie_2: str = choice(TieBreak.SONNEBORN_BERGER.value, "then", TIE_BREAKS, group=POINTS)
    tie_3: str = choice(TieBreak.SPREAD.value, "then", TIE_BREAKS, group=POINTS)
    last: str = choice(LastResort.SHARED.value, "If all is equal", LAST_RESORTS, group=POINTS)

    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        """Return what parts equals, in order."""
        chosen = (TieBreak(self.tie_1), TieBreak(self.tie_2), TieBreak(self.tie_3))
        return tuple(each for each in chosen if each)

    @property
    def size(self) -> int:
        """Return how many sit at a table, at most."""
        return self.table_size if self.format == Format.TABLES else 2


def check(rules: Rules, info: GameInfo) -> None:
    """Raise BadData with a sentence for the founder about what does not go together."""
    options.check(rules)
    if not rules.division_least <= rules.division_ideal <= rules.division_most:
        raise BadData("The best size of a division lies between its fewest and its most.")
    if not rules.loss <= rules.draw <= rules.win or rules.loss == rules.win:
        raise BadData("A win is worth more than a loss, and a draw lies between them.")
    if rules.most and rules.most < rules.least:
        raise BadData("There must be room for as many players as are needed to start.")
    if len(set(rules.tie_breaks)) < len(rules.tie_breaks):
        raise BadData("Choose each tie-break only once.")
    if rules.schedule == Schedule.AT_ONCE and rules.format in (Format.SWISS, Format.KNOCKOUT):
        raise BadData("Swiss and knock-out need round by round: who meets depends on results.")
    if rules.size > seats_of(info):
        raise BadData(f"{info.title} has at most {info.max_players} players at a table.")
    if rules.size < info.min_players:
        raise BadData(f"{info.title} needs at least {info.min_players} players at a table.")


MOST_IN_A_DUEL = 6


def seats_of(info: GameInfo) -> int:
    """Return how many can meet in a match; those of a game for one in a duel from one secret."""
    return MOST_IN_A_DUEL if info.max_players == 1 else info.max_players
