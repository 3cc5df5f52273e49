"""Emails from word moderation: what became of a proposal, or of an edition somebody asked for."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.notices import outbox
from accounts.notices.mail import Hold, Mail, compose
from accounts.notices.models import Notification
from accounts.notices.outbox import Notice
from games.core.language.text import Plural, Text, listed, verbatim
from games.words.models import Edition, Proposal, Vote
from games.words.moderation import queue

KIND = "words"
LABEL = gettext_lazy("A decision on your proposal")
EDITION, EDITION_LABEL = "edition", gettext_lazy("An edition you asked for")
MOST_LINES = 20


def register() -> None:
    """Make the kinds of notice known to the outbox."""
    outbox.register_kind(KIND, LABEL, decided_mail)
    outbox.register_kind(EDITION, EDITION_LABEL, edition_mail, on=("app",), optional=False)


def tell_proposers(proposals: Sequence[Proposal], *, but: int | None, now: datetime) -> None:
    """Schedule one email to each proposer about everything decided; ``but`` made the decision."""
    told = [p for p in proposals if p.proposer_id is not None and p.proposer_id != but]
    told.sort(key=lambda p: (p.proposer_id, p.pk))
    notices = []
    for user_id, group in groupby(told, key=lambda p: p.proposer_id):
        ids = [proposal.public_id for proposal in group]
        key, ref = f"words:{ids[0]}", {"proposals": ids}
        notices.append(Notice(user_id or 0, KIND, key, ref, now))
    outbox.schedule_all(notices=notices)


def tell_publisher(edition: Edition, *, now: datetime) -> None:
    """Schedule a notification for whoever asked for an edition: what became of it."""
    if edition.by_id is None:
        return
    outbox.schedule(
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
    told = tuple(f"{one.word_list} {one.number}" for one in versions)
    slug = edition.word_list.slug if edition.word_list else "broad"
    line = edition.note or _("The changes apply to new tables from now on.")
    if edition.published_at is None:
        subject, line = (
            _("Nothing was published"),
            _("Nothing had been decided since the last version."),
        )
    elif told:
        subject = str(Text("Published: {versions}", versions=told))
    else:
        subject = _("Published: meanings and labels")
    return compose(
        notice=notice,
        label=EDITION_LABEL,
        subject=subject,
        lines=[line],
        link=reverse("word-list", args=[slug]),
        action=_("View the list"),
    )


def decided_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail with what was decided, by whom and why."""
    ids = notice.ref["proposals"]
    proposals = [queue.find(public_id) for public_id in ids[:MOST_LINES]]
    lines: list[Text] = [line for proposal in proposals for line in _lines(proposal)]
    if more := len(ids) - len(proposals):
        lines.append(Plural("And {n} more.", "And {n} more.", n=more))
    first = proposals[0]
    subject = _subject(first)
    if len(ids) > 1:
        subject = Plural(
            "{n} of your proposals has been decided",
            "{n} of your proposals have been decided",
            n=len(ids),
        )
    return compose(
        notice=notice,
        label=LABEL,
        subject=str(subject),
        lines=[str(line) for line in lines],
        link=reverse("proposal", args=[first.public_id]),
        action=_("See why"),
    )


def _subject(proposal: Proposal) -> Text:
    if proposal.status == Proposal.Status.ACCEPTED:
        return Text("Accepted: {proposal}", proposal=proposal.title)
    return Text("Rejected: {proposal}", proposal=proposal.title)


def _lines(proposal: Proposal) -> list[Text]:
    """Say what was decided and by whom, then why, in the words of those who decided so."""
    accepted = proposal.status == Proposal.Status.ACCEPTED
    given = list(proposal.votes.filter(accepted=accepted).select_related("moderator"))
    return [_decision(proposal, given, accepted=accepted), *(_reason(one) for one in given)]


def _decision(proposal: Proposal, given: Sequence[Vote], *, accepted: bool) -> Text:
    people = [one.moderator.display_name for one in given if one.moderator]
    if not people:  # their accounts are gone
        told = _subject(proposal)
    elif accepted:
        told = Text(
            "{people} accepted your proposal: {proposal}."
            " It will take effect with the next version."
        )
    else:
        told = Text("{people} rejected your proposal: {proposal}.")
    return told.having(people=listed(people) if people else "", proposal=proposal.title)


def _reason(given: Vote) -> Text:
    if given.moderator is None:
        return verbatim(given.why)
    return Text("{name}: {reason}", name=given.moderator.display_name, reason=given.why)
