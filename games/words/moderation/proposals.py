"""Word moderation: people propose, others support it, moderators decide.

Nothing here changes a list; ``editions`` publishes what was decided. The database says what it
takes to accept something (``words_votes``) and refuses anything less, whoever asks.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, connection, transaction

from games.core.errors import Refusal
from games.core.text import Plural, Text
from games.words.lists.access import (
    NotAllowed,
    Person,
    enter,
    insist_on_deciding,
    insist_on_voice,
    list_of,
    may_decide,
)
from games.words.models import (
    Answer,
    Batch,
    Label,
    Proposal,
    Verdict,
    Voice,
    WordList,
    new_public_id,
)
from games.words.models.audit import sign
from games.words.moderation import mails as letters
from games.words.moderation import wishes as claims
from games.words.moderation.queue import UnknownProposal
from games.words.moderation.wishes import Wish

MOST_OPEN = 10  # proposals of one person at a time
MOST_A_DAY = 20
MOST_VOICES_A_DAY = 50
MOST_TOGETHER = 200  # decisions in one go
DAY = timedelta(days=1)
Status = Proposal.Status
Kind = Proposal.Kind


class AlreadyProposed(Refusal):
    """The same proposal is already open, and can be supported."""

    code = "already_proposed"
    usual = Text("Someone has already proposed this. You can support it.")

    def __init__(self, public_id: str) -> None:
        super().__init__()
        self.public_id = public_id


class AlreadyDecided(Refusal):
    """Somebody decided first, or it was withdrawn."""

    code = "already_decided"
    usual = Text("This has already been decided.")


# --- Proposing ------------------------------------------------------------------------------------


def new_family() -> str:
    """Return a name for proposals that belong together, such as the forms of a word."""
    return new_public_id()


def propose(*, user: Person, wish: Wish, now: datetime) -> Proposal:
    """Make a proposal; raise Refusal, of its kinds NotAllowed or AlreadyProposed.

    Locks the proposer's row, so that nobody gets past the limits by being quick.
    """
    return propose_together(user=user, wishes=[wish], now=now)[0]


def propose_together(*, user: Person, wishes: Sequence[Wish], now: datetime) -> list[Proposal]:
    """Make several proposals as one family, all or none."""
    if not wishes:
        raise Refusal("Propose at least one change.")
    with transaction.atomic():
        insist_on_voice(enter(user), now)
        family = new_family() if len(wishes) > 1 else ""
        made = []
        for wish in wishes:
            proposal = claims.read(wish)
            proposal.family = proposal.family or family
            made.append(_make(user, proposal, now))
    return made


def propose_import(
    *,
    user: Person,
    word_list: str,
    added: Collection[str],
    removed: Collection[str] = (),
    reason: str,
    source: str = "",
    reasons: Mapping[str, str] | None = None,
    now: datetime,
) -> Proposal:
    """Propose all the words of a file as one proposal.

    ``reasons`` are those the file gives for single words; the others share the one of the file.
    """
    if not added and not removed:
        raise Refusal("The file wouldn't change anything.")
    if bad := next((w for w in (*added, *removed) if not claims.WORD.fullmatch(w)), None):
        raise Refusal("{word} isn't a word of 2 to 15 letters from A to Z.", word=bad)
    with transaction.atomic():
        insist_on_voice(enter(user), now)
        slurs = Label.objects.filter(kind=Label.Kind.SLUR).values_list("word", flat=True)
        proposal = Proposal(
            kind=Kind.IMPORT,
            word_list=list_of(word_list),
            reason=claims.reason_of(reason),
            source=claims.short(source, what="source"),
        )
        insult = set(slurs) & set(added)
        made = _make(user, proposal, now)
        Batch.objects.create(
            proposal=made,
            added=_lines(added),
            removed=_lines(removed),
            slurs=_lines(insult),
            reasons=dict(reasons or {}),
        )
    return made


def _lines(words: Iterable[str]) -> str:
    return "\n".join(sorted(set(words)))


def propose_rollback(
    *, user: Person, word_list: str, number: int, reason: str, now: datetime
) -> Proposal:
    """Propose that a list goes back to what it was in an earlier version."""
    asked = list_of(word_list)
    insist_on_deciding(user, asked)
    target = asked.versions.filter(number=number, published_at__isnull=False).first()
    if target is None:
        raise Refusal("{list} has no version {number}.", list=str(asked), number=number)
    if target == claims.newest(asked):
        raise Refusal("{list} is already at version {number}.", list=str(asked), number=number)
    why = claims.reason_of(reason)
    with transaction.atomic():
        insist_on_voice(enter(user), now)
        proposal = Proposal(kind=Kind.ROLLBACK, word_list=asked, target=target, reason=why)
        return _make(user, proposal, now)


def _make(user: Person, proposal: Proposal, now: datetime) -> Proposal:
    """Store a proposal, unless there are too many or it has already been made."""
    _insist_on_room(user, proposal.word_list, now)
    same = Proposal.objects.filter(
        kind=proposal.kind, word=proposal.word, word_list=proposal.word_list
    )
    if waiting := same.filter(status=Status.OPEN).first():
        raise AlreadyProposed(waiting.public_id)
    if proposal.word and same.filter(status=Status.ACCEPTED, published_at=None).exists():
        raise Refusal("This has already been accepted. It will take effect with the next version.")
    sign(user_id=user.pk, reason=proposal.reason)
    proposal.proposer_id, proposal.made_at = user.pk, now
    try:
        with transaction.atomic():
            proposal.save(force_insert=True)
    except IntegrityError as error:  # another was quicker by an instant
        waiting = same.filter(status=Status.OPEN).first()
        if waiting is None:
            raise
        raise AlreadyProposed(waiting.public_id) from error
    return proposal


def _insist_on_room(user: Person, word_list: WordList | None, now: datetime) -> None:
    """Raise Refusal if somebody proposes too much; a custom list's own people never do."""
    house = word_list is not None and word_list.base_id is not None
    if house and may_decide(user, word_list):
        return
    ours = Proposal.objects.filter(proposer_id=user.pk)
    if ours.filter(status=Status.OPEN).count() >= MOST_OPEN:
        raise Refusal(
            Plural(
                "You have {n} open proposal. Wait for a decision, or withdraw it.",
                "You have {n} open proposals. Wait for a decision, or withdraw one.",
                n=MOST_OPEN,
            )
        )
    if ours.filter(made_at__gt=now - DAY).count() >= MOST_A_DAY:
        raise Refusal(
            Plural(
                "You've made {n} proposal in the last 24 hours. You can carry on tomorrow.",
                "You've made {n} proposals in the last 24 hours. You can carry on tomorrow.",
                n=MOST_A_DAY,
            )
        )


