"""The mail to administrators when no drill has gone well for too long."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from accounts.notices import outbox
from accounts.notices.mail import Hold, Mail, compose
from accounts.notices.models import Notification
from accounts.notices.outbox import Notice, Urgency
from accounts.users.models import User
from config.hosting import reading
from config.hosting.faults import fault
from config.hosting.models import Backup, Drill

KIND = "backups"
LABEL = gettext_lazy("Backups of the site")
TOO_LONG = timedelta(days=8)
MOST_LINES = 5


def register() -> None:
    """Make the kind of notice known to the outbox, and who can owe a sample of it."""
    outbox.register_sampler(KIND, owe)
    outbox.register_kind(
        KIND, LABEL, alarm_mail, urgency=Urgency.LAST, on=("mail", "app"), optional=False
    )


def is_overdue(*, now: datetime) -> bool:
    """Tell whether it's too long ago that a drill went well, or that there could have been one."""
    good = reading.last_good_drill()
    if good is not None:
        return good.at <= now - TOO_LONG
    firsts = (
        Backup.objects.order_by("made_at").values_list("made_at", flat=True).first(),
        Drill.objects.order_by("at").values_list("at", flat=True).first(),
        _administrators().order_by("date_joined").values_list("date_joined", flat=True).first(),
    )
    return any(first is not None and first <= now - TOO_LONG for first in firsts)


def warn(*, now: datetime) -> None:
    """Owe each administrator a mail if a drill is overdue, once a day."""
    if is_overdue(now=now):
        outbox.schedule_all(notices=[_notice(user, now) for user in _administrators()])


def _notice(user: User, now: datetime) -> Notice:
    key = f"{KIND}:{user.pk}:{now:%Y-%m-%d}"
    return Notice(user.pk, KIND, key, {}, now, about=reverse("host"))


def owe(reader: User, _other: Callable[[str], User], now: datetime) -> None:
    """Have a drill fail long after the last good one; the caller rolls it back."""
    Drill.objects.create(at=now - TOO_LONG, name="-", seconds=1)
    wrong = [fault("match", match="k7q2m9xw4trc", ply=12, what="text")]
    Drill.objects.filter(faults=[], at__gt=now - TOO_LONG).delete()
    Drill.objects.create(at=now, name="-", seconds=1, faults=wrong)
    outbox.schedule_all(notices=[_notice(reader, now)])


def _administrators() -> QuerySet[User]:
    return User.objects.filter(is_superuser=True, is_active=True)


def alarm_mail(notice: Notification, now: datetime) -> Mail | Hold:
    """Return the mail that says since when no backup has proved good, and why."""
    if not is_overdue(now=now):
        return Hold(gettext_noop("a backup has been proved good since"))
    good, last = reading.last_good_drill(), reading.last_drill()
    if good is None:
        lines = [_("No backup of this site has been proved good yet.")]
    else:
        on = date_format(good.at.astimezone(notice.user.zone), "j F Y")
        lines = [_("The last backup that was proved good was tried on %(date)s.") % {"date": on}]
    if last is None:
        lines.append(_("There hasn't been a drill yet. To run one: manage.py drill"))
    elif last.faults:
        told = reading.faults_in_words(last)
        lines += [_("This is what the last drill found:"), *told[:MOST_LINES]]
        if (more := len(told) - MOST_LINES) > 0:
            lines.append(ngettext("And %(n)s more.", "And %(n)s more.", more) % {"n": more})
    if reading.last_backup() is None:
        lines.append(_("There's no backup yet. To make one: manage.py backup"))
    return compose(
        notice=notice,
        label=LABEL,
        subject=_("No backup has been proved good for more than a week"),
        lines=lines,
        link=reverse("host"),
        action=_("Look after the site"),
    )
