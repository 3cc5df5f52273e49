"""Which meanings are not shown unasked: insults, and what is vulgar or sexual.

WordNet marks some with domains of usage, others in words; sense_decisions.txt, read and decided one
by one, says more and takes back what is marked for no reason of ours. A word may have an ordinary
meaning beside such a one (taco, spade): whole words are labelled by ``make_labels``.
"""

import re

from games.words.data.source import LABELS, rows
from tools.word_data.wordnet import Sense

SLUR, VULGAR, _ = LABELS
USAGES = {"ethnic_slur": SLUR, "disparagement": SLUR, "obscenity": VULGAR}
# Disparaging terms, offensive and insulting term, offensive names; "used as terms of contempt" is
# said of those who are not insulted for what they are.
INSULT = re.compile(
    r"\b(?:ethnic slur|now considered offensive|sometimes offensive)\b"
    r"|\b(?:offensive|derogatory|disparaging|insulting|pejorative)\b\)?"
    r"(?: and \w+)?(?: British slang)?\)? (?:term|name|word)s?\b"
)
OBSCENE = re.compile(
    r"\b(?:vulgar|obscene|coarse) (?:slang|words?|terms?)\b|\bslang for (?:sexual|masturb|fellat)"
)


ANY = "*"  # all words that have a meaning


class Marks:
    """The label of each sense; a ValueError names a decision about nothing."""

    def __init__(self) -> None:
        self._decided = {
            (word, gloss): label
            for label, _, words, gloss in rows("by_hand/sense_decisions.txt")
            for word in words.split()
        }
        self._unused = set(self._decided)

    def of(self, lemma: str, sense: Sense) -> str:
        """Return the label of a sense of a lemma, "" if it may be shown."""
        for key in ((lemma, sense.gloss), (ANY, sense.gloss)):
            if key in self._decided:
                self._unused.discard(key)
                return self._decided[key].removeprefix("none")
        return marked_by_wordnet(sense)

    def check(self) -> None:
        """Raise ValueError if a decision was about no sense that was asked for."""
        if self._unused:
            raise ValueError(f"sense_decisions.txt: nothing means {sorted(self._unused)}")


def marked_by_wordnet(sense: Sense) -> str:
    """Return how WordNet marks a sense, as one of our labels; "" if it does not."""
    for usage, label in USAGES.items():
        if usage in sense.usages:
            return label
    if INSULT.search(sense.gloss):
        return SLUR
    return VULGAR if OBSCENE.search(sense.gloss) else ""
