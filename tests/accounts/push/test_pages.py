"""Allowing notices on a device, by what browsers send; signing out ends them."""

import json
from collections.abc import Iterator
from datetime import time
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from accounts.notices import outbox as notifications
from accounts.notices.delivery.reasons import in_words
from accounts.notices.models import Delivery, NoticeChoices
from accounts.notices.preferences.reading import choices_of
from accounts.push import devices, sending
from accounts.users.models import User
from tests.accounts.conftest import PASSWORD
from tests.push_service import Device, PushService

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def service(settings) -> Iterator[PushService]:
    settings.SITE_URL = "http://localhost:8000"
    settings.HTTPS = False
    with PushService() as running:
        yield running


@pytest.fixture
def as_anna(client: Client, anna: User) -> Client:
    client.login(username="Anna", password=PASSWORD)
    return client


def tell(client: Client, device: Device, **more: Any) -> Any:
    """Have a browser tell the site of its subscription."""
    body = json.dumps({**device.subscription, **more})
    agent = {"User-Agent": FIREFOX}
    return client.post("/account/push/", body, "application/json", headers=agent)


def allow(client: Client, service: PushService) -> Device:
    """Have a browser subscribe with the site's key, and pass that on to the site."""
    device = service.subscribe(client.get("/account/push/key").content.decode())
    assert tell(client, device).json()["ok"]
    return device


def known(user: User) -> list[str]:
    return [device.name for device in devices.devices_of(user_id=user.pk)]


def said(answer: Any) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def test_a_browser_is_noted_and_listed(as_anna: Client, service: PushService, anna: User) -> None:
    allow(as_anna, service)
    assert known(anna) == ["Firefox (Linux)"]
    page = as_anna.get("/account/push/list").content.decode()
    assert '<strong translate="no">Firefox (Linux)</strong>' in page
    assert "No notifications yet." in page
    (device,) = devices.devices_of(user_id=anna.pk)
    assert [
        secret for secret in (device.endpoint, device.p256dh, device.auth) if secret in page
    ] == []


def test_a_test_goes_the_way_of_all_notices(
    as_anna: Client, service: PushService, anna: User
) -> None:
    device = allow(as_anna, service)
    answer = as_anna.post("/account/push/test")
    assert (answer.status_code, answer.url) == (302, "/preferences/#devices")
    assert said(answer) == ["A test notification is on its way. Give it a few seconds."]
    delivery = Delivery.objects.get()
    assert (delivery.channel, delivery.status) == ("push", "queued")
    notifications.deliver(now=delivery.due_at)
    (taken,) = device.taken
    assert taken.told["notification"]["title"] == "It works"
    assert taken.headers["urgency"] == "normal"
    delivery.refresh_from_db()
    assert (delivery.status, delivery.subject) == ("sent", "It works")


def test_a_test_is_no_choice_of_the_preferences(anna: User) -> None:
    assert sending.TEST not in choices_of(user_id=anna.pk)
    assert sending.TEST not in choices_of(user_id=anna.pk, channel="push")


def test_a_test_without_a_device(as_anna: Client, service: PushService) -> None:
    answer = as_anna.post("/account/push/test")
    assert said(answer) == ["You haven't allowed notifications on any device yet. Do that first."]
    assert Delivery.objects.count() == 0


def test_tests_are_not_without_end(as_anna: Client, service: PushService) -> None:
    allow(as_anna, service)
    answers = [said(as_anna.post("/account/push/test"))[-1] for _ in range(11)]
    assert answers[-1] == "You've sent a lot of tests. Try again in an hour."
    assert Delivery.objects.count() == 10


def test_a_dead_device_bounces_and_is_forgotten(
    as_anna: Client, service: PushService, anna: User
) -> None:
    device = allow(as_anna, service)
    device.answers = [410]
    as_anna.post("/account/push/test")
    notifications.deliver(now=Delivery.objects.get().due_at)
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.outcome) == (
        "bounced",
        "you have no devices left for notifications",
    )
    assert known(anna) == []


def test_a_push_service_with_trouble_is_asked_again(
    as_anna: Client, service: PushService, anna: User
) -> None:
    device = allow(as_anna, service)
    device.answers = [500]
    as_anna.post("/account/push/test")
    first_at = Delivery.objects.get().due_at
    notifications.deliver(now=first_at)
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.attempts) == ("queued", 1)
    assert in_words(delivery.outcome) == "we're still waiting for Firefox (Linux)"
    assert (
        "didn't arrive: its push service answered 500"
        in as_anna.get("/account/push/list").content.decode()
    )
    notifications.deliver(now=delivery.due_at)
    assert Delivery.objects.get().status == "sent"
    assert len(device.taken) == 1


