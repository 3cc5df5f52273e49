"""The word court: people propose, others add their voice, moderators decide.

Nothing here changes a list; ``editions`` publishes what was decided. What it takes to accept is
told by the database (``words_votes``), which refuses anything less, whoever asks.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import IntegrityError, connection, transaction

from games.core.errors import BadData
from games.words import claims, letters
from games.words.audit import sign
from games.words.claims import Wish
from games.words.docket import UnknownProposal
from games.words.models import Batch, Label, Proposal, Verdict, Voice, WordList, new_public_id
from games.words.rights import (
    NotAllowed,
    Person,
    enter,
    insist_on_deciding,
    insist_on_voice,
    list_of,
    may_decide,
)

MOST_OPEN = 10  # proposals of one person at a time
MOST_A_DAY = 20
MOST_VOICES_A_DAY = 50
MOST_TOGETHER = 200  # decisions in one go
DAY = timedelta(days=1)
Status = Proposal.Status
Kind = Proposal.Kind

# What moderators answer again and again; a page offers them to begin with.
ANSWERS = (
    "Found in the source given.",
    "Found in several good dictionaries.",
    "No good dictionary has it.",
    "It is a name or an abbreviation.",
    "It is written with a hyphen, an apostrophe or in two words.",
    "It is another language's word and not used in English.",
    "An inflection of a word that is in the list.",
    "The label follows from how dictionaries mark the word.",
)


class AlreadyProposed(BadData):
    """The same is open already, and one's voice can be added to it."""

    def __init__(self, public_id: str) -> None:
        super().__init__("This is proposed already. You can add your voice to it.")
        self.public_id = public_id


class AlreadyDecided(BadData):
    """Somebody decided first, or it was withdrawn."""

    def __init__(self) -> None:
        super().__init__("This is decided already.")


# --- Proposing ------------------------------------------------------------------------------------


def new_family() -> str:
    """Return a name for proposals that belong together, such as the inflections of a word."""
    return new_public_id()


def propose(*, user: Person, wish: Wish, now: datetime) -> Proposal:
    """Put a proposal before the court; raise BadData, NotAllowed or AlreadyProposed.

    Locks the proposer's row, so that nobody gets past the limits by being quick.
    """
    return propose_together(user=user, wishes=[wish], now=now)[0]


