"""Tells names that are words nowhere: persons, places and brands with no other meaning.

The largest size of SCOWL draws on lists made for solving puzzles, and has many names in small
letters: PARIS, TEXAS, KLEENEX. A word is taken for a name if

- no smaller size of SCOWL has it in small letters;
- WordNet has it with a capital only, and in each of its meanings it is one single person, place or
  thing (WordNet's "instance"), a trade mark, or the scientific name of a genus, and not of a genus
  alone; or WordNet has nothing, and SCOWL has it among proper names up to size ``NAMES_UP_TO``;
- it is not the plural of a word that stays.

The plural of a name goes with it, unless it is a word itself. ``names_kept.txt`` says, with its
meaning, which words stay though all of this is true of them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tools.word_data.wordnet import PARTS

RARE = 80  # the tier of words that no smaller size has
NAMES_UP_TO = 60
TRADE_MARKS = {"06845599", "06851742"}  # the synsets "trade name" and "trademark" of WordNet 3.0
WRITTEN = ("(trademark)", "trade name")  # where a gloss says it, and no pointer does
SHORTEST = 3
PLURALS = (
    ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"),
    ("oes", "o"), ("ies", "y"),
)  # fmt: skip

Meaning = tuple[bool, str]  # written with a capital; "name", "genus" or "" for any other


def names(words: Mapping[str, int], kept: Iterable[str], scowl: Path, wordnet: Path) -> set[str]:
    """Return the words that are names and nothing else; a ValueError tells of needless exceptions.

    ``words`` gives each word of three letters and more with its tier.
    """
    known, forms = _meanings(wordnet), _irregular(wordnet)
    proper = _proper_names(scowl)
    found = {
        word
        for word, tier in words.items()
        if tier == RARE and _is_name(word, known, forms, proper)
    }
    if needless := sorted(set(kept) - found):
        raise ValueError(f"names_kept.txt: no rule takes {', '.join(needless)} for a name")
    found -= set(kept)
    found -= {word for word in found if _singulars(word) & (words.keys() - found)}
    return found | {
        word
        for word, tier in words.items()
        if tier == RARE and word not in known and word not in forms and _only_of(word, found, words)
    }


def _is_name(
    word: str, known: Mapping[str, set[Meaning]], forms: set[str], proper: set[str]
) -> bool:
    if word in forms:
        return False
    meanings = known.get(word)
    if meanings is None:
        return word in proper
    return meanings <= {(True, "name"), (True, "genus")} and (True, "name") in meanings


def _only_of(word: str, found: set[str], words: Mapping[str, int]) -> bool:
    """Tell whether a word is the plural of names alone."""
    singulars = _singulars(word) & words.keys()
    return bool(singulars) and singulars <= found


def _singulars(word: str) -> set[str]:
    stems = {word.removesuffix(old) + new for old, new in PLURALS if word.endswith(old)}
    return {stem for stem in stems if len(stem) >= SHORTEST}


def _meanings(folder: Path) -> dict[str, set[Meaning]]:
    """Return what WordNet has of each single word, whatever its capitals."""
    found: dict[str, set[Meaning]] = defaultdict(set)
    for part in PARTS:
        for line in _lines(folder / f"data.{part}"):
            facts, _, gloss = line.partition(" | ")
            fields = facts.split()
            count = int(fields[3], 16)
            spellings = fields[4 : 4 + 2 * count : 2]
            kind = _kind(spellings, set(fields[4 + 2 * count :]), gloss)
            for spelling in spellings:
                if spelling.isalpha():
                    found[spelling.lower()].add((spelling[0].isupper(), kind))
    return found


def _kind(spellings: list[str], pointers: set[str], gloss: str) -> str:
    if "@i" in pointers or pointers & TRADE_MARKS or any(text in gloss for text in WRITTEN):
        return "name"
    return "genus" if any(spelling.startswith("genus_") for spelling in spellings) else ""


def _irregular(folder: Path) -> set[str]:
    return {line.split()[0] for part in PARTS for line in _lines(folder / f"{part}.exc")}


def _proper_names(folder: Path) -> set[str]:
    paths = sorted(folder.glob("*-proper-names.*"))
    near = [path for path in paths if int(path.suffix[1:]) <= NAMES_UP_TO]
    return {line.lower() for path in near for line in path.read_text("utf-8").splitlines()}


def _lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file after its licence, whose lines begin with two spaces."""
    with path.open(encoding="utf-8") as lines:
        yield from (line for line in lines if not line.startswith("  "))
