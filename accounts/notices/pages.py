"""The ledger of notices, and mail that was paused."""

from datetime import UTC, datetime, timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.edge.requests import own_address, person_of, read_clock, signed_in
from accounts.notices import kinds, ledger
from accounts.notices.delivery import bounces
from accounts.notices.kinds import MAIL
from accounts.notices.preferences import choosing
from accounts.notices.preferences.reading import choices_of
from accounts.users.models import User

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)  # before which nobody was told anything here


@signed_in
@require_safe
def told(request: HttpRequest) -> HttpResponse:
    """Show what a person was told, or not, and why: a week of it, of all tables or of one."""
    user, now = person_of(request), read_clock()
    about, until = (
        request.GET.get("about", "").replace("\0", ""),
        _instant(request.GET.get("until", ""), now),
    )
    since = until - timedelta(days=ledger.DAYS)
    older = urlencode({"until": since.isoformat(), **({"about": about} if about else {})})
    context = {
        "about": about,
        "days": ledger.days(user=user, until=until, about=about),
        "is_latest": until == now,
        "planned": ledger.planned(user=user, now=now, about=about) if until == now else [],
        "older": older if ledger.is_older(user=user, than=since, about=about) else "",
        "tables": ledger.tables(user=user, since=now - timedelta(days=30)),
        "mailed": notified_kinds(user),
    }
    answer = render(request, "accounts/notices.html", context)
    if until == now:
        ledger.mark_seen(user=user, now=now)
    return answer


def notified_kinds(user: User) -> list[tuple[str, str]]:
    """Return the kinds of notice that somebody gets by mail and may stop."""
    wanted = choices_of(user_id=user.pk)
    return [(name, str(kinds.KINDS[name].label)) for name, is_on in wanted.items() if is_on]


@signed_in
@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """End mails of one kind."""
    user, kind = person_of(request), kinds.KINDS.get(request.POST.get("kind", ""))
    if kind is None or not kind.optional:
        messages.error(request, _("We don't send notifications of that kind."))
        return redirect("notices")
    choosing.choose_channels(user_id=user.pk, wishes={(kind.name, MAIL): False})
    messages.success(request, _("No more emails of this kind: %(kind)s.") % {"kind": kind.label})
    return redirect("notices")


@signed_in
@require_POST
def try_again(request: HttpRequest) -> HttpResponse:
    """Let mail go out again to somebody whose mail server refused one."""
    bounces.try_again(user=person_of(request), now=read_clock())
    messages.success(request, _("We've sent you an email. If it comes back, we'll tell you here."))
    return redirect(own_address(request) or reverse("notices"))


def _instant(text: str, latest: datetime) -> datetime:
    """Return the instant a page of the ledger ends with; what cannot be is the latest."""
    try:
        at = parse_datetime(text)
    except ValueError:
        at = None
    if at is None:
        return latest
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return at if EARLIEST < at < latest else latest