def propose_together(*, user: Person, wishes: Sequence[Wish], now: datetime) -> list[Proposal]:
    """Put several proposals before the court as one family, all or none."""
    if not wishes:
        raise BadData("Nothing is proposed.")
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
    """Put all the words of a file before the court as one proposal.

    ``reasons`` are those the file gives for single words; the others share the one of the file.
    """
    if not added and not removed:
        raise BadData("The file would change nothing.")
    if bad := next((w for w in (*added, *removed) if not claims.WORD.fullmatch(w)), None):
        raise BadData(f"{bad} is not a word of 2 to 15 letters from a to z.")
    with transaction.atomic():
        insist_on_voice(enter(user), now)
        slurs = Label.objects.filter(kind=Label.Kind.SLUR).values_list("word", flat=True)
        proposal = Proposal(
            kind=Kind.IMPORT,
            word_list=list_of(word_list),
            reason=claims.sentence(reason, what="a reason"),
            source=claims.short(source, what="the source"),
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
    """Put before the court that a list goes back to what it was in an earlier version."""
    asked = list_of(word_list)
    insist_on_deciding(user, asked)
    target = asked.versions.filter(number=number, published_at__isnull=False).first()
    if target is None:
        raise BadData(f"{asked} has no version {number}.")
    if target == claims.newest(asked):
        raise BadData(f"Version {number} is the one in force.")
    why = claims.sentence(reason, what="a reason")
    with transaction.atomic():
        insist_on_voice(enter(user), now)
        proposal = Proposal(kind=Kind.ROLLBACK, word_list=asked, target=target, reason=why)
        return _make(user, proposal, now)


def _make(user: Person, proposal: Proposal, now: datetime) -> Proposal:
    """Store a proposal, unless there are too many or the same is before the court."""
    _insist_on_room(user, proposal.word_list, now)
    same = Proposal.objects.filter(
        kind=proposal.kind, word=proposal.word, word_list=proposal.word_list
    )
    if waiting := same.filter(status=Status.OPEN).first():
        raise AlreadyProposed(waiting.public_id)
    if proposal.word and same.filter(status=Status.ACCEPTED, published_at=None).exists():
        raise BadData("This is decided already and comes with the next version.")
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
    """Raise BadData if somebody floods the court; a house list's own people flood nobody."""
    house = word_list is not None and word_list.base_id is not None
    if house and may_decide(user, word_list):
        return
    ours = Proposal.objects.filter(proposer_id=user.pk)
    if ours.filter(status=Status.OPEN).count() >= MOST_OPEN:
        raise BadData(
            f"You have {MOST_OPEN} open proposals. Wait until one is decided, or withdraw one."
        )
    if ours.filter(made_at__gt=now - DAY).count() >= MOST_A_DAY:
        raise BadData(f"You have made {MOST_A_DAY} proposals in a day. Go on tomorrow.")


def add_voice(*, user: Person, proposal: str, text: str = "", now: datetime) -> Voice:
    """Support what somebody else has proposed, once; raise BadData or NotAllowed."""
    said = claims.short(text, what="what you add")
    with transaction.atomic():
        account = enter(user)
        if said:
            insist_on_voice(account, now)
        found = _open(proposal)
        if found.proposer_id == account.pk:
            raise NotAllowed("This is your own proposal.")
        if found.voices.filter(user=account).exists():
            raise BadData("You have added your voice already.")
        if Voice.objects.filter(user=account, at__gt=now - DAY).count() >= MOST_VOICES_A_DAY:
            raise BadData(f"You have added your voice {MOST_VOICES_A_DAY} times in a day.")
        return Voice.objects.create(proposal=found, user=account, text=said, at=now)


def withdraw(*, user: Person, proposal: str, now: datetime) -> Proposal:
    """Take one's own proposal back while it is open."""
    with transaction.atomic():
        found = _open(proposal)
        if found.proposer_id != user.pk:
            raise NotAllowed("Only who proposed it can withdraw it.")
        sign(user_id=user.pk, reason="Withdrawn")
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
    """Return how many moderators must say the same of a proposal."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT words_votes(asked) FROM words_proposal asked WHERE id = %s", [proposal.pk]
        )
        return int(cursor.fetchone()[0])


def may_give_verdict(user: Person, proposal: Proposal) -> bool:
    """Tell whether somebody may decide on an open proposal now."""
    return proposal.status == Status.OPEN and not objection(user, proposal)


def decidable(user: Person, proposals: Iterable[Proposal]) -> set[int]:
    """Return the keys of those proposals somebody may decide on now; few queries for many."""
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


def decide(*, user: Person, proposal: str, accepted: bool, reason: str, now: datetime) -> Proposal:
    """Give one's verdict; the proposal is decided once enough moderators say the same.

    Raises NotAllowed, AlreadyDecided or BadData. Locks the proposal's row.
    """
    return decide_together(
        user=user, proposals=[proposal], accepted=accepted, reason=reason, now=now
    )[0]


def decide_together(
    *, user: Person, proposals: Collection[str], accepted: bool, reason: str, now: datetime
) -> list[Proposal]:
    """Give the same verdict on several proposals, all or none.

    Who may not write in their own words gives one of the usual answers.
    """
    why = claims.sentence(reason, what="a reason")
    if not 0 < len(proposals) <= MOST_TOGETHER:
        raise BadData(f"Choose 1 to {MOST_TOGETHER} proposals.")
    if why not in ANSWERS:
        insist_on_voice(user, now)
    with transaction.atomic():
        sign(user_id=user.pk, reason=why)
        decided = [_decide(user, one, accepted, why, now) for one in sorted(set(proposals))]
        closed = [one for one in decided if one.status != Status.OPEN]
        letters.tell_proposers(closed, but=user.pk, now=now)
    return decided


def decide_family(
    *, user: Person, family: str, accepted: bool, reason: str, now: datetime
) -> list[Proposal]:
    """Give the same verdict on all open proposals of a family that one may still decide on."""
    related = Proposal.objects.filter(family=family, status=Status.OPEN).exclude(family="")
    mine = [
        one.public_id for one in related.select_related("word_list") if may_give_verdict(user, one)
    ]
    if not mine:
        raise NotAllowed("There is nothing here for you to decide.")
    return decide_together(user=user, proposals=mine, accepted=accepted, reason=reason, now=now)


def _decide(user: Person, public_id: str, accepted: bool, reason: str, now: datetime) -> Proposal:
    proposal = _open(public_id)
    if why_not := objection(user, proposal):
        raise NotAllowed(why_not)
    Verdict.objects.create(
        proposal=proposal, moderator_id=user.pk, accepted=accepted, reason=reason, at=now
    )
    if proposal.verdicts.filter(accepted=accepted).count() >= votes_needed(proposal):
        _close(proposal, Status.ACCEPTED if accepted else Status.REJECTED, now)
    return proposal


def objection(user: Person, proposal: Proposal) -> str:
    """Return why somebody can't decide on a proposal, "" if they can."""
    try:
        insist_on_deciding(user, proposal.word_list)
    except NotAllowed as error:
        return str(error)
    if proposal.proposer_id == user.pk and not _is_of_house(proposal):
        return "Nobody decides on a proposal of their own."
    if proposal.verdicts.filter(moderator_id=user.pk).exists():
        return "You have given your verdict already."
    return ""


def _is_of_house(proposal: Proposal) -> bool:
    return proposal.word_list is not None and proposal.word_list.base_id is not None


def _close(proposal: Proposal, status: Proposal.Status, now: datetime) -> Proposal:
    proposal.status, proposal.decided_at = status, now
    proposal.save(update_fields=["status", "decided_at"])
    return proposal
