"""Versions of word lists: what is in one, and the making of the next.

``publish`` is the only way a list changes. It takes what is said anew of single words and freezes
the outcome; matches that run go on with the version they began with.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from games.words.build import checksum
from games.words.models import Change, Status, Word, WordList, WordListVersion


@dataclasses.dataclass(frozen=True, slots=True)
class Ruling:
    """What a list is to say of a word from the next version on, and why."""

    word: str
    status: str
    reason: str


Content = dict[str, bool]  # word -> whether it is a slur, in the order of the words


def content(version: WordListVersion) -> Content:
    """Return all that a version holds, made from the base and the changes up to it."""
    return _content(version.word_list, _changes(version.word_list, version.number))


def listed(found: Content, *, slurs: bool) -> list[str]:
    """Return the words that count at a table, in order."""
    return [word for word, slur in found.items() if slurs or not slur]


def _changes(word_list: WordList, up_to: int) -> Mapping[str, str]:
    rows = Change.objects.filter(version__word_list=word_list, version__number__lte=up_to)
    return dict(rows.order_by("version__number").values_list("word", "status"))


def _content(word_list: WordList, changes: Mapping[str, str]) -> Content:
    base = Word.objects.filter(tier__lte=word_list.max_tier).values_list("word", "slur")
    found = dict(base.order_by("word").iterator(chunk_size=20_000))
    if not changes:
        return found
    for word, status in changes.items():
        found.pop(word, None)
        if status != Status.OUT:
            found[word] = status == Status.SLUR
    return dict(sorted(found.items()))


def versions(word_list: WordList) -> QuerySet[WordListVersion]:
    """Return the published versions of a list, the newest first."""
    return word_list.versions.filter(published_at__isnull=False).order_by("-number")


def publish(
    *, word_list: WordList, rulings: Iterable[Ruling] = (), now: datetime
) -> WordListVersion:
    """Freeze the list with the rulings as its next version, from ``now`` on the one to play by.

    Locks the list's row.
    """
    with transaction.atomic():
        word_list = WordList.objects.select_for_update().get(pk=word_list.pk)
        newest = versions(word_list).first()
        number = newest.number + 1 if newest else 1
        new = {ruling.word: ruling for ruling in rulings}
        changes = {**_changes(word_list, number)}
        changes.update((word, ruling.status) for word, ruling in new.items())
        found = _content(word_list, changes)
        playable = listed(found, slurs=False)
        version = WordListVersion.objects.create(
            word_list=word_list,
            number=number,
            created_at=now,
            words=len(playable),
            slurs=len(found) - len(playable),
            sha256=checksum(playable),
            full_sha256=checksum(found),
        )
        Change.objects.bulk_create(
            Change(version=version, word=word, status=ruling.status, reason=ruling.reason)
            for word, ruling in sorted(new.items())
        )
        version.published_at = now
        version.save(update_fields=["published_at"])
    return version
