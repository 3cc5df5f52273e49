"""Pages of what is published: the draft with its impact, the lists, and each of their versions."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import signed_in
from accounts.users.models import User
from games.core.errors import Refusal
from games.words.lists import access, reading
from games.words.moderation import editions, impact, proposals
from games.words.pages.answers import answered, tell
from games.words.tasks import ask_to_publish

PAGE = 200  # changes on a page of a version


@require_safe
@answered
def draft_page(request: HttpRequest) -> HttpResponse:
    """Show what is decided and not published, what it would change, and the edition to come."""
    slug = request.GET.get("list", "")
    custom_list = access.custom_list_of(slug)
    if slug and custom_list is None:
        return redirect("word-draft")  # the lists of the site are published together
    zone, may_publish = zone_of(request), access.may_decide(request.user, custom_list)
    coming, now = editions.coming(custom_list), read_clock()
    publishing = coming is not None and editions.is_due(coming, now)
    context = {
        "slug": slug,
        "custom_list": custom_list,
        "decisions": editions.draft(custom_list),
        "impacts": [] if publishing else impact.report(custom_list, new_cards=may_publish),
        "coming": coming,
        "publishing": publishing,
        "last": editions.last(custom_list),
        "may_publish": may_publish,
        "proposed": now.astimezone(zone) + timedelta(hours=1),
        "zone": zone,
    }
    return render(request, "words/moderation/draft.html", context)


@signed_in
@require_POST
@answered
def publish(request: HttpRequest) -> HttpResponse:
    """Have what is decided published, now or at a time (``at``, by the person's own clock).

    A worker writes the lists, which takes seconds; the answer doesn't wait for it.
    """
    slug, note = request.POST.get("list", ""), request.POST.get("note", "").strip()
    word_list, now = access.custom_list_of(slug), read_clock()
    facts: dict[str, Any] = {"user": request.user, "word_list": word_list, "note": note}
    if request.POST.get("when") == "later":
        tell(
            request,
            lambda: editions.schedule(**facts, at=_instant(request), now=now),
            _("We'll publish the new version at that time."),
        )
    elif tell(
        request,
        lambda: editions.hand_in(**facts, now=now),
        _("We're publishing the new version. You'll get a notification when it's done."),
    ):
        transaction.on_commit(ask_to_publish)
    return redirect(_draft(slug))


@signed_in
@require_POST
@answered
def call_off(request: HttpRequest) -> HttpResponse:
    """Call off the edition that waits for its time."""
    slug, now = request.POST.get("list", ""), read_clock()
    word_list = access.custom_list_of(slug)
    tell(
        request,
        lambda: editions.call_off(user=request.user, word_list=word_list, now=now),
        _("Publication called off. You can still publish what's been decided."),
    )
    return redirect(_draft(slug))


def _instant(request: HttpRequest) -> datetime:
    """Return the time that was asked for; raise Refusal."""
    try:
        at = parse_datetime(request.POST.get("at", ""))
        # The last days that a calendar knows are over elsewhere, where they would be read.
        at = at and at.replace(tzinfo=zone_of(request)) + timedelta(days=2) - timedelta(days=2)
    except (ValueError, OverflowError):
        at = None
    if at is None:
        raise Refusal("Please choose a day and a time.")
    return at


def zone_of(request: HttpRequest) -> ZoneInfo:
    """Return the time zone of whoever asks."""
    user = request.user
    return user.zone if isinstance(user, User) else ZoneInfo("UTC")


def _draft(slug: str) -> str:
    address = reverse("word-draft")
    return f"{address}?list={slug}" if slug else address


# --- Versions -------------------------------------------------------------------------------------


@require_safe
@answered
def list_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a list with its versions and checksums; its people can propose to go back to one."""
    word_list = access.list_of(slug)
    context = {
        "list": word_list,
        "versions": reading.versions_of(slug),
        "may_decide": access.may_decide(request.user, word_list),
    }
    return render(request, "words/lists/list.html", context)


@require_safe
@answered
def version_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show what a version changed, word by word, and why."""
    version = reading.version_of(slug, number)
    if version is None:
        raise Http404(_("There's no such version."))
    changes = Paginator(reading.changelog(version), PAGE).get_page(request.GET.get("page"))
    context = {"version": version, "list": version.word_list, "page": changes}
    return render(request, "words/lists/version.html", context)


@signed_in
@require_POST
@answered
def roll_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Propose that a list goes back to an earlier version (``number``)."""
    text, reason = request.POST.get("number", ""), request.POST.get("reason", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    made = []
    facts: dict[str, Any] = {"word_list": slug, "number": number, "now": read_clock()}
    tell(
        request,
        lambda: made.append(proposals.propose_rollback(user=request.user, reason=reason, **facts)),
        _("Your proposal is now open."),
    )
    return (
        redirect("proposal", public_id=made[0].public_id)
        if made
        else redirect("word-list", slug=slug)
    )
