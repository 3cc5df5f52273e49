"""Effects in plain words, so that everyone can read what a step will do before it does it."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from games.core.language.text import Fact, Plural, Text, listed
from lobby.leagues.season import values as s
from lobby.leagues.season.values import Effect, How, Phase, Standing

Instant = Callable[[datetime], str]

PHASES = {
    Phase.PLANNED: Text("The season goes back to the planning stage"),
    Phase.REGISTRATION: Text("Registration opens"),
    Phase.CHECK_IN: Text("Check-in opens"),
    Phase.DRAWN_UP: Text("The divisions are drawn up"),
    Phase.PLAYING: Text("Play begins"),
    Phase.FINISHED: Text("The season is over"),
    Phase.CANCELLED: Text("The season won't take place"),
}
STANDINGS = {
    Standing.REGISTERED: Text("{who} has a place"),
    Standing.WAITING: Text("{who} is on the waiting list"),
    Standing.PLAYING: Text("{who} is playing"),
    Standing.LEAVING: Text("{who} has left, and we're looking for a substitute"),
    Standing.WITHDRAWN: Text("{who} withdraws"),
    Standing.ABSENT: Text("{who} didn't check in, so is sitting the season out"),
    Standing.ASKING: Text("{who} is asking to join"),
}
HOW = {
    How.PLAYED: Text("played"),
    How.BYE: Text("bye"),
    How.EXCUSED: Text("excused"),
    How.FORFEIT: Text("forfeit"),
    How.NO_SHOW: Text("no-show"),
    How.SCORE: Text("by score"),
    How.PLAY_OUTS: Text("by play-outs"),
    How.REFEREE: Text("by the referee"),
    How.LOT: Text("by lot"),
}
# What a notice is about, by the names that steps tell under.
NOTICES = {
    "registration": Text("Registration is open"),
    "check_in": Text("Please check in"),
    "check_in_reminder": Text("You haven't checked in yet"),
    "accepted": Text("You're in"),
    "refused": Text("You weren't let in"),
    "moved_up": Text("You have a place"),
    "removed": Text("You've been removed"),
    "postponed": Text("The start has been put off"),
    "cancelled": Text("The season has been called off"),
    "drawn_up": Text("The divisions have been drawn up"),
    "absent": Text("The season is starting without you"),
    "round": Text("A round begins"),
    "all_rounds": Text("All matches begin"),
    "bye": Text("No match this round"),
    "reminder": Text("Please take your first turn"),
    "extended": Text("Your match has more time"),
    "decided": Text("Time is up"),
    "lot": Text("Decided by lot"),
    "excused": Text("Someone is away, so your match has more time"),
    "replay": Text("Play it again"),
    "no_show": Text("Someone didn't turn up"),
    "leaving": Text("Someone has left"),
    "stood_in": Text("A substitute has taken over"),
    "withdrawn": Text("A player has withdrawn"),
    "play_off": Text("You have a play-off"),
    "finished": Text("The season is over"),
    "settled": Text("Your match has been settled"),
    "annulled": Text("Your match no longer counts"),
    "moved": Text("You've been moved to another division"),
}
PLAYERS, SEASON = Text("Players"), Text("The season")

Told = tuple[Text, Text]  # a heading, and a line below it


def in_words(
    effects: Iterable[Effect], names: Mapping[int, str], instant: Instant
) -> list[tuple[Text, list[Text]]]:
    """Return effects as lines under headings, in the order in which kinds first come.

    ``names`` are those of entrants by id, ``instant`` tells how a moment is written.
    """
    told: list[tuple[Text, list[Text]]] = []
    for effect in effects:
        heading, line = _one(effect, _Names(names), instant)
        lines = next((lines for known, lines in told if known == heading), None)
        if lines is None:
            told.append((heading, [line]))
        else:
            lines.append(line)
    return told


class _Names:
    """Names of entrants; those who are made up have numbers."""

    def __init__(self, known: Mapping[int, str]) -> None:
        self.known = known

    def of(self, entrant: int) -> Fact:
        return self.known.get(entrant) or Text("newcomer {number}", number=abs(entrant))

    def all(self, entrants: Iterable[int]) -> Fact:
        return listed([self.of(each) for each in entrants])


def _one(effect: Effect, names: _Names, instant: Instant) -> Told:
    if isinstance(effect, OfPeople):
        return _of_people(effect, names)
    if isinstance(effect, OfMatches):
        return _of_matches(effect, names, instant)
    return _of_season(effect, instant)


OfPeople = s.EntrantChanged | s.CheckedIn | s.Excused | s.Placed | s.FinalPlace
OfMatches = s.Paired | s.Opened | s.Extended | s.Ended | s.Voided


def _of_people(effect: OfPeople, names: _Names) -> Told:
    who = names.of(effect.entrant)
    match effect:
        case s.EntrantChanged(_, to):
            return PLAYERS, STANDINGS[to].having(who=who)
        case s.CheckedIn():
            return PLAYERS, Text("{who} has checked in", who=who)
        case s.Excused(_, missed):
            return PLAYERS, Text("{who} is excused from round {round}", who=who, round=missed)
        case s.Placed(_, level, seed):
            heading = Text("Division {level}", level=level)
            return heading, Text("{place}. {who}", place=seed, who=who)
        case s.FinalPlace(_, place, next_level):
            line = Text("{place}. {who}, in division {level} next season", place=place, who=who)
            return Text("Final places"), line.having(level=next_level)


def _of_matches(effect: OfMatches, names: _Names, instant: Instant) -> Told:
    match effect:
        case s.Paired(fixture):
            level, which, _ = fixture.key
            heading = Text("Pairings, division {level}, round {round}", level=level, round=which)
            people = names.all(fixture.seats)
            alone = len(fixture.seats) == 1
            words = Text("{people} has no opponent") if alone else Text("{people}")
            return heading, words.having(people=people)
        case s.Opened(key, _, due_at):
            return Text("Matches that begin"), _until(key, instant(due_at))
        case s.Extended(key, due_at):
            return Text("Matches with more time"), _until(key, instant(due_at))
        case s.Ended(key, outcome):
            places = tuple(each or Text("none") for each in outcome.places)
            line = Text("{match}: {how}, places {places}", match=_key(key), how=HOW[outcome.how])
            return Text("Matches that end"), line.having(places=places)
        case s.Voided(key):
            return Text("Matches that no longer count"), _key(key)


def _until(key: s.Key, at: str) -> Text:
    return Text("{match}, until {time}", match=_key(key), time=at)


def _key(key: s.Key) -> Text:
    level, which, number = key
    return Text(
        "division {level}, round {round}, match {number}", level=level, round=which, number=number
    )


OfSeason = s.PhaseChanged | s.Postponed | s.RoundPaired | s.NextSeason | s.Told


def _of_season(effect: OfSeason, instant: Instant) -> Told:
    match effect:
        case s.PhaseChanged(to):
            return SEASON, PHASES[to]
        case s.Postponed(_, starts_at):
            return SEASON, Text("The season starts on {time}", time=instant(starts_at))
        case s.RoundPaired(rounds, ends_at):
            line = Text("Round {round} lasts until {time}", round=rounds, time=instant(ends_at))
            return SEASON, line
        case s.NextSeason(number, registration_at, _, starts_at):
            return SEASON, Text(
                "Season {number} is planned, with registration from {opens} and play from {starts}",
                number=number,
                opens=instant(registration_at),
                starts=instant(starts_at),
            )
        case s.Told(notice, entrants):
            what = NOTICES.get(notice, Text("News"))
            line = Plural("“{what}” goes to {n} person", "“{what}” goes to {n} people", what=what)
            return Text("Notifications"), line.having(n=len(entrants))
