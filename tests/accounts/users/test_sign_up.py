import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import get_hasher
from django.core import mail
from django.db import IntegrityError
from django.urls import reverse

from accounts.feeds import services as feeds
from accounts.feeds.models import CalendarFeed
from accounts.push.models import PushSubscription
from accounts.users import services
from accounts.users.models import User
from tests.accounts.conftest import NOW, PASSWORD

pytestmark = pytest.mark.django_db

BERTA = {"username": "Berta", "email": "berta@post.example", "password1": PASSWORD}


@pytest.fixture
def guest(client) -> User:
    """A guest, logged in."""
    guest = services.create_guest(now=NOW)
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    return guest


def who(client):
    """Return the id of whoever is logged in."""
    found = client.get("/preferences/").wsgi_request.user
    return found.pk


class TestSigningUp:
    def test_without_a_mail_server_one_is_in_at_once(self, client):
        response = client.post("/accounts/signup/", BERTA | {"time_zone": "Asia/Tokyo"})
        assert (response.status_code, response["Location"]) == (302, reverse("welcome"))
        berta = User.objects.get()
        assert (berta.username, berta.time_zone, berta.is_guest) == ("Berta", "Asia/Tokyo", False)
        assert who(client) == berta.pk

    def test_with_one_they_are_greeted_once_the_address_is_confirmed(self, client, settings):
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
        asked = client.post("/accounts/signup/", BERTA)
        (code,) = re.findall(r"^\s*([A-Z0-9-]{6,9})\s*$", mail.outbox[0].body, re.MULTILINE)
        answer = client.post(asked["Location"], {"code": code})
        assert (answer.status_code, answer["Location"]) == (302, reverse("welcome"))

    def test_whoever_came_from_a_page_goes_back_to_it(self, client):
        answer = client.post("/accounts/signup/", BERTA | {"next": "/leagues/chess/"})
        assert answer["Location"] == "/leagues/chess/"

    @pytest.mark.parametrize("name", ["Ber.ta", "berta-", "BERTA_", "b-e-r-t-a"])
    def test_a_name_that_differs_by_signs_alone_is_taken(self, client, name):
        User.objects.create_user("Berta", "first@post.example")
        answer = client.post("/accounts/signup/", BERTA | {"username": name})
        assert "Someone already has a very similar name. Try another." in answer.content.decode()
        assert User.objects.count() == 1
        with pytest.raises(IntegrityError):
            User.objects.create_user(name, "second@post.example")

    def test_a_known_address_takes_as_long_as_a_new_one(self, client, settings, monkeypatch):
        """Most of the time goes into the password's hash."""
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        made = []
        hasher = get_hasher()
        encode = type(hasher).encode
        monkeypatch.setattr(
            type(hasher), "encode", lambda self, *args: made.append(1) or encode(self, *args)
        )
        client.post("/accounts/signup/", BERTA)
        assert (User.objects.count(), len(made)) == (1, 1)
        client.logout()
        client.post("/accounts/signup/", BERTA | {"username": "Carla"})
        assert (User.objects.count(), len(made)) == (1, 2)

    def test_a_made_up_time_zone_is_no_obstacle(self, client):
        client.post("/accounts/signup/", BERTA | {"time_zone": "Mars/Olympus"})
        assert User.objects.get().time_zone == "UTC"

    @pytest.mark.parametrize(
        ("change", "field", "sentence"),
        [
            ({"username": "anna"}, "username", "That name is taken. Try another."),
            ({"username": "guest-1"}, "username", "That name is reserved."),
            ({"username": "an na"}, "username", "Use letters, digits, dots"),
            ({"username": "ab"}, "username", "at least 3"),
            ({"username": "a" * 25}, "username", "at most 24"),
            ({"email": "nobody"}, "email", "valid email"),
            ({"email": "Anna@post.example"}, "email", "already an account with this address"),
            ({"password1": "short"}, "password1", "at least 10"),
        ],
    )
    def test_what_is_wrong_gets_a_sentence_and_changes_nothing(
        self, client, anna, change, field, sentence
    ):
        EmailAddress.objects.create(user=anna, email=anna.email, primary=True)
        response = client.post("/accounts/signup/", BERTA | change)
        assert response.status_code == 200
        assert sentence in response.context["form"].errors[field][0]
        assert User.objects.count() == 1

    def test_only_so_many_an_hour(self, client, settings):
        settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"signup": "2/h/ip"}
        answers = []
        for number in range(3):
            client.logout()
            person = {"username": f"Person{number}", "email": f"p{number}@post.example"}
            answers.append(client.post("/accounts/signup/", BERTA | person).status_code)
        assert answers == [302, 302, 429]
        assert User.objects.count() == 2

    def test_logging_in_by_name_or_address_in_any_case(self, client, anna):
        for login in ("anna", "ANNA@post.example"):
            client.logout()
            client.post("/accounts/login/", {"login": login, "password": PASSWORD})
            assert who(client) == anna.pk

    def test_staff_log_in_by_the_same_door(self, client, django_user_model):
        django_user_model.objects.create_superuser("root", "root@example.org", "a long password")
        form = {"username": "root", "password": "a long password"}
        answer = client.post("/admin/login/?next=/admin/", form)
        assert (answer.status_code, answer["Location"]) == (
            302,
            "/accounts/login/?next=%2Fadmin%2F",
        )
        assert client.get("/admin/").status_code == 302

    def test_staff_who_guess_a_password_have_to_wait(self, client, django_user_model):
        staff = django_user_model.objects.create_superuser("root", "r@example.org", PASSWORD)
        told = []
        for guess in (*["a wrong guess"] * 5, PASSWORD):
            form = {"login": "root", "password": guess}
            told.append("Too many" in client.post("/accounts/login/", form).content.decode())
        assert told == [*[False] * 5, True]
        client.force_login(staff)
        answer = client.post("/admin/password_change/", {"old_password": "a wrong guess"})
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/password/change/")


