"""The page of preferences."""

from datetime import UTC, datetime, time

import pytest

from accounts.notices import outbox as notifications
from accounts.notices.kinds import Subject
from accounts.notices.models import Delivery, NoticeChoices
from accounts.notices.preferences.reading import choices_of
from accounts.users import services
from tests.accounts.conftest import NOW, write_mail

pytestmark = pytest.mark.django_db


BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def as_anna(client, anna, kinds):
    client.force_login(anna, backend=BACKEND)
    return client


class TestPreferences:
    def test_they_are_shown(self, as_anna):
        form = as_anna.get("/preferences/").context["form"]
        shown = {name: form[name].value() for name in form.fields}
        switches = {name: is_on for name, is_on in shown.items() if name.endswith(("turn", "news"))}
        assert switches == {
            "mail_turn": True, "mail_news": False,
            "push_turn": False, "push_news": False,
            "app_turn": False, "app_news": False,
        }  # fmt: skip
        rest = {name: shown[name] for name in shown.keys() - switches.keys()}
        assert rest == {
            "theme": "", "board": "", "face": "", "hides_coarse": False,
            "mails_per_day": 20, "digest": False,
            "quiet_from": None, "quiet_to": None,
            "digest_hour_0": time(8), "digest_hour_1": time(18),
            "digest_hour_2": None, "digest_hour_3": None,
        }  # fmt: skip

    def test_notices_stand_by_their_subject(self, as_anna):
        for name, subject in (("trophy", Subject.LEAGUES), ("over", Subject.MATCHES)):
            notifications.register_kind(name, f"About {name}", write_mail, subject=subject)
        groups = as_anna.get("/preferences/").context["form"].groups
        assert [(str(group.label), [row.label for row in group.rows]) for group in groups] == [
            ("Your matches", ["About over"]),
            ("Leagues and trophies", ["About trophy"]),
            ("Everything else", ["It is your turn", "News of the site"]),
        ]

    @pytest.mark.parametrize(
        ("chosen", "shown"), [({}, False), ({"digest": "on"}, True), ({"mails_per_day": "0"}, True)]
    )
    def test_limits_of_mails_are_in_sight_once_they_matter(self, as_anna, chosen, shown):
        page = as_anna.post("/preferences/", {**chosen, "theme": "plaid"})
        assert page.context["form"].shows_mails is shown

    def test_they_are_saved(self, as_anna, anna):
        chosen = {"theme": "dark", "board": "slate", "mail_news": "on"}
        response = as_anna.post("/preferences/", chosen)
        assert (response.status_code, response["Location"]) == (302, "/preferences/")
        assert response.cookies["theme"].value == "dark"
        assert response.cookies["board"].value == "slate"
        assert choices_of(user_id=anna.pk) == {"turn": False, "news": True}

    def test_a_wrong_choice_changes_nothing(self, as_anna, anna):
        response = as_anna.post("/preferences/", {"theme": "plaid", "board": "plaid"})
        assert response.status_code == 422
        assert list(response.context["form"].errors) == ["theme", "board"]
        assert choices_of(user_id=anna.pk) == {"turn": True, "news": False}

    def test_hours_are_saved_and_what_is_owed_follows(self, as_anna, anna):
        owed = {"user_id": anna.pk, "kind": "turn", "ref": {}}
        notifications.schedule(key="a", due_at=NOW, **owed)
        chosen = {
            "mail_turn": "on", "mails_per_day": "3", "digest": "on", "digest_hour_0": "20:15",
            "quiet_from": "22:00", "quiet_to": "07:00",
        }  # fmt: skip
        as_anna.post("/preferences/", chosen)
        kept = NoticeChoices.objects.values_list(
            "mails_per_day", "digest", "digest_hours", "quiet_from"
        )
        assert list(kept) == [(3, True, [time(20, 15)], time(22))]
        evening = datetime(2026, 5, 4, 18, 15, tzinfo=UTC)  # 20:15 in Vienna
        assert list(Delivery.objects.values_list("due_at", "bundled")) == [(evening, True)]

    @pytest.mark.parametrize(
        ("chosen", "field"),
        [
            ({"mails_per_day": "0"}, "mails_per_day"),
            ({"mails_per_day": "101"}, "mails_per_day"),
            ({"quiet_from": "22:00"}, "quiet_to"),
            ({"quiet_from": "22:00", "quiet_to": "22:00"}, "quiet_to"),
            ({"digest_hour_1": "25:00"}, "digest_hour_1"),
        ],
    )
    def test_hours_that_cannot_be_change_nothing(self, as_anna, chosen, field):
        response = as_anna.post("/preferences/", chosen)
        assert (response.status_code, list(response.context["form"].errors)) == (422, [field])
        assert NoticeChoices.objects.count() == 0

    def test_they_are_private(self, client):
        way_in = "/accounts/login/?next=%2Fpreferences%2F"
        assert client.get("/preferences/")["Location"] == way_in


def test_a_guest_has_preferences_too(client, kinds):
    guest = services.create_guest(now=NOW)
    client.force_login(guest, backend=BACKEND)
    assert client.get("/preferences/").status_code == 200
