"""What people can propose: reads a wish, checks it against the lists and completes it."""

import dataclasses
import re
from collections.abc import Callable

from games.core.errors import Refusal
from games.core.language.text import Fact, Text
from games.words.dictionary.labels import label_of
from games.words.lists import publishing
from games.words.lists.access import list_of
from games.words.models import Definition, Label, Part, Proposal, Status, WordList, WordListVersion

Kind = Proposal.Kind
WORD = re.compile("[a-z]{2,15}")
NO_WORD = Text("A word needs 2 to 15 letters, all from A to Z.")
LEMMA = re.compile("[a-z]{1,40}")
TABLE = re.compile("[a-z0-9]{1,16}")
PARTS = ("", *Part.values)
LONGEST_GLOSS = 500
LONGEST = 300  # characters of a reason, a source, a note
TOO_LONG = {
    "reason": Text("Please keep the reason to {most} characters."),
    "source": Text("Please keep the source to {most} characters."),
    "theme": Text("Please use no more than {most} characters to say what the list is for."),
    "support": Text("Please keep your comment to {most} characters."),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants changed.

    ``word_list`` is a slug, for adding and removing. ``label`` is the label that the word, or the
    meaning, should have, "" for none; if it is None, an added word or a meaning keeps what it has.
    ``lemma`` is the word that an added one is a form of, or whose meaning is corrected; ``former``
    is that meaning as it stands ("" for one more), ``gloss`` as it should be ("" to take it away).
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
    group: str = ""
    match: str = ""


def reason_of(text: str) -> str:
    """Return a reason, which has to be there and be short; raise Refusal."""
    text = short(text, what="reason")
    if not text:
        raise Refusal("Please give a reason.")
    return text


def short(text: str, *, what: str) -> str:
    """Return a text that can be empty and has to be short; raise Refusal."""
    text = text.strip()
    if len(text) > LONGEST or "\0" in text:
        raise Refusal(TOO_LONG[what].having(most=LONGEST))
    return text


def proposal_of(wish: Wish) -> Proposal:
    """Return what is wished as a proposal not yet made; raise Refusal."""
    check = _CHECKS.get(wish.kind)
    if check is None:
        raise Refusal("You can't propose that.")
    word = wish.word.strip().lower()
    if not WORD.fullmatch(word):
        raise Refusal(NO_WORD)
    if wish.part not in PARTS:
        raise Refusal("Choose noun, verb, adjective or adverb.")
    proposal = Proposal(
        kind=wish.kind,
        word=word,
        part=wish.part,
        reason=reason_of(wish.reason),
        source=short(wish.source, what="source"),
        group=wish.group[:16],
        match=wish.match if TABLE.fullmatch(wish.match) else "",
    )
    check(proposal, wish)
    return proposal


def newest(word_list: WordList) -> WordListVersion:
    """Return the version of a list that new tables play by; raise Refusal if there is none."""
    version = word_list.newest()
    if version is None:
        raise Refusal("The word lists aren't loaded yet.")
    return version


def _add(proposal: Proposal, wish: Wish) -> None:
    proposal.word_list = word_list = list_of(wish.word_list)
    if wish.lemma:
        proposal.lemma = _lemma(wish.lemma)
    here = label_of(proposal.word)
    proposal.label = here if wish.label is None else _label(wish.label)
    status = Status.of(proposal.label == Label.Kind.SLUR)
    if publishing.status(newest(word_list), proposal.word) == status:
        raise Refusal("{word} is already in {list}.", **_named(proposal))


def _remove(proposal: Proposal, wish: Wish) -> None:
    proposal.word_list = word_list = list_of(wish.word_list)
    if publishing.status(newest(word_list), proposal.word) == Status.OUT:
        raise Refusal("{word} isn't in {list}.", **_named(proposal))


def _relabel(proposal: Proposal, wish: Wish) -> None:
    proposal.label = _label(wish.label or "")
    if proposal.label == label_of(proposal.word):
        if proposal.label:
            raise Refusal("{word} is already labelled {label}.", **_named(proposal))
        raise Refusal("{word} has no label.", **_named(proposal))


def _define(proposal: Proposal, wish: Wish) -> None:
    proposal.lemma = _lemma(wish.lemma or proposal.word)
    proposal.former, proposal.gloss = wish.former.strip(), " ".join(wish.gloss.split())
    if len(proposal.gloss) > LONGEST_GLOSS or "\0" in proposal.gloss + proposal.former:
        raise Refusal("Please keep the meaning to {most} characters.", most=LONGEST_GLOSS)
    known = Definition.objects.filter(lemma=proposal.lemma, part=proposal.part)
    former = known.filter(gloss=proposal.former).first() if proposal.former else None
    if proposal.former and former is None:
        raise Refusal("Someone has changed that meaning in the meantime. Look at it again.")
    proposal.former_label = former.label if former else ""
    proposal.label = proposal.former_label if wish.label is None else _label(wish.label)
    if (proposal.former, proposal.former_label) == (proposal.gloss, proposal.label):
        raise Refusal("Please write the meaning as it should read.")


def _named(proposal: Proposal) -> dict[str, Fact]:
    """Return what a refusal names."""
    label = Text(proposal.label)  # a label's value is its message
    return {"word": proposal.word.upper(), "list": str(proposal.word_list), "label": label}


def _lemma(text: str) -> str:
    lemma = text.strip().lower()
    if not LEMMA.fullmatch(lemma):
        raise Refusal("Please give the word's basic form, in letters from A to Z.")
    return lemma


def _label(text: str) -> str:
    if text and text not in Label.Kind.values:
        raise Refusal("Choose slur, vulgar, sexual or no label.")
    return text


_CHECKS: dict[str, Callable[[Proposal, Wish], None]] = {
    Kind.ADD: _add,
    Kind.REMOVE: _remove,
    Kind.RELABEL: _relabel,
    Kind.DEFINE: _define,
}
