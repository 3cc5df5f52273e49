"""The page about friends, blocks and reports, and what is done from there and from profiles."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.edge import typed
from accounts.edge.clock import read_clock
from accounts.edge.links import own_address
from accounts.edge.requests import person_of, signed_in
from accounts.trust import blocking, finding, friends, profiles, reports
from accounts.trust.blocking import BlockError
from accounts.trust.friends import FriendError
from accounts.users import names
from accounts.users.models import User

Act = Callable[[User, User, datetime], str]


@require_safe
@signed_in
def people(request: HttpRequest) -> HttpResponse:
    """Show one's friends, who asks to be one, whom one does not read or meet, and one's reports."""
    user, now = person_of(request), read_clock()
    context = {
        "suggested": finding.suggested(user=user),
        "friends": friends.friends_of(user_id=user.pk),
        "asking": friends.asking(user_id=user.pk),
        "asked": friends.asked(user_id=user.pk, now=now),
        "blocks": blocking.blocked_by(user_id=user.pk),
        "mutes": blocking.muted_by(user_id=user.pk),
        "silence": reports.silence_of(user_id=user.pk, now=now),
        "reports": [(case, reports.outcome(case)) for case in reports.reports_by(user_id=user.pk)],
        "handles_reports": user.has_perm(reports.HANDLE),
    }
    return render(request, "people/people.html", context)


@require_safe
@signed_in
def find(request: HttpRequest) -> HttpResponse:
    """Show people by a part of their name: a page, or with ``fragment`` the list alone."""
    user = person_of(request)
    limit = {"action": "people_find", "user": user, "limit_get": True}
    if refusal := ratelimit.consume_or_429(request, **limit):
        return refusal
    text = typed.read(request.GET.get("q", ""))[: names.LONGEST]
    context = {"q": text, "found": finding.find(user=user, text=text), "least": finding.LEAST}
    part = "fragment" in request.GET
    return render(request, "people/found.html" if part else "people/find.html", context)


@require_POST
@signed_in
def act(request: HttpRequest, username: str, what: str) -> HttpResponse:
    """Do something about a person: by a button of the page of friends, of a profile or a table."""
    other = get_object_or_404(User, username__iexact=username)
    return _do(request, other, ACTS[what])


def _do(request: HttpRequest, other: User, do: Act) -> HttpResponse:
    try:
        messages.success(request, do(person_of(request), other, read_clock()))
    except (FriendError, BlockError) as error:
        messages.error(request, str(error))
    return redirect(own_address(request) or "people")


def _ask(user: User, other: User, now: datetime) -> str:
    name = other.display_name
    if friends.ask(user=user, friend=other, now=now):
        return _("You and %(name)s are friends now.") % {"name": name}
    return _("We've asked %(name)s.") % {"name": name}


def _decline(user: User, other: User, now: datetime) -> str:
    friends.decline(user=user, asker=other, now=now)
    return _("You said no. We won't tell %(name)s.") % {"name": other.display_name}


def _part(user: User, other: User, _now: datetime) -> str:
    friends.part(user=user, friend=other)
    return _("You and %(name)s are no longer friends. We won't tell them.") % {
        "name": other.display_name
    }


def _block(user: User, other: User, now: datetime) -> str:
    blocking.block(user=user, other=other, now=now)
    return _("You've blocked %(name)s. We won't tell them.") % {"name": other.display_name}


def _unblock(user: User, other: User, _now: datetime) -> str:
    blocking.unblock(user=user, other=other)
    return _("You've unblocked %(name)s.") % {"name": other.display_name}


def _unmute(user: User, other: User, _now: datetime) -> str:
    blocking.unmute(user=user, other=other, places=[""])
    return _("You've unmuted %(name)s.") % {"name": other.display_name}


ACTS: dict[str, Act] = {
    "ask": _ask,
    "decline": _decline,
    "part": _part,
    "block": _block,
    "unblock": _unblock,
    "unmute": _unmute,
}


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Show what everybody may know of a person: the name and since when."""
    person = get_object_or_404(User, username__iexact=username, is_active=True)
    viewer = request.user if isinstance(request.user, User) else None
    context: dict[str, Any] = {"person": person, "sections": profiles.of(person, viewer)}
    if viewer is not None and viewer.pk != person.pk:
        own, other = viewer.pk, person.pk
        context["standing"] = friends.standing(user_id=own, other_id=other)
        context["is_blocked"] = blocking.blocks(user_id=own, other_id=other)
    return render(request, "accounts/profile.html", context)
