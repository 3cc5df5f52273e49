"""What may be proposed at all: a wish is read, held against the lists, and completed with facts."""

import dataclasses
import re
from collections.abc import Callable

from games.core.errors import BadData
from games.words import publishing
from games.words.models import Definition, Label, Proposal, Status, WordList, WordListVersion
from games.words.rights import list_of

Kind = Proposal.Kind
WORD = re.compile("[a-z]{2,15}")
LEMMA = re.compile("[a-z]{1,40}")
TABLE = re.compile("[a-z0-9]{1,16}")
PARTS = ("", "noun", "verb", "adjective", "adverb")
LONGEST_GLOSS = 500
LONGEST = 300  # letters of a reason, a source, a note


@dataclasses.dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants changed.

    ``word_list`` is a slug; it is for adding and removing. ``label`` is what the word is to be
    labelled, or the definition that is corrected, "" for none; an added word and a definition keep
    the label they have if None. ``lemma`` is the word that
    an added one is a form of, or whose definition is corrected; ``former`` is that definition as it
    stands ("" for one more), ``gloss`` as it is to be ("" to take it away).
    """

    kind: str
    word: str
    reason: str
    word_list: str = ""
    label: str | None = None
    lemma: str = ""
    part: str = ""
    former: str = ""
    gloss: str = ""
    source: str = ""
    family: str = ""
    match: str = ""


def sentence(text: str, *, what: str) -> str:
    """Return a text that must be there and be short; raise BadData."""
    text = text.strip()
    if not text:
        raise BadData(f"Please give {what}.")
    return short(text, what=what)


def short(text: str, *, what: str) -> str:
    """Return a text that may be empty and must be short; raise BadData."""
    text = text.strip()
    if len(text) > LONGEST or "\0" in text:
        raise BadData(f"Please keep {what} to {LONGEST} characters.")
    return text


def read(wish: Wish) -> Proposal:
    """Return what is wished as a proposal not yet made; raise BadData with a sentence."""
    check = _CHECKS.get(wish.kind)
    if check is None:
        raise BadData("This cannot be proposed.")
    word = wish.word.strip().lower()
    if not WORD.fullmatch(word):
        raise BadData("A word has 2 to 15 letters from A to Z.")
    if wish.part not in PARTS:
        raise BadData("A word is a noun, a verb, an adjective or an adverb.")
    proposal = Proposal(
        kind=wish.kind,
        word=word,
        part=wish.part,
        reason=sentence(wish.reason, what="a reason"),
        source=short(wish.source, what="the source"),
        family=wish.family[:16],
        match=wish.match if TABLE.fullmatch(wish.match) else "",
    )
    check(proposal, wish)
    return proposal


def newest(word_list: WordList) -> WordListVersion:
    """Return the version of a list that tables begin with; raise BadData if there is none."""
    version = publishing.versions(word_list).select_related("word_list", "base_version").first()
    if version is None:
        raise BadData("The word lists are not loaded yet.")
    return version


def label_of(word: str) -> str:
    """Return the label of a word, "" for none."""
    return Label.objects.filter(word=word).values_list("kind", flat=True).first() or ""


def _add(proposal: Proposal, wish: Wish) -> None:
    proposal.word_list = word_list = list_of(wish.word_list)
    if wish.lemma:
        proposal.lemma = _lemma(wish.lemma)
    here = label_of(proposal.word)
    proposal.label = here if wish.label is None else _label(wish.label)
    status = Status.SLUR if proposal.label == Label.Kind.SLUR else Status.WORD
    if publishing.status(newest(word_list), proposal.word) == status:
        raise BadData(f"{proposal.word.upper()} is in {word_list} already.")


def _remove(proposal: Proposal, wish: Wish) -> None:
    proposal.word_list = word_list = list_of(wish.word_list)
    if publishing.status(newest(word_list), proposal.word) == Status.OUT:
        raise BadData(f"{proposal.word.upper()} is not in {word_list}.")


def _relabel(proposal: Proposal, wish: Wish) -> None:
    proposal.label = _label(wish.label or "")
    if proposal.label == label_of(proposal.word):
        known = f"labelled {proposal.label}" if proposal.label else "without a label"
        raise BadData(f"{proposal.word.upper()} is {known} already.")


def _define(proposal: Proposal, wish: Wish) -> None:
    proposal.lemma = _lemma(wish.lemma or proposal.word)
    proposal.former, proposal.gloss = wish.former.strip(), " ".join(wish.gloss.split())
    if len(proposal.gloss) > LONGEST_GLOSS or "\0" in proposal.gloss + proposal.former:
        raise BadData(f"Please keep the definition to {LONGEST_GLOSS} characters.")
    known = Definition.objects.filter(lemma=proposal.lemma, part=proposal.part)
    former = known.filter(gloss=proposal.former).first() if proposal.former else None
    if proposal.former and former is None:
        raise BadData("The definition you want corrected has changed meanwhile.")
    proposal.former_label = former.label if former else ""
    proposal.label = proposal.former_label if wish.label is None else _label(wish.label)
    if (proposal.former, proposal.former_label) == (proposal.gloss, proposal.label):
        raise BadData("Please write what the definition should be.")


def _lemma(text: str) -> str:
    lemma = text.strip().lower()
    if not LEMMA.fullmatch(lemma):
        raise BadData("Please give the basic form of the word in letters from A to Z.")
    return lemma


def _label(text: str) -> str:
    if text and text not in Label.Kind.values:
        raise BadData("A label is slur, vulgar or sexual, or none.")
    return text


_CHECKS: dict[str, Callable[[Proposal, Wish], None]] = {
    Kind.ADD: _add,
    Kind.REMOVE: _remove,
    Kind.RELABEL: _relabel,
    Kind.DEFINE: _define,
}
