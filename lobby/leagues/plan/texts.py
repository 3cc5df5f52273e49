"""What a step says of itself, in plain words with exact numbers."""

from collections import Counter
from collections.abc import Iterator, Sequence

from lobby.leagues.plan.step import Step
from lobby.leagues.season import (
    Effect,
    Ended,
    EntrantChanged,
    Extended,
    How,
    Opened,
    Placed,
    RoundPaired,
    Standing,
    Told,
    Voided,
)

OUTLINES = {
    "registration": "Registration opens",
    "check_in": "Check-in opens",
    "remind_check_in": "Whoever has not checked in is reminded",
    "draw_up": "The divisions are drawn up",
    "postpone": "Too few players: the start is put off by a week",
    "cancel": "Too few players again: the season is called off",
    "remind": "Whoever has not made a first turn is reminded",
    "time": "Time is over for matches still running",
    "withdraw": "No substitute found: the place is given up",
    "play_off": "Play-offs begin",
    "finish": "The season ends",
    "next_season": "The next season is planned",
}
ALL_BEGIN = "All matches begin"
HOW_MANY = {
    How.BYE: ("bye", "byes"),
    How.EXCUSED: ("excused", "excused"),
    How.FORFEIT: ("match given up", "matches given up"),
    How.NO_SHOW: ("match lost for not turning up", "matches lost for not turning up"),
    How.SCORE: ("match decided by score", "matches decided by score"),
    How.PLAY_OUTS: ("match played out by the computer", "matches played out by the computer"),
    How.LOT: ("decided by lot", "decided by lot"),
}


def outline(step: Step) -> str:
    """Return what a step is for."""
    if step.kind == "round":
        return f"Round {step.key.partition(':')[2]} begins"
    return OUTLINES[step.kind]


def describe(step: Step, effects: Sequence[Effect]) -> str:
    """Return what a step does: "Round 2 begins: 42 matches, 1 bye, 84 notices"."""
    counted = ", ".join(_numbers(effects))
    rounds = next((each.rounds for each in effects if isinstance(each, RoundPaired)), 0)
    of_all = rounds > 1 and step.key == "round:1"
    words = ALL_BEGIN if of_all else outline(step)
    return f"{words}: {counted}" if counted else words


def _numbers(effects: Sequence[Effect]) -> Iterator[str]:
    placed = [each for each in effects if isinstance(each, Placed)]
    if placed:
        yield _count(len({each.level for each in placed}), "division", "divisions")
        yield _count(len(placed), "player", "players")
    absent = sum(_becomes(each, Standing.ABSENT) for each in effects)
    if absent:
        yield f"{absent} not checked in"
    for kind, one, many in (
        (Opened, "match", "matches"),
        (Extended, "match with more time", "matches with more time"),
        (Voided, "match that counts no more", "matches that count no more"),
    ):
        if number := sum(isinstance(each, kind) for each in effects):
            yield _count(number, one, many)
    hows = Counter(each.outcome.how for each in effects if isinstance(each, Ended))
    for how, (one, many) in HOW_MANY.items():
        if hows[how]:
            yield _count(hows[how], one, many)
    notices = sum(len(each.entrants) for each in effects if isinstance(each, Told))
    if notices:
        yield _count(notices, "notice", "notices")


def _becomes(effect: Effect, standing: Standing) -> bool:
    return isinstance(effect, EntrantChanged) and effect.to == standing


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
