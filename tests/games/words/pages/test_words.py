"""The pages for words and word moderation: what they say, and how they handle bad input."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from accounts.notices import outbox as notifications
from accounts.notices.models import Delivery
from accounts.users.models import User
from games.words.lists import reading
from games.words.models import Edition, Proposal
from games.words.moderation import editions, proposals
from games.words.tasks import publish_due_editions
from tests.factories import NOW, make_user
from tests.games.words.people import LATER, accept, agree, make_moderator, propose, publish, wish

CHOOSE = "Choose at least one proposal, then accept or reject it."

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small")]


@pytest.fixture
def user() -> User:
    return make_user()


@pytest.fixture
def signed_in(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


def page(client: Client, name: str, *args: Any, **query: Any) -> str:
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def send(client: Client, name: str, *args: Any, data: Any, **query: Any) -> Any:
    address = reverse(name, args=args, query=query)
    return client.post(address, {"reason": "it is a word", "source": "the book", **data})


def told(answer: Any, client: Client) -> str:
    """The message on the page that the answer redirects to."""
    return [str(m) for m in client.get(answer["Location"]).context["messages"]][-1]


# --- Looking up -----------------------------------------------------------------------------------


def test_a_word_of_the_base_shows_its_source_and_size(client: Client) -> None:
    shown = page(client, "word", "zax")
    assert "SCOWL, size 80. This list only goes up to size 70." in shown
    assert "SCOWL, size 80.</td>" in shown
    assert "Our own additions, size 70." in page(client, "word", "qi")
    assert "None of our sources lists this word." in page(client, "word", "dax")


def test_a_word_that_was_decided_on_says_since_when_and_links_to_the_decision(
    client: Client,
) -> None:
    decided = accept("add", "dax", "broad")
    publish()
    shown = page(client, "word", "dax")
    assert reverse("proposal", args=[decided.public_id]) in shown
    assert f'{reverse("word-version", args=["broad", 2])}">version 2</a>' in shown
    assert "in the dictionary" in shown


def test_a_word_shows_what_is_proposed_and_what_was_decided(client: Client) -> None:
    agree(propose("add", "dax", "everyday"), accepted=False)
    propose("add", "dax", "broad")
    shown = page(client, "word", "dax")
    assert shown.index("Open proposals") < shown.index("Add DAX to Broad")
    assert shown.index("Earlier decisions") < shown.index("Add DAX to Everyday")


def test_a_word_shows_its_forms(client: Client) -> None:
    shown = page(client, "word", "mice")
    assert (
        f'A form of <a href="{reverse("word", args=["mouse"])}" translate="no">mouse</a>' in shown
    )


def test_every_word_has_its_page_even_those_that_name_the_court(client: Client) -> None:
    assert '<h1 translate="no">COURT</h1>' in page(client, "word", "court")
    assert "<h1>Word moderation</h1>" in page(client, "court")


def test_people_can_choose_not_to_see_what_coarse_words_mean(signed_in: Client, user: User) -> None:
    meaning = "a breaking of wind"
    assert meaning in page(signed_in, "word", "fart")
    signed_in.post(reverse("preferences"), {"hides_coarse": "on"})
    assert meaning not in page(signed_in, "word", "fart")
    hidden = "You've chosen not to see the meanings of offensive words."
    assert hidden in page(signed_in, "word", "fart")
    told_board = signed_in.get(reverse("word-meaning", args=["fart"])).json()
    assert (told_board["hidden"], told_board["meanings"]) == (True, [])
    made = propose("remove", "fart", "broad")
    assert meaning not in page(signed_in, "proposal", made.public_id)
    assert "a small animal that purrs" in page(signed_in, "word", "cat")
    assert meaning in page(Client(), "word", "fart")
    signed_in.post(reverse("preferences"), {"theme": ""})
    assert meaning in page(signed_in, "word", "fart")


# --- Proposing ------------------------------------------------------------------------------------


def test_a_word_is_proposed_with_its_inflections_as_one_family(
    signed_in: Client, user: User
) -> None:
    data = {"word_list": "broad", "also": "daxes, DAXED dax", "part": "verb"}
    answer = send(signed_in, "word-propose", "dax", data=data, kind="add")
    made = list(Proposal.objects.order_by("pk"))
    assert answer["Location"] == reverse("proposal", args=[made[0].public_id])
    assert [(p.word, p.lemma, p.part, p.proposer) for p in made] == [
        ("dax", "", "verb", user),
        ("daxes", "dax", "verb", user),
        ("daxed", "dax", "verb", user),
    ]
    assert len({p.family for p in made}) == 1


def test_a_label_is_proposed_for_a_word_and_its_forms(signed_in: Client) -> None:
    form = signed_in.get(reverse("word-propose", args=["cat"]), {"kind": "relabel"}).context["form"]
    assert form.initial["also"] == "cats"
    data = {"label": "vulgar", "also": form.initial["also"]}
    send(signed_in, "word-propose", "cat", data=data, kind="relabel")
    made = list(Proposal.objects.order_by("pk"))
    assert [one.title for one in made] == ["Label CAT as vulgar", "Label CATS as vulgar"]
    assert len({one.family for one in made}) == 1


def test_a_form_that_is_labelled_otherwise_is_not_offered_with_its_word(signed_in: Client) -> None:
    accept("relabel", "cats", label="sexual")
    publish()
    form = signed_in.get(reverse("word-propose", args=["cat"]), {"kind": "relabel"}).context["form"]
    assert form.initial["also"] == ""


def test_a_removal_a_label_and_a_definition_are_proposed(signed_in: Client) -> None:
    send(signed_in, "word-propose", "cat", data={"word_list": "standard"}, kind="remove")
    send(signed_in, "word-propose", "cat", data={"label": "vulgar"}, kind="relabel")
    former = "cat, noun: a small animal that purrs"
    data = {"former": former, "gloss": "a small beast"}
    send(signed_in, "word-propose", "cat", data=data, kind="define")
    made = list(Proposal.objects.order_by("pk"))
    assert [p.title for p in made] == [
        "Remove CAT from Standard", "Label CAT as vulgar", "Correct a meaning of CAT",
    ]  # fmt: skip
    assert (made[2].former, made[2].part) == ("a small animal that purrs", "noun")
    assert made[2].gloss == "a small beast"


def test_the_page_offers_what_fits_the_word(signed_in: Client) -> None:
    assert 'aria-current="page">Add it to a list' in page(signed_in, "word-propose", "dax")
    assert 'aria-current="page">Remove it from a list' in page(signed_in, "word-propose", "cat")
    assert 'value="cats"' in page(signed_in, "word-propose", "cat")


def test_what_is_proposed_already_leads_to_the_proposal(signed_in: Client) -> None:
    known = propose("add", "dax", "broad")
    answer = send(signed_in, "word-propose", "dax", data={"word_list": "broad"}, kind="add")
    assert answer["Location"] == reverse("proposal", args=[known.public_id])
    assert told(answer, signed_in) == "Someone has already proposed this. You can support it."


@pytest.mark.parametrize(
    ("kind", "data", "text"),
    [
        ("add", {"word_list": "broad", "reason": ""}, "This field is required."),
        ("add", {"word_list": "broad", "reason": "x" * 301}, "at most 300 characters"),
        ("add", {"word_list": "nowhere"}, "Select a valid choice."),
        ("add", {"word_list": "broad", "also": " ".join(f"da{c}" for c in "abcdefghijklm")},
         "You can add up to 12 forms at a time."),
        ("add", {"word_list": "broad", "also": "it's"}, "A word needs 2 to 15 letters"),
        ("add", {"word_list": "broad", "lemma": "x-ray"}, "basic form, in letters from A to Z"),
        ("remove", {"word_list": "broad"}, escape("DAX isn't in Broad.")),
        ("relabel", {"label": ""}, "DAX has no label."),
        ("relabel", {"label": "rude"}, "Select a valid choice."),
        ("define", {"gloss": ""}, "Please write the meaning as it should read."),
        ("define", {"former": "cat, noun: gone", "gloss": "x"}, "Select a valid choice."),
    ],
)  # fmt: skip
def test_a_bad_wish_is_refused_and_nothing_changes(
    signed_in: Client, kind: str, data: dict[str, str], text: str
) -> None:
    answer = send(signed_in, "word-propose", "dax", data=data, kind=kind)
    assert answer.status_code == 422
    assert text in answer.content.decode()
    assert not Proposal.objects.exists()


def test_the_eleventh_open_proposal_is_refused_in_words(signed_in: Client, user: User) -> None:
    for letter in "abcdefghij":
        proposals.propose(user=user, wish=wish("add", f"dax{letter}", "broad"), now=NOW)
    answer = send(signed_in, "word-propose", "vox", data={"word_list": "broad"}, kind="add")
    assert answer.status_code == 422
    assert "10 open proposals" in answer.content.decode()


@pytest.mark.parametrize("word", ["a", "tea room", "x" * 16, "caf\u00e9"])
def test_what_can_be_no_word_cannot_be_proposed(signed_in: Client, word: str) -> None:
    assert signed_in.get(reverse("word-propose", args=[word])).status_code == 404


def test_the_table_where_it_came_up_is_for_moderators_and_the_proposer(
    signed_in: Client, client: Client
) -> None:
    """Anyone with a table's address can open the table, so not everyone sees it."""
    data = {"word_list": "broad", "match": "abcd2345"}
    send(signed_in, "word-propose", "dax", data=data, kind="add")
    made = Proposal.objects.get()
    assert made.match == "abcd2345"
    assert "/match/abcd2345/" in page(signed_in, "proposal", made.public_id)
    assert "/match/abcd2345/" not in page(Client(), "proposal", made.public_id)
    send(signed_in, "word-propose", "vox", data={**data, "match": "../../x"}, kind="add")
    assert Proposal.objects.get(word="vox").match == ""


