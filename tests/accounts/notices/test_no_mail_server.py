"""A site without a mail server: no page claims a mail, and whoever runs it can pass on its link."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts.notices import outbox
from accounts.notices.delivery import bounces, kept_mails
from accounts.users import services
from accounts.users.models import User
from tests.accounts.conftest import NOW, PASSWORD

pytestmark = pytest.mark.django_db

TEMPLATES = Path(__file__).parents[3] / "templates"
BACKEND = "django.contrib.auth.backends.ModelBackend"
BERTA = {"username": "Berta", "email": "berta@post.example", "password1": PASSWORD}
# What a page can say only where mail leaves: that we sent one or will, or that one has arrived.
CLAIM = re.compile(
    r"\bwe(?:'ve|'ll| have| will) (?:just )?(?:e-?mail|sent? (?:you|an e-?mail))"
    r"|\be-?mail(?:ed)? (?:me|a code)\b|confirmation e-?mail sent|code has been sent"
    r"|we sent an e-?mail"
    r"|check your (?:e-?mail|inbox|spam)|\bgets? an e-?mail|an e-?mail when|send the e-?mail again"
    r"|your e-?mails go to",
    re.IGNORECASE,
)
IF_IT_LEAVES = re.compile(r"{% if mail_leaves %}.*?{% (?:else|endif) %}", re.DOTALL)
COMMENT = re.compile(r"{% comment %}.*?{% endcomment %}", re.DOTALL)
TELLS = "This site doesn't send emails. Ask whoever runs it for your "


@pytest.fixture(autouse=True)
def _mails_stay_here(settings: Any) -> None:
    settings.MAIL_LEAVES = False
    settings.EMAIL_BACKEND = "accounts.notices.delivery.kept_mails.Backend"


@pytest.fixture
def chief(db: None) -> Client:
    """The browser of whoever runs the site."""
    client = Client()
    chief = User.objects.create_superuser("Chief", "chief@post.example", PASSWORD)
    client.force_login(chief, backend=BACKEND)
    return client


def said(answer: Any) -> str:
    """Return what a page says, which claims no mail."""
    page = " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())
    assert (answer.status_code, CLAIM.findall(page)) == (200, [])
    return page


def newest(chief: Client) -> str:
    """Return what the newest mail says to whoever runs the site, found as they find it."""
    assert reverse("outbox") in chief.get("/admin/").content.decode()
    listed = chief.get(reverse("outbox")).content.decode()
    address = re.findall(r'href="(/outbox/\d+/)"', listed)[0]
    return unescape(chief.get(address).content.decode())


def link_in(page: str) -> str:
    """Return the path of the link in a mail, which can be opened with a click."""
    found = re.search(r'<a href="https://tiles\.example(/accounts/[^"]+)"', page)
    assert found
    return found[1]


def test_a_forgotten_password(client: Client, anna: User, chief: Client) -> None:
    EmailAddress.objects.create(user=anna, email=anna.email, primary=True, verified=True)
    assert TELLS in said(client.get(reverse("account_reset_password")))
    for address in (anna.email, "nobody@post.example"):
        told = client.post(reverse("account_reset_password"), {"email": address}, follow=True)
        assert f"{TELLS}link" in said(told)
    client.post(reverse("account_reset_password"), {"email": anna.email})
    page = client.get(link_in(newest(chief)), follow=True)
    new = {"password1": "another-long-phrase", "password2": "another-long-phrase"}
    client.post(page.redirect_chain[-1][0], new)
    anna.refresh_from_db()
    assert anna.check_password("another-long-phrase")


def test_a_sign_in_code(client: Client, anna: User, chief: Client) -> None:
    assert "Sign in with a code" in said(client.get(reverse("account_login")))
    assert f"{TELLS}code" in said(client.get(reverse("account_request_login_code")))
    asked = client.post(reverse("account_request_login_code"), {"email": anna.email}, follow=True)
    assert f"{TELLS}code" in said(asked)
    assert "It works for 15 minutes" in said(asked)
    assert "The code works for 15 minutes." in newest(chief)
    (code,) = re.findall(r"^ {4}(\w{4,}-?\w*)$", newest(chief), re.MULTILINE)
    client.post(reverse("account_confirm_login_code"), {"code": code})
    assert client.session["_auth_user_id"] == str(anna.pk)


def test_a_new_account_and_another_address(client: Client, chief: Client) -> None:
    said(client.get(reverse("account_signup")))
    said(client.post(reverse("account_signup"), BERTA, follow=True))
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    address = reverse("account_email")
    assert f"{TELLS}link" in said(client.get(address))
    for act in ("action_send", "action_add"):
        mail = {"action_send": BERTA["email"], "action_add": "new@post.example"}[act]
        said(client.post(address, {"email": mail, act: ""}, follow=True))
        link = link_in(newest(chief))
        said(client.get(link))
        said(client.post(link, follow=True))
        assert EmailAddress.objects.get(verified=True).email == mail


def test_an_address_that_somebody_answers_from(client: Client, chief: Client) -> None:
    client.post(reverse("account_signup"), BERTA)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    added = client.post(reverse("answer-addresses"), {"email": "old@post.example"}, follow=True)
    assert f"{TELLS}link" in said(added)
    found = re.search(r'href="https://tiles\.example(/account/addresses/[^"]+)"', newest(chief))
    assert found
    client.post(found[1])
    assert "confirmed" in said(client.get(reverse("answer-addresses")))


def test_a_guest_who_stays(client: Client) -> None:
    guest = services.create_guest(now=NOW)
    client.force_login(guest, backend=BACKEND)
    said(client.get(reverse("guest-keep")))
    said(client.post(reverse("guest-keep"), BERTA, follow=True))


@pytest.mark.parametrize(
    "name", ["home", "account_logout", "account_email_verification_sent", "preferences", "notices",
             "substitutes", "account_email", "answer-addresses"],
)  # fmt: skip
def test_no_page_claims_a_mail(client: Client, anna: User, name: str) -> None:
    said(client.get(reverse(name), follow=True))
    client.force_login(anna, backend=BACKEND)
    said(client.get(reverse(name), follow=True))


def test_mails_that_came_back_before(client: Client, anna: User) -> None:
    bounces.note_bounce(user_id=anna.pk, address=anna.email, reason="no such box")
    client.force_login(anna, backend=BACKEND)
    tried = client.post(reverse("notices-try-again"), follow=True)
    assert "This site doesn't send emails now. Once it does, you'll get yours again." in said(tried)


def test_what_opens_a_seat_stays_hidden_and_so_does_all_once_mails_leave(
    anna: User, chief: Client, settings: Any
) -> None:
    bounces.try_again(user=anna, now=NOW)
    assert outbox.deliver(now=NOW) == 1
    assert "/u/\N{BULLET}" in newest(chief)
    Client().post(reverse("account_reset_password"), {"email": anna.email})
    key = link_in(newest(chief)).rpartition("-")[2]
    settings.MAIL_LEAVES = True
    page = newest(chief)
    assert (key in page, "\N{BULLET}\N{BULLET}\N{BULLET}" in page) == (False, True)
    assert len(kept_mails.newest()) == 2


def test_every_template_asks_whether_mail_leaves_before_it_claims_one() -> None:
    found = []
    for path in sorted(TEMPLATES.rglob("*.*")):
        inside = path.relative_to(TEMPLATES)
        if inside.parts[0] == "mail" or inside.parts[:2] == ("account", "email"):
            continue
        text = IF_IT_LEAVES.sub("", COMMENT.sub("", path.read_text(encoding="utf-8")))
        found += [(str(inside), claim[0]) for claim in CLAIM.finditer(text)]
    assert found == []
