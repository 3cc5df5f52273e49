"""Sample mails about tables that wait, and about trophies."""

from datetime import timedelta

from django.core.mail import EmailMessage

from accounts.rest import services as rest
from accounts.trust import friends
from accounts.users.models import User
from games.core.table.agreement import Agreement
from games.matches import play
from lobby.home.host.letters.company import Company
from lobby.home.host.letters.matches import GAME, SLOW, begin
from lobby.records import acts as results
from lobby.records.trophies import awarding
from lobby.tables.acts import clearing, opening
from lobby.tables.choices import StartRule, Visibility

ACTIVE_DAYS = 60  # after which somebody has earned a holiday


def rematch(company: Company) -> EmailMessage:
    """Return the mail about a rematch."""
    match = begin(company)
    play.resign(match_id=match.pk, player=0, now=company.now)
    (other,) = (seat.user for seat in match.seats.all() if seat.user_id != company.reader.pk)
    assert isinstance(other, User)  # noqa: S101 - people alone sit there
    opening.offer_rematch(match_id=match.pk, user=other, now=company.now)
    return company.mail("table")


def invitation(company: Company) -> EmailMessage:
    """Return the mail about a seat that a friend keeps."""
    host = company.other()
    friends.ask(user=host, friend=company.reader, now=company.now)
    friends.ask(user=company.reader, friend=host, now=company.now)
    opening.create(
        host=host,
        game=GAME,
        options={},
        control=SLOW,
        seats=2,
        visibility=Visibility.PRIVATE,
        start_rule=StartRule.HOST,
        friend=company.reader,
        now=company.now,
    )
    return company.mail("invitation")


def away(company: Company) -> EmailMessage:
    """Return the mail about a seat that was freed because of a holiday."""
    opening.create(
        host=company.reader,
        game=GAME,
        options={},
        control=SLOW,
        seats=3,
        visibility=Visibility.PRIVATE,
        start_rule=StartRule.HOST,
        agreement=Agreement(),
        now=company.now,
    )
    go_on_holiday(company)
    clearing.get_up_for_holiday(user_id=company.reader.pk, now=company.now)
    return company.mail("away")


def go_on_holiday(company: Company) -> None:
    """Have the reader earn a holiday and begin it."""
    for day in range(ACTIVE_DAYS):
        rest.note_active(user_id=company.reader.pk, at=company.now - timedelta(days=day + 1))
    rest.switch_on(user=company.reader, now=company.now)


def trophy(company: Company) -> EmailMessage:
    """Return the mail about a trophy, for those who want one."""
    match = begin(company)
    play.resign(match_id=match.pk, player=1, now=company.now)
    results.note_result(match_id=match.pk)
    awarding.award(company.reader.pk, company.now)
    return company.mail("trophy")
