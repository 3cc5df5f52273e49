"""Somebody answers from another address: added, confirmed by a link, and good for nothing else."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.edge import clock
from accounts.notices.delivery import account_mails
from accounts.notices.models import Delivery
from accounts.users import answer_addresses, services
from accounts.users.models import AnswerAddress, User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
PAGE = "/account/addresses/"
ALIAS = "anna+tiles@post.example"


@pytest.fixture
def client(client: Client, anna: User) -> Client:
    """Anna's, just after giving the password."""
    EmailAddress.objects.create(user=anna, email=anna.email, primary=True, verified=True)
    client.force_login(anna)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


@pytest.fixture
def ben(db: None) -> User:
    ben = User.objects.create_user("Ben", "ben@post.example", PASSWORD)
    EmailAddress.objects.create(user=ben, email=ben.email, primary=True, verified=True)
    return ben


def add(client: Client, address: str = ALIAS) -> str:
    """Add an address, and return the path of the link that was sent there, "" without one."""
    client.post(PAGE, {"email": address})
    account_mails.deliver(now=clock.read_clock())  # where mail leaves, it waits
    assert mail.outbox[-1].to == [address]
    found = re.search(r"https://tiles\.example(/account/addresses/\S+)", mail.outbox[-1].body)
    return found[1] if found else ""


def confirmed() -> list[tuple[str, str]]:
    found = AnswerAddress.objects.filter(confirmed_at__isnull=False)
    return list(found.values_list("user__username", "email"))


def test_it_is_added_confirmed_and_removed(client: Client, anna: User) -> None:
    link = add(client)
    assert mail.outbox[-1].subject == "Confirm an address you answer from at Tilepost"
    page = client.get(PAGE).content.decode()
    assert (ALIAS in page, "waiting" in page) == (True, True)
    assert answer_addresses.is_one(anna, ALIAS) is False
    for _ in range(3):  # programs open links, too
        assert Client().get(link).status_code == 200
    assert confirmed() == []
    assert Client().post(link).status_code == 200
    assert confirmed() == [("Anna", ALIAS)]
    assert answer_addresses.is_one(anna, ALIAS.upper()) is True
    told = mail.outbox[-1]
    assert (told.to, told.subject) == (
        ["anna@post.example"],
        "You can now answer from another address",
    )
    assert ALIAS in told.body
    assert f"https://tiles.example{PAGE}" in told.body
    client.post(link)
    assert len(mail.outbox) == 2  # told once
    assert "Confirmed on" in client.get(PAGE).content.decode()
    (row,) = answer_addresses.of(anna)
    client.post(reverse("answer-address-remove", args=[row.pk]))
    assert answer_addresses.of(anna) == []
    assert answer_addresses.is_one(anna, ALIAS) is False
    assert client.get(link).status_code == 404


def test_it_opens_nothing_and_no_mail_goes_there(client: Client, anna: User) -> None:
    client.post(add(client))
    client.logout()
    client.post("/accounts/login/", {"login": ALIAS, "password": PASSWORD})
    assert "_auth_user_id" not in client.session
    client.post("/accounts/login/code/", {"email": ALIAS})
    client.post("/accounts/password/reset/", {"email": ALIAS})
    assert [one.subject for one in mail.outbox[2:]] == [
        "There's no account at Tilepost with this address"
    ] * 2
    anna.refresh_from_db()
    assert anna.email == "anna@post.example"
    assert [one.email for one in EmailAddress.objects.all()] == ["anna@post.example"]


def test_it_is_added_only_by_who_knows_the_password(client: Client, anna: User) -> None:
    client.logout()
    client.force_login(anna)
    asked = client.post(PAGE, {"email": ALIAS})
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert (answer_addresses.of(anna), mail.outbox) == ([], [])
    client.post(asked["Location"], {"password": PASSWORD}, follow=True)
    assert [one.email for one in answer_addresses.of(anna)] == [ALIAS]


