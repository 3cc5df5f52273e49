"""Versions of word lists: what is in one, and how the next is made.

``publish`` is the only way a list changes. It takes changes to single words and freezes
the outcome; matches in progress keep the version they began with.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import OperationalError, connection, transaction
from django.db.models import Max

from games.core.errors import Refusal
from games.core.language.text import Text
from games.words.lists.packing import checksum
from games.words.lists.statuses import Content, Statuses
from games.words.models import Change, Edition, Word, WordList, WordListVersion

LOCK = 7_209_241_116  # held by whoever loads or publishes: one at a time
MOMENT = timedelta(microseconds=1)


def content(version: WordListVersion) -> Content:
    """Return all that a version holds, made from the base and the changes up to it."""
    return statuses(version).content()


def statuses(version: WordListVersion, words: Collection[str] | None = None) -> Statuses:
    """Return a version as what lies below it and what its list has said up to it.

    With ``words`` only as far as those are concerned, without reading the whole list.
    """
    word_list = version.word_list
    below = base(word_list, version.base_version, words)
    return Statuses(word_list, below, _said(word_list, version.number, words))


def base(
    word_list: WordList,
    base_version: WordListVersion | None = None,
    words: Collection[str] | None = None,
) -> Content:
    """Return what a list builds on: words up to its tier, or a version of the list below it."""
    if base_version is not None:
        return statuses(base_version, words).content()
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
    return statuses(version, {word}).status(word)


def _said(word_list: WordList, up_to: int, words: Collection[str] | None = None) -> dict[str, str]:
    rows = Change.objects.filter(version__word_list=word_list, version__number__lte=up_to)
    if words is not None:
        rows = rows.filter(word__in=words)
    return dict(rows.order_by("version__number").values_list("word", "status"))


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
    changes: Iterable[Change] = (),
    now: datetime,
    base_version: WordListVersion | None = None,
    edition: Edition | None = None,
) -> WordListVersion:
    """Freeze the list with the changes as its next version, from ``now`` on the one to play by.

    A custom list brings the version of the list below it. Locks the list's row.
    """
    with transaction.atomic():
        word_list = WordList.objects.select_for_update(no_key=True).get(pk=word_list.pk)
        newest = word_list.newest()
        number = newest.number + 1 if newest else 1
        new = sorted(changes, key=lambda change: change.word)
        written = Statuses(word_list, base(word_list, base_version), _said(word_list, number))
        written.said.update((change.word, change.status) for change in new)
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
        for change in new:
            change.version = version
        Change.objects.bulk_create(new, batch_size=5_000)
        version.published_at = now
        version.save(update_fields=["published_at"])
    return version
