"""A site whose lists have just a few words, for tests that don't need 250,000."""

import hashlib
from collections.abc import Iterable

from games.words.lists import lexicon, loading
from games.words.lists.loading import Release
from tests.factories import NOW


def load_words(words: Iterable[str]) -> None:
    """Load and publish lists of these words, all of them everyday English and none of them slurs.

    Their packed files are named by what is in them, so all tests of a run share them.
    """
    lexicon.lexicon.cache_clear()
    tiers = dict.fromkeys(words, 10)
    release = Release(tiers=tiers, labels=[], definitions=[], forms=[])
    mark = hashlib.sha256(" ".join(tiers).encode()).hexdigest()
    assert loading.load(now=NOW, read=lambda: release, mark=mark)