# --- Deciding -------------------------------------------------------------------------------------


@pytest.fixture
def judge(client: Client) -> Client:
    client.force_login(make_moderator())
    return client


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
        answer = client.get(reverse("court"), query)
        assert set(answer.context["page"]) == found, query


def test_the_queue_goes_over_several_pages_and_keeps_its_filters(client: Client) -> None:
    user = make_user()
    for number in range(45):
        letters = "".join("abcdefghij"[int(digit)] for digit in f"{number:02}")
        now = NOW + timedelta(days=number)
        made = proposals.propose(user=user, wish=wish("add", f"dax{letters}", "broad"), now=now)
        proposals.withdraw(user=user, proposal=made.public_id, now=now)
    shown = page(client, "court", status="withdrawn", page=1)
    assert "45 proposals" in shown
    assert "?page=2&amp;status=withdrawn" in shown
    assert len(client.get(reverse("court"), {"status": "any", "page": 2}).context["page"]) == 5


def differs(label: str, reason: str) -> str:
    """What the page of labels says about CATS, whose label differs from CAT's."""
    badge = f'<span class="badge">{label} </span>'
    return f'cats</a> {badge} <span class="small muted">{reason}</span>'


def test_moderators_read_labels_by_family_and_what_nobody_has_decided(judge: Client) -> None:
    assert reverse("court-labels") in page(judge, "court")
    assert reverse("court-labels") not in page(Client(), "court")
    shown = page(judge, "court-labels")
    assert "You have nothing to decide right now." in shown
    assert "There are no families to show." in shown
    accept("relabel", "cat", label="vulgar")
    publish()
    shown = page(judge, "court-labels")
    assert "Nobody has explained these differences yet:" in shown
    assert (
        f'{reverse("word-propose", args=["cats"])}?kind=relabel" translate="no">cats</a>' in shown
    )
    assert differs("no label", "undecided") in shown
    accept("relabel", "cats", label="sexual")
    publish(LATER)
    shown = page(judge, "court-labels", show="all")
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
    answer = send(judge, "court-decide", data=data)
    assert answer["Location"] == reverse("court") + "?kind=add"
    assert told(answer, judge) == "Your decisions on 2 proposals have been saved."
    assert {one.verdicts.get().answer for one in made} == {"source"}
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
def test_a_bad_verdict_is_refused_in_words(judge: Client, data: Any, text: str) -> None:
    made = propose("add", "dax", "broad")
    answer = send(judge, "court-decide", data={"proposals": [made.public_id], **data})
    assert told(answer, judge) == text
    assert not made.verdicts.exists()


