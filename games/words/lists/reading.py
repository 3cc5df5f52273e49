"""Reading lists: which there are, their versions, and what one says of a word."""

import re
from collections.abc import Collection, Iterable

from django.db.models import Count, Max, QuerySet

from games.core.table.words import LIST_NAMES
from games.words.lists import publishing
from games.words.lists.access import Person, list_of, may_use, moderated_by
from games.words.lists.lexicon import newest
from games.words.models import Change, Label, Word, WordList, WordListVersion

SLUG = re.compile("[-a-z0-9]{1,40}")
MOST_OFFERED = 50  # custom lists that the form of a new table offers besides one's own


def title_of(slug: str) -> str:
    """Return the title of a list, or its name if there is none."""
    return WordList.objects.filter(slug=slug).values_list("title", flat=True).first() or slug


def without_label(words: Iterable[str]) -> set[str]:
    """Return those of some words that we show without being asked: no slurs, nothing coarse."""
    asked = set(words)
    return asked - set(Label.objects.filter(word__in=asked).values_list("word", flat=True))


def titles_of(slugs: Collection[str]) -> dict[str, str]:
    """Return the titles of lists by their names; ours are asked for too, to ask once."""
    return dict(WordList.objects.filter(slug__in=slugs).values_list("slug", "title"))


def version_of(slug: str, number: int) -> WordListVersion | None:
    """Return a published version of a list, or None."""
    found = list_of(slug).versions.published().filter(number=number)
    return found.select_related("word_list", "base_version", "edition").first()


def versions_of(slug: str) -> QuerySet[WordListVersion]:
    """Return the published versions of a list, the newest first."""
    return list_of(slug).versions.published().select_related("edition__by")


def custom_lists() -> QuerySet[WordList]:
    """Return all custom lists by name."""
    found = WordList.objects.filter(base__isnull=False).select_related("base", "owner")
    return found.order_by("title", "pk")


def public_lists() -> QuerySet[WordList]:
    """Return the custom lists that anyone can choose, by name."""
    return custom_lists().filter(public=True)


def offered_lists(user: Person, *, also: str = "") -> list[tuple[str, str]]:
    """Return (slug, title) of the custom lists a form offers somebody for a new table.

    Their own and those they moderate, the newest public ones, and one named ``also`` if they can
    use it.
    """
    newest = public_lists().order_by("-pk")[:MOST_OFFERED]
    named = custom_lists().filter(slug=also) if SLUG.fullmatch(also) else []
    mine = [*moderated_by(user)] if user.is_authenticated else []
    offered = {one.slug: one.title for one in (*named, *mine, *newest) if may_use(user, one)}
    return sorted(offered.items(), key=lambda item: (item[1].lower(), item[0]))


def own_changes(slug: str) -> QuerySet[Change]:
    """Return what a custom list says itself, by word: each with its last change."""
    said = Change.objects.filter(version__word_list=list_of(slug))
    latest = said.order_by("word", "-version__number").distinct("word")
    return latest.select_related("proposal", "version")


def counts() -> list[tuple[str, str, int, int, int, str]]:
    """Return (slug, title, number, words, slurs, checksum) of the newest version of each list."""
    found = []
    for slug, title in LIST_NAMES.items():
        version = WordListVersion.objects.get(pk=newest(slug))
        facts = (version.number, version.words, version.slurs, version.sha256)
        found.append((slug, title, *facts))
    return found


def editions() -> list[tuple[str, str, int]]:
    """Return (slug, title, number) of the newest version of each list of the site; one query."""
    found = WordListVersion.objects.filter(word_list__slug__in=LIST_NAMES)
    rows = found.values_list("word_list__slug").annotate(newest=Max("number"))
    numbers: dict[str, int] = dict(rows)
    return [(slug, title, numbers[slug]) for slug, title in LIST_NAMES.items() if slug in numbers]


def words_by_tier() -> dict[int, int]:
    """Return how many words of the base there are in each tier."""
    rows = Word.objects.values_list("tier").annotate(Count("word")).order_by("tier")
    return dict(rows)


def status_at(version_id: int, word: str) -> tuple[str, str, int, str]:
    """Return (slug, title, number, status) of a version and what a word is in it."""
    version = WordListVersion.objects.select_related("word_list", "base_version__word_list").get(
        pk=version_id
    )
    status = publishing.status(version, word)
    return version.word_list.slug, version.word_list.title, version.number, status


def changelog(version: WordListVersion) -> QuerySet[Change]:
    """Return what a version changes, by word, each with the decision it comes from."""
    return version.changes.select_related("proposal").order_by("word")
