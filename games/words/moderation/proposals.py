"""Word moderation: people propose, others support it, moderators decide.

Nothing here changes a list; ``editions`` publishes what was decided. The database says what it
takes to accept something (``words_votes_needed``) and refuses anything less, whoever asks.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from games.core.errors import Refusal
from games.core.language.text import Plural, Text
from games.words.lists.access import (
    NotAllowed,
    Person,
    enter,
    insist_on_deciding,
    insist_on_writing,
    list_of,
    may_decide,
)
from games.words.models import Batch, Label, Proposal, Support, WordList, new_public_id, sign
from games.words.moderation.queue import UnknownProposal
from games.words.moderation.wishes import WORD, Wish, newest, proposal_of, reason_of, short

MOST_OPEN = 10  # proposals of one person at a time
MOST_A_DAY = 20
MOST_SUPPORTS_A_DAY = 50
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


def propose(*, user: Person, wishes: Sequence[Wish], now: datetime) -> list[Proposal]:
    """Make proposals that belong together, all or none; raise Refusal, or of its kinds NotAllowed.

    Raises AlreadyProposed if one is open already. Locks the proposer's row, so that nobody gets
    past the limits by being quick.
    """
    if not wishes:
        raise Refusal("Propose at least one change.")
    with transaction.atomic():
        insist_on_writing(enter(user), now)
        group = new_public_id() if len(wishes) > 1 else ""
        made = []
        for wish in wishes:
            proposal = proposal_of(wish)
            proposal.group = proposal.group or group
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
    if bad := next((w for w in (*added, *removed) if not WORD.fullmatch(w)), None):
        raise Refusal("{word} isn't a word of 2 to 15 letters from A to Z.", word=bad)
    with transaction.atomic():
        insist_on_writing(enter(user), now)
        slurs = Label.objects.filter(kind=Label.Kind.SLUR).values_list("word", flat=True)
        proposal = Proposal(
            kind=Kind.IMPORT,
            word_list=list_of(word_list),
            reason=reason_of(reason),
            source=short(source, what="source"),
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
    target = asked.versions.published().filter(number=number).first()
    if target is None:
        raise Refusal("{list} has no version {number}.", list=str(asked), number=number)
    if target == newest(asked):
        raise Refusal("{list} is already at version {number}.", list=str(asked), number=number)
    why = reason_of(reason)
    with transaction.atomic():
        insist_on_writing(enter(user), now)
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
    if word_list is not None and word_list.is_custom and may_decide(user, word_list):
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


def add_support(*, user: Person, proposal: str, text: str = "", now: datetime) -> Support:
    """Support what somebody else has proposed, once; raise Refusal."""
    said = short(text, what="support")
    with transaction.atomic():
        account = enter(user)
        if said:
            insist_on_writing(account, now)
        found = open_proposal(proposal)
        if found.proposer_id == account.pk:
            raise NotAllowed("You can't support your own proposal.")
        if found.supports.filter(user=account).exists():
            raise Refusal("You already support this.")
        if Support.objects.filter(user=account, at__gt=now - DAY).count() >= MOST_SUPPORTS_A_DAY:
            raise Refusal(
                Plural(
                    "You've supported {n} proposal in the last 24 hours. "
                    "You can carry on tomorrow.",
                    "You've supported {n} proposals in the last 24 hours. "
                    "You can carry on tomorrow.",
                    n=MOST_SUPPORTS_A_DAY,
                )
            )
        return Support.objects.create(proposal=found, user=account, text=said, at=now)


def withdraw(*, user: Person, proposal: str, now: datetime) -> Proposal:
    """Take your own proposal back while it is open."""
    with transaction.atomic():
        found = open_proposal(proposal)
        if found.proposer_id != user.pk:
            raise NotAllowed("Only the person who made a proposal can withdraw it.")
        sign(user_id=user.pk, reason="withdrawn")
        return close(found, Status.WITHDRAWN, now)


def open_proposal(public_id: str) -> Proposal:
    """Return an open proposal with its row locked; raise UnknownProposal or AlreadyDecided."""
    rows = Proposal.objects.select_related("word_list").select_for_update(of=("self",))
    found = rows.filter(public_id=public_id).first()
    if found is None:
        raise UnknownProposal
    if found.status != Status.OPEN:
        raise AlreadyDecided
    return found


# --- Deciding -------------------------------------------------------------------------------------


def close(proposal: Proposal, status: Proposal.Status, now: datetime) -> Proposal:
    """Store how a proposal ended, and when."""
    proposal.status, proposal.decided_at = status, now
    proposal.save(update_fields=["status", "decided_at"])
    return proposal
