"""Words at tables: whether one counts in a match, and what was played where."""

import dataclasses
from collections.abc import Iterable

from django.db.models import Count, Q, Sum

from games.matches.models import Match, PlayedWord
from games.matches.reading.matches import find, rules_of
from games.words.moderation import evidence


def word_counts(*, public_id: str, word: str) -> bool | None:
    """Tell whether a word counts in a match, None if it is no word game; raise UnknownMatch."""
    match = find(public_id=public_id)
    return None if match.word_list_version_id is None else word in rules_of(match).words


@dataclasses.dataclass(frozen=True, slots=True)
class TableWord:
    """What a word is at a table: by which version of which list, and whether it counts."""

    counts: bool
    slug: str
    title: str
    number: int
    slurs: bool  # the table allows them
    status: str  # in that version


def word_at(*, public_id: str, word: str) -> TableWord | None:
    """Return what a word is in a match, None if it is no word game; raise UnknownMatch."""
    match = find(public_id=public_id)
    if match.word_list_version_id is None:
        return None
    slug, title, number, status = evidence.standing_at(match.word_list_version_id, word)
    slurs = bool(match.options["slurs"])
    return TableWord(word in rules_of(match).words, slug, title, number, slurs, status)


def times_played(*, word: str) -> tuple[int, int]:
    """Return how often a word was played at finished matches, and at how many of them."""
    played = PlayedWord.objects.filter(word=word)
    found = played.aggregate(times=Sum("times"), matches=Count("match"))
    return found["times"] or 0, found["matches"]


def unnoted(*, limit: int) -> list[Match]:
    """Return finished matches of word games whose words are not counted yet, oldest first."""
    ended = Match.objects.filter(
        status=Match.Status.FINISHED, words_noted_at__isnull=True, word_list_version__isnull=False
    )
    over = Q(duel__isnull=True) | Q(duel__finished_at__isnull=False)
    return list(ended.filter(over).order_by("finished_at")[:limit])


def tables_by_version() -> dict[tuple[str, int], int]:
    """Return how many matches run on each version of a list, by its slug and number."""
    running = Match.objects.filter(
        status=Match.Status.RUNNING, word_list_version__isnull=False
    ).values_list("word_list_version__word_list__slug", "word_list_version__number")
    return {(slug, number): count for slug, number, count in running.annotate(Count("pk"))}


def matches_with(*, words: Iterable[str], word_list: str) -> dict[str, int]:
    """Return in how many finished matches of a list each of some words was played, if in any."""
    played = PlayedWord.objects.filter(
        word__in=list(words), match__word_list_version__word_list__slug=word_list
    )
    counted = played.values_list("word").annotate(Count("match")).order_by("word")
    return dict(counted)