def test_what_another_has_just_decided_is_told(judge: Client) -> None:
    made = agree(propose("add", "dax", "broad"))
    data = {"proposals": [made.public_id], "accepted": "no"}
    answer = send(judge, "court-decide", data=data)
    assert told(answer, judge) == "This has already been decided."


def test_a_page_of_nothing_is_not_found(judge: Client) -> None:
    for name, args in (
        ("proposal", ["abcdefgh2345"]),
        ("word-list", ["nowhere"]),
        ("word-version", ["broad", 9]),
        ("word-version", ["nowhere", 1]),
    ):
        assert judge.get(reverse(name, args=args)).status_code == 404
    for name in ("proposal-voice", "proposal-withdraw"):
        assert judge.post(reverse(name, args=["abcdefgh2345"])).status_code == 404
    data = {"proposals": ["abcdefgh2345"], "accepted": "yes"}
    assert send(judge, "court-decide", data=data).status_code == 404
    assert send(judge, "court-decide", data={"proposals": ["'"]}).status_code == 404
    assert judge.get(reverse("court-draft"), {"list": "nowhere"}).status_code == 404


def test_the_lists_of_the_site_have_one_draft(judge: Client) -> None:
    answer = judge.get(reverse("court-draft"), {"list": "everyday"})
    assert (answer.status_code, answer["Location"]) == (302, reverse("court-draft"))


def test_the_evidence_of_a_proposal_is_on_its_page(judge: Client) -> None:
    made = propose("remove", "mice", "broad")
    proposals.add_voice(user=make_user("an-ally"), proposal=made.public_id, text="me, too", now=NOW)
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
    first, second = proposals.propose_together(user=make_user(), wishes=wishes, now=NOW)
    shown = page(judge, "proposal", first.public_id)
    assert f'name="proposals" value="{second.public_id}" checked' in shown


