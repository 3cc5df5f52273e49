"""Which words a form is of, the commonest first: hoped is of hope, saw of see before saw.

Spelling decides first (``games.words.dictionary.inflection``); where it leaves several, how often
WordNet's marked texts have each of them, then how common our lists say they are; where that
misleads, form_decisions.txt.
"""

import dataclasses
from collections.abc import Collection, Mapping

from games.words.data.source import rows
from tools.word_data.wordnet import PARTS, WordNet

# A form's own meaning gives way to the word it is a form of if that is so much commoner. A word in
# -ing keeps its own first: it comes of the other and says more (building).
PLURAL, MANY_PLURALS = 2, 10  # times as common; from so many uses on, or if the form has none
OTHER, MANY_OTHERS = 4, 5
UNLISTED = 100  # a tier beyond all others
DERIVED = ("ed", "ing", "er", "est")


@dataclasses.dataclass(frozen=True)
class Reading:
    """A form read as one of ``lemma``; before the form's own meanings where ``rank`` is below 0."""

    lemma: str
    part: str
    rank: int


class Readings:
    """All forms of our words; a ValueError names a decision that is not needed any more."""

    def __init__(self, wordnet: WordNet, tiers: Mapping[str, int]) -> None:
        self._wordnet = wordnet
        self._tiers = tiers
        self._decided = {
            form: order.split() for form, order, _ in rows("by_hand/form_decisions.txt")
        }
        for form in self._decided:
            if self._told(form, self._decided[form]) == self._told(form, []):
                raise ValueError(f"form_decisions.txt: {form} is read that way anyway")

    def of(self, form: str) -> list[Reading]:
        """Return what a word is a form of, the commonest first."""
        return self._told(form, self._decided.get(form, []))

    def _told(self, form: str, decided: list[str]) -> list[Reading]:
        parts = self._parts(form, decided)
        order = self._order(form, parts, [one.partition(":")[0] for one in decided])
        own = order.index(form) if form in order else -1
        return [
            Reading(lemma, part, place - own)
            for place, lemma in enumerate(order)
            if lemma != form
            for part in sorted(parts[lemma], key=lambda part: -self._uses(lemma, [part]))
        ]

    def _parts(self, form: str, decided: list[str]) -> dict[str, list[str]]:
        """Return in which parts of speech a word is a form of which lemma."""
        found: dict[str, list[str]] = {}
        for lemma, part in self._wordnet.lemmas(form):
            if part != "adj" or self._is_compared(form) or self._is_irregular(form, lemma):
                found.setdefault(lemma, []).append(part)
        if form.endswith("sises") and "verb" in found.get(form.removesuffix("s"), ()):
            found.pop(form.removesuffix("es"), None)  # of emphasise: emphasis has emphases
        for one in decided:
            lemma, _, part = one.partition(":")
            if lemma.startswith("-"):
                found.pop(lemma[1:], None)
            elif part:
                found.setdefault(lemma, []).append(part)
        return found

    def _is_compared(self, form: str) -> bool:
        """Tell whether a word that looks like a comparative has its superlative, and so on."""
        if form.endswith("er"):
            return form.removesuffix("er") + "est" in self._tiers
        return form.removesuffix("est") + "er" in self._tiers

    def _is_irregular(self, form: str, lemma: str) -> bool:
        return self._wordnet.is_irregular(form, lemma)

    def _order(self, form: str, parts: dict[str, list[str]], decided: list[str]) -> list[str]:
        """Return the lemmas of a form by how common they are, itself too if it has meanings."""
        named = [lemma for lemma in decided if lemma in parts or lemma == form]

        def place(lemma: str) -> tuple[int, bool, bool, int, int]:
            first = named.index(lemma) if lemma in named else len(named)
            regular = form.endswith("ed") and self._wordnet.has_irregular_past(lemma)
            short = f"{lemma}e" in parts and f"{lemma}e" in self._silent(form)
            common = -self._uses(lemma, parts[lemma]), self._tiers.get(lemma, UNLISTED)
            return first, regular, short, *common

        order = sorted(parts, key=place)
        if order and self._wordnet.parts(form):
            if form in named:
                before = [lemma for lemma in named[: named.index(form)] if lemma in order]
                order.insert(len(before), form)
            else:
                order.insert(1 if self._gives_way(form, order[0], parts[order[0]]) else 0, form)
        return order

    def _silent(self, form: str) -> Collection[str]:
        """Return what a form in -ed, -ing, -er or -est is of if an e was dropped before those."""
        return [
            form.removesuffix(ending) + "e"
            for ending in DERIVED
            if form.endswith(ending) and not form.removesuffix(ending).endswith("ng")
        ]

    def _gives_way(self, form: str, lemma: str, parts: list[str]) -> bool:
        """Tell whether a form's own meanings come after those of the word it is a form of."""
        if form.endswith("ing"):
            return False
        own, other = self._uses(form, PARTS), self._uses(lemma, parts)
        if self._is_irregular(form, lemma) or form.endswith(("ed", "er", "est")):
            return other >= OTHER * own and other >= MANY_OTHERS
        return other >= PLURAL * own and other >= (MANY_PLURALS if own else 1)

    def _uses(self, lemma: str, parts: Collection[str]) -> int:
        return sum(self._wordnet.uses[lemma, part] for part in parts)
