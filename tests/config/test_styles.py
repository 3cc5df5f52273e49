"""Styles of pages and games leave alone what the styles of all pages style; none is too long."""

import re
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
STATIC = ROOT / "static"
COMMON = STATIC / "shell" / "base.css"
LONGEST = 400  # lines of a file


def common() -> set[Path]:
    """Return the styles that every page has."""
    named = re.findall(r'@import "([^"]+)"', COMMON.read_text())
    return {COMMON, *(COMMON.parent / name for name in named)}


def bare_classes(path: Path) -> set[str]:
    """Return the classes that a file styles wherever they stand."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    heads = re.findall(r"([^{};]+)\{", text)
    chosen = {one.strip() for head in heads for one in head.split(",")}
    return {one for one in chosen if re.fullmatch(r"\.[\w-]+", one)}


def test_no_style_of_a_page_or_a_game_changes_what_all_pages_have() -> None:
    known = set[str]().union(*map(bare_classes, common()))
    assert {".card", ".button"} <= known
    others = {*ROOT.glob("static/**/*.css"), *ROOT.glob("games/*/static/**/*.css")} - common()
    assert len(others) > 20
    found = {
        (f"{path.parent.name}/{path.name}", one)
        for path in others
        for one in bare_classes(path) & known
    }
    assert found == set()


def test_no_style_and_no_script_is_long() -> None:
    files = [*ROOT.glob("static/**/*.*"), *ROOT.glob("games/*/static/**/*.*")]
    read = {path: path.read_text() for path in files if path.suffix in {".css", ".js"}}
    assert len(read) > 150
    assert [path for path, text in read.items() if text.count("\n") > LONGEST] == []
