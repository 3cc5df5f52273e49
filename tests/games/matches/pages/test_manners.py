"""The addresses for offers, the clock in the players' hands, and notes that one alone can read."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.users.models import User
from games.core.clock import Pace
from games.core.table.agreement import Agreement
from games.matches import play, reading
from games.matches.models import Match, Seat, SeatChange, TableNote
from tests.factories import NOW, frame_of, make_match, make_user, move, seconds, view_of

pytestmark = pytest.mark.django_db

SECRET_NOTE = "Zwölf kräftige Boxkämpfer"


@pytest.fixture
def anna() -> User:
    return make_user("anna")


@pytest.fixture
def ben() -> User:
    return make_user("ben")


@pytest.fixture
def match(anna: User, ben: User) -> Match:
    return make_match(anna, ben, pace=Pace.CORRESPONDENCE, budget=86400, agreement=Agreement())


def browser(user: User | None = None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def post(client: Client, match: Match, name: str, data: Any = None) -> tuple[int, dict[str, Any]]:
    answer = client.post(
        f"/match/{match.public_id}/{name}", json.dumps(data or {}), content_type="application/json"
    )
    return answer.status_code, answer.json()


def test_offers_are_made_and_answered(match: Match, anna: User, ben: User) -> None:
    asked = {"kind": "draw", "answer": "offer", "ply": 0}
    done = {"ok": True, "ply": 0, "version": 1, "replayed": False}
    assert post(browser(anna), match, "offer", asked) == (200, done)
    assert post(browser(ben), match, "offer", {**asked, "answer": "agree"})[0] == 200
    match.refresh_from_db()
    assert match.end_reason == "drawn"
    status, refused = post(browser(ben), match, "offer", asked)
    assert (status, refused["error"], refused["text"]) == (409, "over", "This match is over.")


@pytest.mark.parametrize(
    "data",
    [
        [],
        {},
        {"kind": "marriage", "answer": "offer", "ply": 0},
        {"kind": "draw", "answer": "sulk", "ply": 0},
        {"kind": "draw", "answer": "offer", "ply": "0"},
        {"kind": ["draw"], "answer": {}, "ply": 0},
    ],
)
def test_what_is_no_offer_is_refused(match: Match, anna: User, data: Any) -> None:
    status, answer = post(browser(anna), match, "offer", data)
    assert (status, answer["error"]) == (400, "bad_request")


@pytest.mark.parametrize("name", ["go_on", "give_day", "back_to_slow"])
def test_only_who_sits_there_has_the_clock_in_hand(match: Match, anna: User, name: str) -> None:
    for client in (browser(), browser(make_user("eve"))):
        assert post(client, match, name, {"until": NOW.isoformat()})[0] == 403
    assert browser(anna).get(f"/match/{match.public_id}/{name}").status_code == 405


def test_a_day_is_given_by_its_button(match: Match, anna: User, ben: User) -> None:
    shown = reading.load(match_id=match.pk).match.timer.deadline_at
    day = {"until": shown.isoformat()}
    for _ in range(2):  # a second click, or an answer that got lost
        assert post(browser(ben), match, "give_day", day)[0] == 200
    until = reading.load(match_id=match.pk).match.timer.deadline_at
    assert until == shown + timedelta(days=1)
    status, answer = post(browser(anna), match, "give_day", {"until": until.isoformat()})
    assert (status, answer["text"]) == (409, "You can't give yourself an extra day.")


@pytest.mark.parametrize("until", [None, 1, "", "soon", "2026-03-01T12:00:00", []])
def test_a_day_is_given_beyond_a_time(match: Match, ben: User, until: Any) -> None:
    status, answer = post(browser(ben), match, "give_day", {"until": until})
    assert (status, answer["error"]) == (400, "bad_request")


def test_files_and_replay_tell_what_happened_between_the_moves(match: Match, ben: User) -> None:
    move(match)
    play.give_day(match_id=match.pk, player=0, now=NOW)
    move(match)
    data = browser().get(f"/match/{match.public_id}/game.json").json()
    assert data["changes"] == [
        {
            "ply": 1,
            "player": 0,
            "kind": "day_given",
            "at": NOW.isoformat(),
        }
    ]
    text = browser().get(f"/match/{match.public_id}/game.txt").content.decode()
    first, between, second = text.rstrip().splitlines()[-3:]
    assert first.startswith("1. anna: ")
    assert between == "; 2026-03-01 12:00 UTC: anna gave an extra day for this turn"
    assert second.startswith("2. ben: ")
    replay = browser().get(f"/match/{match.public_id}/replay/").content.decode()
    assert "anna gave an extra day for this turn" in replay


def test_whoever_sat_there_before_keeps_the_name_they_had(match: Match, ben: User) -> None:
    for at, kind, former in ((1, "resigned", None), (2, "covered", ben.pk), (3, "reclaimed", None)):
        SeatChange.objects.create(
            match=match, player=1, kind=kind, ply=0, at=NOW + seconds(at), former=former
        )
    Seat.objects.filter(match=match, player=1).update(name="cid")
    play.give_day(match_id=match.pk, player=1, now=NOW + seconds(4))
    assert [one["text"] for one in view_of(match)["changes"]] == [
        "ben resigned",
        "cid took over a seat",
        "cid has taken their seat back",
        "cid gave an extra day for this turn",
    ]


# --- Notes ----------------------------------------------------------------------------------------


def write(client: Client, match: Match, text: str, **headers: str) -> Any:
    return client.post(f"/match/{match.public_id}/note", {"text": text}, headers=headers)


def test_a_note_is_kept_by_a_form_and_by_a_script(match: Match, anna: User) -> None:
    client = browser(anna)
    answer = write(client, match, "by a form")
    assert (answer.status_code, answer["Location"]) == (302, f"/match/{match.public_id}/")
    assert TableNote.objects.get().text == "by a form"
    answer = write(client, match, "by a\r\nscript", Accept="application/json")
    assert (answer.status_code, answer.json()) == (200, {"ok": True})
    assert TableNote.objects.get().text == "by a\nscript"
    assert "by a\nscript" in client.get(f"/match/{match.public_id}/").content.decode()
    assert write(client, match, "by a\0", Accept="application/json").json() == {
        "ok": False,
        "error": "unreadable",
        "text": "We couldn't read that. Check what you typed and try again.",
    }
    assert TableNote.objects.get().text == "by a\nscript"
    write(client, match, "  ")
    assert TableNote.objects.count() == 0


def test_a_note_too_long_changes_nothing(match: Match, anna: User) -> None:
    client = browser(anna)
    write(client, match, "x" * 4000)
    answer = write(client, match, "y" * 4001, Accept="application/json")
    assert (answer.status_code, answer.json()["text"]) == (
        400,
        "Keep your note to 4000 characters; this one has 4001.",
    )
    assert TableNote.objects.get().text == "x" * 4000


def test_only_players_keep_notes(match: Match) -> None:
    for client in (browser(), browser(make_user("eve"))):
        assert write(client, match, "hello", Accept="application/json").status_code == 400
        assert b"My notes" not in client.get(f"/match/{match.public_id}/").content
    assert TableNote.objects.count() == 0


def test_nobody_else_reads_a_note(match: Match, anna: User, ben: User) -> None:
    mine = browser(anna)
    write(mine, match, SECRET_NOTE)
    assert SECRET_NOTE in mine.get(f"/match/{match.public_id}/").content.decode()
    boss = User.objects.create_superuser("boss", "boss@example.org", "a long walk by the river")
    table = f"/match/{match.public_id}/"
    seat = Seat.objects.get(match=match, player=0)
    seen = [frame_of(match, one) for one in (None, anna.pk, ben.pk)]
    for client in (browser(), browser(ben), browser(boss)):
        addresses = [table, f"{table}view", f"{table}replay/", f"{table}game.json"]
        addresses += [f"{table}game.txt", f"{table}fairness/", "/", "/my-games/", "/people/anna/"]
        seen += [client.get(address).content.decode() for address in addresses]
    admin = browser(boss)
    pages = ["/admin/", f"/admin/games/match/{match.pk}/change/", "/admin/games/match/"]
    pages += [f"/admin/games/seat/{seat.pk}/change/", f"/admin/users/user/{anna.pk}/change/"]
    pages += ["/admin/games/tablenote/"]
    seen += [admin.get(page, follow=True).content.decode() for page in pages]
    seen.append(mine.get(f"{table}view").content.decode())
    words = ("Boxk", "Zw\\u00f6lf", "kr&auml;ftige")
    assert [text for text in seen if any(word in text for word in words)] == []
