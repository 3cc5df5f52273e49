"""What is installed is what the requirements name, file by file."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def pins(name: str) -> dict[str, str]:
    """Return the versions that a file of requirements names, those of the files it names too."""
    found: dict[str, str] = {}
    for line in (ROOT / name).read_text().splitlines():
        if other := re.match(r"-r (\S+)", line):
            found |= pins(other[1])
        if pin := re.match(r"([A-Za-z0-9_.-]+)(?:\[.*?\])?==([^\s;\\]+)", line):
            found[pin[1].lower()] = pin[2]
    return found


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_each_pin_is_locked_with_its_hashes(name: str) -> None:
    assert pins(f"{name}.lock") == pins(f"{name}.txt"), "run make lock"
    entries = re.split(r"\n(?=\S)", (ROOT / f"{name}.lock").read_text().strip())
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
