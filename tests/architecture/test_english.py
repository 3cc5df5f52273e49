"""What anybody can read or has written here calls a person "they"."""

import re
import subprocess
from collections.abc import Iterator

from tests.architecture.test_imports import ROOT

SUFFIXES = ("*.py", "*.html", "*.txt", "*.md", "*.js", "*.css")
# Words that were played are written in capitals: HE, HIS and HER are no persons. A * is a blank.
GENDERED = re.compile(r"(?<![A-Za-z])(?:[Hh](?:e|is|im|imself|er|ers|erself)|[Ss]he)(?![A-Za-z*])")
# Files whose lines are words or data, and lines that quote: a path, and what the line has in it.
WORDS = re.compile(r"games/words/data/|tests/.*/golden/")
QUOTED = {
    "docs/style.md": "| He who resigns",  # how not to say it
    "tests/architecture/test_english.py": "",  # these words themselves
    "tests/games/upwords/table.py": "he es is his hiss",  # a word list
    "tests/games/upwords/test_laying.py": "his",  # HIS, and HISS after it
    "tests/games/upwords/test_second_referee.py": "his hiss",  # a word list
    "tests/games/words/dictionary/test_inflection.py": '("his", "hi")',  # a form that is none
    "tests/games/words/dictionary/test_lookup.py": '"his"',  # a word of a list
}


def lines() -> Iterator[tuple[str, int, str]]:
    """Yield each line of text that git knows, with its file and number."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", *SUFFIXES], cwd=ROOT, capture_output=True, check=True, text=True
    )
    for path in filter(None, listed.stdout.split("\0")):
        if WORDS.match(path) or not (ROOT / path).exists():
            continue
        text = (ROOT / path).read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), start=1):
            yield path, number, line


def test_no_person_is_he_or_she() -> None:
    assert [
        f"{path}:{number}: {line.strip()}"
        for path, number, line in lines()
        if GENDERED.search(line) and not (path in QUOTED and QUOTED[path] in line)
    ] == []


def test_each_exception_is_needed() -> None:
    met = {path for path, _, line in lines() if path in QUOTED and GENDERED.search(line)}
    assert met == QUOTED.keys()
