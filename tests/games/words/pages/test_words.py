"""The pages of words: what they say, and proposing a change."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.users.models import User
from games.words.models import Proposal
from tests.factories import NOW
from tests.games.words.pages.browsing import page, send, told
from tests.games.words.people import (
    accept,
    agree,
    ask,
    propose,
    publish,
    wish,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small")]


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


def test_every_word_has_its_page_even_those_that_name_these_pages(client: Client) -> None:
    assert '<h1 translate="no">PROPOSALS</h1>' in page(client, "word", "proposals")
    assert "<h1>Word moderation</h1>" in page(client, "proposals")


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
    assert len({p.group for p in made}) == 1


def test_a_label_is_proposed_for_a_word_and_its_forms(signed_in: Client) -> None:
    form = signed_in.get(reverse("word-propose", args=["cat"]), {"kind": "relabel"}).context["form"]
    assert form.initial["also"] == "cats"
    data = {"label": "vulgar", "also": form.initial["also"]}
    send(signed_in, "word-propose", "cat", data=data, kind="relabel")
    made = list(Proposal.objects.order_by("pk"))
    assert [one.title for one in made] == ["Label CAT as vulgar", "Label CATS as vulgar"]
    assert len({one.group for one in made}) == 1


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
        ask(user=user, wish=wish("add", f"dax{letter}", "broad"), now=NOW)
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


@pytest.mark.parametrize("word", ["../../etc/passwd", "<script>", "%", "?", "#", ".", "\\", "a b"])
def test_what_is_no_word_has_a_page_that_says_so(client: Client, word: str) -> None:
    answer = client.get("/words/", {"word": word}, follow=True)
    assert answer.status_code in (200, 404)
