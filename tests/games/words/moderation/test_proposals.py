"""Word moderation: who can propose, support and decide, how often, and how many have to agree."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.notices import outbox as notifications
from accounts.users.models import User
from games.core.errors import Refusal
from games.words.lists.access import NotAllowed
from games.words.lists.loading import Release
from games.words.models import Proposal, Verdict
from games.words.moderation import proposals, queue, votes
from games.words.moderation.proposals import AlreadyDecided, AlreadyProposed
from games.words.moderation.queue import Filters, UnknownProposal
from games.words.moderation.wishes import Wish
from tests.factories import NOW, make_user
from tests.games.words.people import accept, agree, make_moderator, propose, publish, wish

LATER = NOW + timedelta(hours=1)


def say(user: User, proposal: Proposal, accepted: bool = True, reason: str = "so it is") -> str:
    """Give a verdict; return the proposal's status afterwards."""
    return votes.decide(
        user=user, proposal=proposal.public_id, accepted=accepted, reason=reason, now=LATER
    ).status


# --- Proposing ------------------------------------------------------------------------------------


def test_a_proposal_keeps_what_was_said(small: Release) -> None:
    anna = make_user("anna")
    asked = Wish("add", " Dax ", "a game", "standard", lemma="DAX", part="noun", source="OED")
    made = proposals.propose(user=anna, wish=asked, now=NOW)
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
        proposals.propose(user=make_user(), wish=asked, now=NOW)
    assert not Proposal.objects.exists()


def test_an_added_word_keeps_the_label_it_has(small: Release) -> None:
    accept("remove", "fart", "broad")
    publish()
    assert propose("add", "fart", "broad").label == "vulgar"


def test_guests_and_strangers_propose_nothing(small: Release) -> None:
    guest = make_user(is_guest=True)
    for user, text in ((guest, "Guests can't do this"), (AnonymousUser(), "Sign in first")):
        with pytest.raises(NotAllowed, match=text):
            proposals.propose(user=user, wish=wish("add", "dax", "broad"), now=NOW)
        with pytest.raises(NotAllowed, match=text):
            proposals.add_voice(user=user, proposal="any", now=NOW)


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
    proposals.add_voice(user=bert, proposal=first.public_id, text="I play it", now=NOW)
    with pytest.raises(Refusal, match="already support this"):
        proposals.add_voice(user=bert, proposal=first.public_id, now=NOW)
    with pytest.raises(NotAllowed, match="your own proposal"):
        proposals.add_voice(user=first.proposer, proposal=first.public_id, now=NOW)
    assert queue.find(first.public_id).voice_count == 1


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
    made = [
        proposals.propose(user=anna, wish=wish("add", letters(n), "broad"), now=NOW)
        for n in range(10)
    ]
    more = wish("add", "dax", "broad")
    with pytest.raises(Refusal, match="You have 10 open proposals"):
        proposals.propose(user=anna, wish=more, now=NOW)
    proposals.withdraw(user=anna, proposal=made[0].public_id, now=NOW)
    assert proposals.propose(user=anna, wish=more, now=NOW).status == "open"


def test_twenty_proposals_of_one_person_are_made_in_a_day(small: Release) -> None:
    anna = make_user()
    for number in range(20):
        made = proposals.propose(user=anna, wish=wish("add", letters(number), "broad"), now=NOW)
        proposals.withdraw(user=anna, proposal=made.public_id, now=NOW)
    more = wish("add", "dax", "broad")
    with pytest.raises(Refusal, match="You've made 20 proposals in the last 24 hours"):
        proposals.propose(user=anna, wish=more, now=NOW + timedelta(hours=23))
    assert proposals.propose(user=anna, wish=more, now=NOW + timedelta(days=1)).status == "open"


def test_a_family_is_proposed_all_or_none(small: Release) -> None:
    wishes = [wish("add", word, "broad") for word in ("dax", "daxes", "cat")]
    with pytest.raises(Refusal, match="CAT is already in Broad"):
        proposals.propose_together(user=make_user(), wishes=wishes, now=NOW)
    assert not Proposal.objects.exists()
    made = proposals.propose_together(user=make_user(), wishes=wishes[:2], now=NOW)
    assert len({one.family for one in made}) == 1
    assert made[0].family


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


# --- Deciding -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "word", "word_list", "facts", "needed"),
    [
        ("add", "dax", "broad", {}, 2),
        ("remove", "zax", "broad", {}, 2),
        ("define", "cat", "", {"gloss": "a pet", "part": "noun"}, 2),
        ("relabel", "cat", "", {"label": "vulgar"}, 1),
        ("relabel", "fart", "", {"label": ""}, 1),
        ("relabel", "cat", "", {"label": "slur"}, 2),
        ("relabel", "wog", "", {"label": "vulgar"}, 2),
    ],
)
@pytest.mark.parametrize("accepted", [True, False])
def test_how_many_moderators_a_decision_takes(
    small: Release, kind: str, word: str, word_list: str, facts: Any, needed: int, accepted: bool
) -> None:
    made = propose(kind, word, word_list, **facts)
    assert votes.votes_needed(made) == needed
    stood = [say(make_moderator(), made, accepted) for _ in range(needed)]
    ended = "accepted" if accepted else "rejected"
    assert stood == [*["open"] * (needed - 1), ended]
    assert queue.find(made.public_id).decided_at == LATER


