"""Where the word data lies and how its files are read; needs neither Django nor a database."""

import gzip
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent
TIERS = (10, 20, 35, 40, 50, 55, 60, 70, 80)
LABELS = ("slur", "vulgar", "sexual")
NO_LABEL = "none"  # in label_decisions.txt: it is to have none, whatever the sources say
LARGEST_TIER = {"everyday": 60, "standard": 70, "broad": 80}


def rows(name: str) -> Iterator[list[str]]:
    """Yield the tab-separated fields of each line of a data file, without blanks and # comments."""
    body = (FOLDER / name).read_bytes()
    if name.endswith(".gz"):
        body = gzip.decompress(body)
    for line in body.decode().splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def write(name: str, lines: list[str]) -> None:
    """Write a data file that depends on its lines alone: no time, no name inside the gzip."""
    body = "".join(f"{line}\n" for line in lines).encode()
    if name.endswith(".gz"):
        body = gzip.compress(body, compresslevel=9, mtime=0)
    (FOLDER / name).write_bytes(body)


def tiers() -> dict[str, int]:
    """Return each word with its tier, from 10 (everyone knows it) to 80."""
    return {word: int(tier) for word, tier in rows("words.tsv.gz")}


def labels() -> list[tuple[str, str, str]]:
    """Return (word, label, where that is from) of all labelled words."""
    return [(word, label, source) for word, label, source in rows("labels.tsv")]


def slurs() -> frozenset[str]:
    """Return the words that insult people for what they are."""
    return frozenset(word for word, label, _ in labels() if label == "slur")


def spellings() -> list[list[str]]:
    """Return the groups of words that are one word with a label in several spellings."""
    return [line.split() for (line,) in rows("by_hand/label_spellings.txt")]


def label_reasons() -> dict[str, str]:
    """Return why each word has the label that was decided by hand, or none."""
    return {
        word: reason
        for _, reason, patterns in rows("by_hand/label_decisions.txt")
        for word in patterns.split()
    }
