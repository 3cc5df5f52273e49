"""Wherever an address comes in or is looked for, both spellings of a host are one address."""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.forms import EmailField
from django.test import Client, RequestFactory
from django.urls import get_resolver

from accounts.notices.delivery import account_mails, bounces
from accounts.notices.models import NoticeChoices
from accounts.users import answer_addresses, services
from accounts.users.forms import AddressField
from accounts.users.models import AnswerAddress, User
from tests.accounts.conftest import NOW, PASSWORD

pytestmark = pytest.mark.django_db

SPELLED = "berta@xn--bcher-kva.example"
SPELLINGS = (
    "berta@bücher.example", "Berta@BÜCHER.Example", SPELLED, "berta@XN--BCHER-KVA.example",
    "berta@bu\u0308cher.example", "berta@bücher.example.",
)  # fmt: skip
# Each entry is tried with two of them; that all are one is held by the tests of ``spell``.
WRITTEN = (SPELLINGS[1], SPELLINGS[4])
BERTA = {"username": "Berta", "password1": PASSWORD}
BAD = {
    "bérta@post.example": "letters like “ü” before the @",
    "berta@💩.example": "No mail server can be called “💩.example”.",
}
Enter = Callable[[Client, str], object]


def sign_up(client: Client, address: str) -> None:
    client.post("/accounts/signup/", BERTA | {"email": address})


def keep(client: Client, address: str) -> None:
    client.force_login(services.create_guest(now=NOW))
    client.post("/keep/", BERTA | {"email": address})


def change(client: Client, address: str) -> None:
    berta = User.objects.create_user("Berta", "old@post.example", PASSWORD)
    client.force_login(berta)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": address, "action_add": ""})
    (link,) = re.findall(r"https://tiles\.example(/\S+confirm\S+)", mail.outbox[-1].body)
    client.post(link)


def create(client: Client, address: str) -> None:
    User.objects.create_user("Berta", address, PASSWORD)


def command(client: Client, address: str) -> None:
    address = address.removesuffix(".")  # with which Django's command takes it for none
    call_command("createsuperuser", username="Berta", email=address, interactive=False)


def administer(client: Client, address: str) -> None:
    berta = User.objects.create_user("Berta", "old@post.example", PASSWORD)
    client.force_login(User.objects.create_superuser("host"))
    form = {"username": "Berta", "email": address, "is_active": "on"}
    assert client.post(f"/admin/users/user/{berta.pk}/change/", form).status_code == 302


def administer_rows(client: Client, address: str) -> None:
    berta = User.objects.create_user("Berta", "berta@bücher.example", PASSWORD)
    row = EmailAddress.objects.create(user=berta, email="old@post.example", primary=True)
    client.force_login(User.objects.create_superuser("host"))
    form = {"email": address, "primary": "on"}
    path = f"/admin/account/emailaddress/{row.pk}/change/"
    assert client.post(path, form).status_code == 302


@pytest.mark.parametrize("address", WRITTEN)
@pytest.mark.parametrize(
    "enter", [sign_up, keep, change, create, command, administer, administer_rows]
)
def test_it_is_stored_in_one_spelling(client: Client, enter: Enter, address: str) -> None:
    enter(client, address)
    assert User.objects.get(username="Berta").email == SPELLED
    found = EmailAddress.objects.exclude(user__username="host")
    assert {*found.values_list("email", flat=True)} <= {SPELLED}


@pytest.mark.parametrize("mandatory", [False, True])
@pytest.mark.parametrize(("first", "second"), [(WRITTEN[0], SPELLED), (SPELLED, WRITTEN[1])])
def test_one_mailbox_has_one_account(client, settings, first, second, mandatory):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory" if mandatory else "optional"
    sign_up(client, first)
    client.logout()
    client.post("/accounts/signup/", BERTA | {"username": "Bertha", "email": second})
    assert [one.username for one in User.objects.all()] == ["Berta"]
    assert [one.email for one in EmailAddress.objects.all()] == [SPELLED]


