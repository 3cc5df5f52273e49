"""The people in word moderation, and the quickest ways to have something decided."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import Group

from accounts.users.models import User
from games.words.apps import MODERATORS
from games.words.models import Edition, Proposal, WordList
from games.words.moderation import editions, proposals, votes
from games.words.moderation.wishes import Wish
from tests.factories import NOW, make_user

LATER = NOW + timedelta(days=1)


def make_moderator(name: str = "") -> User:
    """A player an administrator has added to the group."""
    user = make_user(name)
    user.groups.add(Group.objects.get(name=MODERATORS))
    return User.objects.get(pk=user.pk)  # without remembered permissions


def wish(kind: str, word: str, word_list: str = "", **facts: str) -> Wish:
    return Wish(kind=kind, word=word, word_list=word_list, reason="in the dictionary", **facts)


def ask(*, user: User, wish: Wish, now: datetime) -> Proposal:
    """Somebody proposes one thing."""
    return proposals.propose(user=user, wishes=[wish], now=now)[0]


def decide(*, user: User, proposal: str, **facts: Any) -> Proposal:
    """A moderator votes on one proposal."""
    return votes.decide(user=user, proposals=[proposal], **facts)[0]


def propose(kind: str, word: str, word_list: str = "", **facts: str) -> Proposal:
    """A new player proposes something."""
    return ask(user=make_user(), wish=wish(kind, word, word_list, **facts), now=NOW)


def agree(proposal: Proposal, *, accepted: bool = True, now: datetime = NOW) -> Proposal:
    """New moderators give the same answer until it is decided."""
    while proposal.status == Proposal.Status.OPEN:
        decide(
            user=make_moderator(),
            proposal=proposal.public_id,
            accepted=accepted,
            reason="every dictionary has it",
            now=now,
        )
        proposal.refresh_from_db()
    return proposal


def accept(kind: str, word: str, word_list: str = "", **facts: str) -> Proposal:
    return agree(propose(kind, word, word_list, **facts))


def publish(
    now: datetime = LATER, *, user: User | None = None, word_list: WordList | None = None
) -> Edition:
    """Somebody asks for an edition, and a worker publishes it."""
    who = user or make_moderator()
    edition = editions.hand_in(user=who, word_list=word_list, note="for the tests", now=now)
    editions.publish_due(now=now)
    edition.refresh_from_db()
    return edition
