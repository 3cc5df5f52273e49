"""Sample mails about leagues: what seasons tell, and what organisers say and decide."""

from collections import defaultdict
from datetime import timedelta
from typing import TYPE_CHECKING

from django.core.mail import EmailMessage
from django.utils.translation import gettext

from accounts.users.models import User
from games.core.clock import Form, Pace, TimeControl
from games.core.table.agreement import Agreement
from lobby.home.host.letters.company import Company
from lobby.home.host.letters.matches import GAME
from lobby.leagues.acts import founding, players, substitutes
from lobby.leagues.acts import organisers as organising
from lobby.leagues.acts.running import runner
from lobby.leagues.mails import telling
from lobby.leagues.mails.told import RULING, SEAT, TOLD, WORD
from lobby.leagues.season.rules import Rules

if TYPE_CHECKING:
    from lobby.leagues.models import Season

ABOUT_SOMEBODY = ("leaving", "stood_in", "withdrawn")
ROUND = "1"


def title(name: str) -> str:
    """Return what a mail that a season tells is about, as its subject has it."""
    facts = {"league": _name(), "about": ROUND, "number": 1, "who": "Sasha"}
    return str(TOLD[name].subject) % defaultdict(str, facts)


def news(company: Company, *, name: str) -> EmailMessage:
    """Return the mail that a season tells under a name."""
    season = _begun(company)
    own = season.entrants.get(user=company.reader)
    other = season.entrants.exclude(pk=own.pk).order_by("pk").first()
    if name == "finished" and own.division is not None:
        own.place, own.next_level = 1, own.division.level
        own.save(update_fields=["place", "next_level"])
    about = str(other.pk) if other and name in ABOUT_SOMEBODY else ROUND
    # Of some the reader would hear only in a season to come.
    company.owe(TOLD[name].kind, {"season": season.pk, "notice": name, "about": about})
    return company.mail(TOLD[name].kind)


def on_hold(company: Company) -> EmailMessage:
    """Return the mail to organisers whose season is on hold."""
    season = _found(company, company.reader)
    telling.tell_organisers(season, "unreadable", company.now)
    return company.mail(TOLD["check_in"].kind)


def seat(company: Company) -> EmailMessage:
    """Return the mail that asks somebody to stand in."""
    table = Company(company.other("Ines"), company.now)
    season = _begun(table)
    substitutes.offer(season_id=season.pk, user=company.reader, now=table.now)
    players.leave(season_id=season.pk, user=table.reader, now=table.now)
    runner.run(season_id=season.pk, now=table.now)
    return company.mail(SEAT)


def word(company: Company) -> EmailMessage:
    """Return the mail of an announcement."""
    season = _begun(company)
    organising.announce(
        league_id=season.league_id,
        user=_organiser(season),
        text=gettext("Welcome to a new season. Have fun."),
        now=company.now,
    )
    return company.mail(WORD)


def ruling(company: Company) -> EmailMessage:
    """Return the mail about something that a referee did."""
    season = _begun(company)
    fixture = season.fixtures.filter(seats__entrant__user=company.reader).order_by("pk").first()
    organising.give_time(
        fixture_id=fixture.pk if fixture else 0,
        user=_organiser(season),
        days=3,
        reason=gettext("Both players asked for it."),
        now=company.now,
    )
    return company.mail(RULING)


def _name() -> str:
    return gettext("The Tuesday League")


def _organiser(season: "Season") -> User:
    user = season.league.roles.order_by("pk")[0].user
    assert isinstance(user, User)  # noqa: S101 - whoever founded it
    return user


def _found(company: Company, organiser: User) -> "Season":
    league = founding.found(
        user=organiser,
        name=_name(),
        game=GAME,
        options={},
        control=TimeControl(Pace.CORRESPONDENCE, 86_400, 86_400, Form.PER_TURN),
        agreement=Agreement(),
        league_rules=Rules(),
        zone="Europe/London",
        first_day=(company.now + timedelta(days=14)).date(),
        now=company.now,
    )
    return league.seasons.get()


def _begun(company: Company) -> "Season":
    """Return a season in its first round, with the reader in it; the company's clock goes along."""
    season = _found(company, company.other("Jonas"))
    people = [company.reader, *(company.other(name) for name in ("Sasha", "Noor", "Kim"))]
    runner.run(season_id=season.pk, now=season.registration_at)
    for user in people:
        players.register(season_id=season.pk, user=user, agreed=True, now=season.registration_at)
    runner.run(season_id=season.pk, now=season.check_in_at)
    season.refresh_from_db()
    if season.phase == "check_in":
        for user in people:
            players.check_in(season_id=season.pk, user=user, now=season.check_in_at)
    runner.run(season_id=season.pk, now=season.starts_at)
    season.refresh_from_db()
    company.now = season.starts_at
    return season