def add_voice(*, user: Person, proposal: str, text: str = "", now: datetime) -> Voice:
    """Support what somebody else has proposed, once; raise Refusal."""
    said = claims.short(text, what="support")
    with transaction.atomic():
        account = enter(user)
        if said:
            insist_on_voice(account, now)
        found = _open(proposal)
        if found.proposer_id == account.pk:
            raise NotAllowed("You can't support your own proposal.")
        if found.voices.filter(user=account).exists():
            raise Refusal("You already support this.")
        if Voice.objects.filter(user=account, at__gt=now - DAY).count() >= MOST_VOICES_A_DAY:
            raise Refusal(
                Plural(
                    "You've supported {n} proposal in the last 24 hours. "
                    "You can carry on tomorrow.",
                    "You've supported {n} proposals in the last 24 hours. "
                    "You can carry on tomorrow.",
                    n=MOST_VOICES_A_DAY,
                )
            )
        return Voice.objects.create(proposal=found, user=account, text=said, at=now)


def withdraw(*, user: Person, proposal: str, now: datetime) -> Proposal:
    """Take your own proposal back while it is open."""
    with transaction.atomic():
        found = _open(proposal)
        if found.proposer_id != user.pk:
            raise NotAllowed("Only the person who made a proposal can withdraw it.")
        sign(user_id=user.pk, reason="withdrawn")
        return _close(found, Status.WITHDRAWN, now)


