"""Versions of word lists: what is in one, and how the next is made.

``publish`` is the only way a list changes. It takes changes to single words and freezes
the outcome; matches in progress keep the version they began with.
"""

import dataclasses
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import OperationalError, connection, transaction
from django.db.models import Max, QuerySet

from games.core.errors import Refusal
from games.core.language.text import Text
from games.words.lists.packing import checksum
from games.words.lists.statuses import Book, Content
from games.words.models import Change, Edition, Status, Word, WordList, WordListVersion

LOCK = 7_209_241_116  # held by whoever loads or publishes: one at a time
MOMENT = timedelta(microseconds=1)


@dataclasses.dataclass(frozen=True, slots=True)
class Ruling:
    """What a list says about a word from its next version on, why, and by which decision."""

    word: str
    status: str
    reason: str
    proposal_id: int | None = None


def content(version: WordListVersion) -> Content:
    """Return all that a version holds, made from the base and the changes up to it."""
    return book(version).content()


def book(version: WordListVersion, words: Collection[str] | None = None) -> Book:
    """Return a version as what lies below it and what its list has said up to it.

    With ``words`` only as far as those are concerned, without reading the whole list.
    """
    word_list = version.word_list
    below = base(word_list, version.base_version, words)
    return Book(word_list, below, _said(word_list, version.number, words))


def base(
    word_list: WordList,
    base_version: WordListVersion | None = None,
    words: Collection[str] | None = None,
) -> Content:
    """Return what a list builds on: words up to its tier, or a version of the list below it."""
    if base_version is not None:
        return book(base_version, words).content()
    found = Word.objects.filter(tier__lte=word_list.max_tier)
    if words is not None:
        found = found.filter(word__in=words)
    rows = found.values_list("word", "slur").order_by("word")
    return dict(rows.iterator(chunk_size=20_000))


def listed(found: Content, *, slurs: bool) -> list[str]:
    """Return the words that count at a table, in order."""
    return [word for word, slur in found.items() if slurs or not slur]


def status(version: WordListVersion, word: str) -> str:
    """Return what one word is in a version, without reading the whole list."""
    said = Change.objects.filter(
        version__word_list=version.word_list_id, version__number__lte=version.number, word=word
    )
    latest = said.order_by("-version__number").values_list("status", flat=True).first()
    if latest is not None:
        return latest
    if version.base_version is not None:
        return status(version.base_version, word)
    found = Word.objects.filter(word=word, tier__lte=version.word_list.max_tier).first()
    if found is None:
        return Status.OUT
    return Status.SLUR if found.slur else Status.WORD


def _said(word_list: WordList, up_to: int, words: Collection[str] | None = None) -> dict[str, str]:
    rows = Change.objects.filter(version__word_list=word_list, version__number__lte=up_to)
    if words is not None:
        rows = rows.filter(word__in=words)
    return dict(rows.order_by("version__number").values_list("word", "status"))


def versions(word_list: WordList) -> QuerySet[WordListVersion]:
    """Return the published versions of a list, the newest first."""
    return word_list.versions.filter(published_at__isnull=False).order_by("-number")


class Busy(Refusal):
    """Somebody else is publishing, and it takes a while."""

    code = "busy"
    usual = Text("The lists are being published right now. Try again in a minute.")


def alone() -> None:
    """Wait until nobody else loads or publishes, and keep others out until the transaction ends.

    Raises Busy if that takes long; nothing more can be done in the transaction then.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    except OperationalError as error:
        raise Busy from error


def instant(now: datetime) -> datetime:
    """Return when the next publication takes place: now, but after the last; call it ``alone``."""
    version = WordListVersion.objects.aggregate(at=Max("published_at"))["at"]
    edition = Edition.objects.aggregate(at=Max("published_at"))["at"]
    last: list[datetime] = [at + MOMENT for at in (version, edition) if at is not None]
    return max([now, *last])


def publish(
    *,
    word_list: WordList,
    rulings: Iterable[Ruling] = (),
    now: datetime,
    base_version: WordListVersion | None = None,
    edition: Edition | None = None,
) -> WordListVersion:
    """Freeze the list with the rulings as its next version, from ``now`` on the one to play by.

    A custom list brings the version of the list below it. Locks the list's row.
    """
    with transaction.atomic():
        word_list = WordList.objects.select_for_update(no_key=True).get(pk=word_list.pk)
        newest = versions(word_list).first()
        number = newest.number + 1 if newest else 1
        new = {ruling.word: ruling for ruling in rulings}
        written = Book(word_list, base(word_list, base_version), _said(word_list, number))
        written.said.update((word, ruling.status) for word, ruling in new.items())
        found = written.content()
        playable = listed(found, slurs=False)
        version = WordListVersion.objects.create(
            word_list=word_list,
            number=number,
            created_at=now,
            words=len(playable),
            slurs=len(found) - len(playable),
            sha256=checksum(playable),
            full_sha256=checksum(found),
            base_version=base_version,
            edition=edition,
        )
        Change.objects.bulk_create(
            [
                Change(
                    version=version,
                    word=word,
                    status=ruling.status,
                    reason=ruling.reason,
                    proposal_id=ruling.proposal_id,
                )
                for word, ruling in sorted(new.items())
            ],
            batch_size=5_000,
        )
        version.published_at = now
        version.save(update_fields=["published_at"])
    return version
