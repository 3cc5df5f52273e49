"""Makes definitions.tsv.gz and forms.tsv.gz from WordNet 3.0; run by maintainers, never by a site.

    apt-get download wordnet-base && dpkg -x wordnet-base_*.deb wordnet
    python -m games.words.data.make_definitions wordnet/usr/share/wordnet

Keeps the lemmas that our words reach, as themselves or as an inflection, with at most three senses
of each part of speech in WordNet's order, the commonest first. Meanings of our own come first.
"""

import re
import sys
from pathlib import Path

from games.words.data.source import rows, tiers, write
from games.words.data.wordnet import PARTS, WordNet

SENSES = 3
NAMES = {"adj": "adjective", "adv": "adverb"}
INFLECTION = re.compile(r"(?:form|plural|past tense|more|most) (?:of )?([a-z]+)")

Definition = tuple[str, str, str]  # lemma, part of speech ("" when it is our own), gloss
Form = tuple[str, str, str]  # form, lemma, the part of speech it is a form of ("" for any)


def own_meanings() -> tuple[dict[str, str], dict[str, str]]:
    """Return the meanings written for this list, and the lemmas of its inflected additions."""
    meanings = dict(rows("glosses.txt"))
    lemmas: dict[str, str] = {}
    for word, _, gloss in [*rows("two_letters.txt"), *rows("additions.txt")]:
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
    forms = {(form, lemma, "") for form, lemma in inflections.items()}
    for word in words.keys() - meanings.keys() - inflections.keys():
        forms |= {(word, lemma, NAMES.get(part, part)) for lemma, part in wordnet.lemmas(word)}
    lemmas = words.keys() | {lemma for _, lemma, _ in forms}
    definitions = [(word, "", gloss) for word, gloss in meanings.items() if word in words]
    for lemma in lemmas - meanings.keys():
        for part in PARTS:
            senses = wordnet.senses.get((lemma, part), [])[:SENSES]
            definitions += [(lemma, NAMES.get(part, part), sense.gloss) for sense in senses]
    definitions.sort(key=lambda found: found[0])  # stable: the senses keep their order
    return definitions, sorted(forms)


if __name__ == "__main__":
    definitions, forms = make(Path(sys.argv[1]))
    write("definitions.tsv.gz", ["\t".join(definition) for definition in definitions])
    write("forms.tsv.gz", ["\t".join(form) for form in forms])