def test_nobody_learns_who_has_an_address(client: Client, anna: User, ben: User, settings) -> None:
    """The page and the ledger say the same, whoever has it; its owner is told, and nobody else."""
    settings.MAIL_LEAVES = True
    bens = AnswerAddress.objects.create(
        user=ben, email="ben+tiles@post.example", asked_at=clock.read_clock(),
        confirmed_at=clock.read_clock(),
    )  # fmt: skip
    pages = []
    for address in ("free@post.example", ben.email, bens.email):
        assert bool(add(client, address)) is address.startswith("free")
        page = client.get(PAGE)
        words = [str(one) for one in page.context["messages"]]
        pages.append([one.replace(address, "X") for one in words])
    assert pages == [["We've sent an email to X. Open the link in it."]] * 3
    assert "It belongs to another account there" in mail.outbox[-1].body
    told = {*Delivery.objects.filter(user=anna).values_list("subject", "outcome", "status")}
    assert len(told) == 1
    assert Delivery.objects.filter(user=ben).count() == 0
    # Nor by a link of before, or by one for the row that waits.
    for row in answer_addresses.of(anna)[1:]:
        link = reverse("answer-address-confirm", args=[answer_addresses.token_of(row)])
        assert client.post(link).status_code == 404
    assert confirmed() == [("Ben", bens.email)]


def test_of_two_who_wait_for_one_the_first_to_confirm_has_it(
    client: Client, anna: User, ben: User
) -> None:
    first = add(client)
    row = answer_addresses.add(user=ben, address=ALIAS, now=clock.read_clock())
    second = reverse("answer-address-confirm", args=[answer_addresses.token_of(row)])
    assert client.post(second).status_code == 200
    assert client.post(first).status_code == 404
    assert confirmed() == [("Ben", ALIAS)]


