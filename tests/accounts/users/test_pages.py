from datetime import UTC, datetime, time

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import RequestFactory
from django.utils import timezone

from accounts.edge.middleware import TimeZoneMiddleware
from accounts.notices import outbox as notifications
from accounts.notices.models import Delivery, NoticeChoices
from accounts.users import services
from accounts.users.models import User
from accounts.users.sessions import ensure_user
from tests.accounts.conftest import NOW

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
            "theme": "", "hides_coarse": False, "mails_per_day": 20, "digest": False,
            "quiet_from": None, "quiet_to": None,
            "digest_hour_0": time(8), "digest_hour_1": time(18),
            "digest_hour_2": None, "digest_hour_3": None,
        }  # fmt: skip

    def test_they_are_saved(self, as_anna, anna):
        chosen = {"theme": "dark", "mail_news": "on"}
        response = as_anna.post("/preferences/", chosen)
        assert (response.status_code, response["Location"]) == (302, "/preferences/")
        assert response.cookies["theme"].value == "dark"
        assert notifications.choices_of(user_id=anna.pk) == {"turn": False, "news": True}

    def test_a_wrong_choice_changes_nothing(self, as_anna, anna):
        response = as_anna.post("/preferences/", {"theme": "plaid"})
        assert response.status_code == 422
        assert list(response.context["form"].errors) == ["theme"]
        assert notifications.choices_of(user_id=anna.pk) == {"turn": True, "news": False}

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


class TestTheme:
    def test_it_is_remembered_and_one_goes_back(self, client):
        response = client.post("/theme/", {"theme": "dark", "next": "/rules/"})
        assert (response["Location"], response.cookies["theme"].value) == ("/rules/", "dark")

    def test_back_to_the_devices_own(self, client):
        client.cookies["theme"] = "dark"
        response = client.post("/theme/", {"theme": ""})
        assert (response["Location"], response.cookies["theme"].value) == ("/", "")

    def test_an_unknown_theme_changes_nothing(self, client):
        assert "theme" not in client.post("/theme/", {"theme": "plaid"}).cookies

    def test_no_other_site_is_gone_to(self, client):
        for next_page in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
            assert client.post("/theme/", {"next": next_page})["Location"] == "/"

    def test_looking_changes_nothing(self, client):
        assert client.get("/theme/").status_code == 405


class TestTimeZone:
    def zone_in(self, user, cookies):
        request = RequestFactory().get("/")
        request.COOKIES, request.user = cookies, user
        seen = []
        TimeZoneMiddleware(lambda _: seen.append(timezone.get_current_timezone_name()))(request)
        return seen[0]

    def test_times_are_shown_in_the_persons_zone(self, anna, settings):
        assert self.zone_in(anna, {settings.SESSION_COOKIE_NAME: "x"}) == "Europe/Vienna"
        assert timezone.get_current_timezone_name() == "UTC"

    def test_a_zone_this_machine_does_not_know_is_utc(self, anna, settings):
        anna.time_zone = "Mars/Olympus"
        assert self.zone_in(anna, {settings.SESSION_COOKIE_NAME: "x"}) == "UTC"

    def test_a_visitor_costs_no_query(self, django_assert_num_queries):
        class Nobody:
            def __getattribute__(self, name):
                raise AssertionError("the visitor was looked up")

        with django_assert_num_queries(0):
            assert self.zone_in(Nobody(), {}) == "UTC"


class TestProfile:
    def test_it_shows_the_name_and_nothing_private(self, client, anna):
        User.objects.update(date_joined=datetime(2026, 5, 4, tzinfo=UTC))
        page = client.get("/people/anna/").content.decode()
        assert "Anna" in page
        assert "Joined in May 2026" in page
        assert "post.example" not in page

    @pytest.mark.parametrize("name", ["nobody", "an%00na", "a/b"])
    def test_there_is_nobody_of_that_name(self, client, anna, name):
        assert client.get(f"/people/{name}/").status_code == 404

    def test_a_closed_account_is_gone(self, client, anna):
        User.objects.update(is_active=False)
        assert client.get("/people/Anna/").status_code == 404


class TestGuestsAtTheDoor:
    def request(self, client, **form):
        """Return a visitor's request with a session."""
        return client.post("/theme/", form).wsgi_request

    def test_a_visitor_who_sits_down_becomes_a_guest(self, client):
        request = self.request(client, guest_name="Berta", time_zone="Asia/Tokyo")
        guest = ensure_user(request, now=NOW)
        assert guest.username == "Berta"
        assert (guest.is_guest, guest.time_zone, guest.date_joined) == (True, "Asia/Tokyo", NOW)
        assert request.user == guest
        assert request.session["_auth_user_id"] == str(guest.pk)
        assert ensure_user(request, now=NOW) == guest

    def test_somebody_known_stays_who_they_are(self, as_anna, anna):
        assert ensure_user(self.request(as_anna), now=NOW) == anna
        assert User.objects.count() == 1


