"""How a notice goes to a person's devices: by Web Push, encrypted to each and signed by the site.

A push says what a mail's subject and first line say, and nothing hidden. It is a declarative one
(``web_push`` 8030): browsers that know these show it themselves, for the others ``/sw.js`` does.
"""

import functools
import hashlib
import json
import logging
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_noop as _

from accounts.edge.clock import read_clock
from accounts.edge.languages import direction_of, language_of
from accounts.edge.links import site_link
from accounts.notices.delivery.reasons import NotSent, with_fact
from accounts.notices.kinds import PUSH, Gone, Urgency, register_channel, register_kind
from accounts.notices.mail import Mail
from accounts.notices.models import Delivery, Notification
from accounts.push import devices as push
from accounts.push.models import PushSubscription

logger = logging.getLogger(__name__)

PATIENCE = 5.0  # seconds for a push service to take the connection, and again to answer
ROUND = 25.0  # seconds for all devices of a person; the others wait for the next attempt
TEST = "push_test"
LONGEST = timedelta(days=28)  # no push service keeps anything longer
SHORTEST = timedelta(minutes=1)
PRESSING = timedelta(hours=6)
TITLE, BODY = 120, 400  # letters; a push has room for 3,993 bytes in all
NO_TIME = _("there was no time left")
UNKNOWN_THERE = frozenset({404, 410})


class NotTaken(NotSent):
    """Some device's push service has not taken a push; it is to be tried again later."""


def register() -> None:
    """Make the channel known, and the notice by which people try it."""
    register_channel(PUSH, gettext_lazy("On my devices"), send, set_up=True)
    register_kind(
        TEST,
        gettext_lazy("A test notification"),
        _test,
        urgency=Urgency.LAST,
        on=(PUSH,),
        optional=False,
    )


def _test(_notice: Notification, _now: datetime) -> Mail:
    subject, line = (
        gettext("It works"),
        gettext("This is what notifications look like on this device."),
    )
    return Mail(subject, line, "", thread_id="test", lines=(line,), link=reverse("preferences"))


def send(delivery: Delivery, mail: Mail) -> None:
    """Hand a notice to each of a person's devices that has not taken it yet.

    Raises Gone if the person has no device left, NotTaken if one is to be tried again. What a
    device took it does not get again with the next attempt for the others.
    """
    now = read_clock()
    devices = push.yet_to_take(delivery_id=delivery.pk, user_id=delivery.user_id)
    waiting = push.waiting(user_id=delivery.user_id)
    until = delivery.notification.deadline_at or now + LONGEST
    message = payload(mail, waiting=waiting, language=language_of(delivery.user))
    headers = headers_of(topic=mail.thread_id, left=until - now)
    took, missed = [], []
    stop_at = monotonic() + ROUND
    for device in devices:
        trouble = NO_TIME if monotonic() > stop_at else hand_over(device, message, headers)
        if trouble is None:
            took.append(device)
        elif trouble:
            missed.append(device.name)
            push.note_trouble(device=device, trouble=trouble)
    push.note_taken(devices=took, now=now)
    if missed:
        push.keep_receipts(delivery_id=delivery.pk, devices=took, now=now)
        raise NotTaken(_("we're still waiting for %(fact)s"), ", ".join(missed))
    if not push.drop_receipts(delivery_id=delivery.pk) and not took:
        raise Gone(_("you have no devices left for notifications"))


def payload(mail: Mail, *, waiting: int, language: str) -> str:
    """Return what a push says: a title, one line, where it leads, the number for the icon."""
    line = mail.lines[0] if mail.lines else ""
    notification = {
        "title": _cut(mail.subject, TITLE),
        "body": _cut(line, BODY),
        "navigate": site_link(mail.link or "/"),
        "lang": language,
        "dir": direction_of(language),
        "silent": False,
    }
    if mail.thread_id:
        notification["tag"] = mail.thread_id
    told = {"web_push": 8030, "notification": notification, "app_badge": waiting}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


def headers_of(*, topic: str, left: timedelta) -> dict[str, str | int | float]:
    """Return how long a push service is to keep a push, and what a newer one is to replace.

    Nobody is told of a turn whose time is over.
    """
    ttl = min(max(left, SHORTEST), LONGEST)
    headers: dict[str, str | int | float] = {
        "TTL": str(int(ttl.total_seconds())),
        "Urgency": "high" if left < PRESSING else "normal",
    }
    if topic:
        digest = hashlib.sha256(f"{settings.SITE_URL} {topic}".encode()).digest()
        headers["Topic"] = push.encoded(digest)[:32]
    return headers


def hand_over(
    device: PushSubscription, message: str, headers: dict[str, str | int | float]
) -> str | None:
    """Hand a push to a device's push service.

    Return None when it was taken, "" when the device is gone and forgotten, else what went wrong,
    as a reason for its owner to read.
    """
    # They bring megabytes that only sending needs.
    from pywebpush import WebPushException, webpush
    from requests import RequestException
    from urllib3.exceptions import HTTPError

    from accounts.push.calls import open_session

    keys = {"p256dh": device.p256dh, "auth": device.auth}
    try:
        with open_session() as session:
            webpush(
                {"endpoint": device.endpoint, "keys": keys},
                data=message,
                headers=headers,
                vapid_private_key=_signer(),
                vapid_claims={"sub": settings.VAPID_CONTACT},
                timeout=PATIENCE,
                requests_session=session,
            )
    except WebPushException as error:
        status = error.status_code or 0
        if status in UNKNOWN_THERE:
            push.forget(device=device)
            return ""
        # Its text may repeat what was sent: the number is enough.
        logger.warning("device %s: its push service answered %s", device.pk, status)
        return with_fact(_("its push service answered %(fact)s"), status)
    except (RequestException, HTTPError, UnicodeError) as error:
        # Some names of hosts get past the library that should answer for them.
        logger.warning("device %s: no push service (%s)", device.pk, type(error).__name__)
        return _("we couldn't reach its push service")
    return None


# --- The site's signature -------------------------------------------------------------------------


@functools.cache
def _signer() -> Any:
    from py_vapid import Vapid02

    return Vapid02(_key(settings.VAPID_PRIVATE_KEY))


@functools.cache
def _key(private_key: str) -> ec.EllipticCurvePrivateKey:
    scalar = int.from_bytes(push.decoded(private_key), "big")
    return ec.derive_private_key(scalar, ec.SECP256R1())


def public_key() -> str:
    """Return the key by which browsers and push services know the site, in base64url."""
    point = (
        _key(settings.VAPID_PRIVATE_KEY)
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    return push.encoded(point)