def test_a_device_is_removed(as_anna: Client, service: PushService, anna: User) -> None:
    allow(as_anna, service)
    (device,) = devices.devices_of(user_id=anna.pk)
    answer = as_anna.post(f"/account/push/{device.pk}/remove")
    assert (answer.status_code, answer.url) == (302, "/preferences/#devices")
    assert known(anna) == []
    assert as_anna.post(f"/account/push/{device.pk}/remove").status_code == 404


def test_signing_out_ends_notices_on_the_device(
    as_anna: Client, service: PushService, anna: User
) -> None:
    elsewhere = Client()
    elsewhere.login(username="Anna", password=PASSWORD)
    allow(elsewhere, service)
    allow(as_anna, service)
    as_anna.post("/accounts/logout/")
    assert len(known(anna)) == 1
    assert NoticeChoices.objects.get(user=anna).opened == ["push"]
    elsewhere.post("/accounts/logout/")
    assert known(anna) == []
    assert NoticeChoices.objects.get(user=anna).opened == []


def test_a_browser_with_a_new_address_takes_the_place_of_its_old_one(
    as_anna: Client, service: PushService, anna: User
) -> None:
    allow(as_anna, service)
    fresh = service.subscribe(sending.public_key())
    assert tell(as_anna, fresh, again=True).json()["ok"]
    assert [device.endpoint for device in devices.devices_of(user_id=anna.pk)] == [fresh.endpoint]


def test_a_browser_is_not_noted_again_for_somebody_who_did_not_allow_it(
    as_anna: Client, service: PushService, anna: User
) -> None:
    answer = tell(as_anna, service.subscribe(sending.public_key()), again=True)
    assert answer.status_code == 409
    assert known(anna) == []


def test_a_refusal_is_a_sentence(as_anna: Client, service: PushService, anna: User) -> None:
    device = service.subscribe(sending.public_key())
    answer = tell(as_anna, device, endpoint="https://192.168.1.1/push")
    assert (answer.status_code, answer.json()) == (
        422,
        {
            "ok": False,
            "text": (
                "Your browser's push service isn't on the public internet, so we can't reach it."
            ),
        },
    )
    assert known(anna) == []


@pytest.mark.parametrize(
    "body",
    [
        "", "no json", "[]", "null", "7", '"x"', "{}", '{"endpoint": "https://8.8.8.8/"}',
        '{"endpoint": "https://8.8.8.8/", "keys": null}',
        '{"endpoint": "https://8.8.8.8/", "keys": {"p256dh": 1, "auth": 2}}',
        '{"endpoint": ["https://8.8.8.8/"], "keys": {"p256dh": "", "auth": ""}}',
        '{"endpoint": "https://8.8.8.8/", "keys": "p256dh"}',
    ],
)  # fmt: skip
def test_what_no_browser_says_changes_nothing(as_anna: Client, anna: User, body: str) -> None:
    answer = as_anna.post("/account/push/", body, "application/json")
    assert (answer.status_code, answer.json()["ok"]) == (400, False)
    assert known(anna) == []


def test_a_device_that_is_not_there_changes_nothing(as_anna: Client, anna: User) -> None:
    assert as_anna.post("/account/push/999/remove").status_code == 404
    assert not NoticeChoices.objects.filter(user=anna).exists()


def test_visitors_have_no_devices(client: Client) -> None:
    for url in ("key", "list"):
        assert client.get(f"/account/push/{url}").status_code == 302
    for url in ("", "test", "7/remove"):
        assert client.post(f"/account/push/{url}").status_code == 302
        assert client.get(f"/account/push/{url}").status_code in (302, 405)


def test_forged_requests_are_refused(anna: User, service: PushService) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.login(username="Anna", password=PASSWORD)
    assert tell(strict, service.subscribe(sending.public_key())).status_code == 403
    assert known(anna) == []


def test_a_test_does_not_wait_for_the_end_of_quiet_hours(
    as_anna: Client, service: PushService, anna: User
) -> None:
    allow(as_anna, service)
    NoticeChoices.objects.filter(user=anna).update(quiet_from=time(0), quiet_to=time(23, 59))
    as_anna.post("/account/push/test")
    delivery = Delivery.objects.get()
    assert delivery.due_at == delivery.notification.due_at
