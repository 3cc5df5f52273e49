"""Puts the data files of the release into the database, if they aren't there yet.

The base of the lists is loaded once and stays. Where a later release brings other words, the
difference is published as the next version of each list, and what was decided here stands.
Meanings and labels are replaced as whole tables; then the decisions made here are applied again.
"""

import dataclasses
import hashlib
from collections.abc import Callable, Iterable
from datetime import datetime
from itertools import count, groupby

from django.db import connection, transaction
from django.db.models import Q

from games.core.table.words import LIST_NAMES
from games.words.data import source
from games.words.dictionary import corrections
from games.words.lists import publishing, statuses
from games.words.lists.statuses import concerns
from games.words.models import (
    RELEASE,
    Change,
    Definition,
    Form,
    Label,
    LoadedFile,
    Status,
    Word,
    WordList,
    sign,
)

Row = tuple[str | int | bool, ...]


@dataclasses.dataclass(frozen=True)
class Release:
    """The data of a release; a test brings a small one of its own."""

    tiers: dict[str, int]
    labels: list[tuple[str, str, str]]
    definitions: list[tuple[str, str, str, str]]
    forms: list[tuple[str, str, str, int]]


def read_release() -> Release:
    """Return the data files of this release."""
    return Release(
        tiers=source.tiers(),
        labels=source.labels(),
        definitions=[
            (lemma, part, gloss, label)
            for lemma, part, gloss, label in source.rows("definitions.tsv.gz")
        ],
        forms=[
            (form, lemma, part, int(rank))
            for form, lemma, part, rank in source.rows("forms.tsv.gz")
        ],
    )


def load(*, now: datetime, read: Callable[[], Release] = read_release, mark: str = "") -> bool:
    """Load the release and publish its lists; tell whether there was anything to do.

    ``mark`` tells releases apart: the checksum of their files, unless a test says otherwise.
    """
    mark = mark or _checksum_of_files()
    with transaction.atomic():
        publishing.alone()  # two starts at once load once
        if LoadedFile.objects.filter(name="release", sha256=mark).exists():
            return False
        sign(user_id=None, reason=RELEASE)
        release = read()
        slurs = {word for word, label, _ in release.labels if label == "slur"}
        if not Word.objects.exists():
            _copy("words_word", "word, tier, slur", _base(release, slurs))
        _replace_meanings(release)
        corrections.follow(statuses.published_decisions())
        now = publishing.instant(now)
        for slug, title in LIST_NAMES.items():
            facts = {"title": title, "max_tier": source.LARGEST_TIER[slug]}
            word_list, _ = WordList.objects.get_or_create(slug=slug, defaults=facts)
            _publish(word_list, release, slurs, now)
        LoadedFile.objects.update_or_create(name="release", defaults={"sha256": mark})
    return True


def _checksum_of_files() -> str:
    digest = hashlib.sha256()
    for name in ("words.tsv.gz", "labels.tsv", "definitions.tsv.gz", "forms.tsv.gz"):
        digest.update((source.FOLDER / name).read_bytes())
    return digest.hexdigest()


def _base(release: Release, slurs: set[str]) -> Iterable[Row]:
    return ((word, tier, word in slurs) for word, tier in release.tiers.items())


def _replace_meanings(release: Release) -> None:
    for model in (Definition, Form, Label):
        model.objects.all().delete()
    ranked = (
        (lemma, rank, part, gloss, label)
        for lemma, senses in groupby(release.definitions, key=lambda definition: definition[0])
        for rank, (_, part, gloss, label) in zip(count(1), senses, strict=False)
    )
    _copy("words_definition", "lemma, rank, part, gloss, label", ranked)
    _copy("words_form", "form, lemma, part, rank", release.forms)
    _copy("words_label", "word, kind, source", release.labels)


def _copy(table: str, columns: str, rows: Iterable[Row]) -> None:
    lines = ("\t".join(map(str, row)).replace("\\", "\\\\") for row in rows)
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
        copy.write("".join(f"{line}\n" for line in lines))


def _publish(word_list: WordList, release: Release, slurs: set[str], now: datetime) -> None:
    """Publish the first version of a list, or the one that a new release makes of it."""
    newest = word_list.newest()
    if newest is None:
        publishing.publish(word_list=word_list, now=now)
        return
    ruled = _ruled(word_list)
    before = publishing.content(newest)
    after = {
        word: word in slurs for word, tier in release.tiers.items() if tier <= word_list.max_tier
    }
    changed = {
        word
        for word in (before.keys() | after.keys()) - ruled
        if before.get(word) != after.get(word)
    }
    if changed:
        changes = (
            Change(word=word, status=Status.of(after.get(word)), reason=RELEASE) for word in changed
        )
        publishing.publish(word_list=word_list, changes=changes, now=now)


def _ruled(word_list: WordList) -> set[str]:
    """Return the words a release can't change: those that were decided on here."""
    ours = Change.objects.filter(version__word_list=word_list)
    ours = ours.filter(Q(proposal__isnull=False) | ~Q(reason=RELEASE))
    decided = (d.word for d in statuses.published_decisions() if d.word and concerns(d, word_list))
    return {*ours.values_list("word", flat=True), *decided}
