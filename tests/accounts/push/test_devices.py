"""Devices: which are taken, whose they are, what they are called."""

from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from accounts.notices.models import NoticeChoices
from accounts.push import devices as push
from accounts.push import sending
from accounts.push.devices import BadDevice
from accounts.push.models import PushSubscription
from accounts.users.models import User
from tests.accounts.conftest import NOW
from tests.accounts.push.conftest import allow, known
from tests.push_service import Device, PushService, b64, point

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"endpoint": "http://8.8.8.8/x"}, "We can only send notifications over https."),
        ({"endpoint": "ftp://8.8.8.8/x"}, "We can only send notifications over https."),
        ({"endpoint": "https://user:pw@8.8.8.8/x"}, "an address we can't use"),
        ({"endpoint": "https://8.8.8.8:port/x"}, "an address we can't use"),
        ({"endpoint": "https://8.8.8.8:22/x"}, "an address we can't use"),
        ({"endpoint": "https://push.example:8443/x"}, "an address we can't use"),
        ({"endpoint": "https://push.example:0/x"}, "an address we can't use"),
        ({"endpoint": "https:///x"}, "an address we can't use"),
        ({"endpoint": "https://8.8.8.8/x#y"}, "an address we can't use"),
        ({"endpoint": "https://8.8.8.8/a b"}, "an address we can't use"),
        ({"endpoint": "https://8.8.8.8\\@10.0.0.1/"}, "an address we can't use"),
        ({"endpoint": "https://8.8.8.8/" + "x" * 1000}, "an address we can't use"),
        ({"endpoint": "https://8.8.8.8/\N{OCTOPUS}"}, "an address we can't use"),
        ({"endpoint": ""}, "an address we can't use"),
        ({"p256dh": b64(bytes(65))}, "keys we can't use"),
        ({"p256dh": b64(b"\x04" + bytes(64))}, "keys we can't use"),
        ({"p256dh": "*"}, "keys we can't use"),
        ({"p256dh": ""}, "keys we can't use"),
        ({"auth": b64(bytes(15))}, "keys we can't use"),
        ({"auth": "A"}, "keys we can't use"),
    ],
)
def test_what_is_no_device_is_refused(anna: User, change: dict[str, str], why: str) -> None:
    key = b64(point(ec.generate_private_key(ec.SECP256R1()).public_key()))
    said = {"endpoint": "https://8.8.8.8/push/1", "p256dh": key, "auth": b64(bytes(16)), **change}
    with pytest.raises(BadDevice, match=why):
        push.subscribe(user=anna, name="A browser", now=NOW, **said)
    assert known(anna) == []


def test_the_port_of_https_may_be_written_out(anna: User) -> None:
    key = b64(point(ec.generate_private_key(ec.SECP256R1()).public_key()))
    for endpoint in ("https://push.example:443/x", "https://[2606:4700::1111]/x"):
        push.subscribe(
            user=anna, endpoint=endpoint, p256dh=key, auth=b64(bytes(16)), name="", now=NOW
        )
    assert len(known(anna)) == 2


# By IANA's registries of special-purpose addresses, of multicast, and of what nobody has yet.
SPECIAL = [
    "0.0.0.1", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
    "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254", "172.16.0.0",
    "172.31.255.255", "192.0.0.0", "192.0.0.8", "192.0.0.9", "192.0.0.170", "192.0.0.255",
    "192.0.2.1", "192.88.99.0", "192.88.99.1", "192.88.99.2", "192.168.0.0", "192.168.255.255",
    "198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255",
    "240.0.0.0", "255.255.255.255",
    "::", "::1", "100::1", "100:0:0:1::1", "64:ff9b:1::808:808", "2001::1", "2001:1::1",
    "2001:2::1", "2001:3::1", "2001:4:112::1", "2001:10::1", "2001:20::1", "2001:30::1",
    "2001:1ff:ffff::1", "2001:db8::1", "2001:0:808:808::1", "2002:808:808::1", "2002:a00:5::1",
    "3fff::1", "3fff:fff:ffff::1", "5f00::1", "4000::1", "fc00::1", "fd00::1", "fe80::1",
    "fe80::1%eth0", "fec0::1", "ff02::1", "::127.0.0.1", "::8.8.8.8", "::ffff:0:8.8.8.8",
]  # fmt: skip
PUBLIC = [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
    "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.31.196.1", "192.88.98.255", "192.88.100.0",
    "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
    "2000::1", "2001:200::1", "2001:4860:4860::8888", "2001:db7:ffff::1", "2003::1",
    "2606:4700::1111", "2620:4f:8000::1", "3ffe::1", "3fff:1000::1",
]  # fmt: skip


