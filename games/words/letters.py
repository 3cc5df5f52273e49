"""The mail that tells a proposer what became of what he has proposed."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby

from django.urls import reverse

from accounts import notifications
from accounts.mail import Hold, Mail, compose
from accounts.models import Notification
from accounts.notifications import Notice
from games.words import docket
from games.words.models import Proposal

KIND = "words"
LABEL = "A word you proposed was decided"
MOST_LINES = 20


def register() -> None:
    """Make the kind of mail known to the outbox."""
    notifications.register_kind(KIND, LABEL, decided_mail)


def tell_proposers(proposals: Sequence[Proposal], *, but: int | None, now: datetime) -> None:
    """Owe each proposer one mail for all that was decided at once; ``but`` decided himself."""
    told = [p for p in proposals if p.proposer_id is not None and p.proposer_id != but]
    told.sort(key=lambda p: (p.proposer_id, p.pk))
    notices = []
    for user_id, group in groupby(told, key=lambda p: p.proposer_id):
        ids = [proposal.public_id for proposal in group]
        key, ref = f"words:{ids[0]}", {"proposals": ids}
        notices.append(Notice(user_id or 0, KIND, key, ref, now))
    notifications.schedule_all(notices=notices)


def decided_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail with what was decided and why."""
    ids = notice.ref["proposals"]
    proposals = [docket.find(public_id) for public_id in ids[:MOST_LINES]]
    lines = [line for proposal in proposals for line in _lines(proposal)]
    if more := len(ids) - len(proposals):
        lines.append(f"And {more} more.")
    first = proposals[0]
    subject = _sentence(first) if len(ids) == 1 else f"{len(ids)} of your proposals were decided"
    link = reverse("proposal", args=[first.public_id])
    return compose(
        notice=notice, label=LABEL, subject=subject, lines=lines, link=link, action="See why"
    )


def _lines(proposal: Proposal) -> list[str]:
    """Say what was decided, then why, in the words of those who decided so."""
    accepted = proposal.status == Proposal.Status.ACCEPTED
    given = proposal.verdicts.filter(accepted=accepted).values_list("reason", flat=True)
    later = " It takes effect with the next version." if accepted else ""
    return [f"{_sentence(proposal)}.{later}", " / ".join(dict.fromkeys(given))]


def _sentence(proposal: Proposal) -> str:
    wanted = f"{proposal.get_kind_display()} {proposal.word.upper()}".strip()
    where = f" ({proposal.word_list})" if proposal.word_list else ""
    return f"{wanted}{where}: {proposal.status}"
