"""The page about one's own calendar of deadlines: its address, what it holds, a new address."""

from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.edge.clock import read_clock
from accounts.edge.links import site_link
from accounts.edge.requests import signed_in
from accounts.feeds import services as feeds
from accounts.feeds.services import ALARMS, BadFeed
from accounts.users.models import User


@never_cache
@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def calendar(request: HttpRequest) -> HttpResponse:
    """Show the address of one's calendar; make it, change it, give it up."""
    assert isinstance(request.user, User)  # noqa: S101 - behind signed_in
    if request.method == "POST":
        _act(request, request.user)
        return redirect("calendar")
    feed = feeds.of(user=request.user)
    context: dict[str, Any] = {"feed": feed, "alarms": [(hours, _words(hours)) for hours in ALARMS]}
    if feed is not None:
        address = site_link(reverse("calendar-feed", args=[feed.key]))
        parts = urlsplit(address)
        context |= {"address": address, "webcal": f"webcal://{parts.netloc}{parts.path}"}
    return render(request, "accounts/calendar.html", context)


def _act(request: HttpRequest, user: User) -> None:
    now = read_clock()
    match request.POST.get("act"):
        case "make":
            if feeds.of(user=user) is None:
                feeds.open_feed(user=user, now=now)
        case "renew":
            feeds.open_feed(user=user, now=now)
            messages.success(request, _("Here's your new address. The old one no longer works."))
        case "close":
            feeds.close_feed(user=user)
            messages.success(
                request, _("Your calendar is turned off. Its address no longer works.")
            )
        case "choose":
            _choose(request, user)


def _choose(request: HttpRequest, user: User) -> None:
    said = request.POST.get("alarm", "")
    alarm = int(said) if said.isdecimal() and said.isascii() and len(said) < 4 else -1
    try:
        feeds.choose(user=user, with_rest="with_rest" in request.POST, alarm=alarm)
    except BadFeed as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(
            request, _("Saved. Your calendar app will see the change the next time it checks.")
        )


def _words(hours: int) -> str:
    if hours == 0:
        return _("No reminder")
    return ngettext("%(n)d hour before", "%(n)d hours before", hours) % {"n": hours}
