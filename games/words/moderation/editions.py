"""From decisions to versions: what is decided gathers in a draft, and an edition publishes it.

One edition makes the next version of every list of the site that changes, or of one custom list.
"""

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from games.core.errors import Refusal
from games.core.language.text import Text
from games.words.dictionary import corrections
from games.words.lists import cards, publishing
from games.words.lists.access import Person, insist_on_deciding, insist_on_voice, list_of
from games.words.lists.publishing import Ruling
from games.words.lists.statuses import Book, Kind, published_decisions
from games.words.models import Edition, Proposal, Status, WordList, WordListVersion
from games.words.models.audit import sign
from games.words.moderation import mails

logger = logging.getLogger(__name__)

MOST_NOTE = 300
WAITING = Text("There's already an edition waiting to be published. Call it off first.")


class NothingDecided(Refusal):
    """There is nothing that an edition could publish."""

    code = "nothing_decided"
    usual = Text("Nothing has been decided since the last version.")


def draft(*, word_list: str = "") -> QuerySet[Proposal]:
    """Return what is accepted and not yet published, in the order it was decided.

    ``word_list`` is the slug of a custom list; without one, the lists of the site.
    """
    return _draft(_house(word_list))


def _house(slug: str) -> WordList | None:
    house = list_of(slug) if slug else None
    if house is not None and house.base_id is None:
        raise Refusal("The site's lists are published together.")
    return house


def _draft(house: WordList | None) -> QuerySet[Proposal]:
    waiting = Proposal.objects.filter(
        status=Proposal.Status.ACCEPTED, published_at__isnull=True
    ).select_related("word_list", "target__word_list", "target__base_version", "batch")
    if house is None:
        waiting = waiting.filter(word_list__base__isnull=True)
    else:
        waiting = waiting.filter(word_list=house)
    return waiting.order_by("decided_at", "id")


# --- Publishing -----------------------------------------------------------------------------------


def publish(*, user: Person, word_list: str = "", note: str = "", now: datetime) -> Edition:
    """Publish what is decided; raise NotAllowed or NothingDecided."""
    house = _house(word_list)
    _insist_on_publishing(user, house, note, now)
    with transaction.atomic():
        sign(user_id=user.pk, reason=note or "published")
        publishing.alone()
        facts = {"word_list": house, "by_id": user.pk, "note": note[:MOST_NOTE], "made_at": now}
        return _publish(Edition.objects.create(**facts), now)


def hand_in(*, user: Person, word_list: str = "", note: str = "", now: datetime) -> Edition:
    """Have what is decided published as soon as a worker is free: it takes seconds.

    Asking again in the meantime gives the same edition. Raises NotAllowed, NothingDecided, or
    Refusal if an edition is waiting for a later time.
    """
    house = _house(word_list)
    _insist_on_publishing(user, house, note, now)
    if house is None and not _draft(None).exists():
        raise NothingDecided
    facts = {"word_list": house, "by_id": user.pk, "note": note[:MOST_NOTE], "made_at": now}
    try:
        with transaction.atomic():
            sign(user_id=user.pk, reason=note or "handed_in")
            return Edition.objects.create(**facts, scheduled_at=now)
    except IntegrityError:
        waiting = coming(word_list=word_list)
    if waiting is None or not is_due(waiting, now):
        raise Refusal(WAITING)
    return waiting


def _insist_on_publishing(user: Person, house: WordList | None, note: str, now: datetime) -> None:
    insist_on_deciding(user, house)
    if note:
        insist_on_voice(user, now)


def is_due(edition: Edition, now: datetime) -> bool:
    """Tell whether an edition that waits is being published, or is about to be."""
    return edition.scheduled_at is not None and edition.scheduled_at <= now


def schedule(
    *, user: Person, word_list: str = "", note: str = "", at: datetime, now: datetime
) -> Edition:
    """Have what is decided until an instant published then; one edition waits at a time."""
    house = _house(word_list)
    _insist_on_publishing(user, house, note, now)
    if at <= now:
        raise Refusal("Choose a time in the future.")
    with transaction.atomic():
        sign(user_id=user.pk, reason=note or "scheduled")
        publishing.alone()
        if coming(word_list=word_list) is not None:
            raise Refusal(WAITING)
        facts = {"word_list": house, "by_id": user.pk, "note": note[:MOST_NOTE], "made_at": now}
        return Edition.objects.create(**facts, scheduled_at=at)


def coming(*, word_list: str = "") -> Edition | None:
    """Return the edition that waits for its instant."""
    waiting = Edition.objects.filter(published_at__isnull=True, cancelled_at__isnull=True)
    return waiting.filter(word_list=_house(word_list)).first()


def call_off(*, user: Person, word_list: str = "", now: datetime) -> Edition:
    """Take back an edition that waits; what it would have published stays in the draft."""
    insist_on_deciding(user, _house(word_list))
    with transaction.atomic():
        sign(user_id=user.pk, reason="called_off")
        publishing.alone()
        edition = coming(word_list=word_list)
        if edition is None:
            raise Refusal("There's no edition waiting, so there's nothing to call off.")
        edition.cancelled_at = now
        edition.save(update_fields=["cancelled_at"])
        return edition


