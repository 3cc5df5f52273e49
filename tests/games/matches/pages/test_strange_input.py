"""Whatever is sent gets an answer that says what is wrong, and changes nothing."""

import json

import pytest
from django.test import Client

from accounts.users.models import User
from games.matches.models import ChatLine, Match
from lobby.tables.models import Lobby
from tests.factories import make_match, make_user

pytestmark = pytest.mark.django_db

HALF = '{"action": {"type": "\\ud800"}, "text": "\\ud800", "cmd_id": "1"}'
NUL = '{"action": {"type": "\\u0000"}, "text": "\\u0000", "cmd_id": "1"}'


@pytest.fixture
def match(client: Client) -> Match:
    anna = make_user("anna")
    client.force_login(anna)
    return make_match(anna, make_user("ben"))


@pytest.mark.parametrize(
    "address",
    [
        "/tables/%00/",
        "/people/%00/",
        "/match/%00/",
        "/words/%00/",
        "/proposals/%00/",
        "/leagues/%00/",
    ],
)
def test_a_nul_in_an_address_is_no_page(match: Match, client: Client, address: str) -> None:
    for answer in (client.get(address), client.post(f"{address}join")):
        assert answer.status_code == 404


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/tables/code/", {"code": "\0"}),
        ("/theme/", {"theme": "\0", "next": "\0"}),
        ("/practice/upwords/", {"level": "\0"}),
        ("/accounts/login/", {"login": "\0", "password": "\0"}),
        ("/accounts/signup/", {"username": "\0", "email": "\0", "password1": "\0"}),
    ],
)
def test_a_nul_in_a_form_is_refused(client: Client, address: str, form: dict[str, str]) -> None:
    answer = client.post(address, form)
    assert (
        answer.status_code,
        "We couldn't read what your browser sent." in answer.content.decode(),
    ) == (400, True)
    assert client.get(address, form).status_code == 400
    assert (User.objects.count(), Lobby.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("form", "charset"), [("a=1", "rot13"), ("a=1&" * 2000, "utf-8"), ("a" * 70_000, "utf-8")]
)
@pytest.mark.parametrize("address", ["/accounts/login/code/confirm/", "/accounts/%00/"])
def test_the_page_that_says_that_a_form_cannot_be_read_does_not_read_it(
    client: Client, address: str, form: str, charset: str
) -> None:
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    assert client.generic("POST", address, form, kind).status_code == 400


@pytest.mark.parametrize("onward", ["abc", "home", "//evil.example", "https://evil.example/", ".."])
def test_one_goes_on_to_pages_of_this_site_alone(client: Client, onward: str) -> None:
    answer = client.post("/theme/", {"theme": "dark", "next": onward})
    assert (answer.status_code, answer["Location"]) == (302, "/")


JSON_IS_SENT_TO = (
    "/match/{}/moves", "/match/{}/preview", "/match/{}/chat", "/match/{}/offer",
    "/match/{}/prepared", "/learn/upwords/1/preview", "/learn/tilekingdom/1/try", "/account/push/",
)  # fmt: skip


@pytest.mark.parametrize("body", [HALF, NUL, "[" * 50_000, '{"action": NaN}', "\xff", ""])
@pytest.mark.parametrize("address", JSON_IS_SENT_TO)
def test_what_is_no_text_is_no_json(match: Match, client: Client, address: str, body: str) -> None:
    where = address.format(match.public_id)
    answer = client.post(where, body.encode("latin-1"), content_type="application/json")
    assert answer.status_code in (400, 422)
    assert json.loads(answer.content)["text"]
    assert ChatLine.objects.count() == 0


@pytest.mark.parametrize("address", JSON_IS_SENT_TO)
def test_a_form_in_parts_is_no_json(match: Match, client: Client, address: str) -> None:
    answer = client.post(address.format(match.public_id), {"action": "Place"})
    assert answer.status_code in (400, 422)
    assert json.loads(answer.content)["text"]
