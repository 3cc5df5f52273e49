"""The devices on which a person allowed notices: the only writer of PushSubscription.

A browser tells an address at its maker's push service, to which the site later sends. So this
address is an address that a stranger chooses and the server calls: only https is taken, and no
machine of the server's own network (``is_reachable``), which is looked at again when it is called.
"""

import base64
import ipaddress
import re
from collections.abc import Callable, Collection
from datetime import datetime
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.notices.kinds import PUSH
from accounts.notices.models import NoticeChoices
from accounts.push.models import PushReceipt, PushSubscription
from accounts.users.models import User
from accounts.users.services import lock

MOST_DEVICES = 10
LONGEST_ADDRESS = 1000
LOOPBACK = frozenset({"localhost", "127.0.0.1"})
HTTPS_PORT = 443
GLOBAL = ipaddress.IPv6Network("2000::/3")  # the rest of IPv6 is local, or IPv4 in disguise
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
# What isn't for everybody by the registries of IANA ("IPv4" and "IPv6 Special-Purpose Address
# Registry"), with multicast and what nobody has yet; a part that is for everybody has no push
# service. Python's own list differs from version to version.
SPECIAL = tuple(
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
    )
)  # fmt: skip
LONGEST_NAME = 253  # of a host, as RFC 1035 has it, with labels of at most 63 signs
NAME = re.compile(
    r"(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{0,62}\.?", re.IGNORECASE
)  # an end in digits is none
BROWSERS = (
    ("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("CrOS", "ChromeOS"), ("Mac OS", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


class BadDevice(ValueError):
    """The device cannot be told of anything; the text is for the player."""


# --- Devices --------------------------------------------------------------------------------------


def subscribe(
    *,
    user: User,
    endpoint: str,
    p256dh: str,
    auth: str,
    name: str,
    now: datetime,
    instead_of: int | None = None,
) -> PushSubscription:
    """Note a device on which a person wants notices; one known before gets its new keys.

    A browser belongs to whoever allowed notices in it last, and takes the place of what it was
    known as before (``instead_of``). Locks the person's row. Raises BadDevice.
    """
    _check_address(endpoint)
    _check_keys(p256dh, auth)
    with transaction.atomic():
        lock(user.pk)
        others = PushSubscription.objects.filter(user=user).exclude(endpoint=endpoint)
        if instead_of is not None:
            others.filter(pk=instead_of).delete()
        if others.count() >= MOST_DEVICES:
            raise BadDevice(
                ngettext(
                    "You already have %(most)d device. Remove one first.",
                    "You already have %(most)d devices. Remove one first.",
                    MOST_DEVICES,
                )
                % {"most": MOST_DEVICES}
            )
        facts = {"user": user, "p256dh": p256dh, "auth": auth, "name": name[:60], "trouble": ""}
        device, _made = PushSubscription.objects.update_or_create(
            endpoint=endpoint, defaults=facts, create_defaults={**facts, "made_at": now}
        )
        _open_channel(user.pk)
    return device


@transaction.atomic
def unsubscribe(*, user: User, device_id: int) -> bool:
    """Forget a device of a person; return whether there was one. Locks the person's row."""
    lock(user.pk)
    gone = PushSubscription.objects.filter(pk=device_id, user=user).delete()[0]
    if gone:
        _open_channel(user.pk)
    return bool(gone)


@transaction.atomic
def unsubscribe_all(*, user: User) -> None:
    """Forget all devices of a person. Locks the person's row."""
    lock(user.pk)
    PushSubscription.objects.filter(user=user).delete()
    _open_channel(user.pk)


def devices_of(*, user_id: int) -> list[PushSubscription]:
    """Return the devices of a person, the oldest first."""
    return list(PushSubscription.objects.filter(user_id=user_id))


def _open_channel(user_id: int) -> None:
    """Have notices go by this channel as long as the person has a device."""
    notices, _made = NoticeChoices.objects.get_or_create(user_id=user_id)
    others = [name for name in notices.opened if name != PUSH]
    has_device = PushSubscription.objects.filter(user_id=user_id).exists()
    notices.opened = [*others, PUSH] if has_device else others
    notices.save(update_fields=["opened"])


# --- What became of a push ------------------------------------------------------------------------


def yet_to_take(*, delivery_id: int, user_id: int) -> list[PushSubscription]:
    """Return the devices of a person that have not taken a push yet."""
    devices = PushSubscription.objects.filter(user_id=user_id)
    return list(devices.exclude(receipts__delivery_id=delivery_id))


def note_taken(*, devices: Collection[PushSubscription], now: datetime) -> None:
    """Note that the push services of these devices took a push."""
    known = PushSubscription.objects.filter(pk__in=[device.pk for device in devices])
    known.update(last_ok_at=now, trouble="")


@transaction.atomic
def keep_receipts(
    *, delivery_id: int, devices: Collection[PushSubscription], now: datetime
) -> None:
    """Remember who took a push that others have yet to take."""
    # What its owner removed meanwhile is gone.
    known = PushSubscription.objects.select_for_update(no_key=True)
    known = known.filter(pk__in=[device.pk for device in devices])
    receipts = [PushReceipt(device=device, delivery_id=delivery_id, at=now) for device in known]
    PushReceipt.objects.bulk_create(receipts, ignore_conflicts=True)


def drop_receipts(*, delivery_id: int) -> int:
    """Forget who took a push, once nobody is left who has to; return how many had."""
    return PushReceipt.objects.filter(delivery_id=delivery_id).delete()[0]


def note_trouble(*, device: PushSubscription, trouble: str) -> None:
    """Note why a push could not be handed over; its owner reads it."""
    PushSubscription.objects.filter(pk=device.pk).update(trouble=trouble[:200])


@transaction.atomic
def forget(*, device: PushSubscription) -> None:
    """Forget a device whose push service does not know it any more. Locks the person's row."""
    lock(device.user_id)
    # What the browser told anew in the meantime has other keys.
    PushSubscription.objects.filter(pk=device.pk, p256dh=device.p256dh, auth=device.auth).delete()
    _open_channel(device.user_id)


# --- The number on the icon -----------------------------------------------------------------------

_counters: list[Callable[..., int]] = []


def register_count(count: Callable[..., int]) -> None:
    """Make known how many things wait for a person (``user_id``); apps call it when ready."""
    _counters.append(count)


def waiting(*, user_id: int) -> int:
    """Return the number for the icon of a person's app."""
    return sum(count(user_id=user_id) for count in _counters)


# --- What a browser tells -------------------------------------------------------------------------


def name_of(user_agent: str) -> str:
    """Return what to call a device, in no language: "Firefox (Linux)"; "" if it tells nothing."""
    browser = next((name for mark, name in BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in SYSTEMS if mark in user_agent), "")
    return f"{browser} ({system})" if browser and system else browser or system


def is_on_this_machine() -> bool:
    """Tell whether the site itself is one for this machine alone, whose push service may be too."""
    return urlsplit(settings.SITE_URL).hostname in LOOPBACK and not settings.HTTPS


def is_reachable(address: str) -> bool:
    """Tell whether the server may call a machine at an IP address because of a stranger's wish."""
    ip = ipaddress.ip_address(address.split("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        within = ip.ipv4_mapped
        if ip in NAT64:
            within = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        ip = within or ip
    if ip.is_loopback:
        return is_on_this_machine()
    if isinstance(ip, ipaddress.IPv6Address) and ip not in GLOBAL:
        return False
    return not any(ip in network for network in SPECIAL)


def _check_address(endpoint: str) -> None:
    """Refuse what is no address of a push service.

    No name is looked up here, since somebody waits for the page, and others behind them: where it
    leads is looked at when it is called.
    """
    parts = _parts(endpoint)
    if len(endpoint) > LONGEST_ADDRESS or parts is None or not endpoint.isascii():
        raise BadDevice(_("Your browser gave us an address we can't use."))
    local = is_on_this_machine() and parts.hostname in LOOPBACK
    if parts.scheme != "https" and not (local and parts.scheme == "http"):
        raise BadDevice(_("We can only send notifications over https."))
    if not local and parts.port not in (None, HTTPS_PORT):
        raise BadDevice(_("Your browser gave us an address we can't use."))
    if not local and not _may_be_outside(parts.hostname or ""):
        raise BadDevice(
            _("Your browser's push service isn't on the public internet, so we can't reach it.")
        )


def _may_be_outside(host: str) -> bool:
    """Tell whether a host, by how it is written, may be a machine on the internet."""
    try:
        return is_reachable(host)
    except ValueError:
        return len(host) <= LONGEST_NAME and bool(NAME.fullmatch(host))


def _parts(endpoint: str) -> SplitResult | None:
    """Return the parts of a web address without a name or a password in it, else None."""
    if re.search(r"[\s\\\x00-\x1f\x7f]", endpoint):
        return None
    try:
        parts = urlsplit(endpoint)
        parts.port  # noqa: B018 - raises if it is no number
    except ValueError:
        return None
    plain = parts.hostname and "@" not in parts.netloc and not parts.fragment
    return parts if plain else None


def _check_keys(p256dh: str, auth: str) -> None:
    """Refuse what are no keys of a browser: a point on P-256, and 16 bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))
        fits = len(decoded(p256dh)) == 65 and len(decoded(auth)) == 16
    except ValueError:
        fits = False
    if not fits:
        raise BadDevice(_("Your browser gave us keys we can't use."))


def decoded(text: str) -> bytes:
    """Return the bytes of base64url without padding; raises ValueError."""
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text):
        raise ValueError("no base64url")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")
