"""Effects in plain words, so that everybody can read what a step will do before it does it."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from lobby.leagues import season as s
from lobby.leagues.season import Effect, How, Phase, Standing

Instant = Callable[[datetime], str]

PHASES = {
    Phase.PLANNED: "The season is planned again",
    Phase.REGISTRATION: "Registration opens",
    Phase.CHECK_IN: "Check-in opens",
    Phase.DRAWN_UP: "The divisions stand",
    Phase.PLAYING: "Play begins",
    Phase.FINISHED: "The season is over",
    Phase.CANCELLED: "The season is called off",
}
STANDINGS = {
    Standing.REGISTERED: "has a place",
    Standing.WAITING: "is on the waiting list",
    Standing.PLAYING: "plays",
    Standing.LEAVING: "leaves, and a substitute is sought",
    Standing.WITHDRAWN: "has withdrawn",
    Standing.ABSENT: "did not check in and does not play",
    Standing.ASKING: "asks to join",
}
HOW = {
    How.BYE: "bye", How.EXCUSED: "excused", How.FORFEIT: "forfeit", How.NO_SHOW: "no-show",
    How.SCORE: "by the score", How.PLAY_OUTS: "by play-outs", How.REFEREE: "by the referee",
    How.LOT: "by lot", How.PLAYED: "played",
}  # fmt: skip


def in_words(
    effects: Iterable[Effect], names: Mapping[int, str], instant: Instant
) -> list[tuple[str, list[str]]]:
    """Return effects as sentences under headings, in the order in which kinds first come.

    ``names`` are those of entrants by id, ``instant`` tells how a moment is written.
    """
    told: dict[str, list[str]] = {}
    for effect in effects:
        heading, line = _one(effect, _Names(names), instant)
        told.setdefault(heading, []).append(line)
    return list(told.items())


class _Names:
    """Names of entrants; those who are made up have numbers."""

    def __init__(self, known: Mapping[int, str]) -> None:
        self.known = known

    def of(self, entrant: int) -> str:
        return self.known.get(entrant) or f"newcomer {abs(entrant)}"

    def all(self, entrants: Iterable[int]) -> str:
        return " and ".join(self.of(each) for each in entrants)


def _one(effect: Effect, names: _Names, instant: Instant) -> tuple[str, str]:
    if isinstance(effect, OfPeople):
        return _of_people(effect, names)
    if isinstance(effect, OfMatches):
        return _of_matches(effect, names, instant)
    return _of_season(effect, instant)


OfPeople = s.EntrantChanged | s.CheckedIn | s.Excused | s.Placed | s.FinalPlace
OfMatches = s.Paired | s.Opened | s.Extended | s.Ended | s.Voided


def _of_people(effect: OfPeople, names: _Names) -> tuple[str, str]:
    who = names.of(effect.entrant)
    match effect:
        case s.EntrantChanged(_, to):
            return "Players", f"{who} {STANDINGS[to]}"
        case s.CheckedIn():
            return "Players", f"{who} is there"
        case s.Excused(_, missed):
            return "Players", f"{who} is excused of round {missed}"
        case s.Placed(_, level, seed):
            return f"Division {level}", f"{seed}. {who}"
        case s.FinalPlace(_, place, next_level):
            return "Final places", f"{place}. {who}, next time in division {next_level}"


def _of_matches(effect: OfMatches, names: _Names, instant: Instant) -> tuple[str, str]:
    match effect:
        case s.Paired(fixture):
            level, which, _ = fixture.key
            alone = "" if len(fixture.seats) > 1 else " sits out"
            return f"Pairings, division {level}, round {which}", names.all(fixture.seats) + alone
        case s.Opened(key, _, due_at):
            return "Matches that begin", f"{_key(key)}, until {instant(due_at)}"
        case s.Extended(key, due_at):
            return "Matches with more time", f"{_key(key)}, until {instant(due_at)}"
        case s.Ended(key, outcome):
            places = " : ".join(str(each or "none") for each in outcome.places)
            return "Matches that end", f"{_key(key)}: {HOW[outcome.how]}, places {places}"
        case s.Voided(key):
            return "Matches that do not count", _key(key)


def _key(key: s.Key) -> str:
    level, which, number = key
    return f"division {level}, round {which}, match {number}"


OfSeason = s.PhaseChanged | s.Postponed | s.RoundPaired | s.NextSeason | s.Told


def _of_season(effect: OfSeason, instant: Instant) -> tuple[str, str]:
    match effect:
        case s.PhaseChanged(to):
            return "The season", PHASES[to]
        case s.Postponed(_, starts_at):
            return "The season", f"It begins on {instant(starts_at)}"
        case s.RoundPaired(rounds, ends_at):
            return "The season", f"Round {rounds} is on, until {instant(ends_at)}"
        case s.NextSeason(number, registration_at, _, starts_at):
            opens = f"registration from {instant(registration_at)}, play from {instant(starts_at)}"
            return "The season", f"Season {number} is planned: {opens}"
        case s.Told(notice, entrants):
            people = f"{len(entrants)} {'person' if len(entrants) == 1 else 'people'}"
            kind = notice.replace("_", " ")
            return "Notices", f"“{kind}” to {people}"
