"""Looking words up: what they mean, in which lists they are, and why some are not shown unasked."""

import dataclasses
import re
from collections.abc import Iterable

from django.db.models import Count

from games.words.lexicon import lexicon, newest, newest_of_site
from games.words.models import Definition, Form, Label, Word, WordList, WordListVersion

WORD = re.compile("[a-z]{1,15}")
LABELS = tuple(Label.Kind.values)


@dataclasses.dataclass(frozen=True, slots=True)
class Meaning:
    """One meaning: of the word itself, or of the lemma it is a form of."""

    lemma: str
    part: str
    gloss: str


@dataclasses.dataclass(frozen=True, slots=True)
class LookUp:
    """All that a page says of a word."""

    word: str
    lists: tuple[tuple[str, bool], ...]  # title of each list, whether it has the word; no slurs
    label: str  # slur, vulgar, sexual or ""
    meanings: tuple[Meaning, ...]


def definitions(words: Iterable[str]) -> dict[str, list[Meaning]]:
    """Return the meanings of each word, its own first; an empty list where none is known."""
    lemmas = {word: [(word, "")] for word in words}
    forms = Form.objects.filter(form__in=list(lemmas)).order_by("form", "lemma", "part")
    for form, lemma, part in forms.values_list("form", "lemma", "part"):
        lemmas[form].append((lemma, part))
    wanted = {lemma for found in lemmas.values() for lemma, _ in found}
    meanings: dict[str, list[Meaning]] = {lemma: [] for lemma in wanted}
    rows = Definition.objects.filter(lemma__in=wanted).order_by("lemma", "rank")
    for lemma, part, gloss in rows.values_list("lemma", "part", "gloss"):
        meanings[lemma].append(Meaning(lemma, part, gloss))
    return {
        word: [
            meaning
            for lemma, part in found
            for meaning in meanings[lemma]
            if meaning.part == part or not (part and meaning.part)
        ]
        for word, found in lemmas.items()
    }


def label_of(word: str) -> str:
    """Return why a word is not shown unasked: slur, vulgar, sexual, or "" if it may be."""
    return Label.objects.filter(word=word).values_list("kind", flat=True).first() or ""


def look_up(text: str) -> LookUp:
    """Return what is known of a word, however it is written; raise NotLoaded without lists."""
    word = text.lower()
    if not WORD.fullmatch(word):
        return LookUp(text, tuple((title, False) for title in WordList.titles().values()), "", ())
    titles = WordList.titles()
    lists = tuple(
        (titles[slug], word in lexicon(version)) for slug, version in newest_of_site().items()
    )
    return LookUp(word, lists, label_of(word), tuple(definitions([word])[word]))


def counts() -> list[tuple[str, str, int, int, int, str]]:
    """Return (slug, title, number, words, slurs, checksum) of the newest version of each list."""
    found = []
    for slug, title in WordList.titles().items():
        version = WordListVersion.objects.get(pk=newest(slug))
        facts = (version.number, version.words, version.slurs, version.sha256)
        found.append((slug, title, *facts))
    return found


def words_by_tier() -> dict[int, int]:
    """Return how many words of the base there are in each tier."""
    rows = Word.objects.values_list("tier").annotate(Count("word")).order_by("tier")
    return dict(rows)
