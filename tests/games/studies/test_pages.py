"""The page of a study: who sees and changes what, what is written in it, and reports."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts.trust import reports
from accounts.trust.apps import MODERATORS
from accounts.trust.models import Measure, Report
from accounts.users.models import User
from games.matches.models import Match
from games.matches.talk import conduct
from games.studies import acts, reading
from games.studies.models import Comment, Study
from tests.factories import NOW, make_user
from tests.games.studies.test_trees import other_action

pytestmark = pytest.mark.usefixtures("common_lists")


@pytest.fixture
def owner(study: Study) -> Client:
    client = Client()
    client.force_login(study.owner)
    return client


def told(client: Client, study: Study) -> dict[str, Any]:
    page = client.get(f"/study/{study.code}/").content
    found: dict[str, Any] = json.loads(
        page.split(b'id="study" type="application/json">')[1].split(b"</script>")[0]
    )
    return found


def post(client: Client, study: Study, act: str, **data: Any) -> Any:
    return client.post(f"/study/{study.code}/{act}", data, content_type="application/json")


def share(study: Study, on: bool = True) -> None:
    acts.share(code=study.code, user=study.owner, on=on, now=NOW)


def say(study: Study, text: str = "A fine move.", node: int = 1) -> Comment:
    made = acts.comment(code=study.code, user=study.owner, node=node, text=text, now=NOW)
    assert made is not None
    return made


# --- Who sees it ----------------------------------------------------------------------------------


def test_a_study_is_its_owner_s_until_it_is_shared(study: Study, owner: Client, ben: User) -> None:
    visitor, other = Client(), Client()
    other.force_login(ben)
    views = f"/study/{study.code}/views?nodes=0,1"
    assert owner.get(f"/study/{study.code}/").status_code == 200
    for client in (visitor, other):
        assert client.get(f"/study/{study.code}/").status_code == 404
        assert client.get(views).status_code == 404
    assert post(owner, study, "share", on=True).json() == {"ok": True, "is_shared": True}
    for client in (visitor, other):
        answer = client.get(f"/study/{study.code}/")
        assert (answer.status_code, answer["X-Robots-Tag"]) == (200, "noindex")
        assert [view["node"] for view in client.get(views).json()["views"]] == [0, 1]
    assert post(owner, study, "share", on=False).json()["is_shared"] is False
    assert visitor.get(f"/study/{study.code}/").status_code == 404
    share(study)
    User.objects.filter(pk=study.owner_id).update(is_active=False)
    assert visitor.get(f"/study/{study.code}/").status_code == 404


def test_only_its_owner_changes_it(study: Study, ben: User) -> None:
    share(study)
    other = Client()
    other.force_login(ben)
    action = other_action(study, 0)
    changes: dict[str, dict[str, Any]] = {
        "play": {"node": 0, "action": action},
        "clock": {"node": 0},
        "cut": {"node": 1},
        "comment": {"node": 0, "text": "Mine"},
        "rename": {"title": "Mine"},
        "share": {"on": False},
    }
    before = told(Client(), study)
    for act, data in changes.items():
        assert post(other, study, act, **data).status_code == 404
        answer = post(Client(), study, act, **data)
        assert (answer.status_code, answer.json()["error"]) == (403, "signed_out")
    assert other.post(f"/study/{study.code}/delete").status_code == 404
    assert told(Client(), study) == before


def test_its_owner_plays_and_others_look(study: Study, owner: Client) -> None:
    share(study)
    answer = post(owner, study, "play", node=1, action=other_action(study, 1)).json()
    number = answer["node"]["n"]
    assert (answer["node"]["parent"], answer["view"]["node"]) == (1, number)
    assert answer["view"]["player"] == answer["view"]["to_move"]
    seen = Client().get(f"/study/{study.code}/views?nodes={number}").json()["views"][0]
    assert (seen["player"], seen["seat"], seen["hints"]) == (None, answer["view"]["player"], {})
    assert seen["state"] == answer["view"]["state"]  # all of the match is known
    entry = next(node for node in told(owner, study)["nodes"] if node["n"] == number)
    assert entry == answer["node"]
    tried = post(owner, study, "preview", node=1, action=other_action(study, 1)).json()
    assert tried["ok"]
    refused = post(owner, study, "play", node=0, action={"type": "Spell", "word": "zz", "draw": 99})
    assert (refused.status_code, refused.json()["error"]) == (422, "illegal")
    for wrong in ({}, {"node": 0}, {"node": "x", "action": {}}, {"node": -1, "action": {}}):
        assert post(owner, study, "play", **wrong).status_code == 400
    assert post(owner, study, "play", node=0, action={"type": "No"}).status_code == 400
    assert owner.get(f"/study/{study.code}/views?nodes=x").status_code == 400
    assert owner.get(f"/study/{study.code}/views?nodes=999").json() == {"ok": True, "views": []}
    assert post(owner, study, "cut", node=number).json()["node"] == 1
    assert post(owner, study, "cut", node=1).status_code == 422
    assert post(owner, study, "cut", node=number).status_code == 404


# --- What is written ------------------------------------------------------------------------------


def test_a_comment_is_text_and_nothing_else(study: Study, owner: Client) -> None:
    text = "Look: https://example.org/ <b>bold</b>\n\n  and more  "
    answer = post(owner, study, "comment", node=2, text=text).json()
    kept = "Look: https://example.org/ <b>bold</b>\n\n  and more"
    assert answer["comment"]["text"] == kept
    page = owner.get(f"/study/{study.code}/").content.decode()
    assert 'href="https://example.org' not in page
    assert "<b>bold" not in page
    share(study)
    assert [one["text"] for one in told(Client(), study)["comments"]] == [kept]
    again = post(owner, study, "comment", node=2, text="Other").json()["comment"]
    assert (again["id"], again["text"]) == (answer["comment"]["id"], "Other")
    assert post(owner, study, "comment", node=2, text=" \n ").json() == {
        "ok": True,
        "comment": None,
    }
    assert not Comment.objects.exists()
    assert post(owner, study, "comment", node=999, text="Nowhere").status_code == 404


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x" * 2001, "Use no more than 2000 characters; these are 2001."),
        ("right \u202e left", "Your text contains characters we can't show. Please type it again."),
        ("bell \u0007", "Your text contains characters we can't show. Please type it again."),
    ],
)
def test_some_texts_are_refused(study: Study, owner: Client, text: str, problem: str) -> None:
    answer = post(owner, study, "comment", node=0, text=text)
    assert (answer.status_code, answer.json()["text"]) == (422, problem)
    assert post(owner, study, "comment", node=0, text="x" * 2000).status_code == 200


@pytest.mark.parametrize(
    ("said", "opens_at"),
    [("", 0), ("0", 0), ("3", 3), ("999999", -1), ("-1", 0), ("٣", 0), ("1e3", 0), ("9" * 400, 0)],
)
def test_a_study_opens_at_the_move_that_was_shown(
    match: Match, anna: User, said: str, opens_at: int
) -> None:
    client = Client()
    client.force_login(anna)
    study = client.post(f"/match/{match.public_id}/study", {"ply": said})["Location"]
    made = Study.objects.get(code=study.split("/")[2])
    assert told(client, made)["opens_at"] == (match.ply if opens_at < 0 else opens_at)


def test_a_study_is_called_by_its_game_and_day_until_it_has_a_name(
    study: Study, owner: Client, match: Match
) -> None:
    Study.objects.update(played_at=datetime(2026, 3, 4, 23, 30, tzinfo=UTC))
    named = "WordsWithChilwell, 4 March 2026"
    assert told(owner, study)["title"] == named
    page = owner.get("/studies/").content.decode()
    assert named in page
    assert "anna, ben" in page
    User.objects.filter(pk=study.owner_id).update(time_zone="Asia/Tokyo")
    assert told(owner, study)["title"] == "WordsWithChilwell, 5 March 2026"
    post(owner, study, "rename", title="Mine")
    assert told(owner, study)["title"] == "Mine"
    assert named not in owner.get("/studies/").content.decode()


def test_a_study_is_renamed(study: Study, owner: Client) -> None:
    assert post(owner, study, "rename", title="  The long\n one ").json()["title"] == "The long one"
    assert post(owner, study, "rename", title="x" * 101).status_code == 422
    answer = post(owner, study, "rename", title=" ")
    assert (answer.status_code, answer.json()["text"]) == (422, "Write something first.")
    page = owner.get("/studies/").content.decode()
    assert "The long one" in page
    assert "You can make 99 more studies (100 at most)." in page
    assert "Each can have up to 1000 moves" in page
    assert "It can have up to 2 MB." in page


def test_a_study_is_deleted(study: Study, owner: Client) -> None:
    answer = owner.post(f"/study/{study.code}/delete")
    assert answer["Location"] == "/studies/"
    assert not Study.objects.exists()
    assert owner.get(f"/study/{study.code}/").status_code == 404


# --- Rules about what people write ----------------------------------------------------------------


def silence(user: User) -> None:
    """Have a moderator silence somebody, over a report of a comment in their study."""
    study = Study.objects.filter(owner=user, is_shared=True).first()
    assert study is not None
    comment = say(study, "Rude", node=3)
    case = report(study, make_user(), comment=comment.pk)
    decide(case, Measure.SILENCE)


def report(study: Study, user: User, comment: int | None = None) -> Report:
    client = Client()
    client.force_login(user)
    answer = post(client, study, "report", comment=comment, reason="insult", words="See")
    assert answer.json() == {"ok": True}
    return Report.objects.get(reporter=user)


def decide(case: Report, measure: Measure) -> None:
    moderator = make_user()
    moderator.groups.set(Group.objects.filter(name=MODERATORS))
    conduct.decide(
        report_id=case.pk,
        moderator=User.objects.get(pk=moderator.pk),
        measure=measure,
        days=3,
        reason="Rude",
        now=timezone.now(),  # pages ask the clock who is silenced
    )


def test_whoever_is_silenced_writes_nothing_that_others_read(study: Study, owner: Client) -> None:
    share(study)
    silence(study.owner)
    for act, data in (("rename", {"title": "Hm"}), ("comment", {"node": 0, "text": "Hm"})):
        answer = post(owner, study, act, **data)
        assert answer.status_code == 403
        assert answer.json()["text"] == "A moderator has silenced you for now."
    # A word of their own making would be read in the tree.
    nonsense = {"type": "Spell", "word": "zzz", "draw": 0}
    played = acts.play(
        code=study.code, user=study.owner, node=0, action=nonsense, now=timezone.now()
    )
    node = reading.open_study(code=study.code, user_id=study.owner_id).nodes[played]
    assert node.action["word"] == ""
    assert post(owner, study, "share", on=False).status_code == 200
    assert post(owner, study, "comment", node=0, text="To myself").status_code == 200
    assert post(owner, study, "share", on=True).status_code == 403


def test_guests_have_studies_and_share_none(match: Any) -> None:
    guest = make_user(is_guest=True)
    study = acts.make_of_match(match_id=match.pk, user=guest, now=NOW)
    client = Client()
    client.force_login(guest)
    assert post(client, study, "comment", node=0, text="Hello").status_code == 200
    answer = post(client, study, "share", on=True)
    assert answer.status_code == 403
    assert answer.json()["text"] == "Sign up to share a study. You'll keep all your studies."


def test_a_reported_comment_is_hidden_if_moderators_agree(
    study: Study, owner: Client, ben: User
) -> None:
    rude, fine = say(study, "Rude", node=1), say(study, "Fine", node=2)
    share(study)
    case = report(study, ben, comment=rude.pk)
    assert (case.subject, case.line, case.about) == ("comment", rude.pk, study.owner)
    assert case.path == f"/study/{study.code}/"
    assert [(line["text"], line["reported"]) for line in case.lines] == [
        ("WordsWithChilwell, 1 March 2026 (anna, ben)", False), ("Rude", True), ("Fine", False),
    ]  # fmt: skip
    decide(case, Measure.HIDE)
    seen = told(Client(), study)["comments"]
    assert [(one["text"], one["hidden"]) for one in seen] == [("", True), ("Fine", False)]
    own = told(owner, study)["comments"]
    assert [(one["text"], one["hidden"]) for one in own] == [("Rude", True), ("Fine", False)]
    again = post(owner, study, "comment", node=1, text="Rude!")
    assert again.status_code == 422
    assert post(owner, study, "comment", node=1, text="").status_code == 200
    assert post(owner, study, "comment", node=1, text="Sorry.").status_code == 200
    assert fine.pk in {one["id"] for one in told(Client(), study)["comments"]}


def test_a_reported_study_is_hidden_if_moderators_agree(
    study: Study, owner: Client, ben: User
) -> None:
    share(study)
    case = report(study, ben)
    assert (case.subject, case.line) == ("study", study.pk)
    decide(case, Measure.HIDE)
    assert Client().get(f"/study/{study.code}/").status_code == 404
    page = owner.get(f"/study/{study.code}/").content.decode()
    assert "A moderator has hidden this study, so only you can see it." in page
    assert post(owner, study, "share", on=True).status_code == 403
    assert "Hidden by a moderator" in owner.get("/studies/").content.decode()


def test_a_report_left_as_it_is_changes_nothing(study: Study, ben: User) -> None:
    share(study)
    before = told(Client(), study)
    decide(report(study, ben), Measure.NOTHING)
    assert told(Client(), study) == before


def test_only_what_others_wrote_can_be_reported(study: Study, owner: Client, ben: User) -> None:
    comment = say(study)
    share(study)
    facts = {"reason": "spam", "words": ""}
    own = post(owner, study, "report", comment=None, **facts)
    assert own.json()["text"] == "That's your own study."
    other = Client()
    other.force_login(ben)
    gone = post(other, study, "report", comment=comment.pk + 9, **facts)
    assert gone.json()["text"] == "That comment is no longer in this study."
    for wrong in ({**facts, "comment": "x"}, {"comment": None}, {**facts, "reason": 7}):
        assert post(other, study, "report", **wrong).status_code == 400
    strange = post(other, study, "report", comment=None, reason="dull", words="")
    assert strange.json()["ok"] is False
    assert post(Client(), study, "report", comment=None, **facts).status_code == 403
    assert not Report.objects.exists()
    # A line of table talk with that number is another matter.
    report(study, ben, comment=comment.pk)
    reports.report(
        reporter=ben, about=study.owner, about_name="anna", reason="spam", words="", place="",
        path="/", line=comment.pk, lines=[], now=NOW,
    )  # fmt: skip
    assert Report.objects.count() == 2
