"""The data for benchmarks: everything to measure is there, and nothing is left afterwards."""

from config.bench import wordcourt
from games.words import lexicon
from games.words.loading import Release
from games.words.models import Change, Proposal, WordListVersion


def test_the_old_court_is_measured_and_gone_again(small: Release) -> None:
    figures = wordcourt.look_ups(versions=5, decisions=4, words=6)
    assert list(figures) == ["look_up_ms", "word_facts_ms", "word_page_ms"]
    assert 0 < figures["look_up_ms"] <= figures["word_facts_ms"]
    assert figures["word_page_ms"] > 0
    assert (Proposal.objects.count(), Change.objects.count()) == (0, 0)
    assert WordListVersion.objects.count() == 3
    lexicon.lexicon.cache_clear()


def test_a_long_file_is_read_as_the_page_reads_it(small: Release) -> None:
    assert len(set(wordcourt.file_of(5_000).split())) == 5_000
    assert list(wordcourt.read_here(5_000)) == ["import_s", "import_mb"]
