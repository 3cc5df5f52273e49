"""Makes words.tsv.gz from the word files of SCOWL; run by maintainers, never by a site.

    apt-get download scowl wordnet-base
    dpkg -x scowl_2020.12.07-*.deb scowl && dpkg -x wordnet-base_*.deb wordnet
    python -m tools.word_data.make_words scowl/usr/share/dict/scowl wordnet/usr/share/wordnet

Takes the plain words of all national spellings and their accepted variants up to size 80, 2 to 15
letters, and keeps for each the smallest size that has it: its tier. Tiles have no accents: a word
with accents is taken without them (CAFE, MELEE), up to size 70; beyond, such words are of other
languages. Names, abbreviations and words with an apostrophe are in files of their own and stay out,
and so do the names that the largest size has in small letters (``names.py``); they are written to
names_out.txt. The two-letter words of two_letters.txt replace those of SCOWL, placements.txt
corrects sizes, additions.txt adds what is missing.
"""

import re
import sys
import unicodedata
from pathlib import Path

from games.words.data.source import TIERS, rows, write
from tools.word_data.names import names

SPELLINGS = (
    "english", "american", "british", "british_z", "canadian", "australian",
    "variant_1", "variant_2", "british_variant_1", "british_variant_2",
    "canadian_variant_1", "canadian_variant_2", "australian_variant_1", "australian_variant_2",
)  # fmt: skip
LARGEST, LARGEST_WITH_ACCENTS = 80, 70
WORD = re.compile("[a-z]{3,15}")


def read_scowl(folder: Path) -> dict[str, int]:
    """Return the words of three letters and more with their smallest size."""
    tiers: dict[str, int] = {}
    for spelling in SPELLINGS:
        for path in sorted(folder.glob(f"{spelling}-words.*")):
            size = int(path.suffix[1:])
            if size > LARGEST:
                continue
            for line in path.read_text(encoding="utf-8").splitlines():
                if size > LARGEST_WITH_ACCENTS and not line.isascii():
                    continue
                word = without_accents(line)
                if WORD.fullmatch(word):
                    tiers[word] = min(size, tiers.get(word, size))
    return tiers


def without_accents(word: str) -> str:
    """Return a word with plain letters; one that has none for it, such as ø, is left."""
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))


def placed(tiers: dict[str, int]) -> dict[str, int]:
    """Return the tiers that placements.txt corrects; a ValueError names one that needs no such."""
    found: dict[str, int] = {}
    for tier, _, words in rows("by_hand/placements.txt"):
        for word in words.split():
            if tiers.get(word, 0) <= int(tier) or word in found or int(tier) not in TIERS:
                raise ValueError(f"placements.txt: {word} doesn't need placing at {tier}")
            found[word] = int(tier)
    return found


def make(scowl: Path, wordnet: Path) -> tuple[dict[str, int], list[str]]:
    """Return all words with their tiers, and the names that are left out.

    A ValueError tells what of the files written by hand is not needed.
    """
    tiers = read_scowl(scowl)
    corrected = placed(tiers)
    kept = [word for word, _ in rows("by_hand/names_kept.txt")]
    left_out = names(tiers, kept, scowl, wordnet) - corrected.keys()
    tiers = {word: tier for word, tier in (tiers | corrected).items() if word not in left_out}
    for word, tier, _ in rows("by_hand/additions.txt"):
        if word in tiers:
            raise ValueError(f"additions.txt: {word} is in SCOWL already")
        tiers[word] = int(tier)
    tiers |= {word: int(tier) for word, tier, _ in rows("by_hand/two_letters.txt")}
    return tiers, sorted(left_out - tiers.keys())


if __name__ == "__main__":
    made, names_out = make(*map(Path, sys.argv[1:3]))
    write("names_out.txt", ["# Made by make_words.py: names that no list has.", *names_out])
    write("words.tsv.gz", [f"{word}\t{tier}" for word, tier in sorted(made.items())])
