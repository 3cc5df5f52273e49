"""The page of a review, what it asks, and learning from one."""

import json

import pytest
from django.test import Client

from accounts.users.models import User
from games.core.review.judging import Grade
from games.matches.models import Match
from games.reviews import reading
from games.reviews.models import Review
from tests.factories import make_user

pytestmark = pytest.mark.usefixtures("common_lists")


def state(client: Client, match: Match) -> dict:
    return client.get(f"/match/{match.public_id}/review/state").json()["review"]


def test_a_player_can_ask_and_is_told_the_limit(
    match: Match, people: list[User], client: Client
) -> None:
    client.force_login(people[0])
    told = state(client, match)
    assert (told["status"], told["seat"], told["ask"]["can"]) == ("none", 0, True)
    limit = "You can ask for 10 reviews a day. You have 10 left today."
    assert told["ask"]["text"] == limit
    answer = client.post(f"/match/{match.public_id}/review/ask").json()
    assert answer["review"]["status"] == "waiting"
    turns = answer["review"]["progress"]["to_judge"]
    assert answer["review"]["progress"]["words"] == f"0 of {turns} turns judged."


def test_others_cannot_ask(match: Match, client: Client) -> None:
    told = state(client, match)
    assert told["ask"] == {"can": False, "text": "The players can ask for a review."}
    client.force_login(make_user())
    answer = client.post(f"/match/{match.public_id}/review/ask")
    assert (answer.status_code, answer.json()["error"]) == (403, "not_a_player")


def test_everyone_sees_the_review(match: Match, reviewed: Review, client: Client) -> None:
    page = client.get(f"/match/{match.public_id}/review/")
    assert page.status_code == 200
    told = json.loads(page.content.split(b'id="review" type="application/json">')[1].split(b"<")[0])
    assert told["status"] == "done"
    report = reading.report_of(reviewed)
    assert [turn["ply"] for turn in told["report"]["turns"]] == [t.ply for t in report.turns]
    for account in told["report"]["players"]:
        *parts, result = account["parts"]
        total = sum(part["value"] for part in parts)
        assert result["name"] == "result"
        assert total == pytest.approx(result["value"], abs=1e-9)
    assert client.get(f"/match/{match.public_id}/review.json").json() == reviewed.report


def test_the_better_turn_is_shown_on_the_board(
    match: Match, reviewed: Review, client: Client
) -> None:
    turn = reading.report_of(reviewed).turns[0]
    query = {"ply": turn.ply, "idea": 0, "seat": turn.player}
    answer = client.get(f"/match/{match.public_id}/review/idea", query).json()
    assert answer["position"]["ply"] == turn.ply
    assert answer["entry"]["text"] == turn.ideas[0].text
    for wrong in ({"ply": 9999, "idea": 0}, {"ply": 1, "idea": 99}, {"ply": "x", "idea": 0}, {}):
        assert client.get(f"/match/{match.public_id}/review/idea", wrong).status_code == 400


def wrong_turns(reviewed: Review, player: int) -> list:
    turns = reading.report_of(reviewed).turns
    bad = (Grade.INACCURATE, Grade.MISTAKE)
    return [turn for turn in turns if turn.player == player and turn.grade in bad]


def steps(client: Client, match: Match, query: str = "") -> list[dict]:
    page = client.get(f"/match/{match.public_id}/review/learn/{query}").content
    return json.loads(page.split(b'id="steps" type="application/json">')[1].split(b"</script>")[0])


def test_a_player_learns_from_their_own_turns(
    match: Match, people: list[User], reviewed: Review, client: Client
) -> None:
    client.force_login(people[1])
    wrong = wrong_turns(reviewed, 1)
    assert wrong, "somebody who plays at random errs"
    found = steps(client, match)
    assert [step["view"]["ply"] + 1 for step in found] == [turn.ply for turn in wrong][:8]
    assert {step["view"]["player"] for step in found} == {1}
    turn = next(t for t in wrong if t.ply == found[0]["view"]["ply"] + 1)
    assert found[0]["number"] == turn.ply
    base = f"/match/{match.public_id}/review/learn/{turn.ply}"

    def tried(action: dict, door: str = "try"):
        return client.post(f"{base}/{door}", {"action": action}, content_type="application/json")

    same = tried(turn.played.action).json()
    assert (same["reached"], same["view"]) == (False, None)
    assert same["text"] == "That's what was played. There was something better."
    best = tried(found[0]["solution"]).json()
    assert best["reached"]
    assert best["text"].startswith("Well found: that's the best turn there was.")
    assert best["view"]["log"][0]["text"] == turn.ideas[0].text
    assert tried(found[0]["solution"], "preview").json()["ok"]
    assert tried({"type": "Nonsense"}).status_code == 400
    assert client.post(f"{base}/try", "x", content_type="text/plain").status_code == 400
    beyond = f"/match/{match.public_id}/review/learn/99/try"
    gone = client.post(beyond, {"action": {}}, content_type="application/json")
    assert (gone.status_code, gone.json()["error"]) == (409, "unknown_step")


def test_a_page_opened_before_a_new_review_is_told_so(
    match: Match, people: list[User], reviewed: Review, client: Client
) -> None:
    client.force_login(people[1])
    step = steps(client, match)[0]
    for turn in reviewed.report["turns"]:
        turn["grade"] = "best"  # as a newer version might say
    reviewed.save()
    path = f"/match/{match.public_id}/review/learn/{step['number']}/try"
    body = {"action": step["solution"]}
    answer = client.post(path, body, content_type="application/json")
    assert (answer.status_code, answer.json()["text"]) == (
        409,
        "This turn is no longer in the review. Reload the page for the new one.",
    )


def test_a_seat_can_be_chosen(match: Match, reviewed: Review, client: Client) -> None:
    assert {step["view"]["player"] for step in steps(client, match, "?seat=1")} == {1}
    assert client.get(f"/match/{match.public_id}/review/learn/?seat=7").status_code == 404
