"""The page of a review, what it asks, and learning from one."""

import dataclasses
import json

import pytest
from django.test import Client

from accounts.users.models import User
from games.core import codec
from games.core.review.judging import Grade, judge
from games.core.review.report import Report
from games.core.weighing import Weighed
from games.daily import judging
from games.daily.binding import Posed
from games.matches import reading as matches
from games.matches.models import Match
from games.reviews import material, reading
from games.reviews.exercise import Exercise
from games.reviews.models import Review
from games.thinking.work import think
from tests.factories import make_user
from tests.games.reviews.conftest import LOOKS

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
    words = {idea["text"] for turn in told["report"]["turns"] for idea in turn["ideas"]}
    assert words.isdisjoint(idea.text for turn in report.turns for idea in turn.ideas)
    assert {turn["better"] for turn in told["report"]["turns"]} - {None} <= words
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

    def tried(action: dict | None, door: str = "try"):
        return client.post(f"{base}/{door}", {"action": action}, content_type="application/json")

    same = tried(turn.played.action).json()
    assert (same["reached"], same["view"]) == (False, None)
    assert same["text"] == "That's what was played. There was something better."
    solution = turn.ideas[0].action
    assert "solution" not in found[0]
    shown = tried(None, "show").json()
    assert (shown["shown"], "reached" in shown) == (True, False)
    assert shown["text"].startswith("This was the best turn.")
    best = tried(solution).json()
    assert best["view"]["state"] == shown["view"]["state"]
    assert best["reached"]
    assert best["text"].startswith("Well found: that's the best turn there was.")
    assert best["view"]["log"][0]["text"] == turn.ideas[0].text
    assert tried(solution, "preview").json()["ok"]
    assert tried({"type": "Nonsense"}).status_code == 400
    assert client.post(f"{base}/try", "x", content_type="text/plain").status_code == 400
    beyond = f"/match/{match.public_id}/review/learn/99/try"
    gone = client.post(beyond, {"action": {}}, content_type="application/json")
    assert (gone.status_code, gone.json()["error"]) == (409, "unknown_step")


def test_a_page_opened_before_a_new_review_is_told_so(
    match: Match, people: list[User], reviewed: Review, client: Client
) -> None:
    client.force_login(people[1])
    step, best = steps(client, match)[0], wrong_turns(reviewed, 1)[0].ideas[0]
    for turn in reviewed.report["turns"]:
        turn["grade"] = "best"  # as a newer version might say
    reviewed.save()
    path = f"/match/{match.public_id}/review/learn/{step['number']}/try"
    body = {"action": best.action}
    answer = client.post(path, body, content_type="application/json")
    assert (answer.status_code, answer.json()["text"]) == (
        409,
        "This turn is no longer in the review. Reload the page for the new one.",
    )


def test_a_seat_can_be_chosen(match: Match, reviewed: Review, client: Client) -> None:
    assert {step["view"]["player"] for step in steps(client, match, "?seat=1")} == {1}
    assert client.get(f"/match/{match.public_id}/review/learn/?seat=7").status_code == 404


@pytest.mark.parametrize(
    ("chances", "errors", "grade"),
    [
        ((0.6, 0.53), (0.04, 0.0), Grade.BEST),  # the search may be wrong about the best turn, too
        ((0.6, 0.53), (0.03, 0.01), Grade.GOOD),
        ((0.6, 0.53), (0.005, 0.0), Grade.INACCURATE),
    ],
)
def test_learning_puzzles_and_challenges_judge_a_turn_as_its_review_does(
    match: Match,
    reviewed: Review,
    client: Client,
    chances: tuple[float, float],
    errors: tuple[float, float],
    grade: Grade,
) -> None:
    report = reading.report_of(reviewed)
    turn = next(one for one in wrong_turns(reviewed, 1) if one.played != one.ideas[1])
    pairs = zip(turn.ideas, chances, errors, strict=False)
    first, second = (
        dataclasses.replace(idea, chance=chance, error=error) for idea, chance, error in pairs
    )
    turn = dataclasses.replace(turn, ideas=(first, second), loss=1.0)  # the dearest of all
    others = [one for one in report.turns if one.player != 1]
    report = dataclasses.replace(report, turns=(*others, turn))
    Review.objects.update(report=codec.encode(report, Report))

    made = material.of_match(matches.load(match_id=match.pk))
    choice = made.choice(turn.ply)
    assert choice is not None
    played = dataclasses.replace(choice, action=made.rules.decode_action(second.action))
    weighed = [
        Weighed(made.rules.decode_action(idea.action), 0, (idea.chance,), (0.0,), idea.error)
        for idea in (first, second)
    ]
    judged = judge(weighed, played.action)
    assert judged is not None
    assert judged.grade is grade
    exercise = Exercise(made, choice, turn.ideas, ("", ""), LOOKS, None)
    assert exercise.tried(second.action, think).grade is grade  # as puzzles ask
    posed = Posed(made.rules, 1, choice.player, choice.state, turn, made.secret)
    daily = judging.judged(posed, played, looks=LOOKS, words=None, ask=think)
    assert daily.grade is grade
    learnt = client.post(
        f"/match/{match.public_id}/review/learn/{turn.ply}/try?seat=1",
        {"action": second.action},
        content_type="application/json",
    ).json()
    assert learnt["reached"] is (grade in (Grade.BEST, Grade.GOOD))
