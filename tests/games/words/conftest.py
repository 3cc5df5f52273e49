"""A small release, so that tests of the machinery need not load 250,000 words."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from games.words.lists import lexicon, loading
from games.words.lists.loading import Release
from tests.conftest import Build
from tests.factories import NOW
from tests.games.words.toy import toy  # noqa: F401 - a fixture

SMALL = Release(
    tiers={
        "cat": 10, "cats": 10, "mouse": 10, "mice": 20, "run": 10, "running": 10,
        "zax": 80, "qi": 70, "wog": 70, "fart": 60,
    },
    labels=[("fart", "vulgar", "by hand"), ("wog", "slur", "by hand")],
    definitions=[
        ("cat", "noun", "a small animal that purrs", ""),
        ("fart", "noun", "a breaking of wind", ""),
        ("mouse", "noun", "a small animal that squeaks", ""),
        ("mouse", "verb", "to hunt such animals", ""),
        ("run", "noun", "a score in cricket", ""),
        ("run", "verb", "to move fast", ""),
        ("running", "noun", "the sport of those who run", ""),
    ],
    forms=[("cats", "cat", "", 1), ("mice", "mouse", "noun", 1), ("running", "run", "verb", 1)],
)  # fmt: skip


@pytest.fixture(scope="module")
def _small_stands(lasting: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lists")
    with override_settings(DATA_DIR=folder):
        assert lasting(load_small)
    return folder


def load_small() -> bool:
    return loading.load(now=NOW, read=lambda: SMALL, mark="small")


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Path) -> None:
    """Each test keeps its packed lists in its own folder and starts with an empty cache."""
    settings.DATA_DIR = tmp_path
    lexicon.lexicon.cache_clear()


@pytest.fixture
def small(_small_stands: Path, _own_files: None, tmp_path: Path, db: None) -> Release:
    """The small release, loaded and published."""
    shutil.copytree(_small_stands, tmp_path, dirs_exist_ok=True)
    return SMALL
