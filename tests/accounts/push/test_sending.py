"""Notices on devices, through a push service on this machine that is as strict as the real ones."""

import json
import logging
import socket
from datetime import timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings as django_settings
from django.db import connection

from accounts.notices.kinds import Gone
from accounts.notices.mail import Mail
from accounts.notices.models import Delivery, NoticeChoices, Notification
from accounts.push import devices as push
from accounts.push import sending
from accounts.push.devices import BadDevice
from accounts.push.models import PushReceipt, PushSubscription
from accounts.push.sending import NotTaken
from accounts.users.models import User
from tests.accounts.conftest import NOW
from tests.accounts.push.conftest import allow, known
from tests.push_service import Device, PushService, b64, opened, point, unb64

pytestmark = pytest.mark.django_db

MAIL = Mail(
    "Your turn: Tilekingdom with Ben",
    "text",
    "<p>html</p>",
    thread_id="match:7",
    lines=("Ben played V90 1,0 road WN.", "You have 2 days left."),
    link="/match/k3v/",
)


def owed(user: User, *, key: str = "turn:7:3", deadline_at: Any = None) -> Delivery:
    notice = Notification.objects.create(
        user=user, kind="turn", key=key, due_at=NOW, deadline_at=deadline_at
    )
    return Delivery.objects.create(notification=notice, user=user, channel="push", due_at=NOW)


# --- Sending --------------------------------------------------------------------------------------


