"""Replays: every position as its viewers saw it in the match, and to nobody more than that."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.matches import play
from games.matches.models import Match
from games.matches.play import SeatPlan
from games.registry import game_class
from tests.conformance.playing import SLUGS
from tests.conftest import Build
from tests.factories import NOW, SECRET, make_match, make_user, play_out, view_of
from tests.games.matches.pages.finished import begun, take_turn
from tests.size import runs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("common_lists")]

HIDING = [slug for slug in SLUGS if game_class(slug).info.hidden_information]
TOLD = ("ply", "to_move", "state", "scores", "description")
TURNS = runs(10_000, quick=10)  # then somebody gives up
PAPERS = ("replay/", "replay/positions?from=0&count=1", "game.json", "game.txt", "fairness/")


@pytest.fixture
def people() -> list[User]:
    return [make_user("anna"), make_user("ben")]


@pytest.fixture(scope="module")
def played(lasting: Build) -> Match:
    """A match that two others have played out."""

    def play_one() -> Match:
        match = make_match(make_user("carl"), make_user("dora"))
        play_out(match)
        return match

    match: Match = lasting(play_one)
    return match


def ask(client: Client, match: Match, **query: Any) -> Any:
    facts = {"from": 0, "count": 100, **query}
    return client.get(f"/match/{match.public_id}/replay/positions", facts)


def positions(client: Client, match: Match, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while len(found) <= match.ply:
        answer = ask(client, match, **{"from": len(found), **query}).json()
        found += answer["positions"]
    return found


def told(view: dict[str, Any]) -> dict[str, Any]:
    return {name: view[name] for name in TOLD}


# --- What is shown --------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_each_position_is_what_each_viewer_saw_then(
    slug: str, client: Client, people: list[User]
) -> None:
    match = begun(slug, *people)
    viewers = [None, *range(match.players)]
    seen: dict[int | None, dict[int, Any]] = {viewer: {} for viewer in viewers}
    while True:
        for viewer in viewers:
            seen[viewer][match.ply] = told(json.loads(json.dumps(view_of(match, viewer))))
        if match.status == Match.Status.FINISHED:
            break
        if match.ply < TURNS:
            take_turn(match)
        else:
            play.resign(match_id=match.pk, player=match.to_move or 0, now=match.timer.started_at)
            match.refresh_from_db()
    for viewer in viewers:
        asked = "none" if viewer is None else viewer
        assert positions(client, match, seat=asked) == list(seen[viewer].values())


def test_a_match_that_was_given_up_ends_with_nobody_to_move(client: Client) -> None:
    match = make_match(make_user("anna"), make_user("ben"))
    play.resign(match_id=match.pk, player=0, now=NOW)
    match.refresh_from_db()
    assert [one["to_move"] for one in positions(client, match)] == [None]


def test_only_what_is_asked_for_is_sent(client: Client) -> None:
    match = begun("tilekingdom")
    for _ in range(14):
        take_turn(match)
    play.resign(match_id=match.pk, player=0, now=match.timer.started_at)
    match.refresh_from_db()
    found = ask(client, match, **{"from": 10, "count": 3}).json()["positions"]
    assert [one["ply"] for one in found] == [10, 11, 12]
    last = ask(client, match, **{"from": match.ply, "count": 50}).json()["positions"]
    assert [one["ply"] for one in last] == [match.ply]


@pytest.mark.parametrize(
    "query",
    [
        {"from": -1}, {"from": "x"}, {"from": "٣"}, {"from": 10**9}, {"from": 1}, {"count": 0},
        {"count": 101}, {"count": ""},
    ],
)  # fmt: skip
def test_what_is_no_question_is_refused_in_words(client: Client, query: dict[str, Any]) -> None:
    answer = ask(client, make_match(), **query)
    assert (answer.status_code, answer.json()["text"]) == (
        400,
        "There are no such positions in this match.",
    )


def test_a_match_by_older_rules_is_listed_but_not_drawn(client: Client, played: Match) -> None:
    match = played
    Match.objects.filter(pk=match.pk).update(rules_version=99)
    answer = ask(client, match)
    text = "The rules have changed since this match was played, so we can't show its positions."
    assert (answer.status_code, answer.json()) == (409, {"ok": False, "text": text})
    assert client.get(f"/match/{match.public_id}/replay/").status_code == 200
    assert client.get(f"/match/{match.public_id}/game.json").json()["not_replayed"] == text
    assert len(client.get(f"/match/{match.public_id}/game.txt").content.splitlines()) > match.ply


# --- To whom --------------------------------------------------------------------------------------


def test_while_it_runs_one_looks_from_ones_own_seat_or_from_none(
    client: Client, people: list[User]
) -> None:
    match = begun("upwords", *people, now=timezone.now())
    seats = {
        None: {"none": 200, "0": 404, "1": 404, "2": 404, "x": 404},
        people[0]: {"none": 200, "0": 200, "1": 404, "2": 404},
        people[1]: {"none": 200, "0": 404, "1": 200},
    }
    for user, expected in seats.items():
        browser = Client()
        if user:
            browser.force_login(user)
        assert {seat: ask(browser, match, seat=seat).status_code for seat in expected} == expected
        page = browser.get(f"/match/{match.public_id}/replay/").content.decode()
        assert ("Seen by" in page) is (user is not None)
    client.force_login(people[1])
    assert ask(client, match).json() == ask(client, match, seat=1).json()
    play.resign(match_id=match.pk, player=0, now=timezone.now())
    assert [ask(Client(), match, seat=seat).status_code for seat in ("none", 0, 1)] == [200] * 3


@pytest.mark.parametrize("slug", HIDING)
def test_no_chunk_of_a_running_match_gives_away_hands_or_secret(slug: str, client: Client) -> None:
    match = begun(slug, now=timezone.now())
    hands = set()
    for _ in range(2):
        hidden = match.state.get("racks") or match.state["hands"]
        hands |= {json.dumps(hand, ensure_ascii=False)[1:-1] for hand in hidden}
        take_turn(match)
    assert (len(hands) > 2, match.status) == (True, Match.Status.RUNNING)
    for paper in ("replay/positions?from=0&count=100", *PAPERS):
        answer = client.get(f"/match/{match.public_id}/{paper}")
        plain = answer.content.decode("unicode_escape") + answer.content.decode()
        assert answer.status_code == 200
        assert SECRET.hex() not in plain
        assert [hand for hand in hands if hand in plain] == []


def test_a_running_duel_is_shown_to_its_player_alone(people: list[User]) -> None:
    duel = play.start_duel(
        game="counting_tiles",
        options={},
        control=TimeControl(Pace.LIVE, 60),
        entrants=[SeatPlan(name=user.username, user_id=user.pk) for user in people],
        now=timezone.now(),
    )
    match = Match.objects.get(seats__user=people[0])
    play.begin(match_id=match.pk, player=0, now=timezone.now())
    own, other = Client(), Client()
    own.force_login(people[0])
    other.force_login(people[1])
    table = f"/match/{match.public_id}/"
    assert [own.get(table + paper).status_code for paper in PAPERS] == [200] * 5
    for browser in (other, Client()):
        answers = [browser.get(table + paper) for paper in PAPERS]
        assert [answer.status_code for answer in answers] == [302, 403, 403, 302, 302]
        assert {answer["Location"] for answer in answers if "Location" in answer} == {
            f"/duel/{duel.public_id}/"
        }


def test_an_unknown_match_is_not_found(client: Client) -> None:
    assert [client.get(f"/match/nosuchtable/{paper}").status_code for paper in PAPERS] == [404] * 5


# --- Pages ----------------------------------------------------------------------------------------


def test_what_is_over_can_be_kept_and_what_runs_cannot(client: Client, played: Match) -> None:
    running = make_match(now=timezone.now(), budget=3600)
    kept = ("replay/positions?from=0&count=1", "game.json", "game.txt")
    for match, expected in ((running, "no-store"), (played, "private, max-age=3600")):
        answers = [client.get(f"/match/{match.public_id}/{paper}") for paper in kept]
        assert {answer["Cache-Control"] for answer in answers} == {expected}


def test_ways_lead_to_replay_files_and_proof(client: Client, played: Match) -> None:
    table = f"/match/{played.public_id}/"
    client.force_login(User.objects.get(username="carl"))
    assert f'href="{table}replay/"' in client.get("/my-games/").content.decode()
    page = client.get(table).content.decode()
    assert f'href="{table}replay/"' in page
    assert f'href="{table}fairness/"' in page
    replay = client.get(f"{table}replay/").content.decode()
    for paper in ("", "game.json", "game.txt", "fairness/"):
        assert f'href="{table}{paper}"' in replay
    assert '<a href="/fairness/">' in client.get(f"{table}fairness/").content.decode()
    paper = client.get("/fairness/").content.decode()
    assert "tilepost/&lt;name&gt;/&lt;index&gt;/&lt;block&gt;" in paper
    assert 'href="/fairness/check_game.py"' in paper
