"""What a league's founder decides, as data: each setting with its label, bounds and words.

A season keeps the rules it began with; a change of a league's rules holds from the next season on.
Pure: nothing here knows the database or the time.
"""

import dataclasses

from games.core.errors import Refusal
from games.core.game import GameInfo
from games.core.language.text import Text
from games.core.table import options
from games.core.table.options import Labelled, choice, number, switch


class Format(Labelled):
    """Who meets whom."""

    ROUND_ROBIN = "round_robin", Text("Round robin: everyone plays everyone once")
    DOUBLE_ROUND_ROBIN = (
        "double_round_robin",
        Text("Double round robin: everyone plays everyone twice"),
    )
    SWISS = "swiss", Text("Swiss: each round you play someone with about as many points as you")
    KNOCKOUT = (
        "knockout",
        Text("Knockout: lose and you're out, but there's a match for third place"),
    )
    TABLES = "tables", Text("Tables: three to five at a table, with new opponents each round")


class Schedule(Labelled):
    """When the matches of a season are played."""

    ROUNDS = "rounds", Text("Round by round")
    AT_ONCE = "at_once", Text("All matches at the same time")


class Joining(Labelled):
    """Who may join."""

    OPEN = "open", Text("Anyone with an account")
    CODE = "code", Text("Anyone with the code")
    APPROVAL = "approval", Text("Anyone an organiser lets in")


class Movement(Labelled):
    """How many go up, and as many down, between neighbouring divisions."""

    NONE = "none", Text("Nobody moves")
    ONE = "one", Text("One up and one down")
    SIXTH = "sixth", Text("A sixth of a division, rounded up")
    FIFTH = "fifth", Text("A fifth of a division, rounded up")
    FOURTH = "fourth", Text("A quarter of a division, rounded up")
    THIRD = "third", Text("A third of a division, rounded up")


class TieBreak(Labelled):
    """What separates players with equal points."""

    NONE = "", Text("None")
    HEAD_TO_HEAD = "head_to_head", Text("Points from the matches between the players who are level")
    SONNEBORN_BERGER = "sonneborn_berger", Text("Sonneborn-Berger: who you've beaten")
    BUCHHOLZ = "buchholz", Text("Buchholz: how strong your opponents were")
    WINS = "wins", Text("More wins")
    SPREAD = "spread", Text("Spread: your points minus your opponents' points")


class LastResort(Labelled):
    """What happens when all tie-breaks are equal too."""

    SHARED = "shared", Text("Players who are level share a place")
    PLAY_OFF = "play_off", Text("A play-off, if promotion or first place depends on it")


class Withdrawal(Labelled):
    """What happens to the matches of someone who leaves and isn't replaced."""

    KEEP = "keep", Text("Matches already played count, and the rest are lost")
    HALF = (
        "half",
        Text(
            "If at least half were played, those count and the rest are lost; otherwise none count"
        ),
    )
    ANNUL = "annul", Text("None of the matches count, for anyone")


class Unfinished(Labelled):
    """How a match is settled that is still running when its time is over."""

    EXTEND = "extend", Text("They get extra time once; then the score decides")
    SCORE = "score", Text("The score so far decides")
    PLAY_OUTS = (
        "play_outs",
        Text("The computer plays them out many times, with random draws that anyone can check"),
    )


PLAY, PEOPLE = Text("Play"), Text("People")
DIVISIONS, POINTS = Text("Divisions"), Text("Points and places")


