"""The word lists of the release without a database: for tools and tests that have none."""

import functools

from games.core.words import DEFAULT_LIST, Words
from games.words.build import pack
from games.words.data import source

EVERYDAY = "everyday"


@functools.cache
def release_words(slug: str = DEFAULT_LIST, *, slurs: bool = False) -> Words:
    """Return a list as a new site has it, packed once in a process."""
    insults = frozenset() if slurs else source.slurs()
    words = [
        word
        for word, tier in source.tiers().items()
        if tier <= source.LARGEST_TIER[slug] and word not in insults
    ]
    return Words(
        pack(sorted(words)),
        unshown=frozenset(word for word, _, _ in source.labels()),
        everyday=None if slug == EVERYDAY else release_words(EVERYDAY),
    )