class TestGuests:
    def test_a_kept_guest_stays_logged_in_as_the_same_person(self, client, guest):
        assert client.get("/keep/").status_code == 200
        response = client.post("/keep/", BERTA)
        assert (response.status_code, response["Location"]) == (302, reverse("my-games"))
        kept = User.objects.get()
        assert (kept.pk, kept.username, kept.is_guest) == (guest.pk, "Berta", False)
        assert who(client) == guest.pk
        address = EmailAddress.objects.get()
        assert (address.user_id, address.email, address.primary) == (guest.pk, kept.email, True)

    def test_a_kept_guest_can_log_in_elsewhere(self, client, guest):
        client.post("/keep/", BERTA)
        client.logout()
        client.post("/accounts/login/", {"login": "Berta", "password": PASSWORD})
        assert who(client) == guest.pk

    def test_other_sessions_of_the_guest_end(self, client, guest, django_user_model):
        from django.test import Client

        elsewhere = Client()
        elsewhere.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
        client.post("/keep/", BERTA)
        assert who(elsewhere) is None

    def test_a_wrong_form_changes_nothing(self, client, guest, anna):
        response = client.post("/keep/", BERTA | {"username": "ANNA"})
        assert response.context["form"].errors == {"username": ["That name is taken. Try another."]}
        kept = User.objects.get(pk=guest.pk)
        assert (kept.username, kept.is_guest) == (guest.username, True)

    def test_a_name_taken_in_between_is_reported(self, client, guest, monkeypatch):
        def too_late(**_details):
            User.objects.create_user("Berta")
            User.objects.create_user("BERTA")

        monkeypatch.setattr(services, "keep_guest", too_late)
        response = client.post("/keep/", BERTA, follow=True)
        assert "Someone has just taken that name" in response.content.decode()
        assert User.objects.count() == 1

    def test_sign_up_leads_a_guest_to_the_page_that_keeps_games(self, client, guest):
        response = client.get("/accounts/signup/")
        assert (response.status_code, response["Location"]) == (302, reverse("guest-keep"))

    def test_a_guest_may_log_in_to_an_older_account(self, client, guest, anna):
        assert client.get("/accounts/login/").status_code == 200
        assert client.get("/accounts/login/code/").status_code == 200
        client.post("/accounts/login/", {"login": "Anna", "password": PASSWORD})
        assert who(client) == anna.pk

    def test_only_guests_are_kept(self, client, anna):
        assert client.get("/keep/")["Location"] == reverse("account_signup")
        client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
        assert client.get("/keep/")["Location"] == reverse("my-games")
        assert client.post("/keep/", BERTA)["Location"] == reverse("my-games")
        assert User.objects.get().username == "Anna"

    def test_after_keeping_one_goes_on_where_one_was(self, client, guest):
        response = client.post("/keep/?next=/match/k3v/", BERTA)
        assert response["Location"] == "/match/k3v/"

    def test_but_to_no_other_site(self, client, guest):
        response = client.post("/keep/?next=https://evil.example/", BERTA)
        assert response["Location"] == reverse("my-games")


