"""Who may do what in a league: its organiser, those who help, referees, players, anybody."""

from datetime import datetime
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.notifications import is_confirmed
from accounts.people import voice
from games.core.errors import BadData
from lobby.leagues.models import League, LeagueRole, LedgerEntry, Season

Person = User | AnonymousUser
Role = LeagueRole.Role


class NotAllowed(BadData):
    """The person may not do this; the text says who may."""


class Power(StrEnum):
    """What somebody who runs a league can do."""

    CHANGE = "change"  # name, rules and dates
    RUN = "run"  # hold, go on, undo a step
    PEOPLE = "people"  # let in, take out, move, send a substitute
    RULE = "rule"  # settle a match, give time
    SAY = "say"  # announce
    APPOINT = "appoint"  # give and take roles, pass the league on, close it


POWERS: dict[str, frozenset[Power]] = {
    Role.ORGANISER: frozenset(Power),
    Role.CO_ORGANISER: frozenset(Power) - {Power.APPOINT},
    Role.REFEREE: frozenset({Power.RULE}),
}
REFUSALS = {
    Power.CHANGE: "Only those who organise this league can change it.",
    Power.RUN: "Only those who organise this league can hold it or undo a step.",
    Power.PEOPLE: "Only those who organise this league decide about its players.",
    Power.RULE: "Only organisers and referees of this league can settle a match or give time.",
    Power.SAY: "Only those who organise this league can announce something.",
    Power.APPOINT: "Only the organiser of this league can do that.",
}


def role_of(user: Person, league: League) -> str:
    """Return somebody's role in a league, "" without one."""
    if user.pk is None or not user.is_active:
        return ""
    return league.roles.filter(user_id=user.pk).values_list("role", flat=True).first() or ""


def powers_of(user: Person, league: League) -> frozenset[Power]:
    """Return what somebody can do as one of those who run a league."""
    return POWERS.get(role_of(user, league), frozenset())


def may(user: Person, league: League, power: Power) -> bool:
    """Tell whether somebody has a power in a league."""
    return power in powers_of(user, league)


def insist(user: Person, league: League, power: Power) -> User:
    """Return somebody's account if he has a power in a league; raise NotAllowed."""
    if not isinstance(user, User) or not may(user, league, power):
        raise NotAllowed(REFUSALS[power])
    return user


def refusal(user: Person) -> str:
    """Return why somebody can neither found nor join a league, "" if he can."""
    if not isinstance(user, User) or not user.is_active:
        return "Sign in first."
    if user.is_guest:
        return "Guests cannot take part in leagues. Keep your name and games by signing up."
    if not is_confirmed(user):
        return "Confirm your mail address first, so that you hear of your matches."
    return ""


def insist_on_voice(user: User, now: datetime) -> None:
    """Raise NotAllowed for who may not write in their own words, which others would read."""
    if why := voice.refusal(user=user, now=now):
        raise NotAllowed(why)


def unwelcome(season: Season, user: Person) -> str:
    """Return why somebody cannot play a season: organisers turned him away, or took him out."""
    if user.pk is None:
        return ""
    places = season.entrants.filter(user_id=user.pk).values_list("pk", flat=True)
    entries = LedgerEntry.objects.filter(league=season.league_id, kind__in=("refuse", "remove"))
    if entries.filter(data__season=season.number, data__place__in=list(places)).exists():
        return "The organisers have decided that you do not play this season."
    return ""


def welcome(season: Season, user: User) -> None:
    """Raise NotAllowed for somebody whom organisers have kept out of a season."""
    if why := unwelcome(season, user):
        raise NotAllowed(why)


def enter(user: Person) -> User:
    """Return the account of somebody who can take part in leagues; raise NotAllowed."""
    if why := refusal(user):
        raise NotAllowed(why)
    assert isinstance(user, User)  # noqa: S101 - nobody else was let through
    return user