class TestOutbox:
    @pytest.fixture
    def folder(self, settings, tmp_path):
        settings.EMAIL_FILE_PATH = tmp_path / "mail"
        settings.EMAIL_FILE_PATH.mkdir()
        return settings.EMAIL_FILE_PATH

    @pytest.fixture
    def admin(self, client, db):
        chief = User.objects.create_superuser("Chief", "chief@post.example", "x" * 12)
        client.force_login(chief, backend=BACKEND)
        return client

    def post(self, folder, *subjects):
        """Write mails to one file, as the file backend does."""
        backend = "django.core.mail.backends.filebased.EmailBackend"
        with get_connection(backend, file_path=folder) as connection:
            for subject in subjects:
                message = EmailMultiAlternatives(
                    subject, f"Hello {subject}", "s@t.example", ["a@b.c"]
                )
                message.attach_alternative("<p>Hello</p>", "text/html")
                message.attach("board.png", b"\x89PNG...", "image/png")
                connection.send_messages([message])

    def test_mails_are_listed_newest_first(self, admin, folder):
        self.post(folder, "one", "two")
        (written,) = folder.iterdir()
        written.rename(folder / "20260101-000000-1.log")
        self.post(folder, "three")
        mails = admin.get("/outbox/").context["mails"]
        assert [letter.subject for letter in mails] == ["three", "two", "one"]
        assert mails[1].id == "20260101-000000-1-1"
        assert (mails[1].to, mails[1].sender) == ("a@b.c", "s@t.example")

    def test_a_mail_is_shown_as_text_with_its_pictures(self, admin, folder):
        self.post(folder, "one", "two")
        (written,) = folder.iterdir()
        response = admin.get(f"/outbox/{written.stem}-1/")
        assert response.context["mail"].text.strip() == "Hello two"
        (picture,) = response.context["pictures"]
        image = admin.get(picture)
        assert (image["Content-Type"], image.content) == ("image/png", b"\x89PNG...")
        assert admin.get(picture.replace("0.png", "1.png")).status_code == 404

    def test_a_folder_that_is_not_there_holds_no_mail(self, admin, folder):
        folder.rmdir()
        assert admin.get("/outbox/").context["mails"] == []
        assert admin.get("/outbox/x-0/").status_code == 404

    @pytest.mark.parametrize(
        "key", ["..%2fsecret_key-0", "secret_key-0", "link-0", "x", "-0", "one-9", "%00-0"]
    )
    def test_no_key_leads_out_of_the_folder(self, admin, folder, key):
        (folder.parent / "secret_key.log").write_text("Subject: secret\n\nsecret")
        (folder / "link.log").symlink_to(folder.parent / "secret_key.log")
        self.post(folder, "one")
        assert admin.get(f"/outbox/{key}/").status_code == 404

    def test_it_is_for_administrators_alone(self, client, anna, folder):
        assert client.get("/outbox/").status_code == 302
        User.objects.update(is_staff=True)
        client.force_login(anna, backend=BACKEND)
        self.post(folder, "one")
        (written,) = folder.iterdir()
        pages = ("", f"{written.stem}-0/", f"{written.stem}-0/0.png")
        assert [client.get(f"/outbox/{page}").status_code for page in pages] == [403, 403, 403]


class TestAdmin:
    def test_the_outbox_is_looked_at_not_touched(self, admin_client, anna):
        notifications.schedule(user_id=anna.pk, kind="turn", key="turn:1", ref={}, due_at=NOW)
        assert b"turn:1" in admin_client.get("/admin/notices/notification/").content
        assert admin_client.get("/admin/notices/notification/add/").status_code == 403

    def test_no_password_hash_is_shown(self, admin_client, anna):
        page = admin_client.get(f"/admin/users/user/{anna.pk}/change/").content.decode()
        assert "anna@post.example" in page
        assert anna.password not in page

    def test_people_are_made_and_found(self, admin_client, anna):
        assert admin_client.get("/admin/users/user/add/").status_code == 200
        assert b"Anna" in admin_client.get("/admin/users/user/?q=anna").content


def test_a_guest_has_preferences_too(client, kinds):
    guest = services.create_guest(now=NOW)
    client.force_login(guest, backend=BACKEND)
    assert client.get("/preferences/").status_code == 200