class TestWithAMailServer:
    @pytest.fixture(autouse=True)
    def mail_leaves(self, settings):
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True

    def code(self):
        return re.search(r"^ {4}(\S+)$", mail.outbox[-1].body, re.MULTILINE).group(1)

    def test_the_code_in_the_mail_lets_one_in(self, client):
        response = client.post("/accounts/signup/", BERTA)
        assert response["Location"] == reverse("account_email_verification_sent")
        assert who(client) is None
        client.post("/accounts/confirm-email/", {"code": self.code()})
        assert who(client) == User.objects.get().pk
        assert EmailAddress.objects.get().verified is True

    def test_an_account_has_one_address(self, client, anna):
        EmailAddress.objects.create(user=anna, email=anna.email, primary=True, verified=True)
        client.force_login(anna)
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
        client.post("/accounts/email/", {"email": "new@post.example", "action_add": ""})
        assert [one.email for one in EmailAddress.objects.filter(verified=True)] == [anna.email]
        client.post("/accounts/confirm-email/", {"code": self.code()})
        (address,) = EmailAddress.objects.all()
        assert (address.email, address.primary, address.verified) == (
            "new@post.example",
            True,
            True,
        )
        anna.refresh_from_db()
        assert anna.email == "new@post.example"

    def test_a_guest_stays_seated_meanwhile(self, client, guest):
        client.post("/keep/", BERTA)
        assert who(client) == guest.pk
        assert EmailAddress.objects.get().verified is False
        client.post("/accounts/confirm-email/", {"code": self.code()})
        assert who(client) == guest.pk
        assert EmailAddress.objects.get().verified is True

    def test_nobody_learns_who_has_an_account(self, client, guest, anna):
        EmailAddress.objects.create(user=anna, email=anna.email, primary=True, verified=True)
        response = client.post("/keep/", BERTA | {"email": anna.email})
        assert response["Location"] == reverse("account_email_verification_sent")
        assert mail.outbox[-1].subject == "You already have an account at Tilepost"
        assert User.objects.get(pk=guest.pk).is_guest is True

    @pytest.mark.parametrize("where", ["email", "password/set", "password/change"])
    def test_address_and_password_are_given_there_and_nowhere_else(self, client, guest, where):
        given = {"action_add": "", "email": "x@post.example", "password1": PASSWORD}
        for answer in (
            client.get(f"/accounts/{where}/"),
            client.post(f"/accounts/{where}/", given),
        ):
            assert (answer.status_code, answer["Location"]) == (302, reverse("guest-keep"))
        assert EmailAddress.objects.count() == 0
        assert client.post("/keep/", BERTA).status_code == 302
        assert User.objects.get(pk=guest.pk).username == "Berta"

    def test_an_address_that_nobody_could_keep_is_refused(self, client, guest):
        long = BERTA | {"email": f"{'a' * 300}@post.example"}
        assert "at most 254" in client.post("/keep/", long).content.decode()
        client.logout()
        assert "at most 254" in client.post("/accounts/signup/", long).content.decode()
        assert User.objects.filter(is_guest=False).count() == 0


