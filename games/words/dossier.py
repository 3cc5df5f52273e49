"""All that speaks for or against a word: where it stands since when and why, and its relatives."""

import dataclasses
import functools
from datetime import datetime

from games.words import lexicon, neighbours, publishing
from games.words.data import source
from games.words.models import Change, Form, Label, Status, Word, WordList, WordListVersion
from games.words.queries import WORD

BESIDE = 3  # words before and after one in a list
# What regular inflections end in, by what they take the place of.
ENDINGS = (("", "s"), ("", "es"), ("y", "ies"), ("", "ed"), ("e", "ed"), ("", "ing"), ("e", "ing"))


@dataclasses.dataclass(frozen=True, slots=True)
class Standing:
    """What a word is in the newest version of a list, since which version, and why."""

    slug: str
    title: str
    status: str  # word, slur or out
    number: int  # of the version since which it is so
    since: datetime | None
    reason: str
    proposal: str  # the address of the decision; "" if none was made


@dataclasses.dataclass(frozen=True, slots=True)
class Family:
    """A dictionary form with its inflections, each with the titles of the lists that have it."""

    lemma: str
    words: tuple[tuple[str, tuple[str, ...]], ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Beside:
    """The words around one in a list."""

    title: str
    before: tuple[str, ...]
    after: tuple[str, ...]


def standings(word: str) -> list[Standing]:
    """Return what a word is in each list of the site; nothing for what can be no word."""
    if not WORD.fullmatch(word):
        return []
    lists = WordList.objects.filter(base__isnull=True).order_by("max_tier")
    base = Word.objects.filter(word=word).first()
    said: dict[int, list[Change]] = {}
    rows = Change.objects.filter(word=word, version__word_list__base__isnull=True)
    for change in rows.select_related("version", "proposal").order_by("version__number"):
        said.setdefault(change.version.word_list_id, []).append(change)
    firsts = WordListVersion.objects.filter(number=1, published_at__isnull=False)
    began = dict(firsts.values_list("word_list", "published_at"))
    return [_standing(one, base, said.get(one.pk, []), began.get(one.pk)) for one in lists]


def _standing(
    word_list: WordList, base: Word | None, said: list[Change], began: datetime | None
) -> Standing:
    first = base is not None and base.tier <= word_list.max_tier
    status = (Status.SLUR if base and base.slur else Status.WORD) if first else Status.OUT
    number, since, reason, proposal = 1, began, _origin(base, word_list), ""
    for change in said:
        if change.status == status:
            continue  # said again, for a new label or reason: it has been so since before
        status, number = Status(change.status), change.version.number
        since, reason = change.version.published_at, change.reason
        proposal = change.proposal.public_id if change.proposal else ""
    facts = (word_list.slug, word_list.title, str(status))
    return Standing(*facts, number, since, reason, proposal)


def _origin(base: Word | None, word_list: WordList) -> str:
    """Say where a word of the base comes from, and how common it is."""
    if base is None:
        return "None of the sources has it."
    name = "Our own additions" if base.word in _our_own() else "SCOWL"
    told = f"{name}, size {base.tier}"
    if base.tier > word_list.max_tier:
        told += f"; this list ends at size {word_list.max_tier}"
    return f"{told}."


@functools.cache
def _our_own() -> frozenset[str]:
    """Return the words of the base that we added by hand."""
    files = ("two_letters.txt", "additions.txt")
    return frozenset(row[0] for name in files for row in source.rows(name))


def label_source(word: str) -> str:
    """Return where the label of a word comes from, "" without a label."""
    return Label.objects.filter(word=word).values_list("source", flat=True).first() or ""


def families(word: str) -> list[Family]:
    """Return a word with its inflections, for each dictionary form that it is or belongs to."""
    if not WORD.fullmatch(word):
        return []
    lemmas = {word, *Form.objects.filter(form=word).values_list("lemma", flat=True)}
    inflected: dict[str, set[str]] = {}
    for form, lemma in Form.objects.filter(lemma__in=lemmas).values_list("form", "lemma"):
        inflected.setdefault(lemma, {lemma}).add(form)
    return [Family(lemma, _held(forms)) for lemma, forms in sorted(inflected.items())]


def regular(word: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what the regular inflections of a word would be, as far as a list has them."""
    made = {word.removesuffix(old) + new for old, new in ENDINGS if word.endswith(old)}
    return tuple((one, held) for one, held in _held(made) if held)


def _held(words: set[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    titles, newest = WordList.titles(), lexicon.newest_of_site()
    known = [(titles[slug], lexicon.lexicon(version)) for slug, version in newest.items()]
    return tuple(
        (word, tuple(title for title, holds in known if word in holds)) for word in sorted(words)
    )


def _site_lists() -> list[tuple[str, str]]:
    return list(WordList.titles().items())


def beside(word: str) -> list[Beside]:
    """Return what stands around a word in each list of the site, be it in the list or not."""
    found = []
    for slug, title in _site_lists():
        words = lexicon.lexicon(lexicon.newest(slug))
        before = neighbours.before(words, word, BESIDE)
        found.append(Beside(title, tuple(before), tuple(neighbours.after(words, word, BESIDE))))
    return found


def standing_at(version_id: int, word: str) -> tuple[str, str, int, str]:
    """Return (slug, title, number, status) of a version and what a word is in it."""
    version = WordListVersion.objects.select_related("word_list", "base_version__word_list").get(
        pk=version_id
    )
    status = publishing.status(version, word)
    return version.word_list.slug, version.word_list.title, version.number, status
