"""What somebody was told, or not, and why: the lines of their ledger in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from django.db import connection
from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.notices import kinds
from accounts.notices.delivery import kept_mails, reasons
from accounts.notices.delivery.account_mails import OUTSIDE
from accounts.notices.delivery.digests import DIGEST
from accounts.notices.kinds import ACCOUNT, APP
from accounts.notices.models import Delivery, DeliveryStatus, NoticeChoices, Notification
from accounts.users.models import User

DAYS = 7  # on one page
MOST_PLANNED = 20

# Each page asks, and it takes longer to have a statement written than to run it.
_STANDING = """
SELECT (
    SELECT count(*) FROM notices_delivery way WHERE way.user_id = person.id AND way.channel = %s
    AND way.status = 'sent' AND way.sent_at > coalesce(choices.seen_at, person.date_joined)
), person.email, choices.refused_address, choices.refused_reason
FROM users_user person LEFT JOIN notices_noticechoices choices ON choices.user_id = person.id
WHERE person.id = %s
"""


@dataclass(frozen=True)
class Way:
    """What became of a notice by one channel, in words."""

    channel: str
    status: str
    words: str


@dataclass(frozen=True)
class Line:
    """A notice of the ledger: what it was about, when, and each way it went or did not go."""

    at: datetime
    kind: str
    label: str
    subject: str
    about: str
    ways: tuple[Way, ...]
    is_optional: bool


@dataclass(frozen=True)
class Day:
    """The lines of one day, the latest first."""

    day: date
    lines: tuple[Line, ...]


def days(*, user: User, until: datetime, about: str = "") -> list[Day]:
    """Return what was due in the seven days up to an instant, by days of the person's own zone."""
    told = _of(user, about).filter(due_at__lte=until, due_at__gt=until - DAYS * timedelta(days=1))
    lines = _lines(user, told.order_by("-due_at", "-pk"))
    by_day = groupby(lines, key=lambda line: line.at.astimezone(user.zone).date())
    return [Day(day, tuple(group)) for day, group in by_day]


def planned(*, user: User, now: datetime, about: str = "") -> list[Line]:
    """Return what is to be told if nothing changes, the next first."""
    queued = Delivery.objects.filter(user=user, status=DeliveryStatus.QUEUED)
    later = _of(user, about).filter(due_at__gt=now, deliveries__in=queued).distinct()
    return _lines(user, later.order_by("due_at", "pk")[:MOST_PLANNED])


def is_older(*, user: User, than: datetime, about: str = "") -> bool:
    """Tell whether there is more to read of the time before an instant."""
    return _of(user, about).filter(due_at__lte=than).exists()


@dataclass(frozen=True)
class Standing:
    """What every page says of notices: how many are new, and why mail is paused, if it is."""

    unread: int = 0
    refused: str = ""


def standing(*, user: User) -> Standing:
    """Return what is new for somebody since they last looked; one query."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDING, [APP, user.pk])
        facts = cursor.fetchone()
    if facts is None:
        return Standing()
    unread, email, address, reason = facts
    refused = (address or "").lower() == email.lower() != ""
    return Standing(unread, _why(reason) if refused else "")


def mark_seen(*, user: User, now: datetime) -> None:
    """Note that somebody has looked at their ledger."""
    NoticeChoices.objects.update_or_create(user=user, defaults={"seen_at": now})


def _of(user: User, about: str) -> QuerySet[Notification]:
    ways = Delivery.objects.select_related("merged_into").order_by("pk")
    own = Notification.objects.filter(user=user).exclude(kind=DIGEST)
    own = own.prefetch_related(Prefetch("deliveries", queryset=ways))
    return own.filter(about=about) if about else own


def _lines(user: User, notices: Iterable[Notification]) -> list[Line]:
    """Return lines for notices; where nothing was written yet, the page's name tells them apart."""
    found = list(notices)
    names = kinds.names_of(user_id=user.pk, pages={one.about for one in found if one.about})
    return [_line(notice, names.get(notice.about, "")) for notice in found]


