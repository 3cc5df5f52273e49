"""Voting: moderators say yes or no to proposals, each with a reason, until enough agree.

The database says how many it takes (``words_votes_needed``) and refuses anything less, whoever
asks.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from games.core.errors import Refusal
from games.core.language.text import Text
from games.words.lists.access import (
    NotAllowed,
    Person,
    insist_on_deciding,
    insist_on_writing,
    may_decide,
)
from games.words.models import Answer, Proposal, Vote, sign
from games.words.moderation import mails
from games.words.moderation.proposals import close, open_proposal
from games.words.moderation.wishes import reason_of

MOST_TOGETHER = 200  # decisions in one go
ANSWERS = Answer.choices
Status = Proposal.Status


def needed(proposal: Proposal) -> int:
    """Return how many moderators have to agree on a proposal."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT words_votes_needed(asked) FROM words_proposal asked WHERE id = %s",
            [proposal.pk],
        )
        return int(cursor.fetchone()[0])


def may_vote(user: Person, proposal: Proposal) -> bool:
    """Tell whether somebody can decide on an open proposal now."""
    return proposal.status == Status.OPEN and not objection(user, proposal)


def decidable(user: Person, proposals: Iterable[Proposal]) -> set[int]:
    """Return the keys of the proposals somebody can decide on now; few queries for many."""
    waiting = [one for one in proposals if one.status == Status.OPEN]
    lists = {one.word_list_id: one.word_list for one in waiting}
    mine = {key for key, word_list in lists.items() if may_decide(user, word_list)}
    if not mine:
        return set()
    given = set(
        Vote.objects.filter(moderator_id=user.pk, proposal__in=waiting).values_list(
            "proposal", flat=True
        )
    )
    return {
        one.pk
        for one in waiting
        if one.word_list_id in mine
        and one.pk not in given
        and (one.proposer_id != user.pk or one.is_of_custom_list)
    }


def decide(
    *,
    user: Person,
    proposals: Collection[str],
    accepted: bool,
    reason: str = "",
    answer: str = "",
    now: datetime,
) -> list[Proposal]:
    """Give the same vote on several proposals, all or none; each is decided once enough agree.

    It says why in your own words, or with one of the usual answers (``Answer``). People who can't
    write in their own words can still choose one of those. Raises Refusal, of its kinds NotAllowed
    or AlreadyDecided. Locks the proposals' rows.
    """
    why = _why(user, reason, answer, now)
    if not 0 < len(proposals) <= MOST_TOGETHER:
        raise Refusal("Choose 1 to {most} proposals.", most=MOST_TOGETHER)
    with transaction.atomic():
        sign(user_id=user.pk, reason=why["reason"] or why["answer"])
        decided = [
            _decide(user, one, {"accepted": accepted, **why, "at": now})
            for one in sorted(set(proposals))
        ]
        closed = [one for one in decided if one.status != Status.OPEN]
        mails.tell_proposers(closed, but=user.pk, now=now)
    return decided


def objection(user: Person, proposal: Proposal) -> Text | None:
    """Return why somebody can't decide on a proposal, None if they can."""
    try:
        insist_on_deciding(user, proposal.word_list)
    except NotAllowed as error:
        return error.text
    if proposal.proposer_id == user.pk and not proposal.is_of_custom_list:
        return Text("You can't accept or reject your own proposal.")
    if proposal.votes.filter(moderator_id=user.pk).exists():
        return Text("You've already decided on this.")
    return None


def _why(user: Person, reason: str, answer: str, now: datetime) -> dict[str, str]:
    """Return why somebody decides so, as the columns of a vote; raise Refusal."""
    if not reason.strip() and answer in Answer.values:
        return {"reason": "", "answer": answer}
    said = reason_of(reason)
    insist_on_writing(user, now)
    return {"reason": said, "answer": ""}


def _decide(user: Person, public_id: str, facts: Mapping[str, Any]) -> Proposal:
    proposal = open_proposal(public_id)
    if why_not := objection(user, proposal):
        raise NotAllowed(why_not)
    given = Vote.objects.create(proposal=proposal, moderator_id=user.pk, **facts)
    if proposal.votes.filter(accepted=given.accepted).count() >= needed(proposal):
        close(proposal, Status.ACCEPTED if given.accepted else Status.REJECTED, given.at)
    return proposal
