"""Proposing: what can be proposed, by whom and how often, and reading the queue."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from games.core.errors import Refusal
from games.words.lists.access import NotAllowed
from games.words.lists.loading import Release
from games.words.models import Proposal
from games.words.moderation import proposals, queue
from games.words.moderation.proposals import AlreadyDecided, AlreadyProposed
from games.words.moderation.queue import Filters, UnknownProposal
from games.words.moderation.wishes import Wish
from tests.factories import NOW, make_user
from tests.games.words.people import (
    accept,
    agree,
    ask,
    make_moderator,
    propose,
    publish,
    wish,
)


def test_a_proposal_keeps_what_was_said(small: Release) -> None:
    anna = make_user("anna")
    asked = Wish("add", " Dax ", "a game", "standard", lemma="DAX", part="noun", source="OED")
    made = ask(user=anna, wish=asked, now=NOW)
    found = queue.find(made.public_id)
    assert (found.kind, found.word, str(found.word_list), found.lemma, found.part) == (
        "add", "dax", "Standard", "dax", "noun",
    )  # fmt: skip
    assert (found.reason, found.source, found.proposer, found.made_at, found.status) == (
        "a game", "OED", anna, NOW, "open",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (wish("add", "cat", "broad"), "CAT is already in Broad."),
        (wish("remove", "dax", "broad"), "DAX isn't in Broad."),
        (wish("remove", "zax", "standard"), "ZAX isn't in Standard."),
        (wish("add", "x", "broad"), "A word needs 2 to 15 letters, all from A to Z."),
        (wish("add", "caf\u00e9", "broad"), "A word needs 2 to 15 letters, all from A to Z."),
        (wish("add", "dax", "nonesuch"), "There's no such word list."),
        (wish("add", "dax", "broad", label="rude"), "Choose slur, vulgar, sexual or no label."),
        (wish("add", "dax", "broad", lemma="to dax"), "Please give the word's basic form"),
        (wish("relabel", "fart", label="vulgar"), "FART is already labelled vulgar."),
        (wish("relabel", "cat", label=""), "CAT has no label."),
        (
            wish("define", "cat", former="a dog", gloss="a pet"),
            "has changed that meaning in the meantime",
        ),
        (wish("define", "cat"), "Please write the meaning as it should read."),
        (wish("define", "cat", gloss="x" * 501), "to 500 characters"),
        (wish("define", "cat", gloss="a pet", part="noise"), "Choose noun, verb"),
        (Wish("add", "dax", "", "broad"), "Please give a reason."),
        (Wish("add", "dax", "x" * 301, "broad"), "Please keep the reason to 300 characters."),
        (Wish("add", "dax", "a game", "broad", source="x" * 301), "Please keep the source"),
        (wish("rollback", "cat", "broad"), "You can't propose that."),
        (wish("sell", "cat", "broad"), "You can't propose that."),
    ],
)
def test_what_makes_no_sense_is_refused(small: Release, asked: Wish, text: str) -> None:
    with pytest.raises(Refusal, match=text):
        ask(user=make_user(), wish=asked, now=NOW)
    assert not Proposal.objects.exists()


def test_an_added_word_keeps_the_label_it_has(small: Release) -> None:
    accept("remove", "fart", "broad")
    publish()
    assert propose("add", "fart", "broad").label == "vulgar"


def test_guests_and_strangers_propose_nothing(small: Release) -> None:
    guest = make_user(is_guest=True)
    for user, text in ((guest, "Guests can't do this"), (AnonymousUser(), "Sign in first")):
        with pytest.raises(NotAllowed, match=text):
            ask(user=user, wish=wish("add", "dax", "broad"), now=NOW)
        with pytest.raises(NotAllowed, match=text):
            proposals.add_support(user=user, proposal="any", now=NOW)


def test_the_same_is_open_once_and_others_support_it(small: Release) -> None:
    first = propose("add", "dax", "broad")
    with pytest.raises(AlreadyProposed) as caught:
        propose("add", "dax", "broad")
    assert caught.value.public_id == first.public_id
    propose("add", "dax", "standard")
    propose("relabel", "dax", label="vulgar")
    with pytest.raises(AlreadyProposed):
        propose("relabel", "dax", label="sexual")
    bert = make_user()
    proposals.add_support(user=bert, proposal=first.public_id, text="I play it", now=NOW)
    with pytest.raises(Refusal, match="already support this"):
        proposals.add_support(user=bert, proposal=first.public_id, now=NOW)
    with pytest.raises(NotAllowed, match="your own proposal"):
        proposals.add_support(user=first.proposer, proposal=first.public_id, now=NOW)
    assert queue.find(first.public_id).support_count == 1


def test_what_is_decided_is_not_proposed_again_before_it_is_published(small: Release) -> None:
    accept("add", "dax", "broad")
    with pytest.raises(Refusal, match="take effect with the next version"):
        propose("add", "dax", "broad")


def test_what_was_rejected_can_be_proposed_again(small: Release) -> None:
    first = agree(propose("add", "dax", "broad"), accepted=False)
    second = propose("add", "dax", "broad")
    assert [one.pk for one in queue.of_word("dax")] == [second.pk, first.pk]


def letters(number: int) -> str:
    """A word that is in no list, another for each number."""
    return "qx" + chr(97 + number // 26) + chr(97 + number % 26)


def test_ten_proposals_of_one_person_are_open_at_a_time(small: Release) -> None:
    anna = make_user()
    made = [ask(user=anna, wish=wish("add", letters(n), "broad"), now=NOW) for n in range(10)]
    more = wish("add", "dax", "broad")
    with pytest.raises(Refusal, match="You have 10 open proposals"):
        ask(user=anna, wish=more, now=NOW)
    proposals.withdraw(user=anna, proposal=made[0].public_id, now=NOW)
    assert ask(user=anna, wish=more, now=NOW).status == "open"


def test_twenty_proposals_of_one_person_are_made_in_a_day(small: Release) -> None:
    anna = make_user()
    for number in range(20):
        made = ask(user=anna, wish=wish("add", letters(number), "broad"), now=NOW)
        proposals.withdraw(user=anna, proposal=made.public_id, now=NOW)
    more = wish("add", "dax", "broad")
    with pytest.raises(Refusal, match="You've made 20 proposals in the last 24 hours"):
        ask(user=anna, wish=more, now=NOW + timedelta(hours=23))
    assert ask(user=anna, wish=more, now=NOW + timedelta(days=1)).status == "open"


def test_a_family_is_proposed_all_or_none(small: Release) -> None:
    wishes = [wish("add", word, "broad") for word in ("dax", "daxes", "cat")]
    with pytest.raises(Refusal, match="CAT is already in Broad"):
        proposals.propose(user=make_user(), wishes=wishes, now=NOW)
    assert not Proposal.objects.exists()
    made = proposals.propose(user=make_user(), wishes=wishes[:2], now=NOW)
    assert len({one.group for one in made}) == 1
    assert made[0].group


def test_only_the_proposer_withdraws_and_only_while_it_is_open(small: Release) -> None:
    made = propose("add", "dax", "broad")
    with pytest.raises(NotAllowed, match="Only the person who made a proposal"):
        proposals.withdraw(user=make_moderator(), proposal=made.public_id, now=NOW)
    proposals.withdraw(user=made.proposer, proposal=made.public_id, now=NOW)
    assert queue.find(made.public_id).status == "withdrawn"
    with pytest.raises(AlreadyDecided):
        proposals.withdraw(user=made.proposer, proposal=made.public_id, now=NOW)
    with pytest.raises(UnknownProposal):
        proposals.withdraw(user=made.proposer, proposal="nonesuch", now=NOW)


def test_the_queue_is_filtered(small: Release) -> None:
    dax = propose("add", "dax", "broad")
    zax = propose("remove", "zax", "broad")
    cat = agree(propose("relabel", "cat", label="vulgar"))

    def found(**filters: str) -> list[int]:
        return [one.pk for one in queue.queue(Filters(**filters))]

    assert found() == [dax.pk, zax.pk]
    assert found(kind="remove") == [zax.pk]
    assert found(word="DA") == [dax.pk]
    assert found(status="accepted") == [cat.pk]
    assert found(status="", word_list="broad") == [dax.pk, zax.pk]
    assert found(proposer=dax.proposer.username.upper()) == [dax.pk]
