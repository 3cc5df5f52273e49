"""Folders are small, or say why they are not."""

from tests.architecture.test_imports import ROOT
from tools.shape import sizes


def test_a_folder_with_more_than_a_dozen_entries_says_why():
    full = sizes.folders(sizes.listed(ROOT))
    assert [name for name, _ in full if not sizes.says_why(ROOT / name)] == []
