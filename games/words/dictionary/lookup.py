"""Looking words up: what they mean, and which words they are forms of."""

import dataclasses
import re
from collections.abc import Iterable

from games.words.models import Definition, Form, Part

PARTS = Part.choices
WORD = re.compile("[a-z]{1,15}")
OWN = 0  # where a word's own meanings stand among those of the words it is a form of


@dataclasses.dataclass(frozen=True, slots=True)
class Meaning:
    """One meaning: of the word itself, or of the lemma it is a form of.

    With a label (slur, vulgar, sexual) it is shown only to people who ask to see it.
    """

    lemma: str
    part: str
    gloss: str
    label: str = ""

    @property
    def part_name(self) -> str:
        """Return its part of speech as people read it."""
        return part_name(self.part)


def definitions(words: Iterable[str]) -> dict[str, list[Meaning]]:
    """Return the meanings of each word, those with a label after all others."""
    read = readings(words)
    wanted = {lemma for lemmas in read.values() for lemma in lemmas}
    meanings: dict[str, list[Meaning]] = {lemma: [] for lemma in wanted}
    rows = Definition.objects.filter(lemma__in=wanted).order_by("lemma", "rank")
    for lemma, part, gloss, label in rows.values_list("lemma", "part", "gloss", "label"):
        meanings[lemma].append(Meaning(lemma, part, gloss, label))
    found = {
        word: [
            meaning
            for lemma, parts in lemmas.items()
            for meaning in meanings[lemma]
            if not meaning.part or not parts or meaning.part in parts
        ]
        for word, lemmas in read.items()
    }
    return {word: sorted(known, key=lambda one: bool(one.label)) for word, known in found.items()}


def readings(words: Iterable[str]) -> dict[str, dict[str, frozenset[str]]]:
    """Return for each word what it is or is a form of, the commonest first: lemma -> parts.

    No parts of speech stand for all of them, as they do with the word itself.
    """
    found = {word: [(OWN, word, "")] for word in words}
    forms = Form.objects.filter(form__in=list(found)).order_by("form", "lemma")
    for form, lemma, part, rank in forms.values_list("form", "lemma", "part", "rank"):
        found[form].append((rank, lemma, part))
    read: dict[str, dict[str, frozenset[str]]] = {}
    for word, places in found.items():
        lemmas = dict.fromkeys(lemma for _, lemma, _ in sorted(places, key=lambda place: place[:2]))
        parts = {name: {part for _, lemma, part in places if lemma == name} for name in lemmas}
        read[word] = {name: frozenset(parts[name] - {""}) for name in lemmas}
    return read


def part_name(part: str) -> str:
    """Return a part of speech as people read it."""
    return str(Part(part).label) if part in Part.values else part