def test_people_see_their_own_proposal_but_cannot_decide_it(client: Client) -> None:
    user = make_moderator()
    client.force_login(user)
    made = proposals.propose(user=user, wish=wish("add", "dax", "broad"), now=NOW)
    shown = page(client, "proposal", made.public_id)
    assert escape("You can't accept or reject your own proposal.") in shown
    assert 'name="accepted"' not in shown
    assert 'name="accepted"' not in page(client, "court")


# --- Publishing -----------------------------------------------------------------------------------


def test_publishing_now_makes_a_version_whose_page_shows_what_changed(judge: Client) -> None:
    accept("add", "dax", "broad")
    shown = page(judge, "court-draft")
    assert "Broad, version 2" in shown
    assert '1: <span translate="no">dax</span>' in shown
    answer = send(judge, "court-publish", data={"note": "one more"})
    assert answer["Location"] == reverse("court-draft")
    assert reading.version_of("broad", 2) is None
    assert "data-publishing" in page(judge, "court-draft")
    publish_due_editions()
    shown = page(judge, "court-draft")
    assert "data-publishing" not in shown
    assert "one more" in shown
    version = reading.version_of("broad", 2)
    shown = page(judge, "word-version", "broad", 2)
    assert version.sha256 in shown
    assert "one more" in shown
    assert ">dax</a>" in shown


def test_whoever_asked_for_it_is_told_what_became_of_it(judge: Client) -> None:
    accept("add", "dax", "broad")
    for note in ("one more", "pressed again"):
        send(judge, "court-publish", data={"note": note})
    assert Edition.objects.count() == 1
    publish_due_editions()
    publish_due_editions()
    assert Edition.objects.exclude(published_at=None).count() == 1
    notifications.deliver(now=timezone.now())
    (line,) = Delivery.objects.filter(notification__kind="edition")
    assert (line.channel, line.status, line.subject) == ("app", "sent", "Published: Broad 2")
    assert "Published: Broad 2" in page(judge, "notices")


def test_no_edition_waits_for_an_instant_beyond_the_calendar(client: Client) -> None:
    user = make_moderator()
    User.objects.filter(pk=user.pk).update(time_zone="America/New_York")
    client.force_login(user)
    accept("add", "dax", "broad")
    for at in ("9999-12-31T23:59", "0001-01-01T00:00", "2999-13-01T00:00"):
        send(client, "court-publish", data={"when": "later", "at": at})
        assert client.get(reverse("court-draft")).status_code == 200
    assert Edition.objects.count() == 0


def test_an_edition_is_scheduled_by_ones_own_clock_and_called_off(client: Client) -> None:
    user = make_moderator()
    User.objects.filter(pk=user.pk).update(time_zone="Europe/Berlin")
    client.force_login(user)
    accept("add", "dax", "broad")
    send(client, "court-publish", data={"when": "later", "at": "2999-01-10T12:00"})
    assert editions.coming().scheduled_at.isoformat() == "2999-01-10T11:00:00+00:00"
    assert "10 Jan 2999, 12:00 CET" in page(client, "court-draft")
    send(client, "court-call-off", data={})
    assert editions.coming() is None


@pytest.mark.parametrize("at", ["", "tomorrow", "2999-13-40T12:00", "2001-01-01T12:00"])
def test_a_bad_instant_is_refused_in_words(judge: Client, at: str) -> None:
    accept("add", "dax", "broad")
    answer = send(judge, "court-publish", data={"when": "later", "at": at})
    assert told(answer, judge) in {
        "Please choose a day and a time.",
        "Choose a time in the future.",
    }
    assert editions.coming() is None


def test_nothing_is_published_where_nothing_was_decided(judge: Client) -> None:
    answer = send(judge, "court-publish", data={})
    assert told(answer, judge) == "Nothing has been decided since the last version."


def test_a_list_goes_back_by_a_proposal(judge: Client) -> None:
    accept("add", "dax", "broad")
    publish()
    for number in ("", "2", "9", "x", "1" * 30):
        answer = send(judge, "court-roll-back", "broad", data={"number": number})
        assert answer["Location"] == reverse("word-list", args=["broad"])
    answer = send(judge, "court-roll-back", "broad", data={"number": "1"})
    assert answer["Location"] == reverse("proposal", args=[Proposal.objects.last().public_id])
    assert "Go back to version 1 of Broad" in page(judge, "court")


@pytest.mark.parametrize("word", ["../../etc/passwd", "<script>", "%", "?", "#", ".", "\\", "a b"])
def test_what_is_no_word_has_a_page_that_says_so(client: Client, word: str) -> None:
    answer = client.get("/words/", {"word": word}, follow=True)
    assert answer.status_code in (200, 404)
