"""A small release, so that tests of the machinery need not load 250,000 words."""

from pathlib import Path
from typing import Any

import pytest

from games.words import lexicon, loading
from games.words.loading import Release
from tests.factories import NOW

SMALL = Release(
    tiers={
        "cat": 10, "cats": 10, "mouse": 10, "mice": 20, "run": 10, "running": 10,
        "zax": 80, "qi": 70, "wog": 70, "fart": 60,
    },
    labels=[("fart", "vulgar", "by hand"), ("wog", "slur", "by hand")],
    definitions=[
        ("cat", "noun", "a small animal that purrs"),
        ("fart", "noun", "a breaking of wind"),
        ("mouse", "noun", "a small animal that squeaks"),
        ("mouse", "verb", "to hunt such animals"),
        ("run", "noun", "a score in cricket"),
        ("run", "verb", "to move fast"),
        ("running", "noun", "the sport of those who run"),
    ],
    forms=[("cats", "cat", ""), ("mice", "mouse", "noun"), ("running", "run", "verb")],
)  # fmt: skip


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Path) -> None:
    """Packed lists of a test lie in its own folder, and no other test's are remembered."""
    settings.DATA_DIR = tmp_path
    lexicon.lexicon.cache_clear()


@pytest.fixture
def small(db: None) -> Release:
    """The small release, loaded and published."""
    assert loading.load(now=NOW, read=lambda: SMALL, mark="small")
    return SMALL
