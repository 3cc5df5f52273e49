"""Names and addresses are read as they're meant, wherever somebody types them; passwords aren't."""

import pytest
from django.contrib.auth import authenticate
from django.core import mail
from django.test import Client

from accounts.users.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

WIDE = "\uff21\uff2e\uff2e\uff21"  # as Japanese keyboards write it
HIDDEN = "\u200ban\u00adna\ufeff"
LIGATURE = "\ufb01ve \ufb01ne \ufb01sh"


def get_in(login: str, password: str = PASSWORD) -> bool:
    form = {"login": login, "password": password}
    return Client().post("/accounts/login/", form).status_code == 302


@pytest.mark.parametrize(
    "login", [WIDE, HIDDEN, f"{WIDE}\uff20post.example", f"{HIDDEN}@po\u200dst.example"]
)
def test_somebody_signs_in_however_their_keyboard_writes(anna: User, login: str) -> None:
    assert get_in(login)


def test_another_letter_is_another_name(client: Client) -> None:
    """The dotless i has the capital of an i, but it's no other way to type one."""
    mia = User.objects.create_user("Mia", "mia@post.example", PASSWORD)
    assert [get_in(name) for name in ("mia", "MIA", "m\u0131a", "m\u0130a")] == [
        True,
        True,
        False,
        False,
    ]
    assert list(User.objects.called("mia")) == [mia]
    assert not User.objects.called("m\u0131a").exists()


def test_a_password_is_taken_as_it_was_typed(anna: User) -> None:
    anna.set_password(LIGATURE)
    anna.save()
    typed = (LIGATURE, "five fine fish", f"{LIGATURE}\u200b")
    assert [get_in("anna", one) for one in typed] == [True, False, False]


def test_a_new_name_and_address_are_kept_as_they_are_meant(client: Client) -> None:
    said = {"username": f"Ber{HIDDEN}", "email": "\uff42erta\uff20post.example"}
    client.post("/accounts/signup/", said | {"password1": PASSWORD})
    assert list(User.objects.values_list("username", "email")) == [
        ("Beranna", "berta@post.example")
    ]


def test_a_name_that_somebody_has_is_taken_in_other_signs_too(anna: User, client: Client) -> None:
    said = {"username": WIDE, "email": "other@post.example", "password1": PASSWORD}
    assert (
        "That name is taken. Try another."
        in client.post("/accounts/signup/", said).content.decode()
    )
    assert User.objects.get() == anna


def test_a_new_password_goes_to_the_address_that_is_meant(anna: User, client: Client) -> None:
    client.post("/accounts/password/reset/", {"email": "\uff41nna@post.example"})
    assert [one.to for one in mail.outbox] == [["anna@post.example"]]


def test_people_are_found_by_what_is_meant(anna: User) -> None:
    for name in ("anna", WIDE, HIDDEN, " anna "):
        assert User.objects.called(name).get() == anna
    for name in ("", "\u200b", "ann", "\0"):
        assert not User.objects.called(name).exists()
    assert authenticate(username=WIDE, password=PASSWORD) == anna
    seeker = Client()
    seeker.force_login(User.objects.create_user("Ben", "ben@post.example", PASSWORD))
    found = seeker.get("/people/find/", {"q": WIDE[:3]})
    assert [person.username for person in found.context["found"].people] == ["Anna"]
