"""The queue and the page of a proposal: what they say, and deciding there."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games.words.models import Proposal
from games.words.moderation import proposals
from tests.factories import NOW, make_user
from tests.games.words.pages.browsing import page, send, told
from tests.games.words.people import (
    LATER,
    accept,
    agree,
    ask,
    make_moderator,
    propose,
    publish,
    wish,
)

CHOOSE = "Choose at least one proposal, then accept or reject it."

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small")]


def test_the_queue_is_filtered(client: Client) -> None:
    first, second = propose("add", "dax", "broad"), propose("remove", "zax", "broad")
    third = agree(propose("relabel", "cat", label="vulgar"))
    cases: list[tuple[dict[str, str], set[Proposal]]] = [
        ({}, {first, second}),
        ({"status": "any"}, {first, second, third}),
        ({"status": "accepted"}, {third}),
        ({"kind": "remove"}, {second}),
        ({"word": "DA"}, {first}),
        ({"word_list": "broad"}, {first, second}),
        ({"word_list": "everyday"}, set()),
        ({"proposer": first.proposer.username.upper()}, {first}),
        ({"word_list": "nonsense", "kind": "nonsense"}, {first, second}),
    ]
    for query, found in cases:
        answer = client.get(reverse("proposals"), query)
        assert set(answer.context["page"]) == found, query


def test_the_queue_goes_over_several_pages_and_keeps_its_filters(client: Client) -> None:
    user = make_user()
    for number in range(45):
        letters = "".join("abcdefghij"[int(digit)] for digit in f"{number:02}")
        now = NOW + timedelta(days=number)
        made = ask(user=user, wish=wish("add", f"dax{letters}", "broad"), now=now)
        proposals.withdraw(user=user, proposal=made.public_id, now=now)
    shown = page(client, "proposals", status="withdrawn", page=1)
    assert "45 proposals" in shown
    assert "?page=2&amp;status=withdrawn" in shown
    assert len(client.get(reverse("proposals"), {"status": "any", "page": 2}).context["page"]) == 5


def differs(label: str, reason: str) -> str:
    """What the page of labels says about CATS, whose label differs from CAT's."""
    badge = f'<span class="badge">{label} </span>'
    return f'cats</a> {badge} <span class="small muted">{reason}</span>'


def test_moderators_read_labels_by_family_and_what_nobody_has_decided(judge: Client) -> None:
    assert reverse("word-labels") in page(judge, "proposals")
    assert reverse("word-labels") not in page(Client(), "proposals")
    shown = page(judge, "word-labels")
    assert "You have nothing to decide right now." in shown
    assert "There are no families to show." in shown
    accept("relabel", "cat", label="vulgar")
    publish()
    shown = page(judge, "word-labels")
    assert "Nobody has explained these differences yet:" in shown
    assert (
        f'{reverse("word-propose", args=["cats"])}?kind=relabel" translate="no">cats</a>' in shown
    )
    assert differs("no label", "undecided") in shown
    accept("relabel", "cats", label="sexual")
    publish(LATER)
    shown = page(judge, "word-labels", show="all")
    assert "You have nothing to decide right now." in shown
    assert differs("sexual", "in the dictionary") in shown


def test_several_are_decided_at_once_and_the_queue_comes_back_as_it_was(judge: Client) -> None:
    made = [propose("add", word, "broad") for word in ("dax", "vox")]
    data = {
        "proposals": [one.public_id for one in made],
        "accepted": "yes",
        "reason": "",
        "answer": "source",
        "from": "queue",
        "filtered": "kind=add",
    }
    answer = send(judge, "proposals-decide", data=data)
    assert answer["Location"] == reverse("proposals") + "?kind=add"
    assert told(answer, judge) == "Your decisions on 2 proposals have been saved."
    assert {one.votes.get().answer for one in made} == {"source"}
    assert "in the source given." in page(judge, "proposal", made[0].public_id)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"accepted": "yes", "reason": ""}, "Please give a reason."),
        ({"accepted": "perhaps"}, CHOOSE),
        ({"accepted": "yes", "proposals": []}, CHOOSE),
        ({"accepted": "yes", "reason": "x" * 301}, "Please keep the reason to 300 characters."),
    ],
)
def test_a_bad_vote_is_refused_in_words(judge: Client, data: Any, text: str) -> None:
    made = propose("add", "dax", "broad")
    answer = send(judge, "proposals-decide", data={"proposals": [made.public_id], **data})
    assert told(answer, judge) == text
    assert not made.votes.exists()


def test_what_another_has_just_decided_is_told(judge: Client) -> None:
    made = agree(propose("add", "dax", "broad"))
    data = {"proposals": [made.public_id], "accepted": "no"}
    answer = send(judge, "proposals-decide", data=data)
    assert told(answer, judge) == "This has already been decided."


def test_a_page_of_nothing_is_not_found(judge: Client) -> None:
    for name, args in (
        ("proposal", ["abcdefgh2345"]),
        ("word-list", ["nowhere"]),
        ("word-version", ["broad", 9]),
        ("word-version", ["nowhere", 1]),
    ):
        assert judge.get(reverse(name, args=args)).status_code == 404
    for name in ("proposal-support", "proposal-withdraw"):
        assert judge.post(reverse(name, args=["abcdefgh2345"])).status_code == 404
    data = {"proposals": ["abcdefgh2345"], "accepted": "yes"}
    assert send(judge, "proposals-decide", data=data).status_code == 404
    assert send(judge, "proposals-decide", data={"proposals": ["'"]}).status_code == 404
    assert judge.get(reverse("word-draft"), {"list": "nowhere"}).status_code == 404


def test_the_lists_of_the_site_have_one_draft(judge: Client) -> None:
    answer = judge.get(reverse("word-draft"), {"list": "everyday"})
    assert (answer.status_code, answer["Location"]) == (302, reverse("word-draft"))


def test_the_evidence_of_a_proposal_is_on_its_page(judge: Client) -> None:
    made = propose("remove", "mice", "broad")
    proposals.add_support(
        user=make_user("an-ally"), proposal=made.public_id, text="me, too", now=NOW
    )
    shown = page(judge, "proposal", made.public_id)
    for text in (
        "cat, cats, fart <mark>mice</mark> mouse, run",
        "SCOWL, size 20.",
        "a small animal that squeaks",
        "Never played in a finished match.",
        "<strong>an-ally</strong> me, too",
        "Two moderators have to agree.",
        "in the dictionary",
    ):
        assert text in shown, text


def test_a_family_is_decided_together_on_one_page(judge: Client) -> None:
    wishes = [wish("add", word, "broad") for word in ("dax", "daxes")]
    first, second = proposals.propose(user=make_user(), wishes=wishes, now=NOW)
    shown = page(judge, "proposal", first.public_id)
    assert f'name="proposals" value="{second.public_id}" checked' in shown


def test_people_see_their_own_proposal_but_cannot_decide_it(client: Client) -> None:
    user = make_moderator()
    client.force_login(user)
    made = ask(user=user, wish=wish("add", "dax", "broad"), now=NOW)
    shown = page(client, "proposal", made.public_id)
    assert escape("You can't accept or reject your own proposal.") in shown
    assert 'name="accepted"' not in shown
    assert 'name="accepted"' not in page(client, "proposals")