@dataclasses.dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a league's season; ``check`` tells what does not go together.

    Times are whole days of the league's calendar. Points for a win, a draw and a loss are for
    matches of two; at a table of three to five each place is worth two points more than the next,
    and players who share places share the points.
    """

    format: str = choice(Format.ROUND_ROBIN, Text("Format"), group=PLAY)
    table_size: int = number(
        4,
        Text("Players at a table"),
        low=3,
        high=5,
        group=PLAY,
        help=Text("Only for the tables format."),
    )
    rounds: int = number(
        5,
        Text("Rounds"),
        low=1,
        high=30,
        group=PLAY,
        help=Text(
            "Only for the Swiss and tables formats."
            " In the others, it depends on the number of players."
        ),
    )
    schedule: str = choice(Schedule.ROUNDS, Text("When matches are played"), group=PLAY)
    round_days: int = number(14, Text("Days for each round"), low=1, high=90, group=PLAY)
    season_days: int = number(
        28,
        Text("Days to play all the matches"),
        low=1,
        high=365,
        group=PLAY,
        help=Text("Only if all matches are played at the same time."),
    )
    registration_days: int = number(7, Text("Days for registration"), low=0, high=60, group=PLAY)
    check_in_days: int = number(
        2,
        Text("Days for check-in before the start"),
        low=0,
        high=14,
        group=PLAY,
        help=Text("If you don't check in, you sit the season out. 0 means there's no check-in."),
    )
    start_hour: int = number(
        18, Text("Hour of the day when rounds begin and end"), low=0, high=23, group=PLAY
    )
    repeats: bool = switch(True, Text("A new season follows automatically"), group=PLAY)
    break_days: int = number(7, Text("Minimum days between seasons"), low=0, high=180, group=PLAY)

    least: int = number(4, Text("Players needed to start"), low=2, high=60, group=PEOPLE)
    most: int = number(
        0,
        Text("Maximum players"),
        low=0,
        high=500,
        group=PEOPLE,
        help=Text("Everyone else goes on the waiting list. 0 means no limit."),
    )
    joining: str = choice(Joining.OPEN, Text("Who can join"), group=PEOPLE)
    no_show_days: int = number(
        4,
        Text("Days before you can claim a match"),
        low=0,
        high=30,
        group=PEOPLE,
        help=Text("You can claim it if your opponent hasn't taken a single turn. 0 means never."),
    )
    excuses: int = number(2, Text("Excused absences each season"), low=0, high=20, group=PEOPLE)
    substitutes: bool = switch(
        True, Text("Substitutes take over from players who drop out"), group=PEOPLE
    )
    withdrawal: str = choice(Withdrawal.HALF, Text("If nobody takes over a place"), group=PEOPLE)
    unfinished: str = choice(Unfinished.EXTEND, Text("Matches that run out of time"), group=PEOPLE)
    extension_days: int = number(
        3, Text("Extra days for matches that run out of time"), low=1, high=30, group=PEOPLE
    )
    undo_hours: int = number(
        24, Text("Hours in which an organiser can undo a step"), low=0, high=168, group=PEOPLE
    )

    division_least: int = number(
        4, Text("Minimum players in a division"), low=4, high=20, group=DIVISIONS
    )
    division_ideal: int = number(
        8, Text("Ideal size of a division"), low=4, high=20, group=DIVISIONS
    )
    division_most: int = number(
        20, Text("Maximum players in a division"), low=4, high=20, group=DIVISIONS
    )
    movement: str = choice(Movement.SIXTH, Text("Promotion and relegation"), group=DIVISIONS)

    win: int = number(2, Text("Points for a win"), low=1, high=10, group=POINTS)
    draw: int = number(1, Text("Points for a draw"), low=0, high=10, group=POINTS)
    loss: int = number(0, Text("Points for a loss"), low=0, high=10, group=POINTS)
    tie_1: str = choice(TieBreak.HEAD_TO_HEAD, Text("First tie-break"), group=POINTS)
    tie_2: str = choice(TieBreak.SONNEBORN_BERGER, Text("Second tie-break"), group=POINTS)
    tie_3: str = choice(TieBreak.SPREAD, Text("Third tie-break"), group=POINTS)
    last: str = choice(LastResort.SHARED, Text("If players are still level"), group=POINTS)

    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        """Return the tie-breaks, in order."""
        chosen = (TieBreak(self.tie_1), TieBreak(self.tie_2), TieBreak(self.tie_3))
        return tuple(each for each in chosen if each)

    @property
    def size(self) -> int:
        """Return how many sit at a table, at most."""
        return self.table_size if self.format == Format.TABLES else 2


def check(rules: Rules, info: GameInfo) -> None:
    """Raise Refusal for the founder about what does not go together."""
    options.check(rules)
    if not rules.division_least <= rules.division_ideal <= rules.division_most:
        raise Refusal(
            "The ideal size of a division has to be between the fewest and the most players."
        )
    if not rules.loss <= rules.draw <= rules.win or rules.loss == rules.win:
        raise Refusal("A win has to be worth more than a loss, with a draw in between.")
    if rules.most and rules.most < rules.least:
        raise Refusal("The player limit can't be lower than the number of players needed to start.")
    if len(set(rules.tie_breaks)) < len(rules.tie_breaks):
        raise Refusal("You can't choose the same tie-break twice.")
    if rules.schedule == Schedule.AT_ONCE and rules.format in (Format.SWISS, Format.KNOCKOUT):
        raise Refusal(
            "Swiss and knockout leagues are played round by round,"
            " because each round builds on the last."
        )
    if rules.size > seats_of(info):
        raise Refusal(
            "{game} allows no more than {most} players at a table.",
            game=info.title,
            most=info.max_players,
        )
    if rules.size < info.min_players:
        raise Refusal(
            "{game} needs at least {least} players at a table.",
            game=info.title,
            least=info.min_players,
        )


MOST_IN_A_DUEL = 6


def seats_of(info: GameInfo) -> int:
    """Return how many can meet in a match; a game for one is played as a duel."""
    return MOST_IN_A_DUEL if info.max_players == 1 else info.max_players
