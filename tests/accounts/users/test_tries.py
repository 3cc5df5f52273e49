"""A stranger's tries keep no owner out, and still nobody can guess for long."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail, signing
from django.test import Client

from accounts.users.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

HOME, CLUB, STRANGER = "203.0.113.7", "198.51.100.20", "192.0.2.66"
WAIT = "Too many tries. You can try again in {} minutes."


def sign_in(client: Client, password: str = PASSWORD, *, at: str, login: str = "anna") -> str:
    """Return what somebody is told, "" if they come in."""
    form = {"login": login, "password": password}
    answer = client.post("/accounts/login/", form, REMOTE_ADDR=at)
    if answer.status_code == 302:
        return ""
    (said,) = answer.context["form"].non_field_errors()
    return str(said)


def guess(times: int, *, at: str = STRANGER, login: str = "anna") -> list[str]:
    return [sign_in(Client(), f"guess {one}", at=at, login=login) for one in range(times)]


def known_device(at: str = HOME) -> Client:
    """Return a browser in which Anna has signed in, and out again."""
    client = Client()
    assert sign_in(client, at=at) == ""
    client.post("/accounts/logout/")
    return client


WRONG = "That name and password don't match."


class TestStrangers:
    def test_nobody_guesses_for_long(self, anna: User) -> None:
        assert guess(7) == [WRONG] * 5 + [WAIT.format(5)] * 2
        assert sign_in(Client(), at=STRANGER) == WAIT.format(5)  # not with the right one either

    def test_name_and_address_in_all_spellings_are_one_account(self, anna: User) -> None:
        for login in ("anna", "ANNA", "anna@post.example", "Anna@POST.example", "\uff41nna"):
            guess(1, login=login)
        assert sign_in(Client(), at=STRANGER) == WAIT.format(5)

    def test_many_names_from_one_address(self, anna: User) -> None:
        for number in range(20):
            guess(1, login=f"name{number}")
        assert guess(1, login="anna") == [WAIT.format(5)]
        assert sign_in(Client(), at=HOME) == ""

    def test_a_network_of_ipv6_is_one_address(self, anna: User) -> None:
        for host in range(5):
            guess(1, at=f"2001:db8:0:1::{host:x}")
        assert sign_in(Client(), at="2001:db8:0:1:ffff::1") == WAIT.format(5)
        assert sign_in(Client(), at="2001:db8:0:2::1") == ""

    def test_a_name_that_nobody_has_is_told_the_same(self, anna: User) -> None:
        assert guess(6, login="nobody") == guess(6, at=CLUB)

    def test_a_forwarded_address_counts_only_if_a_proxy_is_trusted(
        self, anna: User, settings: Any
    ) -> None:
        def forwarded(host: int) -> str:
            form = {"login": "anna", "password": "guess"}
            said = {"X-Forwarded-For": f"198.51.100.{host}, {HOME}"}
            answer = Client().post("/accounts/login/", form, headers=said, REMOTE_ADDR=STRANGER)
            return str(answer.context["form"].non_field_errors()[0])

        told = [forwarded(host) for host in range(6)]
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
        assert (told[5], forwarded(7)) == (WAIT.format(5), WRONG)
        assert sign_in(Client(), at=CLUB) == ""


class TestOwners:
    def test_an_owner_comes_in_from_another_address(self, anna: User) -> None:
        guess(7)
        assert sign_in(Client(), at=HOME) == ""

    def test_only_a_known_device_passes_what_comes_from_everywhere(
        self, anna: User, settings: Any
    ) -> None:
        limits = settings.ACCOUNT_RATE_LIMITS | {"login_failed_anywhere": "10/h/key"}
        settings.ACCOUNT_RATE_LIMITS = limits
        own = known_device()
        for host in range(10):
            guess(1, at=f"198.51.100.{host}")
        assert guess(1, at="192.0.2.99") == [WAIT.format(60)]
        assert sign_in(Client(), at=CLUB) == WAIT.format(60)
        assert sign_in(own, at=CLUB) == ""

    def test_a_known_device_passes_at_the_strangers_own_address(self, anna: User) -> None:
        own = known_device(STRANGER)
        guess(5)
        for number in range(20):
            guess(1, login=f"name{number}")
        assert sign_in(Client(), at=STRANGER) == WAIT.format(5)
        assert sign_in(own, at=STRANGER) == ""

    def test_a_known_device_is_no_place_to_guess(self, anna: User) -> None:
        thief = known_device()
        told = [sign_in(thief, f"guess {one}", at=STRANGER) for one in range(12)]
        assert told == [WRONG] * 10 + [WAIT.format(5)] * 2
        assert sign_in(Client(), at=HOME) == ""

    def test_it_is_known_to_its_owners_alone(self, anna: User) -> None:
        ben = User.objects.create_user("ben", "ben@post.example", PASSWORD)
        shared = known_device()
        assert sign_in(shared, login=ben.username, at=HOME) == ""
        shared.post("/accounts/logout/")
        User.objects.create_user("carl", "carl@post.example", PASSWORD)
        for login in ("anna", "ben", "carl"):
            guess(5, login=login)
        assert sign_in(shared, at=STRANGER, login="carl") == WAIT.format(5)
        for login in ("anna", "ben"):
            assert sign_in(shared, at=STRANGER, login=login) == ""
            shared.post("/accounts/logout/")

    def test_a_new_password_makes_it_a_stranger(self, anna: User) -> None:
        own = known_device()
        anna.set_password("quite another phrase")
        anna.save()
        guess(5)
        assert sign_in(own, "quite another phrase", at=STRANGER) == WAIT.format(5)

    def test_nobody_makes_such_a_cookie(self, anna: User, settings: Any) -> None:
        stamp = anna.get_session_auth_hash()
        forged = signing.dumps([[anna.pk, "x", stamp]], key="another", salt="accounts.users.tries")
        guess(5)
        client = Client()
        for value in (forged, "", "x", "x:y:z", "\xff"):
            client.cookies[settings.KNOWN_DEVICE_COOKIE_NAME] = value
            assert sign_in(client, at=STRANGER) == WAIT.format(5)

    def test_its_cookie_is_for_this_site_alone(self, anna: User, settings: Any) -> None:
        settings.HTTPS = True
        cookie = known_device().cookies[settings.KNOWN_DEVICE_COOKIE_NAME]
        facts = [cookie[name] for name in ("httponly", "secure", "samesite", "path", "domain")]
        assert facts == [True, True, "Lax", "/", ""]
        assert cookie["max-age"] == timedelta(days=365).total_seconds()

    def test_whoever_is_in_can_prove_it_though_strangers_guess(self, anna: User) -> None:
        client = Client()
        sign_in(client, at=STRANGER)
        del client.cookies["known-device"]
        guess(6)
        form = {"password": PASSWORD}
        answer = client.post("/accounts/reauthenticate/", form, REMOTE_ADDR=STRANGER)
        assert answer.status_code == 302


class TestMails:
    @pytest.mark.parametrize("path", ["/accounts/login/code/", "/accounts/password/reset/"])
    def test_strangers_who_ask_for_mails_leave_some_to_the_owner(
        self, anna: User, path: str
    ) -> None:
        def ask(client: Client, at: str) -> int:
            mail.outbox.clear()
            answer = client.post(path, {"email": anna.email}, REMOTE_ADDR=at)
            return 429 if "Too many tries" in answer.content.decode() else len(mail.outbox)

        own = known_device()
        assert [ask(Client(), STRANGER) for _ in range(6)] == [1] * 5 + [429]
        assert ask(Client(), HOME) == 1
        for host in range(6):
            ask(Client(), f"198.51.100.{host}")
        assert (ask(Client(), "192.0.2.99"), ask(own, "192.0.2.99")) == (429, 1)

    def test_a_new_password_lets_its_owner_in(self, anna: User) -> None:
        client = Client()
        client.post("/accounts/password/reset/", {"email": anna.email})
        link = next(
            word for word in mail.outbox[-1].body.split() if "/accounts/password/reset/key/" in word
        )
        page = client.get(link.removeprefix("https://tiles.example"))
        form = {"password1": "quite another phrase", "password2": "quite another phrase"}
        client.post(page["Location"], form, REMOTE_ADDR=STRANGER)
        guess(5)
        assert sign_in(client, "quite another phrase", at=STRANGER) == ""


def test_the_administration_has_no_door_of_its_own(client: Client, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
    form = {"username": "anna", "password": PASSWORD}
    answer = client.post("/admin/login/?next=/admin/", form)
    assert answer["Location"].startswith("/accounts/login/")
    assert "_auth_user_id" not in client.session
