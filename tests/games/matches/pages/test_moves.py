"""The short way of a move makes every check of the long one, and answers in the same way."""

import io
import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.utils import timezone

from accounts.edge import clock
from accounts.users.models import User
from accounts.users.services import create_guest
from config.web.serving import Pages
from games.matches import reading
from games.matches.models import Match
from games.matches.pages import moves
from tests.factories import first_action, make_match

pytestmark = pytest.mark.django_db

TOKEN = "a" * 32
HEADERS = {"host": "localhost", "x-csrftoken": TOKEN, "origin": settings.SITE_URL}


@pytest.fixture
def pages() -> Pages:
    """What serves pages, in a process that knows the database's time."""
    clock.compare()
    return Pages(1)


def test_a_move_waits_until_the_process_knows_what_time_it_is(match: Match) -> None:
    client, pages = mover(match), Pages(1)
    said, body = scope(match, client), command(match)
    said["arrived_at"] = timezone.now() + timedelta(hours=1)  # a clock that's very wrong
    assert moves.answer(asked(pages, said, body)) is None
    response = pages.get_response(asked(pages, said, body))
    assert (response.status_code, clock.is_compared()) == (200, True)
    assert abs(said["arrived_at"] - timezone.now()) < timedelta(minutes=1)


@pytest.fixture
def people() -> list[User]:
    return [create_guest(now=timezone.now()) for _ in range(2)]


@pytest.fixture
def match(people: list[User]) -> Match:
    return make_match(*people, now=timezone.now())


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def scope(match: Match, client: Client, **more: str) -> dict[str, Any]:
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    cookies[settings.CSRF_COOKIE_NAME] = TOKEN
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    headers = {**HEADERS, "cookie": cookie, "content-type": "application/json", **more}
    return {
        "type": "http", "method": "POST", "path": f"{match.get_absolute_url()}moves",
        "query_string": b"", "scheme": "http", "arrived_at": timezone.now(),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items() if value],
    }  # fmt: skip


def command(match: Match, **more: Any) -> bytes:
    facts = {"action": first_action(match), "ply": match.ply, "cmd_id": str(uuid4())}
    return json.dumps({**facts, **more}).encode()


def asked(pages: Pages, said: dict[str, Any], body: bytes) -> Any:
    request, _ = pages.create_request(said, io.BytesIO(body))
    return request


def mover(match: Match) -> Client:
    return signed_in(reading.seats(match_id=match.pk)[match.to_move or 0].user)


def usual(said: dict[str, Any], client: Client, body: bytes) -> Any:
    """Return what the site answers by its middleware."""
    headers = {name.decode(): value.decode() for name, value in said["headers"]}
    site = Client(enforce_csrf_checks=True)
    if headers.pop("cookie", ""):
        for name, morsel in client.cookies.items():
            site.cookies[name] = morsel.value
        site.cookies[settings.CSRF_COOKIE_NAME] = TOKEN
    kind = headers.pop("content-type")
    return site.post(said["path"], body, content_type=kind, headers=headers)


def both(pages: Pages, said: dict[str, Any], client: Client, body: bytes) -> tuple[Any, Any]:
    """Return what the short way answers, and then what the site does."""
    return moves.answer(asked(pages, said, body)), usual(said, client, body)


def test_a_move_is_stored_and_its_answer_looks_like_any_other(pages: Pages, match: Match) -> None:
    client, body = mover(match), command(match)
    short, again = both(pages, scope(match, client), client, body)
    assert json.loads(short.content) == {"ok": True, "ply": 1, "version": 1, "replayed": False}
    assert json.loads(again.content) == {"ok": True, "ply": 1, "version": 1, "replayed": True}
    plain = {name: value for name, value in again.headers.items() if name != "Content-Length"}
    plain.pop("Content-Language")
    length = str(len(short.content))
    assert dict(short.headers) == {**plain, "Vary": "Cookie", "Content-Length": length}


def test_what_is_refused_is_refused_in_the_same_words(pages: Pages, match: Match) -> None:
    client = mover(match)
    bodies = [b"", b"[]", command(match, ply=7), command(match, action={"no": "action"})]
    for body in bodies:
        short, site = both(pages, scope(match, client), client, body)
        assert (short.status_code, short.content) == (site.status_code, site.content)


@pytest.mark.parametrize(
    ("header", "value", "status"),
    [
        ("x-csrftoken", "b" * 32, 403),
        ("x-csrftoken", "", 403),
        ("origin", "https://elsewhere.example", 403),
        ("origin", "null", 403),
        ("host", "elsewhere.example", 400),
        ("cookie", "", 403),
    ],
)
def test_what_comes_from_elsewhere_goes_the_long_way_and_is_refused(
    pages: Pages, match: Match, header: str, value: str, status: int
) -> None:
    client = mover(match)
    short, site = both(pages, scope(match, client, **{header: value}), client, command(match))
    assert (short, site.status_code) == (None, status)
    assert Match.objects.get(pk=match.pk).ply == 0


def test_whoever_has_no_seat_or_is_nobody_is_told_so(pages: Pages, match: Match) -> None:
    stranger = signed_in(create_guest(now=timezone.now()))
    for client, code in ((stranger, "not_seated"), (Client(), "signed_out")):
        short, site = both(pages, scope(match, client), client, command(match))
        assert short is None
        assert (site.status_code, json.loads(site.content)["error"]) == (403, code)


def test_there_is_no_such_table(pages: Pages, match: Match) -> None:
    client = mover(match)
    said = {**scope(match, client), "path": "/match/222222222222/moves"}
    short, site = both(pages, said, client, command(match))
    assert (short, site.status_code) == (None, 404)


def test_a_session_that_has_ended_counts_no_more_from_that_instant(
    pages: Pages, match: Match
) -> None:
    client = mover(match)
    said, body = scope(match, client), command(match, ply=5)
    assert moves.answer(asked(pages, said, body)) is not None
    client.post("/accounts/logout/")
    assert moves.answer(asked(pages, said, command(match))) is None
    assert Match.objects.get(pk=match.pk).ply == 0


@override_settings(SECURE_SSL_REDIRECT=True)
def test_without_encryption_nothing_is_taken_where_it_is_asked_for(
    pages: Pages, match: Match
) -> None:
    said = scope(match, mover(match))
    assert moves.answer(asked(pages, said, command(match))) is None
