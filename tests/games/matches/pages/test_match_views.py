"""Tables over HTTP: pages, the view, commands and their refusals."""

import json
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.templatetags.static import static
from django.test import Client
from django.utils import timezone

from accounts.users.models import User
from games.matches import play
from games.matches.models import Match, Seat
from games.tilekingdom.position.tiles import TILES
from tests.factories import (
    NOW,
    SECRET,
    assert_replay_matches,
    first_action,
    make_match,
    make_user,
    play_out,
    view_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return make_user("anna")


@pytest.fixture
def match(anna: User) -> Match:
    # Begun now and with a long budget: the pages read the real clock.
    return make_match(anna, make_user("ben"), budget=3600, now=timezone.now())


def post(client: Client, match: Match, what: str, data: Any = None) -> Any:
    url = f"/match/{match.public_id}/{what}"
    return client.post(url, data=json.dumps(data or {}), content_type="application/json")


def command(match: Match, **changes: Any) -> dict[str, Any]:
    match.refresh_from_db()
    facts = {"action": first_action(match), "ply": match.ply, "cmd_id": str(uuid4())}
    return facts | changes


def test_a_move_is_played_and_its_repetition_answered_alike(
    client: Client, anna: User, match: Match
) -> None:
    client.force_login(anna)
    sent = command(match)
    first = post(client, match, "moves", sent)
    assert (first.status_code, first.json()) == (
        200,
        {"ok": True, "ply": 1, "version": 1, "replayed": False},
    )
    second = post(client, match, "moves", sent)
    assert (second.status_code, second.json()["replayed"]) == (200, True)
    assert_replay_matches(match)


@pytest.mark.parametrize(
    ("changes", "status", "error"),
    [
        ({"ply": 5}, 409, "stale"),
        ({"ply": True}, 400, "bad_request"),
        ({"ply": "0"}, 400, "bad_request"),
        ({"cmd_id": "no"}, 400, "bad_request"),
        ({"cmd_id": None}, 400, "bad_request"),
        ({"action": []}, 400, "bad_request"),
        ({"spare": 1}, 400, "bad_request"),
        ({"action": {"type": "Place", "x": 0, "y": 0, "rotation": 0, "subject": None}}, 422,
         "illegal"),
        ({"action": {"type": "Place", "x": 1e400, "y": 0, "rotation": 0, "subject": None}}, 400,
         "bad_request"),
        ({"action": {}}, 422, "illegal"),
    ],
)  # fmt: skip
def test_a_bad_command_is_refused_in_words_and_changes_nothing(
    client: Client, anna: User, match: Match, changes: dict[str, Any], status: int, error: str
) -> None:
    client.force_login(anna)
    answer = post(client, match, "moves", command(match, **changes))
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert answer.json()["text"].endswith((".", ").", "!"))
    match.refresh_from_db()
    assert (match.ply, match.version) == (0, 0)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b"\xff", b'"x"', b"[" * 20_000, b"NaN"]
)
def test_a_body_that_is_no_command_is_refused(
    client: Client, anna: User, match: Match, body: bytes
) -> None:
    client.force_login(anna)
    url = f"/match/{match.public_id}/moves"
    answer = client.post(url, data=body, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")


def test_only_those_who_sit_there_may_act(client: Client, match: Match) -> None:
    for user in (None, make_user("carla")):
        if user:
            client.force_login(user)
        for what in ("moves", "reclaim", "resign"):
            answer = post(client, match, what, command(match))
            code = "not_seated" if user else "signed_out"
            assert (answer.status_code, answer.json()["error"]) == (403, code)
    client.force_login(User.objects.get(username="ben"))
    answer = post(client, match, "moves", command(match))
    assert (answer.status_code, answer.json()["error"]) == (409, "not_your_turn")


def test_commands_need_the_csrf_token(anna: User, match: Match) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(anna)
    told = post(strict, match, "moves", command(match))
    assert (told.status_code, told.json()["error"]) == (403, "stale_page")


def test_who_was_signed_out_is_told_how_to_go_on(anna: User, match: Match) -> None:
    strict = Client(enforce_csrf_checks=True)
    asked = {strict: "Sign in and try again.", Client(): "Sign in to play this turn."}
    for browser, what in asked.items():
        told = post(browser, match, "moves", command(match))
        assert told.status_code == 403
        assert told.json() == {
            "ok": False,
            "error": "signed_out",
            "text": f"You've been signed out. {what}",
        }
        assert browser.get(f"/match/{match.public_id}/view").json()["signed_in"] is False
    browser.force_login(anna)
    assert browser.get(f"/match/{match.public_id}/view").json()["signed_in"] is True


def test_the_view_is_the_viewers_own(client: Client, anna: User, match: Match) -> None:
    stranger = client.get(f"/match/{match.public_id}/view").json()
    assert (stranger["player"], stranger["hints"]) == (None, {})
    client.force_login(anna)
    mine = client.get(f"/match/{match.public_id}/view").json()
    assert (mine["player"], mine["to_move"], mine["ply"]) == (0, 0, 0)
    assert mine["hints"]["places"] != []
    assert mine["commitment"] == match.commitment


def test_an_unknown_table_is_not_found(client: Client, match: Match) -> None:
    for path in ("", "view"):
        assert client.get(f"/match/nosuchtable/{path}").status_code == 404
    sent = command(match)
    match.public_id = "nosuchtable"
    assert post(client, match, "moves", sent).status_code == 404


def test_the_secret_shows_only_after_the_end(client: Client, anna: User, match: Match) -> None:
    client.force_login(anna)
    secret = SECRET.hex()
    assert Match.objects.get().secret.secret.hex() == secret  # there is something to hide

    def pages() -> str:
        urls = (f"/match/{match.public_id}/", f"/match/{match.public_id}/view", "/my-games/")
        return "".join(client.get(url).content.decode() for url in urls)

    assert secret not in pages()
    play_out(match)
    assert secret in pages()


def test_the_result_shows_places_and_points_by_topic(match: Match) -> None:
    play_out(match)
    view = view_of(match)
    result = view["result"]
    assert (result["places"], result["reason"]) == (match.places, "over")
    assert [row["topic"] for row in result["breakdown"]] == ["road", "city", "mosque", "desert"]
    totals = [sum(row["points"][player] for row in result["breakdown"]) for player in (0, 1)]
    assert totals == view["scores"]


def test_resign_and_reclaim_by_their_buttons(client: Client, anna: User, match: Match) -> None:
    client.force_login(anna)
    Seat.objects.filter(match=match, player=0).update(present_until=None)
    assert play.substitute(match_id=match.pk, player=0, now=match.started_at)
    assert post(client, match, "moves", command(match)).json()["error"] == "seat_held"
    assert post(client, match, "reclaim").json()["ok"] is True
    assert view_of(match)["seats"][0]["controller"] == "human"
    assert post(client, match, "resign").json()["ok"] is True
    match.refresh_from_db()
    assert (match.status, match.places) == ("finished", [2, 1])
    assert post(client, match, "resign").json()["error"] == "over"


def test_rules_and_their_index_show(client: Client) -> None:
    index = client.get("/rules/").content.decode()
    assert "/rules/tilekingdom/" in index
    rules = client.get("/rules/tilekingdom/").content.decode()
    for number in ("1.1", "3.6.2", "5.3", "7.4"):
        assert f"<strong>{number}</strong>" in rules
    sheet = static("games/tilekingdom/list.svg")
    pictures = [f"{sheet}#{kind}" for kind in TILES]
    assert [f'src="{each}"' in rules for each in pictures] == [True] * 24
    assert client.get("/rules/chess/").status_code == 404


def test_pages_forbid_everything_inline(client: Client) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_views_count_their_time_from_the_arrival(match: Match) -> None:
    assert view_of(match, 0, now=NOW)["clock"]["now"] == NOW.isoformat()


def test_whoever_is_not_signed_in_is_offered_to_sign_in_and_come_back(client: Client) -> None:
    """A mail's link can be opened where nobody is signed in; a guest can have an account."""
    match = make_match(make_user("anna"), make_user("ben"), now=timezone.now())
    page = match.get_absolute_url()
    sign_in = f'<a href="/accounts/login/?next={quote(page, safe="")}">sign in</a>'
    offer = f"If you're one of the players, {sign_in}."
    assert offer in client.get(page).content.decode()
    client.force_login(make_user(is_guest=True))
    assert offer in client.get(page).content.decode()
    client.force_login(make_user("carl"))
    assert "If you're one of the players" not in client.get(page).content.decode()