def _open(public_id: str) -> Proposal:
    """Return an open proposal with its row locked; raise UnknownProposal or AlreadyDecided."""
    rows = Proposal.objects.select_related("word_list").select_for_update(of=("self",))
    found = rows.filter(public_id=public_id).first()
    if found is None:
        raise UnknownProposal
    if found.status != Status.OPEN:
        raise AlreadyDecided
    return found


# --- Deciding -------------------------------------------------------------------------------------


def votes_needed(proposal: Proposal) -> int:
    """Return how many moderators have to agree on a proposal."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT words_votes(asked) FROM words_proposal asked WHERE id = %s", [proposal.pk]
        )
        return int(cursor.fetchone()[0])


def may_give_verdict(user: Person, proposal: Proposal) -> bool:
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
        Verdict.objects.filter(moderator_id=user.pk, proposal__in=waiting).values_list(
            "proposal", flat=True
        )
    )
    return {
        one.pk
        for one in waiting
        if one.word_list_id in mine
        and one.pk not in given
        and (one.proposer_id != user.pk or _is_of_house(one))
    }


def decide(
    *,
    user: Person,
    proposal: str,
    accepted: bool,
    reason: str = "",
    answer: str = "",
    now: datetime,
) -> Proposal:
    """Give a verdict; the proposal is decided once enough moderators agree.

    Raises Refusal, of its kinds NotAllowed or AlreadyDecided. Locks the proposal's row.
    """
    return decide_together(
        user=user,
        proposals=[proposal],
        accepted=accepted,
        reason=reason,
        answer=answer,
        now=now,
    )[0]


def decide_together(
    *,
    user: Person,
    proposals: Collection[str],
    accepted: bool,
    reason: str = "",
    answer: str = "",
    now: datetime,
) -> list[Proposal]:
    """Give the same verdict on several proposals, all or none.

    It says why in your own words, or with one of the usual answers (``Answer``). People who can't
    write in their own words can still choose one of those.
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
        letters.tell_proposers(closed, but=user.pk, now=now)
    return decided


def decide_family(
    *, user: Person, family: str, accepted: bool, reason: str, now: datetime
) -> list[Proposal]:
    """Give the same verdict on all open proposals of a family that one can still decide on."""
    related = Proposal.objects.filter(family=family, status=Status.OPEN).exclude(family="")
    mine = [
        one.public_id for one in related.select_related("word_list") if may_give_verdict(user, one)
    ]
    if not mine:
        raise NotAllowed("There's nothing here for you to decide.")
    return decide_together(user=user, proposals=mine, accepted=accepted, reason=reason, now=now)


def _why(user: Person, reason: str, answer: str, now: datetime) -> dict[str, str]:
    """Return why somebody decides so, as the columns of a verdict; raise Refusal."""
    if not reason.strip() and answer in Answer.values:
        return {"reason": "", "answer": answer}
    said = claims.reason_of(reason)
    insist_on_voice(user, now)
    return {"reason": said, "answer": ""}


def _decide(user: Person, public_id: str, facts: Mapping[str, Any]) -> Proposal:
    proposal = _open(public_id)
    if why_not := objection(user, proposal):
        raise NotAllowed(why_not)
    given = Verdict.objects.create(proposal=proposal, moderator_id=user.pk, **facts)
    if proposal.verdicts.filter(accepted=given.accepted).count() >= votes_needed(proposal):
        _close(proposal, Status.ACCEPTED if given.accepted else Status.REJECTED, given.at)
    return proposal


def objection(user: Person, proposal: Proposal) -> Text | None:
    """Return why somebody can't decide on a proposal, None if they can."""
    try:
        insist_on_deciding(user, proposal.word_list)
    except NotAllowed as error:
        return error.text
    if proposal.proposer_id == user.pk and not _is_of_house(proposal):
        return Text("You can't accept or reject your own proposal.")
    if proposal.verdicts.filter(moderator_id=user.pk).exists():
        return Text("You've already decided on this.")
    return None


def _is_of_house(proposal: Proposal) -> bool:
    return proposal.word_list is not None and proposal.word_list.base_id is not None


def _close(proposal: Proposal, status: Proposal.Status, now: datetime) -> Proposal:
    proposal.status, proposal.decided_at = status, now
    proposal.save(update_fields=["status", "decided_at"])
    return proposal
