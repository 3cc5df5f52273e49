"""Reads WordNet's files: senses of lower-case lemmas, irregular forms, the rules of inflection.

Used by the scripts that make the data, never by a site. Terms are WordNet's own: a lemma is a
dictionary form, a synset one meaning with all the words that have it, a gloss its explanation.
"""

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

PARTS = ("noun", "verb", "adj", "adv")
MARKER = re.compile(r"\((?:a|p|ip)\)$")  # where an adjective may stand

# Morphy's rules of detachment, and a doubled consonant before an ending.
ENDINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "noun": (
        ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"),
        ("men", "man"), ("ies", "y"),
    ),
    "verb": (
        ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"),
        ("ing", ""),
    ),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e"), ("ier", "y"), ("iest", "y")),
    "adv": (),
}  # fmt: skip
DOUBLED = {
    part: re.compile(rf"(?P<stem>.*?(?P<letter>[bdfgklmnprstvz]))(?P=letter)(?:{endings})")
    for part, endings in (("verb", "ed|ing"), ("adj", "er|est"))
}


@dataclasses.dataclass(frozen=True)
class Sense:
    """One meaning of a lemma: its part of speech, its gloss, what usage it is marked with."""

    part: str
    gloss: str
    usages: frozenset[str]


class WordNet:
    """The database in a folder, as far as single lower-case words go."""

    def __init__(self, folder: Path) -> None:
        self.senses: dict[tuple[str, str], list[Sense]] = {}
        self.irregular: dict[tuple[str, str], list[str]] = {}
        self._names: dict[str, str] = {}  # noun synset -> its first word, for usage domains
        for part in PARTS:
            self._read(folder, part)

    def _read(self, folder: Path, part: str) -> None:
        synsets = dict(_synsets(folder / f"data.{part}"))
        if part == "noun":
            self._names = {offset: fields[4].lower() for offset, (fields, _) in synsets.items()}
        for line in _lines(folder / f"index.{part}"):
            lemma, _, count, *rest = line.split()
            if not lemma.isalpha():
                continue
            offsets = rest[-int(count) :]
            found = [self._sense(lemma, part, *synsets[offset]) for offset in offsets]
            if senses := [sense for sense in found if sense is not None]:
                self.senses[lemma, part] = senses
        for line in _lines(folder / f"{part}.exc"):
            form, *lemmas = line.split()
            self.irregular[form, part] = lemmas

    def _sense(self, lemma: str, part: str, fields: list[str], gloss: str) -> Sense | None:
        """Return a synset as a sense of ``lemma``, or None where it is written with a capital."""
        count = int(fields[3], 16)
        spellings = [MARKER.sub("", word) for word in fields[4 : 4 + 2 * count : 2]]
        if lemma not in spellings:
            return None
        own = spellings.index(lemma) + 1
        meaning, _, _ = gloss.partition('; "')
        return Sense(part, meaning.strip(" ;"), self._usages(fields[4 + 2 * count :], own))

    def _usages(self, fields: list[str], own: int) -> frozenset[str]:
        """Return the usage domains of the whole synset or of its word number ``own``."""
        pointers = [fields[i : i + 4] for i in range(1, 1 + 4 * int(fields[0]), 4)]
        return frozenset(
            self._names[target]
            for kind, target, _, ends in pointers
            if kind == ";u" and int(ends[:2], 16) in (0, own)
        )

    def lemmas(self, form: str) -> list[tuple[str, str]]:
        """Return the (lemma, part) pairs a word is a form of, itself not among them."""
        found = []
        for part in PARTS:
            bases = self.irregular.get((form, part)) or _bases(form, part)
            found += [
                (base, part) for base in bases if base != form and (base, part) in self.senses
            ]
        return list(dict.fromkeys(found))


def _bases(form: str, part: str) -> list[str]:
    endings = [(old, new) for old, new in ENDINGS[part] if form.endswith(old)]
    bases = [form.removesuffix(old) + new for old, new in endings]
    if part in DOUBLED and (doubled := DOUBLED[part].fullmatch(form)):
        bases.append(doubled["stem"])
    return [base for base in bases if len(base) > 1]


def _synsets(path: Path) -> Iterator[tuple[str, tuple[list[str], str]]]:
    for line in _lines(path):
        facts, _, gloss = line.partition(" | ")
        fields = facts.split()
        yield fields[0], (fields, gloss.strip())


def _lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file after its licence, whose lines begin with two spaces."""
    with path.open(encoding="utf-8") as lines:
        yield from (line for line in lines if not line.startswith("  "))
