"""What is told of the court: what became of a proposal, and of an edition somebody asked for."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby

from django.urls import reverse

from accounts import notifications
from accounts.mail import Hold, Mail, compose
from accounts.models import Notification
from accounts.notifications import Notice
from games.words import docket
from games.words.models import Edition, Proposal

KIND = "words"
LABEL = "A word you proposed was decided"
EDITION, EDITION_LABEL = "edition", "An edition you asked for"
MOST_LINES = 20


def register() -> None:
    """Make the kinds of notice known to the outbox."""
    notifications.register_kind(KIND, LABEL, decided_mail)
    notifications.register_kind(EDITION, EDITION_LABEL, edition_mail, on=("app",), optional=False)


def tell_proposers(proposals: Sequence[Proposal], *, but: int | None, now: datetime) -> None:
    """Owe each proposer one mail for all that was decided at once; ``but`` made the decision."""
    told = [p for p in proposals if p.proposer_id is not None and p.proposer_id != but]
    told.sort(key=lambda p: (p.proposer_id, p.pk))
    notices = []
    for user_id, group in groupby(told, key=lambda p: p.proposer_id):
        ids = [proposal.public_id for proposal in group]
        key, ref = f"words:{ids[0]}", {"proposals": ids}
        notices.append(Notice(user_id or 0, KIND, key, ref, now))
    notifications.schedule_all(notices=notices)


def tell_publisher(edition: Edition, *, now: datetime) -> None:
    """Owe whoever asked for an edition a line on the site about what became of it."""
    if edition.by_id is None:
        return
    notifications.schedule(
        user_id=edition.by_id,
        kind=EDITION,
        key=f"edition:{edition.public_id}",
        ref={"edition": edition.public_id},
        due_at=now,
    )


def edition_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return what became of an edition: which versions there are, or that there was nothing."""
    edition = Edition.objects.select_related("word_list").get(public_id=notice.ref["edition"])
    versions = list(edition.versions.select_related("word_list").order_by("word_list__max_tier"))
    told = ", ".join(f"{one.word_list} {one.number}" for one in versions)
    slug = edition.word_list.slug if edition.word_list else "broad"
    if edition.published_at is None:
        subject, line = "Nothing was published", "Nothing had been decided since the last version."
    else:
        subject = f"Published: {told or 'meanings and labels'}"
        line = edition.note or "New tables play by it from now on."
    return compose(
        notice=notice,
        label=EDITION_LABEL,
        subject=subject,
        lines=[line],
        link=reverse("word-list", args=[slug]),
        action="Look at it",
    )


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