@pytest.mark.parametrize("mandatory", [True, False])
def test_whoever_confirms_it_as_that_of_their_account_takes_it(
    client: Client, anna: User, ben: User, settings, mandatory: bool
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory" if mandatory else "optional"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = mandatory
    client.post(add(client))
    answer_addresses.add(user=ben, address=ALIAS, now=clock.read_clock())
    carla = {"username": "Carla", "email": ALIAS, "password1": PASSWORD}
    visitor = Client()
    page = visitor.post("/accounts/signup/", carla)
    if not mandatory:
        assert "already an account with this address" in page.content.decode()
        assert confirmed() == [("Anna", ALIAS)]
        return
    assert confirmed() == [("Anna", ALIAS)]
    (code,) = re.findall(r"^ {4}(\S+)$", mail.outbox[-1].body, re.MULTILINE)
    visitor.post("/accounts/confirm-email/", {"code": code})
    assert EmailAddress.objects.get(email=ALIAS).verified is True
    assert confirmed() == []
    # What only waited stays, or Ben would learn of Carla.
    assert [one.email for one in answer_addresses.of(ben)] == [ALIAS]


def test_there_is_an_end_to_addresses_and_to_mails(client: Client, anna: User, settings) -> None:
    for number in range(answer_addresses.MOST):
        add(client, f"a{number}@post.example")
    page = client.post(PAGE, {"email": "more@post.example"})
    assert (page.status_code, "You already have 5." in page.content.decode()) == (422, True)
    assert "You can't have any more." in client.get(PAGE).content.decode()
    (first, *_) = answer_addresses.of(anna)
    for _ in range(20):
        client.post(reverse("answer-address-send", args=[first.pk]))
    assert sum(one.to == [first.email] for one in mail.outbox) == 5
    answer_addresses.remove(user=anna, address_id=first.pk)
    for _ in range(20):
        client.post(PAGE, {"email": "more@post.example"})
        AnswerAddress.objects.filter(email="more@post.example").delete()
    assert 5 < len(mail.outbox) <= 10  # what was refused counts, too


def test_one_that_they_have_is_not_added_again(client: Client, anna: User) -> None:
    client.post(add(client))
    for address in (ALIAS, ALIAS.upper(), anna.email):
        page = client.post(PAGE, {"email": address})
        assert "You can already answer from this address" in page.content.decode()
    assert AnswerAddress.objects.count() == 1


def test_a_link_grows_old_and_another_one_comes(
    client: Client, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = add(client)
    (row,) = answer_addresses.of(anna)
    row.asked_at -= answer_addresses.LINK_LIFE + timedelta(seconds=1)
    row.save()
    assert (client.get(link).status_code, client.post(link).status_code) == (404, 404)
    client.post(reverse("answer-address-send", args=[row.pk]))
    assert client.post(link).status_code == 200
    assert confirmed() == [("Anna", ALIAS)]
    sent = len(mail.outbox)
    client.post(reverse("answer-address-send", args=[row.pk]))
    assert len(mail.outbox) == sent  # it's confirmed


@pytest.mark.parametrize("token", ["x", "x.y", "é", "WzEsImFuc3dlci1hZGRyZXNzIiwxXQ.AAAA"])
def test_a_link_that_was_changed_does_nothing(client: Client, token: str) -> None:
    add(client)
    path = reverse("answer-address-confirm", args=[token])
    assert (client.get(path).status_code, client.post(path).status_code) == (404, 404)
    assert confirmed() == []


def test_nobody_touches_those_of_others(client: Client, ben: User) -> None:
    row = answer_addresses.add(user=ben, address="x@post.example", now=clock.read_clock())
    for what in ("send", "remove"):
        path = reverse(f"answer-address-{what}", args=[row.pk])
        assert client.post(path)["Location"] == PAGE
        assert Client().post(path)["Location"].startswith("/accounts/login/")
    assert ([one.pk for one in answer_addresses.of(ben)], mail.outbox) == ([row.pk], [])


def test_guests_have_none(client: Client) -> None:
    client.force_login(services.create_guest(now=clock.read_clock()))
    for answer in (client.get(PAGE), client.post(PAGE, {"email": ALIAS})):
        assert answer["Location"] == reverse("guest-keep")
    assert Client().get(PAGE)["Location"].startswith("/accounts/login/")
    assert AnswerAddress.objects.count() == 0


def test_they_go_with_a_password_that_is_set_by_mail(client: Client, anna: User) -> None:
    client.post(add(client))
    add(client, "thief@post.example")
    client.logout()
    client.post("/accounts/password/reset/", {"email": anna.email})
    (path,) = re.findall(r"https://tiles\.example(/\S+)", mail.outbox[-1].body)[:1]
    page = client.get(path, follow=True)
    new = {"password1": "another-long-phrase", "password2": "another-long-phrase"}
    client.post(page.redirect_chain[-1][0], new)
    anna.refresh_from_db()
    assert anna.check_password("another-long-phrase")
    assert answer_addresses.of(anna) == []


def test_a_closed_account_confirms_none_and_a_deleted_one_has_none(
    client: Client, anna: User
) -> None:
    link = add(client)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert client.post(link).status_code == 404
    anna.delete()
    assert AnswerAddress.objects.count() == 0


def test_administrators_see_them_and_add_none(client: Client, anna: User) -> None:
    client.post(add(client))
    client.force_login(User.objects.create_superuser("host"))
    assert ALIAS in client.get("/admin/users/answeraddress/", {"q": "Anna"}).content.decode()
    assert client.get("/admin/users/answeraddress/add/").status_code == 403


def test_the_page_is_found_where_mail_can_be_answered(client: Client, settings) -> None:
    settings.REPLY_HOST = "play.example"
    assert PAGE in client.get("/accounts/email/").content.decode()
    settings.REPLY_HOST = ""
    assert PAGE not in client.get("/accounts/email/").content.decode()
