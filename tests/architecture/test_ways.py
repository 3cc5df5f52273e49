"""The ways that docs/architecture.md tells are the ways that the code goes: short, and true."""

import re

import pytest

from config.local.paths import PROJECT

PACKAGES = ("accounts", "games", "lobby")
NAMED = re.compile(r"\b([A-Za-z_]+)\.([a-zA-Z_]+)\b")
DEFINED = r"^(?:\s*(?:async def|def|class)|from [\w.]+ import .*) {}\b"
PAGE = (PROJECT / "docs/architecture.md").read_text(encoding="utf-8")
WAYS = dict(
    re.findall(r"^## How ([^\n]+) travels\n\n```\n(.+?)```", PAGE, re.MULTILINE | re.DOTALL)
)
SOURCES = {
    path: path.read_text(encoding="utf-8")
    for package in PACKAGES
    for path in (PROJECT / package).rglob("*.py")
}


def is_there(owner: str, name: str) -> bool:
    """Tell whether a module, package or class of this name has such a thing."""
    return any((path.parent.name, path.stem) == (owner, name) for path in SOURCES) or any(
        re.search(DEFINED.format(name), source, re.MULTILINE)
        for path, source in SOURCES.items()
        if owner in {path.stem, path.parent.name} or f"class {owner}" in source
    )


def test_four_ways_are_told() -> None:
    assert list(WAYS) == ["a move", "a turn by email", "a thought", "a league's step"]


@pytest.mark.parametrize("way", WAYS)
def test_a_way_is_short_and_what_it_names_is_there(way: str) -> None:
    lines = WAYS[way].splitlines()
    assert len(lines) < 15
    named = [found for line in lines if "match.js" not in line for found in NAMED.findall(line)]
    assert len(named) >= 5
    assert [f"{owner}.{name}" for owner, name in named if not is_there(owner, name)] == []


def test_a_name_that_is_gone_would_be_found() -> None:
    assert is_there("moving", "submit")
    assert not is_there("moving", "submit_nothing")