@pytest.mark.parametrize("address", SPECIAL)
def test_no_special_address_is_called(address: str) -> None:
    assert push.is_reachable(address) is False
    if "." in address and ":" not in address:  # nor in the disguise of IPv6
        assert push.is_reachable(f"::ffff:{address}") is False
        assert push.is_reachable(f"64:ff9b::{address}") is False


@pytest.mark.parametrize("address", PUBLIC)
def test_all_others_are_public(address: str) -> None:
    assert push.is_reachable(address) is True
    if "." in address:
        assert push.is_reachable(f"::ffff:{address}") is True
        assert push.is_reachable(f"64:ff9b::{address}") is True


def test_a_device_told_again_is_the_same_one(service: PushService, anna: User) -> None:
    device = allow(service, anna)
    later = NOW + timedelta(days=1)
    push.subscribe(user=anna, endpoint=device.endpoint, name="Opera", now=later, **device.keys)
    row = PushSubscription.objects.get()
    assert (row.name, row.made_at) == ("Opera", NOW)


def test_a_browser_belongs_to_who_allowed_notices_in_it_last(
    service: PushService, device: Device, anna: User
) -> None:
    ben = User.objects.create_user("Ben", "ben@post.example")
    push.subscribe(user=ben, endpoint=device.endpoint, name="Opera", now=NOW, **device.keys)
    assert (known(anna), known(ben)) == ([], ["Opera"])


def test_ten_devices_are_enough(service: PushService, anna: User) -> None:
    for number in range(push.MOST_DEVICES):
        allow(service, anna, f"Device {number}")
    with pytest.raises(BadDevice, match="You already have 10 devices"):
        allow(service, anna)
    first = push.devices_of(user_id=anna.pk)[0]
    fresh = service.subscribe(sending.public_key())
    push.subscribe(
        user=anna, endpoint=fresh.endpoint, name="New", now=NOW, instead_of=first.pk, **fresh.keys
    )
    assert known(anna) == [*(f"Device {number}" for number in range(1, 10)), "New"]


def test_the_channel_is_open_as_long_as_there_is_a_device(service: PushService, anna: User) -> None:
    for _ in range(2):
        allow(service, anna)
    assert NoticeChoices.objects.get(user=anna).opened == ["push"]
    one, two = push.devices_of(user_id=anna.pk)
    assert push.unsubscribe(user=anna, device_id=one.pk)
    assert NoticeChoices.objects.get(user=anna).opened == ["push"]
    assert push.unsubscribe(user=anna, device_id=two.pk)
    assert not push.unsubscribe(user=anna, device_id=two.pk)
    assert NoticeChoices.objects.get(user=anna).opened == []


def test_nobody_removes_the_device_of_another(device: Device, anna: User) -> None:
    ben = User.objects.create_user("Ben", "ben@post.example")
    assert not push.unsubscribe(user=ben, device_id=push.devices_of(user_id=anna.pk)[0].pk)
    assert known(anna) == ["Firefox (Linux)"]


def test_a_device_told_again_while_it_was_tried_is_kept(device: Device, anna: User) -> None:
    old = push.devices_of(user_id=anna.pk)[0]
    device.auth = bytes(16)
    push.subscribe(user=anna, endpoint=device.endpoint, name="Opera", now=NOW, **device.keys)
    push.forget(device=old)
    assert known(anna) == ["Opera"]


APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4"


GOOGLE = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0"


AGENTS = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox (Linux)",
    f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) {APPLE}": "iPhone",
    f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_4) {APPLE} Mobile Safari/604.1": "Safari (iPhone)",
    f"Mozilla/5.0 (Macintosh; Intel Mac OS X 15) {APPLE} Safari/605.1.15": "Safari (Mac)",
    f"Mozilla/5.0 (Linux; Android 15) {GOOGLE} Mobile Safari/537.36": "Chrome (Android)",
    f"Mozilla/5.0 (Windows NT 10.0) {GOOGLE} Safari/537.36 Edg/140.0": "Edge (Windows)",
    "": "",
}


@pytest.mark.parametrize(("agent", "name"), AGENTS.items())
def test_devices_have_names_that_people_know(agent: str, name: str) -> None:
    assert push.name_of(agent) == name


def test_the_counts_of_all_apps_add_up(anna: User, monkeypatch) -> None:
    monkeypatch.setattr(push, "_counters", [])
    push.register_count(lambda **_: 2)
    push.register_count(lambda **_: 1)
    assert push.waiting(user_id=anna.pk) == 3
