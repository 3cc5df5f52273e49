"""Prepared turns over HTTP: each owner's own, in words where something is refused."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.users.models import User
from games.core.clock import Pace
from games.matches import reading
from games.matches.models import Match, PreparedTurn
from tests.factories import make_match, make_user, move

pytestmark = pytest.mark.django_db


@pytest.fixture
def ben() -> User:
    return make_user("ben")


@pytest.fixture
def match(ben: User) -> Match:
    days = {"pace": Pace.CORRESPONDENCE, "budget": 2 * 86400}
    return make_match(make_user("ann"), ben, options={"mode": "chess"}, **days)


@pytest.fixture
def client(client: Client, ben: User) -> Client:
    client.force_login(ben)
    return client


def call(client: Client, match: Match, data: Any, path: str = "", how: str = "post") -> Any:
    body = data if isinstance(data, bytes) else json.dumps(data)
    url = f"/match/{match.public_id}/prepared{path}"
    return getattr(client, how)(url, data=body, content_type="application/json")


def action(match: Match, index: int = 0) -> dict[str, Any]:
    rules = reading.rules_of(match)
    ahead = rules.foresee(rules.decode_state(match.state), 1)
    return dict(rules.encode_action(list(rules.legal_actions(ahead))[index]))


def asked(match: Match, index: int = 0, **more: Any) -> dict[str, Any]:
    return {"action": action(match, index), "condition": "legal", "ply": match.ply, **more}


def texts(answer: Any) -> list[str]:
    return [turn["text"] for turn in answer.json()["prepared"]["list"]]


def test_turns_are_prepared_listed_moved_and_dropped(client: Client, match: Match) -> None:
    first = texts(call(client, match, asked(match)))
    both = texts(call(client, match, asked(match, 5)))
    assert both[:1] == first
    told = client.get(f"/match/{match.public_id}/prepared")
    assert (texts(told), told["Cache-Control"]) == (both, "no-store")
    assert told.json()["ahead"]["hints"]["places"]
    one, two = (turn["number"] for turn in told.json()["prepared"]["list"])
    assert texts(call(client, match, {"place": 0}, f"/{two}", "patch")) == both[::-1]
    assert texts(call(client, match, {}, f"/{one}", "delete")) == both[1:]
    assert call(client, match, {"on": True}, "/forced").json()["prepared"]["forced"] is True
    found = call(client, match, {"action": action(match)}, "/choices").json()
    assert (found["ok"], found["text"]) == (True, first[0])


def test_what_others_prepared_is_neither_seen_nor_touched(client: Client, match: Match) -> None:
    (own,) = call(client, match, asked(match)).json()["prepared"]["list"]
    number = own["number"]
    ann = Client()
    ann.force_login(User.objects.get(username="ann"))
    assert texts(ann.get(f"/match/{match.public_id}/prepared")) == []
    assert call(ann, match, {}, f"/{number}", "delete").json()["ok"] is True
    assert call(ann, match, {"place": 0}, f"/{number}", "patch").status_code == 409
    assert PreparedTurn.objects.count() == 1


@pytest.mark.parametrize(
    ("path", "how"),
    [("", "get"), ("", "post"), ("/1", "delete"), ("/forced", "post"), ("/choices", "post")],
)
def test_only_those_who_sit_there_prepare_turns(match: Match, path: str, how: str) -> None:
    stranger = Client()
    stranger.force_login(make_user("cid"))
    data = asked(match) if path == "" else {"on": True} if path == "/forced" else {"action": {}}
    url = f"/match/{match.public_id}/prepared{path}"
    for visitor, code in ((stranger, "not_seated"), (Client(), "signed_out")):
        send = visitor.get(url) if how == "get" else call(visitor, match, data, path, how)
        assert (send.status_code, send.json()["error"]) == (403, code)


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", {}, {"action": 1}, {"action": {}, "condition": 2, "ply": 0}, b"[" * 20_000],
)
def test_a_body_that_cannot_be_read_is_refused(client: Client, match: Match, data: Any) -> None:
    for path, how in (("", "post"), ("/1", "patch"), ("/forced", "post"), ("/choices", "post")):
        answer = call(client, match, data, path, how)
        assert answer.status_code == 400
        assert answer.json()["text"] == "We couldn't read that."


def test_refusals_say_why(client: Client, match: Match) -> None:
    stale = call(client, match, asked(match, ply=5))
    assert (stale.status_code, stale.json()["error"]) == (409, "stale")
    wrong = call(client, match, asked(match, condition="points"))
    assert (wrong.status_code, wrong.json()["error"]) == (422, "illegal")
    assert wrong.json()["text"] == "You can't prepare a turn that way."
    nowhere = {"action": {**action(match), "x": 99}}
    assert call(client, match, nowhere, "/choices").status_code == 422
    other = asked(match)
    move(match)
    mine = call(client, match, {**other, "ply": 1})
    said = "It's your turn, so you can play this now."
    assert (mine.status_code, mine.json()["text"]) == (409, said)