def _line(notice: Notification, name: str) -> Line:
    rows = list(notice.deliveries.all())
    kind = kinds.KINDS.get(notice.kind)
    label = str(kind.label) if kind else notice.kind
    return Line(
        at=notice.due_at,
        kind=notice.kind,
        label=label,
        subject=_subject(notice, rows) or name or label,
        about=notice.about,
        ways=tuple(_way(row) for row in rows),
        is_optional=kind.optional if kind else False,
    )


def _subject(notice: Notification, rows: list[Delivery]) -> str:
    """Return what was told as it was told; of a mail about the account, what that was about."""
    subject = next((row.subject for row in rows if row.subject), "")
    return _(subject) if subject and notice.kind == ACCOUNT else subject


def _way(row: Delivery) -> Way:
    channel = kinds.CHANNELS.get(row.channel)
    return Way(str(channel.label) if channel else row.channel, row.status, in_words(row))


def in_words(row: Delivery) -> str:
    """Say what became of a delivery."""
    why = _why(row.outcome)
    match row.status:
        case DeliveryStatus.SENT:
            return _sent(row, why)
        case DeliveryStatus.MERGED:
            return _merged(row.merged_into)
        case DeliveryStatus.BOUNCED:
            return why or _("it came back")
        case DeliveryStatus.HELD:
            return _("held back: %(why)s") % {"why": why}
        case DeliveryStatus.CANCELLED if why:
            return _("held back (%(why)s), and then no longer needed") % {"why": why}
        case DeliveryStatus.CANCELLED:
            return _("no longer needed")
        case DeliveryStatus.FAILED:
            return _("we gave up after many tries: %(why)s") % {"why": why}
    when = _day_and_clock(row.due_at)
    said = _("goes out on %(when)s (%(why)s)") if why else _("goes out on %(when)s")
    return said % {"when": when, "why": why}


def _sent(row: Delivery, why: str) -> str:
    if row.outcome == kept_mails.OUTCOME:
        said = _("written at %(time)s, but not sent, because this site has no mail server")
    elif row.outcome == OUTSIDE:
        said = _("sent at %(time)s, without counting towards your daily email limit")
    else:
        said = _("sent at %(time)s, but %(why)s") if why else _("sent at %(time)s")
    return said % {"time": _clock(row.sent_at), "why": why}


def _merged(digest: Delivery | None) -> str:
    if digest is not None and digest.status == DeliveryStatus.SENT:
        if digest.outcome == kept_mails.OUTCOME:
            return _sent(digest, "")
        return _("sent in one email with others at %(time)s") % {"time": _clock(digest.sent_at)}
    if digest is not None and digest.status == DeliveryStatus.QUEUED:
        when = _day_and_clock(digest.due_at)
        return _("goes out in one email with others on %(when)s") % {"when": when}
    why = _why(digest.outcome if digest else "")
    return _("the email it was part of didn't go out: %(why)s") % {"why": why}


def _why(outcome: str) -> str:
    return _("you were at the table") if outcome == "at the table" else reasons.in_words(outcome)


def _clock(at: datetime | None) -> str:
    return date_format(timezone.localtime(at), "H:i") if at else ""


def _day_and_clock(at: datetime) -> str:
    return date_format(timezone.localtime(at), "l j F, H:i")


def tables(*, user: User, since: datetime) -> list[tuple[str, str]]:
    """Return the pages somebody was told of since an instant, each with its name.

    One without a name goes by the last reminders that were said of it.
    """
    told = Delivery.objects.filter(user=user, sent_at__gt=since).exclude(notification__about="")
    rows: Iterable[tuple[str, str]] = told.order_by("sent_at").values_list(
        "notification__about", "subject"
    )
    said = dict(rows)
    known = said | kinds.names_of(user_id=user.pk, pages=said.keys())
    return sorted(known.items(), key=lambda row: (row[1], row[0]))
