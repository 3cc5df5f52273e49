"""Makes labels.tsv, the words not to be shown or played unasked; run by maintainers only.

    python -m games.words.data.make_labels WORDNET SCOWL_MISC NAUGHTY_WORDS_JSON

WORDNET is the folder of WordNet 3.0, SCOWL_MISC the folder ``misc`` of SCOWL's source package, the
JSON is ``en.json`` of naughty-words 1.2.0. Each line gives a word, its label and its sources.
A word of WordNet counts in its commonest sense only, and label_decisions.txt decides what that
leaves open. A word gets one label, the strongest.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from games.words.data.source import LABELS, rows, tiers, write
from games.words.data.wordnet import PARTS, Sense, WordNet

INSULT = re.compile(r"ethnic slur|(?:offensive|derogatory)(?: and insulting)? (?:term|name)s?\b")
OBSCENE = re.compile(r"\b(?:vulgar (?:slang|term)|obscene (?:words?|terms?))\b")
NAMES = {"offensive.1": "slur", "offensive.2": "slur", "profane.1": "vulgar", "profane.3": "vulgar"}
PLURAL = re.compile(r"(?P<word>.+?)(?:s|(?<=[sxzoh])es)")

Found = tuple[str, str, str]  # word, label, source


def from_wordnet(wordnet: WordNet) -> Iterator[Found]:
    """Yield the lemmas whose first sense WordNet marks, with the gloss that does."""
    for (lemma, _), senses in wordnet.senses.items():
        label = _label_of(senses[0])
        if label and _is_alone(wordnet, lemma, senses[0]):
            yield lemma, label, f"WordNet: {senses[0].gloss}"


def _is_alone(wordnet: WordNet, lemma: str, sense: Sense) -> bool:
    """Tell whether a lemma has no other part of speech, so that no ordinary word is hit."""
    return all((lemma, part) not in wordnet.senses for part in PARTS if part != sense.part)


def _label_of(sense: Sense) -> str:
    if INSULT.search(sense.gloss) and "disparagement" in sense.usages:
        return "slur"
    if "ethnic_slur" in sense.usages:
        return "slur"
    return "vulgar" if OBSCENE.search(sense.gloss) else ""


def from_scowl(folder: Path) -> Iterator[Found]:
    """Yield the words of SCOWL's four lists of taboo words."""
    for name, label in NAMES.items():
        for word in (folder / name).read_text(encoding="latin-1").split():
            yield word, label, f"SCOWL {name}"


def by_hand(words: set[str]) -> Iterator[Found]:
    """Yield what was decided by hand, with ``none`` among the labels."""
    for label, reason, patterns in rows("label_decisions.txt"):
        for pattern in patterns.split():
            stem = pattern.rstrip("*")
            hits = [word for word in words if word.startswith(stem)] if stem != pattern else [stem]
            yield from ((word, label, f"by hand: {reason}") for word in hits)


def make(wordnet: Path, misc: Path, naughty: Path) -> list[Found]:
    """Return every labelled word of ours once, with all its sources in one text."""
    words = set(tiers())
    decided = list(by_hand(words))
    cleared = {word for word, label, _ in decided if label == "none"}
    seeds = [*from_wordnet(WordNet(wordnet)), *from_scowl(misc), *decided]
    found: dict[str, list[tuple[str, str]]] = {}
    for word, label, source in seeds:
        if word in words and word not in cleared:
            found.setdefault(word, []).append((label, source))
    for word in sorted(words - found.keys() - cleared):
        plural = PLURAL.fullmatch(word)
        if plural and (singular := plural["word"]) in found and len(singular) > 2:
            label = _strongest(found[singular])
            if label == "slur":
                found[word] = [(label, f"plural of {singular}")]
    also = set(json.loads(naughty.read_text(encoding="utf-8")))
    return [
        (word, _strongest(facts), "; ".join(_sources(word, facts, also)))
        for word, facts in sorted(found.items())
    ]


def _strongest(facts: list[tuple[str, str]]) -> str:
    return min((label for label, _ in facts), key=LABELS.index)


def _sources(word: str, facts: list[tuple[str, str]], also: set[str]) -> list[str]:
    named = list(dict.fromkeys(source for _, source in facts))
    return [*named, "naughty-words"] if word in also else named


if __name__ == "__main__":
    folder, misc, naughty = map(Path, sys.argv[1:4])
    write("labels.tsv", ["\t".join(found) for found in make(folder, misc, naughty)])
