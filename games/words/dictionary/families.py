"""Which words share a label: the forms of a word, and its spellings.

Pure, for the makers of the data and for the report alike. A family is a word with its forms. What
no source calls a form is taken for one of a word with a label if it is spelled like one, so that
none is forgotten.
"""

import dataclasses
from collections.abc import Callable, Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet

from games.words.dictionary import inflection
from games.words.dictionary.inflection import ADJECTIVE, NOUN, VERB

Kin = dict[str, set[str]]  # word -> the words it is a form or a spelling of


@dataclasses.dataclass(frozen=True, slots=True)
class Member:
    """A form of a word: its label ("" for none), and why that is another, where it is said."""

    word: str
    label: str
    differs: bool
    reason: str

    @property
    def undecided(self) -> bool:
        """Tell whether it has another label than its lemma and nobody has said why."""
        return self.differs and not self.reason


@dataclasses.dataclass(frozen=True, slots=True)
class Family:
    """A word with its label and its forms; one of them at least has a label."""

    lemma: str
    label: str
    members: tuple[Member, ...]

    @property
    def undecided(self) -> list[str]:
        """Return the forms that somebody has to decide on."""
        return [one.word for one in self.members if one.undecided]


def kin_of(
    words: AbstractSet[str],
    forms: Iterable[tuple[str, str]],
    spellings: Iterable[Collection[str]],
    labelled: AbstractSet[str],
) -> Kin:
    """Return what each word is a form or a spelling of.

    ``forms`` are (form, lemma); of a group of ``spellings`` the first is the others' lemma.
    """
    kin: Kin = {}
    for form, lemma in forms:
        if form in words:
            kin.setdefault(form, set()).add(lemma)
    unknown = words - kin.keys()
    for base in labelled:
        parts = (NOUN, VERB, ADJECTIVE) if base.endswith("y") else (NOUN, VERB)
        for word in {form for part in parts for form in inflection.forms(base, part)} & unknown:
            kin.setdefault(word, set()).add(base)
    for first, *others in spellings:
        for other in words & {*others}:
            kin.setdefault(other, set()).add(first)
    return kin


def inherit(
    labelled: AbstractSet[str], kin: Kin, *, settled: AbstractSet[str], explained: AbstractSet[str]
) -> dict[str, str]:
    """Return, for each further form, the word it gets its label from.

    A form gets the label of its lemma if every word it is a form of has one, and if it has no
    meanings of its own (``explained``). What is ``settled`` by hand is left alone.
    """
    free = kin.keys() - labelled - settled - explained
    return {word: min(kin[word]) for word in free if kin[word] <= labelled}


def families(labels: Mapping[str, str], kin: Kin, reason_of: Callable[[str], str]) -> list[Family]:
    """Return all families with a label, and where forms differ, what ``reason_of`` says of it.

    Words without any forms are left out.
    """
    members: dict[str, set[str]] = {}
    for word, lemmas in kin.items():
        for lemma in lemmas:
            members.setdefault(lemma, set()).add(word)
    return [
        _family(lemma, sorted(words), labels, reason_of)
        for lemma, words in sorted(members.items())
        if labels.keys() & {lemma, *words}
    ]


def _family(
    lemma: str, words: list[str], labels: Mapping[str, str], reason_of: Callable[[str], str]
) -> Family:
    label = labels.get(lemma, "")
    found = []
    for word in words:
        own = labels.get(word, "")
        differs = own != label
        found.append(Member(word, own, differs, reason_of(word) if differs else ""))
    return Family(lemma, label, tuple(found))
