"""The word lists of the release without a database, for tests of word games."""

import functools

from games.core.words import Words
from games.words.build import pack
from games.words.data import source
from games.words.release import release_words

__all__ = ["common_words", "release_words"]


@functools.cache
def common_words(every: int = 1) -> Words:
    """Return the 4,000 commonest words, or one in ``every`` of them: for much play in no time."""
    words = sorted(word for word, tier in source.tiers().items() if tier == min(source.TIERS))
    return Words(pack(words[::every]))
