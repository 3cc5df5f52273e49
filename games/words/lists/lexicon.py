"""Word lists in memory: one packed file per list, mapped by all processes on a machine.

A file is named for the checksum of its words, so it never goes stale; one that is missing or
damaged is made again from the database, on each machine. Where no file can be written each process
keeps the list for itself.
"""

import functools
import logging
import mmap
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Case, When

from games.core.codec import BadData
from games.core.errors import Refusal
from games.core.language.text import Text
from games.core.table.words import EVERYDAY, LIST_NAMES, WORD_LISTS, Words
from games.registry import AnyGame, indexes_of, load_game
from games.words.lists import packing, publishing
from games.words.lists.access import UnknownList
from games.words.models import Label, WordListVersion

logger = logging.getLogger(__name__)


class NotLoaded(Refusal):
    """Nobody has loaded the word lists of this site yet."""

    code = "not_loaded"
    usual = Text(
        "The word lists aren't loaded yet. Whoever runs this site can load them with {command}.",
        command="manage.py prepare",
    )


def newest(slug: str) -> int:
    """Return the id of the version that a match of this list begins with.

    Raises NotLoaded, or UnknownList for a custom list that is not there.
    """
    versions = WordListVersion.objects.published().filter(word_list__slug=slug)
    newest_id = versions.values_list("pk", flat=True).first()
    if newest_id is None:
        raise NotLoaded if slug in LIST_NAMES else UnknownList
    return newest_id


def newest_of_site() -> dict[str, int]:
    """Return the ids of the newest versions of the site's lists, the smallest list first.

    Raises NotLoaded if one of them has none.
    """
    versions = WordListVersion.objects.published().filter(word_list__slug__in=LIST_NAMES)
    latest = versions.order_by("word_list__slug", "-number").distinct("word_list__slug")
    found = dict(latest.values_list("word_list__slug", "pk"))
    if len(found) < len(LIST_NAMES):
        raise NotLoaded
    return {slug: found[slug] for slug in LIST_NAMES}


@functools.lru_cache(maxsize=64)
def lexicon(version_id: int, *, slurs: bool = False) -> Words:
    """Return the words of a published version, without the slurs unless they are asked for."""
    version = WordListVersion.objects.select_related("word_list").get(pk=version_id)
    everyday = None
    if version.word_list.slug != EVERYDAY:
        everyday = lexicon(newest(EVERYDAY))
    return opened(version, slurs=slurs, everyday=everyday)


def bound(game: str, options: Mapping[str, Any], version_id: int | None) -> AnyGame:
    """Return a game's rules with a table's options (JSON), and with its words, if it has any."""
    words = None
    if version_id is not None:
        words = lexicon(version_id, slurs=bool(options.get("slurs")))
    return load_game(game, options, words)


def opened(version: WordListVersion, *, slurs: bool, everyday: Words | None = None) -> Words:
    """Return the words of a version as it is now, remembered by nobody."""
    unshown = frozenset(Label.objects.values_list("word", flat=True))
    cards = {game: tuple(text.split()) for game, text in version.cards.values_list("game", "cards")}
    return Words(_packed(version, slurs=slurs), unshown=unshown, everyday=everyday, cards=cards)


def words_of_checksum(sha256: str, *, slurs: bool, word_list: str = "", number: int = 0) -> Words:
    """Return the words of the published version that has this checksum; raise BadData.

    Of several that have, the one of that list and number: others may have other cards.
    """
    version = version_of_checksum(sha256, slurs=slurs, word_list=word_list, number=number)
    if version is None:
        raise BadData(f"this site has no word list with the checksum {sha256}")
    return lexicon(version.pk, slurs=slurs)


def version_of_checksum(
    sha256: str, *, slurs: bool, word_list: str = "", number: int = 0
) -> WordListVersion | None:
    """Return the published version that has this checksum, None if this site has none.

    Of several that have, the one of that list and number.
    """
    field = "full_sha256" if slurs else "sha256"
    versions = WordListVersion.objects.published().filter(**{field: sha256})
    exact = Case(When(word_list__slug=word_list, number=number, then=0), default=1)
    return versions.select_related("word_list").order_by(exact, "pk").first()


def prepare() -> None:
    """Make the files of the newest versions, so that no player waits for them."""
    for slug, _ in WORD_LISTS:
        lexicon(newest(slug))


def _packed(version: WordListVersion, *, slurs: bool) -> memoryview:
    name = version.full_sha256 if slurs else version.sha256
    path = folder() / f"{name}.graph"
    return _mapped(path) or _made(path, version, slurs=slurs)


def folder() -> Path:
    """Return where this machine keeps its packed lists."""
    return Path(settings.DATA_DIR) / "words"


def _mapped(path: Path) -> memoryview | None:
    """Return the file's bytes if it is there and whole."""
    try:
        with path.open("rb") as file:
            block = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        return block if Words(block).sha256 == path.stem else None
    except (OSError, ValueError):  # not there, empty, or not whole (BadData)
        return None


def _made(path: Path, version: WordListVersion, *, slurs: bool) -> memoryview:
    """Make the list from the database, and its file, which only ever appears whole."""
    words = publishing.listed(publishing.content(version), slurs=slurs)
    packed = packing.pack(words, indexes_of(words))
    try:
        _write(path, packed)
    except OSError as error:
        logger.warning("a word list is kept in memory, as it can't be kept in a file: %s", error)
    return _mapped(path) or memoryview(packed)


def _write(path: Path, packed: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            file.write(packed)
            file.flush()
            os.replace(file.name, path)
        except OSError:
            os.unlink(file.name)
            raise
