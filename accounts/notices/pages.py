"""The ledger of notices, and mail that was paused."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from csp.constants import SELF
from csp.decorators import csp_update
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.edge import tokens
from accounts.edge.clock import read_clock
from accounts.edge.links import own_address
from accounts.edge.requests import person_of, signed_in
from accounts.notices import kinds, ledger, mail
from accounts.notices.delivery import bounces, census, kept_mails, letters
from accounts.notices.delivery.letters import Letter
from accounts.notices.kinds import MAIL
from accounts.notices.preferences import choosing
from accounts.notices.preferences.reading import choices_of
from accounts.users.models import User

# Of a mail in a frame: its own styles and pictures, and nothing that runs, asks or leads anywhere.
FRAMED = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
)
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
    messages.success(
        request,
        _("We've sent you an email. If it comes back, we'll tell you here.")
        if settings.MAIL_LEAVES
        else _("This site doesn't send emails now. Once it does, you'll get yours again."),
    )
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


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End mails of one kind: without a login, at once, but only by POST.

    Mail scanners open every link they see, so looking changes nothing (RFC 8058 asks for the same).
    """
    done = request.method == "POST"
    try:
        kind = choosing.unsubscribe(token=token) if done else tokens.read_unsubscribe(token)[1]
    except tokens.BadToken:
        return render(request, "accounts/unsubscribe.html", {"broken": True}, status=404)
    labels = [str(kinds.KINDS[name].label) for name in kind.split("+") if name in kinds.KINDS]
    context = {"done": done, "label": "; ".join(labels) or kind, "token": token}
    return render(request, "accounts/unsubscribe.html", context)


def require_administrator(request: HttpRequest) -> None:
    """Raise PermissionDenied unless whoever asks runs the site."""
    # Sign-in codes are among the mails: to read them is to be anybody.
    if not (isinstance(request.user, User) and request.user.is_superuser):
        raise PermissionDenied


@signed_in
@require_safe
def outbox(request: HttpRequest) -> HttpResponse:
    """List the mails that stayed here, and what became of them."""
    require_administrator(request)
    found = kept_mails.newest()
    fates = census.fates(addresses={one.to for one in found})
    mails = [Shown.of(one, fates) for one in found]
    return render(request, "accounts/outbox.html", {"mails": mails})


@signed_in
@require_safe
@csp_update({"frame-src": [SELF]})  # type: ignore[arg-type]  # a view may have more arguments
def outbox_mail(request: HttpRequest, key: str) -> HttpResponse:
    """Show one of them as its reader gets it: its page on wide and narrow screens, and its text."""
    kept = _mail_or_404(request, key)
    shown = Shown.of(kept, census.fates(addresses=[kept.to]))
    frame = reverse("outbox-page", args=[kept.id])
    context = {"mail": shown, "kept": _is_private(request, kept), "frame": frame}
    return render(request, "accounts/outbox_mail.html", context)


@signed_in
@require_safe
def outbox_page(request: HttpRequest, key: str) -> HttpResponse:
    """Return the page that is in one of them, to be shown in a frame."""
    return framed(_open_letter_or_404(request, key))


@signed_in
@require_safe
def outbox_picture(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Return a picture of one of them."""
    pictures = _open_letter_or_404(request, key).pictures
    if number >= len(pictures):
        raise Http404
    return HttpResponse(pictures[number], content_type="image/png")


def framed(letter: Letter) -> HttpResponse:
    """Return the page in a mail for a frame of this site, where it can do nothing but be seen."""
    page = letter.html
    if not page:
        raise Http404
    headers = {"Content-Security-Policy": FRAMED, "X-Frame-Options": "SAMEORIGIN"}
    return HttpResponse(page, headers=headers)


@dataclass(frozen=True)
class Shown:
    """A mail of the outbox: what it says, and what became of it if that is known."""

    id: str
    letter: Letter
    fate: census.Fate | None

    @classmethod
    def of(cls, kept: kept_mails.Kept, fates: dict[str, census.Fate]) -> "Shown":
        """Return a mail as it's shown, given what became of mails by their Message-ID."""
        fate = fates.get(str(kept.message["Message-ID"]).strip())
        return cls(kept.id, _letter(kept), fate)


def _mail_or_404(request: HttpRequest, key: str) -> kept_mails.Kept:
    require_administrator(request)
    kept = kept_mails.find(key)
    if kept is None:
        raise Http404
    return kept


def _open_letter_or_404(request: HttpRequest, key: str) -> Letter:
    kept = _mail_or_404(request, key)
    if _is_private(request, kept):
        raise Http404
    return _letter(kept)


def _letter(kept: kept_mails.Kept) -> Letter:
    """Return a mail for whoever runs the site; while none leaves, they pass on codes and links."""
    passed_on = not settings.MAIL_LEAVES and letters.is_about_account(kept.message)
    return Letter(kept.message, is_passed_on=passed_on)


def _is_private(request: HttpRequest, kept: kept_mails.Kept) -> bool:
    """Return whether a mail is for its reader's eyes only, as it may show their hand."""
    assert isinstance(request.user, User)  # noqa: S101 - who runs the site
    about = str(kept.message.get(mail.ABOUT, ""))
    return kept.to != request.user.email and kinds.have_secrets([about])
