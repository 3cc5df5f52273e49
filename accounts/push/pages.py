"""What browsers ask and tell about notices on this device."""

from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import body_of, person_of, read_json, signed_in
from accounts.notices import outbox as notifications
from accounts.push import devices, sending
from accounts.push.devices import BadDevice
from accounts.users.models import User

DEVICES = "/preferences/#devices"
THIS_DEVICE = "push_device"  # in the session: signing out ends notices on the device


@never_cache
@signed_in
@require_safe
def show_devices(request: HttpRequest) -> HttpResponse:
    """Return the list of devices in the preferences, anew."""
    return render(request, "accounts/push_list.html")


@signed_in
@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """Note this browser as a device; the body is what its PushManager told, as JSON."""
    if not ratelimit.consume(request, action="push_device", user=request.user):
        return _refusal(_("You've asked for that too often. Try again in an hour."), 429)
    told = _told(request)
    if told is None:
        return _refusal(_("Your browser gave us an address we can't use."), 400)
    before: int | None = request.session.get(THIS_DEVICE)
    if told.pop("again") and before is None:
        return _refusal(_("You haven't allowed notifications in this browser."), 409)
    name = devices.name_of(request.headers.get("User-Agent", ""))
    try:
        device = devices.subscribe(
            user=person_of(request), name=name, instead_of=before, now=read_clock(), **told
        )
    except BadDevice as refusal:
        return _refusal(str(refusal), 422)
    request.session[THIS_DEVICE] = device.pk
    return JsonResponse({"ok": True, "id": device.pk, "name": device.name})


def _told(request: HttpRequest) -> dict[str, str] | None:
    """Return what a browser tells of its subscription, None if something is missing.

    ``again`` is "yes" if it is to take the place of one that was allowed earlier, else "".
    """
    try:
        body = read_json(body_of(request))
        told = {"endpoint": body["endpoint"], **{k: body["keys"][k] for k in ("p256dh", "auth")}}
        again = "yes" if body.get("again") else ""
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    return told | {"again": again} if all(isinstance(t, str) for t in told.values()) else None


def _refusal(text: str, status: int) -> JsonResponse:
    return JsonResponse({"ok": False, "text": text}, status=status)


@never_cache
@signed_in
@require_safe
def key(_request: HttpRequest) -> HttpResponse:
    """Return the key by which the browser's push service is to know this site."""
    return HttpResponse(sending.public_key(), content_type="text/plain")


@signed_in
@require_POST
def remove(request: HttpRequest, device_id: int) -> HttpResponse:
    """Forget a device."""
    if not devices.unsubscribe(user=person_of(request), device_id=device_id):
        raise Http404
    messages.success(request, _("Removed. That device won't get any more notifications."))
    return redirect(DEVICES)


@signed_in
@require_POST
def test(request: HttpRequest) -> HttpResponse:
    """Send a notice to all devices of a person, by the way that all notices take."""
    user, now = person_of(request), read_clock()
    if not devices.devices_of(user_id=user.pk):
        messages.error(
            request, _("You haven't allowed notifications on any device yet. Do that first.")
        )
    elif not ratelimit.consume(request, action="push_test", user=user):
        messages.error(request, _("You've sent a lot of tests. Try again in an hour."))
    else:
        notifications.schedule(
            user_id=user.pk,
            kind=sending.TEST,
            key=f"push-test:{user.pk}:{now.timestamp()}",
            ref={},
            due_at=now,
        )
        messages.success(request, _("A test notification is on its way. Give it a few seconds."))
    return redirect(DEVICES)


def end_with_the_session(request: HttpRequest | None, **_: Any) -> None:
    """Forget the device on which somebody signs out: whoever comes next is somebody else."""
    user = getattr(request, "user", None)
    if request is None or not isinstance(user, User):
        return
    if device_id := request.session.get(THIS_DEVICE):
        devices.unsubscribe(user=user, device_id=device_id)
