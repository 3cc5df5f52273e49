"""Makes definitions.tsv.gz and forms.tsv.gz from WordNet 3.0; run by maintainers, never by a site.

    apt-get download wordnet-base && dpkg -x wordnet-base_*.deb wordnet
    python -m tools.word_data.make_definitions wordnet/usr/share/wordnet

Keeps the lemmas that our words reach, as themselves or as an inflection, with at most three senses
of each part of speech in WordNet's order, the commonest first; so do the parts of speech. A meaning
of our own stands in place of those that may be shown. Which word a form is of is told in
``readings``, which meanings are folded away in ``senses``: those come last, and no other gives way
to them.
"""

import re
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from games.words.data.source import rows, tiers, write
from tools.word_data.readings import Readings
from tools.word_data.senses import Marks
from tools.word_data.wordnet import Sense, WordNet

SENSES = 3
NAMES = {"adj": "adjective", "adv": "adverb"}
INFLECTION = re.compile(r"(?:form|plural|past tense|more|most) (?:of )?([a-z]+)")

# Each line begins with a word and ends with its meaning, or with what it is a form of.
OURS = (
    "by_hand/two_letters.txt",
    "by_hand/additions.txt",
    "by_hand/names_kept.txt",
    "by_hand/meanings.txt",
)

# Lemma, part of speech ("" when it is our own), gloss, its label ("" if it is shown).
Definition = tuple[str, str, str, str]
# Form, lemma, the part of speech it is a form of ("" for any), rank: the commonest lemma has the
# lowest; below 0 it comes before what the form itself means.
Form = tuple[str, str, str, int]


def own_meanings() -> tuple[dict[str, str], dict[str, str]]:
    """Return the meanings written for this list, and the lemmas of its inflected additions."""
    meanings = dict(rows("by_hand/glosses.txt"))
    lemmas: dict[str, str] = {}
    for word, *_, gloss in chain(*map(rows, OURS)):
        if inflection := INFLECTION.fullmatch(gloss):
            lemmas[word] = inflection[1]
        else:
            meanings.setdefault(word, gloss)
    return meanings, lemmas


def make(folder: Path) -> tuple[list[Definition], list[Form]]:
    """Return the definitions, and every word that is a form of another."""
    wordnet = WordNet(folder)
    words = tiers()
    meanings, inflections = own_meanings()
    readings = Readings(wordnet, words)
    forms = [(form, lemma, "", 1) for form, lemma in inflections.items()]
    for word in words.keys() - meanings.keys() - inflections.keys():
        forms += [
            (word, one.lemma, NAMES.get(one.part, one.part), one.rank) for one in readings.of(word)
        ]
    lemmas = words.keys() | {lemma for _, lemma, *_ in forms}
    definitions = [(word, "", gloss, "") for word, gloss in meanings.items() if word in words]
    marks = Marks()
    for lemma in lemmas:
        for part in wordnet.parts(lemma):
            definitions += [
                (lemma, NAMES.get(part, part), sense.gloss, label)
                for sense, label in _chosen(lemma, wordnet.senses[lemma, part], marks)
                if label or lemma not in meanings
            ]
    marks.check()
    # Stable: the senses keep their order, those with a label behind the others.
    definitions.sort(key=lambda found: (found[0], bool(found[3])))
    return definitions, sorted(forms, key=lambda form: (form[0], form[3], form[1:3]))


def _chosen(lemma: str, senses: list[Sense], marks: Marks) -> Iterator[tuple[Sense, str]]:
    """Yield the commonest senses that are shown, and those with a label that are as common."""
    shown = 0
    for place, sense in enumerate(senses):
        if label := marks.of(lemma, sense):
            if place < SENSES:
                yield sense, label
        elif shown < SENSES:
            shown += 1
            yield sense, ""


if __name__ == "__main__":
    definitions, forms = make(Path(sys.argv[1]))
    write("definitions.tsv.gz", ["\t".join(definition) for definition in definitions])
    write("forms.tsv.gz", ["\t".join(map(str, form)) for form in forms])
