"""From decisions to versions: what is decided gathers in a draft, and an edition publishes it.

One edition makes the next version of every list of the site that changes, or of one custom list.
Where a ``word_list`` is asked for, it is a custom list; None stands for the lists of the site.
"""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from config.meters import queues
from games.core.errors import Refusal
from games.core.language.text import Text
from games.words.dictionary import corrections
from games.words.lists import cards, publishing
from games.words.lists.access import Person, insist_on_deciding, insist_on_writing
from games.words.models import Edition, Proposal, WordList, sign
from games.words.moderation import mails
from games.words.moderation.next_version import next_version

MOST_NOTE = 300
WAITING = Text("There's already an edition waiting to be published. Call it off first.")


class NothingDecided(Refusal):
    """There is nothing that an edition could publish."""

    code = "nothing_decided"
    usual = Text("Nothing has been decided since the last version.")


def draft(word_list: WordList | None = None) -> QuerySet[Proposal]:
    """Return what is accepted and not yet published, in the order it was decided."""
    accepted = Proposal.objects.filter(status=Proposal.Status.ACCEPTED, published_at__isnull=True)
    if word_list is None:
        accepted = accepted.filter(word_list__base__isnull=True)
    else:
        accepted = accepted.filter(word_list=word_list)
    related = ("word_list", "target__word_list", "target__base_version", "batch")
    return accepted.select_related(*related).order_by("decided_at", "id")


def _waiting() -> QuerySet[Edition]:
    return Edition.objects.filter(published_at__isnull=True, cancelled_at__isnull=True)


# --- Asking for an edition ------------------------------------------------------------------------


def hand_in(
    *, user: Person, word_list: WordList | None = None, note: str = "", now: datetime
) -> Edition:
    """Have what is decided published as soon as a worker is free: it takes seconds.

    Asking again in the meantime gives the same edition. Raises NotAllowed, NothingDecided, or
    Refusal if an edition is waiting for a later time.
    """
    _insist_on_publishing(user, word_list, note, now)
    if word_list is None and not draft().exists():
        raise NothingDecided
    waiting = _ask(user, word_list, note, now, at=now) or coming(word_list)
    if waiting is None or not is_due(waiting, now):
        raise Refusal(WAITING)
    return waiting


def schedule(
    *, user: Person, word_list: WordList | None = None, note: str = "", at: datetime, now: datetime
) -> Edition:
    """Have what is decided until an instant published then; one edition waits at a time."""
    _insist_on_publishing(user, word_list, note, now)
    if at <= now:
        raise Refusal("Choose a time in the future.")
    made = _ask(user, word_list, note, now, at=at)
    if made is None:
        raise Refusal(WAITING)
    return made


def _insist_on_publishing(
    user: Person, word_list: WordList | None, note: str, now: datetime
) -> None:
    insist_on_deciding(user, word_list)
    if note:
        insist_on_writing(user, now)


def _ask(
    user: Person, word_list: WordList | None, note: str, now: datetime, *, at: datetime
) -> Edition | None:
    """Store an edition that waits for its time; None if there is one."""
    try:
        with transaction.atomic():
            sign(user_id=user.pk, reason=note or "scheduled")
            return Edition.objects.create(
                word_list=word_list,
                by_id=user.pk,
                note=note[:MOST_NOTE],
                made_at=now,
                scheduled_at=at,
            )
    except IntegrityError:
        return None


def is_due(edition: Edition, now: datetime) -> bool:
    """Tell whether an edition that waits is being published, or is about to be."""
    return edition.scheduled_at is not None and edition.scheduled_at <= now


def coming(word_list: WordList | None = None) -> Edition | None:
    """Return the edition that waits for its instant."""
    return _waiting().filter(word_list=word_list).first()


def call_off(*, user: Person, word_list: WordList | None = None, now: datetime) -> Edition:
    """Take back an edition that waits; what it would have published stays in the draft."""
    insist_on_deciding(user, word_list)
    with transaction.atomic():
        sign(user_id=user.pk, reason="called_off")
        publishing.alone()
        edition = coming(word_list)
        if edition is None:
            raise Refusal("There's no edition waiting, so there's nothing to call off.")
        return _cancel(edition, now)


def _cancel(edition: Edition, now: datetime) -> Edition:
    edition.cancelled_at = now
    edition.save(update_fields=["cancelled_at"])
    return edition


def last(word_list: WordList | None = None) -> Edition | None:
    """Return the edition that was published or called off last."""
    ended = Edition.objects.filter(word_list=word_list).select_related("by")
    ended = ended.exclude(published_at__isnull=True, cancelled_at__isnull=True)
    return ended.order_by(Coalesce("published_at", "cancelled_at").desc(), "-pk").first()


# --- Publishing -----------------------------------------------------------------------------------


def publish_due(*, now: datetime) -> list[Edition]:
    """Publish the editions whose instant has come; one with nothing in it is called off.

    Each is a transaction of its own: what a crash left is found by the next that comes along, and
    one that fails doesn't keep the others waiting. Whoever asked for it is told.
    """
    due = _waiting().filter(scheduled_at__lte=now).order_by("scheduled_at", "pk")

    def editions(_more: int) -> list[int]:
        return list(due.values_list("pk", flat=True))

    def publish(edition_id: int) -> Edition | None:
        try:
            return _publish_waiting(edition_id, now)
        except publishing.Busy:
            return None  # somebody else is at it

    done = queues.each("publish_due_editions", editions, publish, now=now)
    return [one for one in done if one is not None and one.published_at is not None]


def _publish_waiting(edition_id: int, now: datetime) -> Edition | None:
    """Publish an edition, or call it off if there is nothing in it; None if another did."""
    with transaction.atomic():
        publishing.alone()
        edition = _waiting().select_related("word_list__base").filter(pk=edition_id).first()
        if edition is None:
            return None
        sign(user_id=edition.by_id, reason=edition.note or "published")
        try:
            _publish(edition, now)
        except NothingDecided:
            _cancel(edition, now)
        mails.tell_publisher(edition, now=now)
        return edition


def _publish(edition: Edition, now: datetime) -> None:
    """Make the versions of an edition; the caller is alone with the lists."""
    decisions = list(draft(edition.word_list).select_for_update(of=("self",)))
    at = publishing.instant(now)
    if edition.word_list is not None:
        word_lists = [edition.word_list]
    elif decisions:
        word_lists = list(WordList.objects.filter(base__isnull=True).order_by("max_tier"))
    else:
        raise NothingDecided
    for word_list in word_lists:
        _publish_list(word_list, decisions, edition, at)
    corrections.follow(decisions)
    cards.make(edition)
    Proposal.objects.filter(pk__in=[decision.pk for decision in decisions]).update(published_at=at)
    edition.published_at = at
    edition.save(update_fields=["published_at"])


def _publish_list(
    word_list: WordList, decisions: list[Proposal], edition: Edition, at: datetime
) -> None:
    """Make the next version of a list, if there is anything new in it."""
    coming_next = next_version(word_list, decisions)
    changes = coming_next.changes() if coming_next else []
    if coming_next is None or not (changes or word_list.is_custom):
        return
    if not (changes or decisions or coming_next.builds_on_another):
        raise NothingDecided
    publishing.publish(
        word_list=word_list,
        changes=changes,
        now=at,
        base_version=coming_next.below,
        edition=edition,
    )
