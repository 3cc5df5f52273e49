"""Makes words.tsv.gz from the word files of SCOWL; run by maintainers, never by a site.

    apt-get download scowl && dpkg -x scowl_2020.12.07-*.deb scowl
    python -m games.words.data.make_words scowl/usr/share/dict/scowl

Takes the plain words of all national spellings and their accepted variants up to size 80, 2 to 15
letters, and keeps for each the smallest size that has it: its tier. Names, abbreviations and words
with an apostrophe are in files of their own and stay out. The two-letter words of two_letters.txt
replace SCOWL's; additions.txt adds what is missing.
"""

import re
import sys
from pathlib import Path

from games.words.data.source import rows, write

SPELLINGS = (
    "english", "american", "british", "british_z", "canadian", "australian",
    "variant_1", "variant_2", "british_variant_1", "british_variant_2",
    "canadian_variant_1", "canadian_variant_2", "australian_variant_1", "australian_variant_2",
)  # fmt: skip
LARGEST = 80
WORD = re.compile("[a-z]{3,15}")


def read_scowl(folder: Path) -> dict[str, int]:
    """Return the words of three letters and more with their smallest size."""
    tiers: dict[str, int] = {}
    for spelling in SPELLINGS:
        for path in sorted(folder.glob(f"{spelling}-words.*")):
            size = int(path.suffix[1:])
            if size > LARGEST:
                continue
            for word in path.read_text(encoding="latin-1").splitlines():
                if WORD.fullmatch(word):
                    tiers[word] = min(size, tiers.get(word, size))
    return tiers


def make(folder: Path) -> dict[str, int]:
    """Return all words with their tiers; a ValueError names an addition that is not needed."""
    tiers = read_scowl(folder)
    for word, tier, _ in rows("additions.txt"):
        if word in tiers:
            raise ValueError(f"additions.txt: {word} is in SCOWL already")
        tiers[word] = int(tier)
    return tiers | {word: int(tier) for word, tier, _ in rows("two_letters.txt")}


if __name__ == "__main__":
    made = make(Path(sys.argv[1]))
    write("words.tsv.gz", [f"{word}\t{tier}" for word, tier in sorted(made.items())])
