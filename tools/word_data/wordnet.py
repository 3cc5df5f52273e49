"""Reads WordNet's files: senses of lower-case lemmas, irregular forms, how common they are.

Used by the scripts that make the data, never by a site. Terms are WordNet's own: a lemma is a
dictionary form, a synset one meaning with all the words that have it, a gloss its explanation.
"""

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from games.words.dictionary import inflection

PARTS = ("noun", "verb", "adj", "adv")
KINDS = {"1": "noun", "2": "verb", "3": "adj", "4": "adv", "5": "adj"}  # in the keys of senses
MARKER = re.compile(r"\((?:a|p|ip)\)$")  # where an adjective may stand


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
        self.uses: Counter[tuple[str, str]] = Counter()  # in the texts whose senses were marked
        for part in PARTS:
            self._read(folder, part)
        for line in _lines(folder / "cntlist.rev"):
            key, _, uses = line.split()
            lemma, _, facts = key.partition("%")
            self.uses[lemma, KINDS[facts[0]]] += int(uses)
        self._irregular_verbs = {
            lemma
            for (form, part), lemmas in self.irregular.items()
            if part == "verb" and not form.endswith(("s", "ing", "ed"))
            for lemma in lemmas
        }

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

    def parts(self, lemma: str) -> list[str]:
        """Return the parts of speech a lemma has senses in, the commonest first."""
        found = [part for part in PARTS if (lemma, part) in self.senses]
        return sorted(found, key=lambda part: -self.uses[lemma, part])

    def lemmas(self, form: str) -> list[tuple[str, str]]:
        """Return the (lemma, part) pairs a word is a form of, itself not among them."""
        return [
            (base, part)
            for part in PARTS
            for base in self._bases(form, part)
            if base != form and (base, part) in self.senses
        ]

    def is_irregular(self, form: str, lemma: str) -> bool:
        """Tell whether a word is a form of a lemma by no rule."""
        return any(
            lemma in self.irregular.get((form, part), ())
            and lemma not in (inflection.bases(form, part) if part in inflection.PARTS else ())
            for part in PARTS
        )

    def has_irregular_past(self, lemma: str) -> bool:
        """Tell whether a verb has a past that -ed does not make: sing, put."""
        return lemma in self._irregular_verbs

    def _bases(self, form: str, part: str) -> list[str]:
        """Return the irregular bases of a form and the regular ones, those alone if it is its own.

        The files list number as a form of itself, for one, so that it is none of numb.
        """
        irregular = self.irregular.get((form, part), [])
        if form in irregular or part not in inflection.PARTS:
            return irregular
        return list(dict.fromkeys([*irregular, *inflection.bases(form, part)]))


def _synsets(path: Path) -> Iterator[tuple[str, tuple[list[str], str]]]:
    for line in _lines(path):
        facts, _, gloss = line.partition(" | ")
        fields = facts.split()
        yield fields[0], (fields, gloss.strip())


def _lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file after its licence, whose lines begin with two spaces."""
    with path.open(encoding="utf-8") as lines:
        yield from (line for line in lines if not line.startswith("  "))
