"""Deciding: who can, how many have to agree, and what proposers are told."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.notices import outbox as notifications
from accounts.users.models import User
from games.core.errors import Refusal
from games.words.lists.access import NotAllowed
from games.words.lists.loading import Release
from games.words.models import Proposal, Vote
from games.words.moderation import proposals, queue, votes
from games.words.moderation.proposals import AlreadyDecided
from games.words.moderation.queue import Filters
from tests.factories import NOW, make_user
from tests.games.words.people import (
    accept,
    ask,
    decide,
    make_moderator,
    propose,
    wish,
)

LATER = NOW + timedelta(hours=1)


def say(user: User, proposal: Proposal, accepted: bool = True, reason: str = "so it is") -> str:
    """Give a vote; return the proposal's status afterwards."""
    return decide(
        user=user, proposal=proposal.public_id, accepted=accepted, reason=reason, now=LATER
    ).status


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
    assert votes.needed(made) == needed
    stood = [say(make_moderator(), made, accepted) for _ in range(needed)]
    ended = "accepted" if accepted else "rejected"
    assert stood == [*["open"] * (needed - 1), ended]
    assert queue.find(made.public_id).decided_at == LATER


def test_a_label_cannot_undo_in_passing_what_two_have_decided(small: Release) -> None:
    accept("add", "dax", "broad", label="slur")
    assert votes.needed(propose("relabel", "dax", label="vulgar")) == 2
    accept("relabel", "cat", label="slur")
    with pytest.raises(Refusal, match="take effect with the next version"):
        propose("relabel", "cat", label="vulgar")


def test_one_moderator_decides_nothing_alone_by_asking_twice(small: Release) -> None:
    made, moderator = propose("add", "dax", "broad"), make_moderator()
    assert say(moderator, made) == "open"
    for accepted in (True, False):
        with pytest.raises(NotAllowed, match="already decided on this"):
            say(moderator, made, accepted)
    assert Vote.objects.count() == 1


def test_where_two_disagree_a_third_decides(small: Release) -> None:
    made = propose("add", "dax", "broad")
    stood = [say(make_moderator(), made, accepted) for accepted in (True, False, False)]
    assert stood == ["open", "open", "rejected"]
    with pytest.raises(AlreadyDecided):
        say(make_moderator(), made)


def test_nobody_decides_on_a_proposal_of_their_own(small: Release) -> None:
    moderator = make_moderator()
    for asked in (wish("add", "dax", "broad"), wish("relabel", "cat", label="vulgar")):
        made = ask(user=moderator, wish=asked, now=NOW)
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
    assert not Vote.objects.exists()


def test_a_vote_gives_a_reason(small: Release) -> None:
    made = propose("add", "dax", "broad")
    with pytest.raises(Refusal, match="Please give a reason"):
        say(make_moderator(), made, reason="  ")


def test_a_family_is_decided_together(small: Release) -> None:
    wishes = [wish("add", word, "broad") for word in ("dax", "daxes", "daxed")]
    made = proposals.propose(user=make_user(), wishes=wishes, now=NOW)
    assert queue.together_with(made[1]) == [made[0], made[2]]
    ids = [one.public_id for one in made]
    for moderator in (make_moderator(), make_moderator()):
        votes.decide(user=moderator, proposals=ids, accepted=True, reason="all books", now=LATER)
    found = queue.queue(Filters(status="", group=made[0].group))
    assert [one.status for one in found] == ["accepted"] * 3


def test_several_are_decided_all_or_none(small: Release) -> None:
    mine = make_moderator()
    own = ask(user=mine, wish=wish("add", "dax", "broad"), now=NOW)
    other = propose("add", "vox", "broad")
    both = [own.public_id, other.public_id]
    with pytest.raises(NotAllowed):
        votes.decide(user=mine, proposals=both, accepted=True, reason="x", now=NOW)
    with pytest.raises(Refusal, match="Choose 1 to 200"):
        votes.decide(user=mine, proposals=[], accepted=True, reason="x", now=NOW)
    assert not Vote.objects.exists()


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
    assert f"/proposals/{made.public_id}/" in mail.body


def test_a_family_makes_one_mail(small: Release, mailoutbox: Any) -> None:
    wishes = [wish("add", word, "broad") for word in ("dax", "daxes", "daxed")]
    made = proposals.propose(user=make_user(), wishes=wishes, now=NOW)
    ids = [one.public_id for one in made]
    for moderator in (make_moderator(), make_moderator()):
        votes.decide(user=moderator, proposals=ids, accepted=False, reason="no book", now=LATER)
    assert notifications.deliver(now=LATER) == 2
    assert mailoutbox[0].subject == "3 of your proposals have been decided"
    assert "rejected your proposal: Add DAXED to Broad." in mailoutbox[0].body
