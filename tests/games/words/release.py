"""The word lists of the release without a database, for tests of word games."""

import functools

from games.core.table.words import DEFAULT_LIST, Words
from games.words.data import source
from games.words.lists import release
from games.words.lists.packing import pack
from tests import prepared

__all__ = ["common_words", "release_words"]


def release_words(slug: str = DEFAULT_LIST) -> Words:
    """Return a list as a new site has it, packed once for all tests."""
    return release.release_words(slug, packed=_read)


def _read(slug: str) -> bytes:
    return (prepared.words() / slug).read_bytes()


@functools.cache
def common_words(every: int = 1) -> Words:
    """Return the 4,000 commonest words, or one in ``every`` of them, to play many games quickly."""
    words = sorted(word for word, tier in source.tiers().items() if tier == min(source.TIERS))
    return Words(pack(words[::every]))
