"""What we know about a word: what it means, which lists have it, since when and why; its forms."""

import dataclasses
import functools
from datetime import datetime

from games.core.language.text import Text
from games.core.table.words import LIST_NAMES, Words
from games.words.data import source
from games.words.dictionary import inflection, neighbours
from games.words.dictionary.inflection import NOUN, VERB
from games.words.dictionary.labels import label_of
from games.words.dictionary.lookup import WORD, Meaning, definitions, readings
from games.words.lists import lexicon
from games.words.models import Change, Form, Status, Word, WordList, WordListVersion

BESIDE = 3  # words before and after one in a list


@dataclasses.dataclass(frozen=True, slots=True)
class StatusInList:
    """What a word is in the newest version of a list, since which version, and why."""

    slug: str
    title: str
    status: str  # word, slur or out
    number: int  # of the version since which it is so
    since: datetime | None
    reason: str | Text
    proposal: str  # the address of the decision; "" if there was none


@dataclasses.dataclass(frozen=True, slots=True)
class Forms:
    """A dictionary form with its forms, each with the titles of the lists that have it."""

    lemma: str
    words: tuple[tuple[str, tuple[str, ...]], ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Beside:
    """The words around one in a list."""

    title: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class LookUp:
    """Everything a page says about a word."""

    word: str
    lists: tuple[tuple[str, bool], ...]  # each list's title, whether it has the word; no slurs
    label: str  # slur, vulgar, sexual or ""
    meanings: tuple[Meaning, ...]
    folded: tuple[Meaning, ...] = ()  # those with a label, which nothing shows unless asked


def look_up(text: str) -> LookUp:
    """Return what we know about a word, in any mix of capitals; raise NotLoaded without lists."""
    word = text.lower()
    if not WORD.fullmatch(word):
        return LookUp(text, (), "", ())
    lists = tuple((title, word in words) for title, words in _lists())
    known = definitions([word])[word]
    shown = tuple(one for one in known if not one.label)
    return LookUp(word, lists, label_of(word), shown, tuple(known[len(shown) :]))


def _lists() -> list[tuple[str, Words]]:
    """Return the titles of the lists of the site, and the words that their newest versions have."""
    newest = lexicon.newest_of_site()
    return [(LIST_NAMES[slug], lexicon.lexicon(version)) for slug, version in newest.items()]


def statuses(word: str) -> list[StatusInList]:
    """Return what a word is in each list of the site; nothing for what can't be a word."""
    if not WORD.fullmatch(word):
        return []
    lists = WordList.objects.filter(base__isnull=True).order_by("max_tier")
    base = Word.objects.filter(word=word).first()
    said: dict[int, list[Change]] = {}
    rows = Change.objects.filter(word=word, version__word_list__base__isnull=True)
    for change in rows.select_related("version", "proposal").order_by("version__number"):
        said.setdefault(change.version.word_list_id, []).append(change)
    firsts = WordListVersion.objects.published().filter(number=1)
    began = dict(firsts.values_list("word_list", "published_at"))
    return [_status_in(word, one, base, said.get(one.pk, []), began.get(one.pk)) for one in lists]


def _status_in(
    word: str, word_list: WordList, base: Word | None, said: list[Change], began: datetime | None
) -> StatusInList:
    first = base if base is not None and base.tier <= word_list.max_tier else None
    status = Status.of(first.slur if first else None)
    reason: str | Text = _origin(word, base, word_list)
    number, since, proposal = 1, began, ""
    for change in said:
        if change.status == status:
            continue  # said again, for a new label or reason: it has been so since before
        status, number = Status(change.status), change.version.number
        since, reason = change.version.published_at, change.why
        proposal = change.proposal.public_id if change.proposal else ""
    facts = (word_list.slug, word_list.title, str(status))
    return StatusInList(*facts, number, since, reason, proposal)


def _origin(word: str, base: Word | None, word_list: WordList) -> Text:
    """Say where a word of the base comes from, and how common it is."""
    if base is None:
        is_name = word in _listed("names_out.txt")
        return (
            Text("It's only a name.") if is_name else Text("None of our sources lists this word.")
        )
    taken_from: str | Text = "SCOWL"
    if word in _listed("by_hand/two_letters.txt", "by_hand/additions.txt"):
        taken_from = Text("Our own additions")
    elif word in _placed():
        taken_from = Text("SCOWL (size corrected by us)")
    told = Text("{source}, size {size}.")
    if base.tier > word_list.max_tier:
        told = Text("{source}, size {size}. This list only goes up to size {most}.")
    return told.having(source=taken_from, size=base.tier, most=word_list.max_tier)


@functools.cache
def _listed(*files: str) -> frozenset[str]:
    """Return the words that lines of these files begin with."""
    return frozenset(row[0] for name in files for row in source.rows(name))


@functools.cache
def _placed() -> frozenset[str]:
    """Return the words whose size we have corrected."""
    return frozenset(
        word for row in source.rows("by_hand/placements.txt") for word in row[2].split()
    )


def forms_of(word: str) -> list[Forms]:
    """Return a word with its forms, for each dictionary form that it is or belongs to.

    They stand in the order of its meanings.
    """
    if not WORD.fullmatch(word):
        return []
    inflected: dict[str, set[str]] = {lemma: set() for lemma in readings([word])[word]}
    for form, lemma in Form.objects.filter(lemma__in=inflected).values_list("form", "lemma"):
        inflected[lemma].add(form)
    return [Forms(lemma, _held({lemma, *forms})) for lemma, forms in inflected.items() if forms]


def regular(word: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what the regular forms of a word would be, as far as a list has them."""
    made = {form for part in (NOUN, VERB) for form in inflection.forms(word, part)} - {word}
    return tuple((one, held) for one, held in _held(made) if held)


def _held(words: set[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    lists = _lists()
    return tuple(
        (word, tuple(title for title, known in lists if word in known)) for word in sorted(words)
    )


def beside(word: str) -> list[Beside]:
    """Return the words around a word in each list of the site, whether the list has it or not."""
    return [
        Beside(
            title,
            before=tuple(neighbours.before(words, word, BESIDE)),
            after=tuple(neighbours.after(words, word, BESIDE)),
        )
        for title, words in _lists()
    ]
