"""The word lists of the release without a database: for tools and tests that have none."""

import functools
from collections.abc import Callable

from games.core.table.words import DEFAULT_LIST, EVERYDAY, Words
from games.registry import indexes_of
from games.words.data import source
from games.words.lists.packing import pack


def packed_release(slug: str, *, slurs: bool = False) -> bytes:
    """Return the packed graph of a list as a new site has it."""
    insults = frozenset() if slurs else source.slurs()
    words = sorted(
        word
        for word, tier in source.tiers().items()
        if tier <= source.LARGEST_TIER[slug] and word not in insults
    )
    return pack(words, indexes_of(words))


@functools.cache
def release_words(
    slug: str = DEFAULT_LIST, *, packed: Callable[[str], bytes] = packed_release
) -> Words:
    """Return a list as a new site has it, packed (or read by ``packed``) once in a process."""
    return Words(
        packed(slug),
        unshown=frozenset(word for word, _, _ in source.labels()),
        everyday=None if slug == EVERYDAY else release_words(EVERYDAY, packed=packed),
    )
