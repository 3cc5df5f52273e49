"""Sample mails about people: friends, reports, holidays, words, and several notices in one mail."""

from uuid import uuid4

from django.contrib.auth.models import Group
from django.core.mail import EmailMessage
from django.utils import timezone
from django.utils.translation import gettext

from accounts.edge.languages import speaking_to
from accounts.notices import kinds, mail
from accounts.notices.delivery import bounces, digests
from accounts.notices.kinds import MAIL
from accounts.notices.mail import Hold
from accounts.notices.models import Delivery
from accounts.rest import mails as rest_mails
from accounts.rest import reading as rest
from accounts.trust import friends
from accounts.trust.apps import MODERATORS
from accounts.trust.models import Measure
from accounts.users.models import User
from games.matches.talk import chat, conduct
from lobby.home.host.letters.company import Company, NoSample
from lobby.home.host.letters.matches import begin
from lobby.home.host.letters.tables import go_on_holiday


def friend(company: Company) -> EmailMessage:
    """Return the mail about somebody who would like to be a friend."""
    friends.ask(user=company.other(), friend=company.reader, now=company.now)
    return company.mail("friend")


def report(company: Company) -> EmailMessage:
    """Return the mail about what became of a report."""
    _decide(company, reporter=0, measure=Measure.NOTHING)
    return company.mail("report")


def silence(company: Company) -> EmailMessage:
    """Return the mail to somebody who was silenced."""
    _decide(company, reporter=1, measure=Measure.SILENCE)
    return company.mail("silence")


def _decide(company: Company, *, reporter: int, measure: Measure) -> None:
    """Have one at a table report what the other said, and a moderator decide about it."""
    match = begin(company)
    people = [seat.user for seat in match.seats.order_by("player")]
    accuser, speaker = people[reporter], people[1 - reporter]
    assert isinstance(accuser, User)  # noqa: S101 - people alone sit there
    assert isinstance(speaker, User)  # noqa: S101 - likewise
    said = chat.say(
        match_id=match.pk, user=speaker, cmd_id=uuid4(), phrase=next(iter(chat.PHRASES)),
        now=company.now,
    )  # fmt: skip
    case = chat.report(
        match_id=match.pk, user=accuser, line_id=said.pk, reason="insult", words="",
        now=company.now,
    )  # fmt: skip
    moderator = company.other("Ines")
    moderator.groups.add(Group.objects.get(name=MODERATORS))
    conduct.decide(
        report_id=case.pk,
        moderator=moderator,
        measure=measure,
        days=3,
        reason=gettext("We've read what was said around it as well."),
        now=company.now,
    )


def holiday(company: Company) -> EmailMessage:
    """Return the mail about a holiday that began by itself."""
    go_on_holiday(company)
    row = rest.running(user_id=company.reader.pk, now=company.now)
    if row is None:
        raise NoSample("no holiday began")
    rest_mails.tell_begun(row)
    return company.mail(rest_mails.KIND)


def again(company: Company) -> EmailMessage:
    """Return the mail that tries whether mails arrive again."""
    bounces.try_again(user=company.reader, now=company.now)
    return company.mail(bounces.AGAIN)


def words(company: Company) -> EmailMessage:
    """Return the mail about a proposal that was decided."""
    kinds.SAMPLERS["words"](company.reader, company.other, company.now)
    return company.mail("words")


def backups(company: Company) -> EmailMessage:
    """Return the mail to administrators about backups that weren't proved good."""
    kinds.SAMPLERS["backups"](company.reader, company.other, company.now)
    return company.mail("backups")


def digest(company: Company) -> EmailMessage:
    """Return a mail with several notices in it."""
    begin(company)
    begin(company, "upwords")
    friends.ask(user=company.other("Kim"), friend=company.reader, now=company.now)
    owed = Delivery.objects.filter(user=company.reader, channel=MAIL).order_by("pk")
    wanted = owed.filter(notification__kind__in=("turn", "friend"))
    leader, *others = wanted.select_related("notification", "user")
    made = digests.bundle(leader, others, company.now)
    notice = made.notification
    notice.user = company.reader
    with timezone.override(company.reader.zone), speaking_to(company.reader):
        told = digests.write(notice, made, leader.notification.due_at)
        if isinstance(told, Hold):
            raise NoSample(told.reason)
        return mail.assemble(notice=notice, mail=told)