class TestWhoIsKnown:
    @pytest.fixture(autouse=True)
    def berta(self, db) -> User:
        berta = User.objects.create_user("Berta", "berta@bücher.example", PASSWORD)
        EmailAddress.objects.create(user=berta, email=berta.email, primary=True, verified=True)
        return berta

    @pytest.mark.parametrize("address", WRITTEN)
    def test_is_found_wherever_an_address_is_looked_for(self, client, berta, address):
        client.post("/accounts/login/", {"login": address, "password": PASSWORD})
        assert client.session["_auth_user_id"] == str(berta.pk)
        client.logout()
        for path in ("/accounts/password/reset/", "/accounts/login/code/"):
            client.post(path, {"email": address})
            assert mail.outbox[-1].to == [SPELLED]
        assert mail.outbox[0].subject == "Choose a new password for Tilepost"
        assert account_mails._owner_of(address) == berta
        assert answer_addresses.is_one(berta, address) is True
        with pytest.raises(answer_addresses.AlreadyTheirs):
            answer_addresses.add(user=berta, address=address, now=NOW)
        client.force_login(User.objects.create_superuser("host"))
        for page in ("users/user", "account/emailaddress"):
            assert SPELLED in client.get(f"/admin/{page}/", {"q": address}).content.decode()

    @pytest.mark.parametrize("address", WRITTEN)
    def test_their_own_address_is_no_other(self, client, berta, address):
        client.force_login(berta)
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
        page = client.post("/accounts/email/", {"email": address, "action_add": ""})
        assert "already" in page.content.decode()
        assert EmailAddress.objects.count() == 1

    @pytest.mark.parametrize("address", SPELLINGS)
    def test_what_comes_back_is_theirs(self, berta, address):
        assert bounces.note_bounce(user_id=berta.pk, address=address, reason="full") is True
        assert NoticeChoices.objects.get(user=berta).refused_address == SPELLED
        assert bounces.note_bounce(user_id=berta.pk, address="b@x.example", reason="") is False
        assert bounces.note_bounce(user_id=berta.pk, address="", reason="") is False

    def test_they_see_it_in_their_own_letters(self, client, berta):
        client.force_login(berta)
        assert "berta@bücher.example" in client.get("/accounts/email/").content.decode()
        assert "berta@bücher.example" in client.get("/account/addresses/").content.decode()


@pytest.mark.parametrize("address", BAD)
def test_one_that_no_mail_could_go_to_is_refused_in_words(client, django_user_model, address):
    for path in ("/accounts/signup/", "/accounts/password/reset/", "/accounts/login/code/"):
        page = client.post(path, BERTA | {"email": address})
        assert BAD[address] in page.content.decode(), path
    assert client.post("/accounts/login/", {"login": address, "password": "x"}).status_code == 200
    with pytest.raises(ValidationError):
        User.objects.create_user("Berta", address)
    guest = services.create_guest(now=NOW)
    client.force_login(guest)
    assert BAD[address] in client.post("/keep/", BERTA | {"email": address}).content.decode()
    host = User.objects.create_superuser("host", "host@post.example", PASSWORD)
    client.force_login(host)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    for path in ("/accounts/email/", "/account/addresses/"):
        page = client.post(path, {"email": address, "action_add": ""})
        assert BAD[address] in page.content.decode(), path
    form = {"username": "host", "email": address, "is_active": "on"}
    page = client.post(f"/admin/users/user/{host.pk}/change/", form)
    assert BAD[address] in page.content.decode()
    assert {*User.objects.values_list("email", flat=True)} == {"", "host@post.example"}
    assert (AnswerAddress.objects.count(), mail.outbox) == (0, [])


def test_a_row_that_holds_one_all_the_same_can_still_be_stored(anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(email="anna@💩.example")
    anna.refresh_from_db()
    anna.save()
    anna.refresh_from_db()
    assert anna.email == "anna@💩.example"


def test_every_form_with_an_address_spells_it(rf: RequestFactory, anna: User) -> None:
    """A form of the library's that is added has to be ours as well."""
    found = {}
    pending = [get_resolver()]
    while pending:
        for each in pending.pop().url_patterns:
            if hasattr(each, "url_patterns"):
                pending.append(each)
            elif view := getattr(each.callback, "view_class", None):
                found[view.__name__] = view
    seen = set()
    for name, view in found.items():
        if not view.__module__.startswith(("allauth", "accounts")) or not hasattr(
            view, "get_form_class"
        ):
            continue
        one = view()
        one.request, one.kwargs, one._action = rf.get("/"), {}, "change"
        one.request.user = AnonymousUser()
        fields = getattr(one.get_form_class(), "base_fields", {})
        for field in fields.values():
            if isinstance(field, EmailField):
                seen.add(name)
                assert isinstance(field, AddressField), name
    assert seen >= {"SignUpView", "PasswordResetView", "LogInByCodeView", "EmailView"}
