"""Whoever signs in comes back to where they were, and never to another site."""

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.users.models import User
from tests.accounts.conftest import PASSWORD
from tests.games.matches.pages.strange import addresses

pytestmark = pytest.mark.django_db

LINK = re.compile(r'href="(/accounts/(?:login|signup)/[^"]*)"')
TEMPLATES = Path(settings.BASE_DIR) / "templates"
EVIL = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example/",
    "/\\evil.example/",
    "\\\\evil.example",
    "http:evil.example",
    "javascript:alert(1)",
    "evil.example",
    "http://testserver@evil.example/",
    "http://testserver/tables/",
    "/\t/evil.example",
    " /tables/",
    "home",
]


def links(client: Client, page: str, **extra: str) -> set[str]:
    """Return where the ways in of a page lead back to, "" for the usual."""
    text = client.get(page, **extra).content.decode()
    found = [urlsplit(unescape(link)) for link in LINK.findall(text)]
    assert found
    return {parse_qs(one.query).get("next", [""])[0] for one in found}


def field(page: str) -> str:
    """Return where a form leads on; the one of the colours, at the foot, comes back to itself."""
    found = {unescape(one) for one in re.findall(r'name="next" value="([^"]*)"', page)}
    (back,) = {one for one in found if not one.startswith("/accounts/")}
    return back


@pytest.mark.parametrize(
    ("page", "back"),
    [
        ("/tables/", "/tables/"),
        ("/rules/tilekingdom/", "/rules/tilekingdom/"),
        ("/tables/?q=cat&more=1", "/tables/?q=cat&more=1"),
        ("/no/such/page/", "/no/such/page/"),
        ("/", ""),
        ("/accounts/login/", ""),
        ("/accounts/login/?next=/tables/", "/tables/"),
        ("/accounts/signup/?next=/tables/", "/tables/"),
        ("/accounts/login/code/?next=/tables/", "/tables/"),
        ("/accounts/password/reset/?next=/tables/", "/tables/"),
        ("/accounts/password/reset/", ""),
    ],
)
def test_the_ways_in_of_a_page_lead_back_to_it(client: Client, page: str, back: str) -> None:
    assert links(client, page) == {back}


@pytest.mark.parametrize("url", EVIL)
def test_no_way_in_leads_to_another_site(client: Client, anna: User, url: str) -> None:
    assert links(client, f"/accounts/password/reset/?next={quote(url)}") == {""}
    answer = client.post(
        f"/accounts/login/?next={quote(url)}", {"login": "Anna", "password": PASSWORD, "next": url}
    )
    assert answer["Location"] == reverse("my-games")


def test_after_signing_in_one_is_back(client: Client, anna: User) -> None:
    page = "/tables/?q=cat&more=1"
    (way,) = {one for one in LINK.findall(client.get(page).content.decode()) if "login" in one}
    back = field(client.get(unescape(way)).content.decode())
    answer = client.post("/accounts/login/", {"login": "Anna", "password": PASSWORD, "next": back})
    assert answer["Location"] == page


def test_after_signing_up_one_is_back(client: Client) -> None:
    berta = {"username": "Berta", "email": "berta@post.example", "password1": PASSWORD}
    answer = client.post("/accounts/signup/?next=/tables/", berta)
    assert answer["Location"] == "/tables/"


def test_a_code_by_mail_leads_back_too(client: Client, anna: User) -> None:
    page = client.get("/accounts/login/?next=/tables/").content.decode()
    (ask,) = re.findall(r'href="(/accounts/login/code/[^"]*)"', page)
    back = field(client.get(unescape(ask)).content.decode())
    asked = {"email": anna.email, "next": back}
    confirm = client.post("/accounts/login/code/", asked, follow=True).content.decode()
    (code,) = re.findall(r"^ {4}(\S+)$", mail.outbox[-1].body, re.MULTILINE)
    told = {"code": code, "next": field(confirm)}
    answer = client.post("/accounts/login/code/confirm/", told)
    assert answer["Location"] == "/tables/"


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("http://testserver/practice/", "/practice/"),
        ("http://testserver/tables/?friend=x", "/tables/?friend=x"),
        ("https://evil.example/practice/", ""),
        ("http://testserver//evil.example/", ""),
        ("http://[", ""),
        ("", ""),
    ],
)
def test_from_the_answer_to_a_form_one_comes_back_to_the_form(
    client: Client, referer: str, back: str
) -> None:
    """What only takes forms cannot be come back to."""
    headers: dict[str, Any] = {"HTTP_REFERER": referer, "HTTP_HOST": "testserver"}
    said = {"level": "easy", "guest_name": ""}  # which is none, so a page asks for one
    answer = client.post("/practice/tilekingdom/", said, **headers)
    found = {unescape(link) for link in LINK.findall(answer.content.decode())}
    assert {parse_qs(urlsplit(one).query).get("next", [""])[0] for one in found} == {back}


def test_after_signing_in_again_a_sent_form_is_there(client: Client) -> None:
    form, asked = "/rules/?of=us", 0
    client.raise_request_exception = False
    for address in addresses.every():
        if address.template.startswith(("/accounts/", "/admin/")):
            continue  # the library's, and those of the administration
        at = address.at(("1",) * len(address.parts))
        answer = client.post(
            at, headers={"referer": f"http://testserver{form}", "host": "testserver"}
        )
        if answer.status_code == 302 and answer["Location"].startswith(reverse("account_login")):
            back = parse_qs(urlsplit(answer["Location"]).query)["next"]
            assert (at, back) == (at, [form])
            asked += 1
    assert asked > 40


def test_every_way_in_of_every_page_knows_the_way_back() -> None:
    """Templates link to it by what the context has, or say ``next`` themselves."""
    door = re.compile(r"""href="\{% url ["']account_(?:login|signup)["'] %\}(?!\?next=)""")
    found = [path.name for path in TEMPLATES.rglob("*.html") if door.search(path.read_text())]
    assert found == []
