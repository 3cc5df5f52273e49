"""Pages about oneself: their theme, and what the account library would say, in words of ours."""

from pathlib import Path
from typing import Any

import allauth.account
import pytest
from allauth.account.adapter import DefaultAccountAdapter
from django.template.loader import get_template
from django.test import Client

from accounts.users.adapter import AccountAdapter
from tests.factories import make_user

pytestmark = pytest.mark.django_db

NO_PHONES = {"phone_password_mismatch", "phone_taken", "unknown_phone"}
LIBRARY = Path(allauth.account.__file__).parent.parent / "templates" / "account" / "messages"
PASSWORD = "a long walk by the river"


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

    def test_the_look_of_boards_is_remembered_beside_it(self, client):
        client.cookies["theme"] = "dark"
        response = client.post("/theme/", {"board": "contrast"})
        assert [*response.cookies] == ["board"]
        assert client.get("/rules/").content.count(b'data-theme="dark" data-look="contrast"') == 1
        assert client.post("/theme/", {"board": ""}).cookies["board"].value == ""
        assert "board" not in client.post("/theme/", {"board": "plaid"}).cookies

    def test_no_other_site_is_gone_to(self, client):
        for next_page in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
            assert client.post("/theme/", {"next": next_page})["Location"] == "/"

    def test_looking_changes_nothing(self, client):
        assert client.get("/theme/").status_code == 405


def test_every_refusal_is_ours() -> None:
    theirs = DefaultAccountAdapter.error_messages
    same = {name for name in theirs if AccountAdapter.error_messages[name] is theirs[name]}
    assert same == NO_PHONES


def test_every_message_is_ours() -> None:
    names = {path.name for path in LIBRARY.glob("*.txt") if not path.name.startswith("phone_")}
    found = {name: get_template(f"account/messages/{name}").origin.name for name in names}
    assert len(found) > 9
    assert [name for name, path in found.items() if "allauth" in path] == []


def test_a_new_password_is_asked_for_and_told_in_our_words(client: Client) -> None:
    anna = make_user("anna")
    anna.set_password(PASSWORD)
    anna.save()
    told = client.post("/accounts/login/", {"login": "anna", "password": PASSWORD}, follow=True)
    assert "You&#x27;re signed in as anna." in told.content.decode()
    page = client.get("/accounts/password/change/").content.decode()
    labels = ("Current password", "New password", "New password, once more")
    assert [f">{label}:</label>" in page or f">{label}</label>" in page for label in labels] == [
        True, True, True
    ]  # fmt: skip
    assert "placeholder" not in page.split("<main")[1]
    assert "At least 10 characters, and not a common password." in page
    assert "Your password must contain" not in page
    assert ">New email address" in client.get("/accounts/email/").content.decode()
    wrong = {"oldpassword": "no", "password1": "another walk by it", "password2": ""}
    refused = client.post("/accounts/password/change/", wrong).content.decode()
    assert "That isn&#x27;t your current password." in refused


def test_a_page_that_asks_for_a_code_says_no_other_time_than_its_mail(
    client: Client, settings: Any
) -> None:
    settings.MAIL_LEAVES = True
    make_user("anna")
    asked = {"email": "anna@example.org"}
    page = client.post("/accounts/login/code/", asked, follow=True).content.decode()
    assert "We&#x27;ve emailed a code to" in page or "We've emailed a code to" in page
    assert "minutes" not in page.split("<main", 1)[1]
