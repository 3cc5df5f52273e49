"""The administration takes whatever is in an address."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.notices import outbox as notifications
from accounts.users.models import User
from tests.accounts.conftest import NOW


@pytest.fixture
def host(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("host", "host@post.example", "x"))
    return client


@pytest.mark.parametrize(
    "address",
    [
        "notices_notification_changelist",
        "notices_delivery_changelist",
        "words_wordlistversion_changelist",
    ],
)
@pytest.mark.parametrize("year", [2**31, 2**63, 2**80])
def test_a_year_beyond_all_calendars_is_a_wrong_filter(
    host: Client, address: str, year: int
) -> None:
    page = reverse(f"admin:{address}")
    field = "published_at" if "version" in address else "due_at"
    answer = host.get(page, {f"{field}__year": year})
    assert (answer.status_code, answer.headers.get("Location")) == (302, f"{page}?e=1")


def test_people_alone_choose_what_they_hear_of(host: Client) -> None:
    page = reverse("admin:notices_notificationpreference_add")
    asked = {"user": "1", "kind": "turn", "channel": "mail"}
    assert (host.get(page).status_code, host.post(page, asked).status_code) == (403, 403)


def test_the_outbox_is_looked_at_not_touched(admin_client, anna):
    notifications.schedule(user_id=anna.pk, kind="turn", key="turn:1", ref={}, due_at=NOW)
    assert b"turn:1" in admin_client.get("/admin/notices/notification/").content
    assert admin_client.get("/admin/notices/notification/add/").status_code == 403
