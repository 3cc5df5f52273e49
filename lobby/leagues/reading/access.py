"""Who can do what in a league: its organiser, co-organisers, referees, players, anybody."""

from enum import StrEnum

from accounts.users.models import User
from accounts.users.services import is_confirmed
from games.core.language.text import Text
from lobby.leagues.models import League, LeagueRole, LedgerEntry, Season
from lobby.permission import NotAllowed, Person

Role = LeagueRole.Role


class Power(StrEnum):
    """What somebody who runs a league can do."""

    CHANGE = "change"  # name, rules and dates
    RUN = "run"  # hold, go on, undo a step
    PEOPLE = "people"  # let in, remove, move, send a substitute
    RULE = "rule"  # settle a match, give time
    SAY = "say"  # announce
    APPOINT = "appoint"  # give and take roles, pass the league on, close it


POWERS: dict[str, frozenset[Power]] = {
    Role.ORGANISER: frozenset(Power),
    Role.CO_ORGANISER: frozenset(Power) - {Power.APPOINT},
    Role.REFEREE: frozenset({Power.RULE}),
}
REFUSALS = {
    Power.CHANGE: Text("Only the organisers can change this league."),
    Power.RUN: Text("Only the organisers can put a season on hold or undo a step."),
    Power.PEOPLE: Text("Only the organisers can let players in, move them or remove them."),
    Power.RULE: Text("Only organisers and referees can rule on a match."),
    Power.SAY: Text("Only the organisers can make announcements in this league."),
    Power.APPOINT: Text("Only the main organiser of this league can do that."),
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
    """Return somebody's account if they have a power in a league; raise NotAllowed."""
    if not isinstance(user, User) or not may(user, league, power):
        raise NotAllowed(REFUSALS[power])
    return user


def refusal(user: Person) -> Text | None:
    """Return why somebody can neither start nor join a league, None if they can."""
    if not isinstance(user, User) or not user.is_active:
        return Text("Sign in first.")
    if user.is_guest:
        return Text("Guests can't play in leagues. Sign up first; you'll keep your games.")
    if not is_confirmed(user):
        return Text("Confirm your email address first, so we can tell you about your matches.")
    return None


def unwelcome(season: Season, user: Person) -> Text | None:
    """Return why somebody cannot play a season: organisers turned them away, or removed them."""
    if user.pk is None:
        return None
    places = season.entrants.filter(user_id=user.pk).values_list("pk", flat=True)
    entries = LedgerEntry.objects.filter(league=season.league_id, kind__in=("refuse", "remove"))
    if entries.filter(data__season=season.number, data__place__in=list(places)).exists():
        return Text("The organisers have decided that you can't play this season.")
    return None


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
