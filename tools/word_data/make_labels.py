"""Makes labels.tsv, the words not to be shown or played unasked; run by maintainers only.

    python -m tools.word_data.make_labels WORDNET SCOWL_MISC NAUGHTY_WORDS_JSON

WORDNET is the folder of WordNet 3.0, SCOWL_MISC the folder ``misc`` of SCOWL's source package, the
JSON is ``en.json`` of naughty-words 1.2.0. Run it after make_definitions, whose forms it reads.
Each line gives a word, its label and its sources.

A word of WordNet counts in its commonest meaning, and label_decisions.txt decides what that leaves
open. Forms and spellings have the label of their word, unless that file says otherwise. A word gets
one label, the strongest.
"""

import fnmatch
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from games.words.data import source
from games.words.data.source import LABELS, NO_LABEL, rows, tiers, write
from games.words.dictionary import families
from tools.word_data.senses import Marks
from tools.word_data.wordnet import PARTS, WordNet

NAMES = {"offensive.1": "slur", "offensive.2": "slur", "profane.1": "vulgar", "profane.3": "vulgar"}
MARKED = {"slur": "an insult", "vulgar": "coarse", "sexual": "sexual"}

Found = tuple[str, str, str]  # word, label, source


def from_wordnet(wordnet: WordNet, words: Iterable[str], decided: Iterable[str]) -> Iterator[Found]:
    """Yield the lemmas whose first sense is marked; one with other meanings takes a decision.

    Raise ValueError with those that wait for one.
    """
    marks, wanted, settled = Marks(), set(words), set(decided)
    open_ = []
    for (lemma, part), senses in wordnet.senses.items():
        label = marks.of(lemma, senses[0])
        if not label or lemma not in wanted or lemma in settled:
            continue
        if any((lemma, other) in wordnet.senses for other in PARTS if other != part):
            open_.append(lemma)
        yield lemma, label, f"WordNet marks it as {MARKED[label]}"
    if open_:
        raise ValueError(f"label_decisions.txt: decide on {' '.join(sorted(open_))}")


def from_scowl(folder: Path) -> Iterator[Found]:
    """Yield the words of SCOWL's four lists of taboo words."""
    for name, label in NAMES.items():
        for word in (folder / name).read_text(encoding="latin-1").split():
            yield word, label, f"SCOWL {name}"


def by_hand(words: set[str]) -> Iterator[Found]:
    """Yield what was decided by hand, with ``none`` among the labels."""
    for label, reason, patterns in rows("by_hand/label_decisions.txt"):
        for pattern in patterns.split():
            hits = fnmatch.filter(words, pattern) if "*" in pattern else [pattern]
            yield from ((word, label, f"by hand: {reason}") for word in hits)


def make(wordnet: Path, misc: Path, naughty: Path) -> list[Found]:
    """Return every labelled word of ours once, with all its sources in one text."""
    words = set(tiers())
    decided = list(by_hand(words))
    cleared = {word for word, label, _ in decided if label == NO_LABEL}
    settled = {word for word, _, _ in decided}
    seeds = [*from_wordnet(WordNet(wordnet), words, settled), *from_scowl(misc), *decided]
    found: dict[str, list[tuple[str, str]]] = {}
    for word, label, origin in seeds:
        if word in words and word not in cleared:
            found.setdefault(word, []).append((label, origin))
    while further := _inherited(words, found, cleared):
        found |= further
    also = set(json.loads(naughty.read_text(encoding="utf-8")))
    return [
        (word, _strongest(facts), "; ".join(_sources(word, facts, also)))
        for word, facts in sorted(found.items())
    ]


def _inherited(
    words: set[str], found: dict[str, list[tuple[str, str]]], cleared: set[str]
) -> dict[str, list[tuple[str, str]]]:
    """Return the forms and spellings that have the label of their word."""
    forms = ((form, lemma) for form, lemma, *_ in rows("forms.tsv.gz"))
    kin = families.kin_of(words, forms, source.spellings(), found.keys())
    explained = {lemma for lemma, *_ in rows("definitions.tsv.gz")}
    heirs = families.inherit(found.keys(), kin, settled=cleared, explained=explained)
    return {
        word: [(_strongest(found[of]), f"form or spelling of {of}")] for word, of in heirs.items()
    }


def _strongest(facts: list[tuple[str, str]]) -> str:
    return min((label for label, _ in facts), key=LABELS.index)


def _sources(word: str, facts: list[tuple[str, str]], also: set[str]) -> list[str]:
    named = list(dict.fromkeys(origin for _, origin in facts))
    return [*named, "naughty-words"] if word in also else named


if __name__ == "__main__":
    folder, misc, naughty = map(Path, sys.argv[1:4])
    write("labels.tsv", ["\t".join(found) for found in make(folder, misc, naughty)])
