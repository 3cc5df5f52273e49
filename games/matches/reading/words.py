"""Words at tables: whether one counts in a match, and what was played where."""

from collections.abc import Iterable

from django.db.models import Count, Q, Sum

from games.matches.models import Match, PlayedWord
from games.matches.reading.matches import find, rules_of
from games.words.lists.reading import status_at
from games.words.lists.tables import TableWord


def word_at(*, public_id: str, word: str) -> TableWord | None:
    """Return what a word is in a match, None if it is no word game; raise UnknownMatch."""
    match = find(public_id=public_id)
    if match.word_list_version_id is None:
        return None
    slug, title, number, status = status_at(match.word_list_version_id, word)
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


def running_by_list() -> dict[str, int]:
    """Return how many matches run on each list, by its slug."""
    running = Match.objects.filter(
        status=Match.Status.RUNNING, word_list_version__isnull=False
    ).values_list("word_list_version__word_list__slug")
    return dict(running.annotate(Count("pk")))


def matches_with(*, words: Iterable[str], word_list: str) -> dict[str, int]:
    """Return in how many finished matches of a list each of some words was played, if in any."""
    played = PlayedWord.objects.filter(
        word__in=list(words), match__word_list_version__word_list__slug=word_list
    )
    counted = played.values_list("word").annotate(Count("match")).order_by("word")
    return dict(counted)