class TestMailsOfTheAccount:
    @pytest.fixture(autouse=True)
    def any_host(self, settings):
        settings.ALLOWED_HOSTS = ["*"]

    def test_a_forged_host_reaches_no_mail(self, client, anna):
        EmailAddress.objects.create(user=anna, email=anna.email, primary=True)
        forged = {"HTTP_HOST": "evil.example"}
        client.post("/accounts/password/reset/", {"email": anna.email}, **forged)
        client.post("/accounts/password/reset/", {"email": "x@post.example"}, **forged)
        client.post("/accounts/login/code/", {"email": anna.email}, **forged)
        client.logout()
        client.post("/accounts/signup/", BERTA, **forged)
        assert [m.subject for m in mail.outbox] == [
            "Choose a new password for Tilepost",
            "There's no account at Tilepost with this address",
            mail.outbox[2].subject,
            "Please confirm your email address for Tilepost",
        ]
        for message in mail.outbox:
            assert "evil" not in message.message().as_string()
            assert "https://tiles.example" in message.body

    def test_the_address_is_changed_only_by_who_knows_the_password(self, client, anna):
        EmailAddress.objects.create(user=anna, email=anna.email, primary=True, verified=True)
        client.force_login(anna)
        change = {"email": "thief@post.example", "action_add": ""}
        answer = client.post("/accounts/email/", change)
        assert answer["Location"].startswith("/accounts/reauthenticate/")
        assert client.get(answer["Location"]).status_code == 200
        assert mail.outbox == []
        client.post(answer["Location"], {"password": "a wrong guess"})
        assert mail.outbox == []
        client.post(answer["Location"], {"password": PASSWORD}, follow=True)
        assert mail.outbox[-1].to == ["thief@post.example"]

    def test_a_new_address_that_nobody_could_keep_is_refused(self, client, anna):
        client.force_login(anna)
        change = {"email": f"{'a' * 300}@post.example", "action_add": ""}
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
        assert "at most 254" in client.post("/accounts/email/", change).content.decode()
        assert EmailAddress.objects.filter(email__startswith="aaa").count() == 0

    def test_the_link_in_a_reset_mail_sets_a_new_password(self, client, anna):
        EmailAddress.objects.create(user=anna, email=anna.email, primary=True)
        EmailAddress.objects.create(user=anna, email="thief@post.example", primary=False)
        feeds.open_feed(user=anna, now=NOW)
        PushSubscription.objects.create(user=anna, endpoint="https://8.8.8.8/x", made_at=NOW)
        client.post("/accounts/password/reset/", {"email": anna.email})
        assert (CalendarFeed.objects.count(), PushSubscription.objects.count()) == (1, 1)
        path = re.search(r"https://tiles\.example(/\S+)", mail.outbox[-1].body).group(1)
        page = client.get(path, follow=True)
        new = {"password1": "another-long-phrase", "password2": "another-long-phrase"}
        client.post(page.redirect_chain[-1][0], new)
        anna.refresh_from_db()
        assert anna.check_password("another-long-phrase")
        # What somebody else may have let in hears nothing more.
        assert (CalendarFeed.objects.count(), PushSubscription.objects.count()) == (0, 0)
        assert [one.email for one in EmailAddress.objects.all()] == [anna.email]
        assert mail.outbox[-1].subject == "You have a new password"
        assert "https://tiles.example/accounts/password/reset/" in mail.outbox[-1].body