def last(*, word_list: str = "") -> Edition | None:
    """Return the edition that was published or called off last."""
    ended = Edition.objects.filter(word_list=_house(word_list)).select_related("by")
    ended = ended.exclude(published_at__isnull=True, cancelled_at__isnull=True)
    return ended.order_by(Coalesce("published_at", "cancelled_at").desc(), "-pk").first()


def publish_due(*, now: datetime) -> list[Edition]:
    """Publish the editions whose instant has come; one with nothing in it is called off.

    Each is a transaction of its own: what a crash left is found by the next that comes along, and
    one that fails doesn't keep the others waiting. Whoever asked for it is told.
    """
    waiting = Edition.objects.filter(published_at__isnull=True, cancelled_at__isnull=True)
    due = waiting.filter(scheduled_at__lte=now).order_by("scheduled_at", "pk")
    done = []
    for edition_id in due.values_list("pk", flat=True):
        try:
            edition = _publish_waiting(edition_id, now)
        except publishing.Busy:
            continue  # somebody else is at it
        except Exception:
            logger.exception("edition %s could not be published", edition_id)
            continue
        if edition is not None and edition.published_at is not None:
            done.append(edition)
    return done


def _publish_waiting(edition_id: int, now: datetime) -> Edition | None:
    """Publish an edition, or call it off if there is nothing in it; None if another did."""
    waiting = Edition.objects.filter(published_at__isnull=True, cancelled_at__isnull=True)
    with transaction.atomic():
        publishing.alone()
        edition = waiting.select_related("word_list__base").filter(pk=edition_id).first()
        if edition is None:
            return None
        sign(user_id=edition.by_id, reason=edition.note or "published")
        try:
            _publish(edition, now)
        except NothingDecided:
            edition.cancelled_at = now
            edition.save(update_fields=["cancelled_at"])
        mails.tell_publisher(edition, now=now)
        return edition


def _publish(edition: Edition, now: datetime) -> Edition:
    """Make the versions of an edition; the caller is alone with the lists."""
    decisions = list(_draft(edition.word_list).select_for_update(of=("self",)))
    at = publishing.instant(now)
    if edition.word_list is None:
        if not decisions:
            raise NothingDecided
        for word_list in WordList.objects.filter(base__isnull=True).order_by("max_tier"):
            _next_version(word_list, decisions, edition, at)
        corrections.follow(decisions)
    else:
        _next_house_version(edition.word_list, decisions, edition, at)
    cards.make(edition)
    Proposal.objects.filter(pk__in=[decision.pk for decision in decisions]).update(published_at=at)
    edition.published_at = at
    edition.save(update_fields=["published_at"])
    return edition


def _next_version(
    word_list: WordList, decisions: Sequence[Proposal], edition: Edition, at: datetime
) -> None:
    """Make the next version of a list of the site, if a word of it changes or gets a label."""
    newest = publishing.versions(word_list).first()
    if newest is None:
        return
    before, after = publishing.book(newest), publishing.book(newest)
    rulings = [
        ruling
        for ruling, decision in _rulings(after, decisions)
        if ruling.status != before.status(ruling.word)
        or (decision.kind == Kind.RELABEL and ruling.status != Status.OUT)
    ]
    if rulings:
        publishing.publish(word_list=word_list, rulings=rulings, now=at, edition=edition)


def _next_house_version(
    house: WordList, decisions: Sequence[Proposal], edition: Edition, at: datetime
) -> None:
    """Make the next version of a custom list on top of the newest of the list below it."""
    newest = publishing.versions(house).first()
    assert newest is not None  # noqa: S101 - it is made with its first version
    said = publishing.book(newest).said
    below, follows = upon(house, newest, decisions)
    book = Book(house, publishing.base(house, below), dict(said))
    rulings = [
        ruling for ruling, _ in _rulings(book, follows) if ruling.status != said.get(ruling.word)
    ]
    if not decisions and not rulings and newest.base_version == below:
        raise NothingDecided
    publishing.publish(
        word_list=house, rulings=rulings, now=at, base_version=below, edition=edition
    )


def upon(
    house: WordList, newest: WordListVersion, decisions: Sequence[Proposal]
) -> tuple[WordListVersion | None, list[Proposal]]:
    """Return what the next version of a custom list builds on, and the decisions it follows."""
    assert house.base is not None  # noqa: S101 - what makes it a custom list
    below = publishing.versions(house.base).first()
    for decision in decisions:
        if decision.target is not None:
            below = decision.target.base_version  # back to what it built on then
    relabelled = published_decisions().filter(
        kind=Kind.RELABEL, published_at__gt=newest.published_at
    )
    return below, [*relabelled, *decisions]


def _rulings(book: Book, decisions: Sequence[Proposal]) -> list[tuple[Ruling, Proposal]]:
    """Return what changes in the list, each word with the last decision about it."""
    last: dict[str, Proposal] = {}
    for decision in decisions:
        last.update(dict.fromkeys(book.follow(decision, publishing.book), decision))
    return [
        (Ruling(word, book.said[word], _reason(word, decision), decision.pk), decision)
        for word, decision in last.items()
    ]


def _reason(word: str, decision: Proposal) -> str:
    """Return why a word changes: of a file, what that says of the word, if anything."""
    if decision.kind != Kind.IMPORT:
        return decision.reason
    return str(decision.batch.reasons.get(word, decision.reason))


# --- What changed ---------------------------------------------------------------------------------
