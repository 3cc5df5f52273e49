"""The data for benchmarks: everything to measure is there, and nothing is left afterwards."""

import pytest

from games.words.lists import lexicon
from games.words.models import Change, Proposal, WordListVersion
from tests.games.words.conftest import _own_files, _small_stands, small  # noqa: F401 - fixtures
from tools.bench.words import moderation


@pytest.mark.usefixtures("small")
def test_the_old_lists_are_measured_and_gone_again() -> None:
    figures = moderation.look_ups(versions=5, decisions=4, words=6)
    assert list(figures) == ["look_up_ms", "word_facts_ms", "word_page_ms"]
    assert 0 < figures["look_up_ms"] <= figures["word_facts_ms"]
    assert figures["word_page_ms"] > 0
    assert (Proposal.objects.count(), Change.objects.count()) == (0, 0)
    assert WordListVersion.objects.count() == 3
    lexicon.lexicon.cache_clear()


@pytest.mark.usefixtures("small")
def test_a_long_file_is_read_as_the_page_reads_it() -> None:
    assert len(set(moderation.file_of(5_000).split())) == 5_000
    assert list(moderation.read_here(5_000)) == ["import_s", "import_mb"]