def test_the_stand_in_opens_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    number = int.from_bytes(unb64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    private = ec.derive_private_key(number, ec.SECP256R1())
    body = unb64(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    auth = unb64("BTBZMqHH6r4Tts7J_aSIgg")
    assert opened(body, private, auth) == b"When I grow up, I want to be a watermelon"


def test_a_device_reads_title_line_link_and_count(device: Device, anna: User, monkeypatch) -> None:
    monkeypatch.setattr(push, "_counters", [lambda *, user_id: 3 if user_id == anna.pk else 0])
    sending.send(owed(anna), MAIL)
    (taken,) = device.taken
    assert taken.told == {
        "web_push": 8030,
        "notification": {
            "title": "Your turn: Tilekingdom with Ben",
            "body": "Ben played V90 1,0 road WN.",
            "navigate": "http://localhost:8000/match/k3v/",
            "lang": "en-gb",
            "dir": "ltr",
            "silent": False,
            "tag": "match:7",
        },
        "app_badge": 3,
    }
    row = PushSubscription.objects.get()
    assert row.last_ok_at is not None
    assert row.trouble == ""


def test_every_device_gets_the_notice(service: PushService, anna: User) -> None:
    devices = [allow(service, anna) for _ in range(3)]
    other = allow(service, User.objects.create_user("Ben", "ben@post.example"))
    sending.send(owed(anna), MAIL)
    assert [len(device.taken) for device in (*devices, other)] == [1, 1, 1, 0]
    assert PushReceipt.objects.count() == 0


def test_a_newer_push_about_a_table_replaces_the_one_that_waits() -> None:
    two, same, other = (
        sending.headers_of(topic=topic, left=timedelta(days=1))["Topic"]
        for topic in ("match:7", "match:7", "match:8")
    )
    assert two == same != other
    assert len(str(two)) == 32
    assert "Topic" not in sending.headers_of(topic="", left=timedelta(days=1))


@pytest.mark.parametrize(
    ("left", "ttl", "urgency"),
    [
        (timedelta(days=2), "172800", "normal"),
        (timedelta(hours=5), "18000", "high"),
        (timedelta(days=-1), "60", "high"),
        (timedelta(days=400), "2419200", "normal"),
    ],
)
def test_it_is_kept_until_the_deadline(left: timedelta, ttl: str, urgency: str) -> None:
    headers = sending.headers_of(topic="", left=left)
    assert (headers["TTL"], headers["Urgency"]) == (ttl, urgency)


def test_the_longest_notice_has_room(device: Device, anna: User) -> None:
    long = Mail("\N{OCTOPUS}" * 500, "", "", lines=("\N{OCTOPUS}" * 900,), link="/" + "x" * 150)
    sending.send(owed(anna), long)
    (taken,) = device.taken
    assert taken.told["notification"]["title"] == "\N{OCTOPUS}" * 119 + "\N{HORIZONTAL ELLIPSIS}"
    assert len(taken.told["notification"]["body"]) == 400


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(device: Device, anna: User, status: int) -> None:
    device.answers = [status]
    with pytest.raises(Gone):
        sending.send(owed(anna), MAIL)
    assert known(anna) == []
    assert NoticeChoices.objects.get(user=anna).opened == []


@pytest.mark.parametrize("status", [400, 413, 429, 500, 503, 307])
def test_every_other_failure_is_tried_again(device: Device, anna: User, status: int) -> None:
    device.answers = [status]
    delivery = owed(anna)
    with pytest.raises(NotTaken, match=r"we're still waiting for Firefox \(Linux\)"):
        sending.send(delivery, MAIL)
    assert PushSubscription.objects.get().trouble != ""
    sending.send(delivery, MAIL)
    assert len(device.taken) == 1
    assert device.asked == 2
    assert PushSubscription.objects.get().trouble == ""


def test_what_a_device_took_it_does_not_get_again_for_the_others(
    service: PushService, anna: User
) -> None:
    one, two, three = (allow(service, anna, name) for name in ("One", "Two", "Three"))
    two.answers, three.answers = [500, 500], [503]
    delivery = owed(anna)
    with pytest.raises(NotTaken, match="we're still waiting for Two, Three"):
        sending.send(delivery, MAIL)
    with pytest.raises(NotTaken, match="we're still waiting for Two"):
        sending.send(delivery, MAIL)
    assert [device.asked for device in (one, two, three)] == [1, 2, 2]
    sending.send(delivery, MAIL)
    assert [len(device.taken) for device in (one, two, three)] == [1, 1, 1]
    assert PushReceipt.objects.count() == 0


def test_it_went_even_if_the_last_device_is_gone(service: PushService, anna: User) -> None:
    one, two = (allow(service, anna, name) for name in ("One", "Two"))
    two.answers = [500, 410]
    delivery = owed(anna)
    with pytest.raises(NotTaken):
        sending.send(delivery, MAIL)
    sending.send(delivery, MAIL)
    assert (len(one.taken), known(anna)) == (1, ["One"])


def test_nobody_without_a_device_is_tried_again(service: PushService, anna: User) -> None:
    with pytest.raises(Gone):
        sending.send(owed(anna), MAIL)


def test_a_push_service_that_is_away(device: Device, anna: User) -> None:
    PushSubscription.objects.update(endpoint="http://127.0.0.1:9/push/nobody")
    with pytest.raises(NotTaken):
        sending.send(owed(anna), MAIL)
    assert PushSubscription.objects.get().trouble == "we couldn't reach its push service"


def test_a_name_that_no_library_takes_is_not_reached_either(device: Device, anna: User) -> None:
    PushSubscription.objects.update(endpoint=f"https://{'a' * 64}.example/")
    with pytest.raises(NotTaken):
        sending.send(owed(anna), MAIL)
    assert PushSubscription.objects.get().trouble == "we couldn't reach its push service"


def test_another_key_is_not_taken(device: Device, anna: User, settings) -> None:
    """The stand-in does look at the signature: with another key of the site it refuses."""
    device.site_key = b64(point(ec.generate_private_key(ec.SECP256R1()).public_key()))
    with pytest.raises(NotTaken):
        sending.send(owed(anna), MAIL)
    assert device.refused == ["signed by another site"]


def test_no_log_has_a_key_or_an_address(
    service: PushService, device: Device, anna: User, caplog
) -> None:
    caplog.set_level(logging.DEBUG)
    device.answers = [500, 410]
    delivery = owed(anna)
    for error in (NotTaken, Gone):
        with pytest.raises(error):
            sending.send(delivery, MAIL)
    assert "its push service answered 500" in caplog.text
    path = device.endpoint.removeprefix(service.url)
    secrets = [django_settings.VAPID_PRIVATE_KEY, *device.keys.values(), path]
    assert [secret for secret in secrets if secret in caplog.text] == []


# --- Where no call may lead -----------------------------------------------------------------------

OWN_NETWORK = [
    "127.0.0.1", "10.0.0.5", "172.16.3.4", "192.168.1.1", "169.254.169.254", "0.0.0.1",
    "100.64.0.1", "[::1]", "[fe80::1]", "[fd00::1]", "[::ffff:10.0.0.5]", "[64:ff9b::a00:5]",
    "[2002:a00:5::1]", "[fec0::1]", "[64:ff9b:1::a00:5]", "[::ffff:0:127.0.0.1]", "[::127.0.0.1]",
    "127.0.0.0x1", "localhost", "2130706433", "0x7f.1", "224.0.0.1", "255.255.255.255",
    "a" * 64 + ".example", "a." * 128 + "example",
]  # fmt: skip


@pytest.mark.parametrize("host", OWN_NETWORK)
def test_no_machine_of_the_own_network_is_a_push_service(host: str, anna: User) -> None:
    keys = b64(point(ec.generate_private_key(ec.SECP256R1()).public_key())), b64(bytes(16))
    with pytest.raises(BadDevice, match="isn't on the public internet"):
        push.subscribe(
            user=anna, endpoint=f"https://{host}/x", p256dh=keys[0], auth=keys[1], name="", now=NOW
        )
    assert known(anna) == []


def test_no_name_is_looked_up_while_somebody_waits(anna: User, monkeypatch) -> None:
    """As with a server of names that never answers."""
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: pytest.fail("a name was looked up"))
    key = b64(point(ec.generate_private_key(ec.SECP256R1()).public_key()))
    push.subscribe(
        user=anna, endpoint="https://push.silent.example/x", p256dh=key, auth=b64(bytes(16)),
        name="", now=NOW,
    )  # fmt: skip
    assert len(known(anna)) == 1


def test_it_is_looked_at_again_when_it_is_called(device: Device, anna: User, settings) -> None:
    """As if the name had led elsewhere when the device was noted: no byte is sent."""
    settings.SITE_URL = "https://tiles.example"
    settings.HTTPS = True
    PushSubscription.objects.update(endpoint=device.endpoint.replace("http:", "https:"))
    with pytest.raises(NotTaken):
        sending.send(owed(anna), MAIL)
    PushSubscription.objects.update(endpoint=device.endpoint)
    with pytest.raises(NotTaken):
        sending.send(owed(anna, key="turn:7:4"), MAIL)
    assert device.asked == 0


def test_no_redirection_is_followed(service: PushService, device: Device, anna: User) -> None:
    elsewhere = service.subscribe(sending.public_key())
    service.devices["/elsewhere"] = elsewhere
    device.answers = [307]
    with pytest.raises(NotTaken):
        sending.send(owed(anna), MAIL)
    assert (device.asked, elsewhere.asked) == (1, 0)


# --- Devices --------------------------------------------------------------------------------------


def test_sending_asks_the_database_little(
    device: Device, anna: User, django_assert_max_num_queries
) -> None:
    delivery = owed(anna)
    with django_assert_max_num_queries(4):
        sending.send(delivery, MAIL)
    assert json.loads(device.taken[0].data)["web_push"] == 8030
    assert connection.in_atomic_block