def test_a_label_cannot_undo_in_passing_what_two_have_decided(small: Release) -> None:
    accept("add", "dax", "broad", label="slur")
    assert votes.votes_needed(propose("relabel", "dax", label="vulgar")) == 2
    accept("relabel", "cat", label="slur")
    with pytest.raises(Refusal, match="take effect with the next version"):
        propose("relabel", "cat", label="vulgar")


def test_one_moderator_decides_nothing_alone_by_asking_twice(small: Release) -> None:
    made, moderator = propose("add", "dax", "broad"), make_moderator()
    assert say(moderator, made) == "open"
    for accepted in (True, False):
        with pytest.raises(NotAllowed, match="already decided on this"):
            say(moderator, made, accepted)
    assert Verdict.objects.count() == 1


def test_where_two_disagree_a_third_decides(small: Release) -> None:
    made = propose("add", "dax", "broad")
    stood = [say(make_moderator(), made, accepted) for accepted in (True, False, False)]
    assert stood == ["open", "open", "rejected"]
    with pytest.raises(AlreadyDecided):
        say(make_moderator(), made)


def test_nobody_decides_on_a_proposal_of_their_own(small: Release) -> None:
    moderator = make_moderator()
    for asked in (wish("add", "dax", "broad"), wish("relabel", "cat", label="vulgar")):
        made = proposals.propose(user=moderator, wish=asked, now=NOW)
        assert not votes.may_vote(moderator, made)
        with pytest.raises(NotAllowed, match="accept or reject your own proposal"):
            say(moderator, made)


def test_only_moderators_decide(small: Release) -> None:
    made = propose("add", "dax", "broad")
    staff = make_user(is_staff=True)
    gone = make_moderator()
    gone.is_active = False
    for user in (make_user(), staff, gone, AnonymousUser()):
        assert not votes.may_vote(user, made)
        with pytest.raises(NotAllowed, match="Only the site's word moderators"):
            say(user, made)
    assert votes.may_vote(make_moderator(), made)
    assert not Verdict.objects.exists()


def test_a_verdict_gives_a_reason(small: Release) -> None:
    made = propose("add", "dax", "broad")
    with pytest.raises(Refusal, match="Please give a reason"):
        say(make_moderator(), made, reason="  ")


def test_a_family_is_decided_together(small: Release) -> None:
    wishes = [wish("add", word, "broad") for word in ("dax", "daxes", "daxed")]
    made = proposals.propose_together(user=make_user(), wishes=wishes, now=NOW)
    family = made[0].family
    for moderator in (make_moderator(), make_moderator()):
        votes.decide_family(
            user=moderator, family=family, accepted=True, reason="all books", now=LATER
        )
    assert [one.status for one in queue.queue(Filters(status="", family=family))] == [
        "accepted"
    ] * 3
    with pytest.raises(NotAllowed, match="nothing here for you"):
        votes.decide_family(
            user=make_moderator(), family=family, accepted=True, reason="x", now=NOW
        )


def test_several_are_decided_all_or_none(small: Release) -> None:
    mine = make_moderator()
    own = proposals.propose(user=mine, wish=wish("add", "dax", "broad"), now=NOW)
    other = propose("add", "vox", "broad")
    both = [own.public_id, other.public_id]
    with pytest.raises(NotAllowed):
        votes.decide_together(user=mine, proposals=both, accepted=True, reason="x", now=NOW)
    with pytest.raises(Refusal, match="Choose 1 to 200"):
        votes.decide_together(user=mine, proposals=[], accepted=True, reason="x", now=NOW)
    assert not Verdict.objects.exists()


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
    assert [one.pk for one in queue.of_user(zax.proposer)] == [zax.pk]


# --- Being told -----------------------------------------------------------------------------------


def test_a_proposer_is_told_what_was_decided_and_why(small: Release, mailoutbox: Any) -> None:
    made = propose("add", "dax", "broad")
    say(make_moderator(), made, reason="OED has it")
    assert notifications.deliver(now=LATER) == 0
    say(make_moderator(), made, reason="Chambers too")
    assert notifications.deliver(now=LATER) == 2
    mail = mailoutbox[0]
    assert (mail.to, mail.subject) == ([made.proposer.email], "Accepted: Add DAX to Broad")
    assert "It will take effect with the next version." in mail.body
    assert ": OED has it\n" in mail.body
    assert ": Chambers too\n" in mail.body
    assert f"/court/{made.public_id}/" in mail.body


def test_a_family_makes_one_mail(small: Release, mailoutbox: Any) -> None:
    wishes = [wish("add", word, "broad") for word in ("dax", "daxes", "daxed")]
    family = proposals.propose_together(user=make_user(), wishes=wishes, now=NOW)[0].family
    for moderator in (make_moderator(), make_moderator()):
        votes.decide_family(
            user=moderator, family=family, accepted=False, reason="no book", now=LATER
        )
    assert notifications.deliver(now=LATER) == 2
    assert mailoutbox[0].subject == "3 of your proposals have been decided"
    assert "rejected your proposal: Add DAXED to Broad." in mailoutbox[0].body
