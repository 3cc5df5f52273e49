"""Words at tables: whether one counts in a match, and what was played where."""

import dataclasses
from collections.abc import Iterable
from datetime import datetime
from operator import itemgetter

from django.db import connection
from django.db.models import Count, F, Q, Sum
from django.db.models.functions import Length

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


_OF_PERSON = """
WITH told AS (
    SELECT played.word, sum(played.times) AS times, max(played.best) AS best
    FROM matches_seat seat
    JOIN matches_playedword played
        ON played.match_id = seat.match_id AND played.player = seat.player
    WHERE seat.user_id = %(user)s AND NOT seat.covers AND length(played.word) >= %(shortest)s
    GROUP BY played.word
), ranked AS (
    SELECT word, times, best,
        row_number() OVER (ORDER BY times DESC, length(word) DESC, word) AS liked,
        row_number() OVER (ORDER BY length(word) DESC, best DESC, word) AS long,
        row_number() OVER (ORDER BY best DESC, length(word) DESC, word) AS good
    FROM told
)
SELECT * FROM ranked WHERE liked <= %(limit)s OR long <= %(limit)s OR good <= %(limit)s
"""


@dataclasses.dataclass(frozen=True, slots=True)
class OwnWord:
    """A word somebody has played: how often in all, and the most points it brought at once."""

    word: str
    times: int
    best: int


def words_of_person(
    *, user_id: int, shortest: int, limit: int
) -> tuple[list[OwnWord], list[OwnWord], list[OwnWord]]:
    """Return the words somebody plays most, their longest, and those that brought most at once.

    Of at least ``shortest`` letters, from finished matches at which they sat from the start.
    """
    with connection.cursor() as cursor:
        cursor.execute(_OF_PERSON, {"user": user_id, "shortest": shortest, "limit": limit})
        rows = cursor.fetchall()
    favourite, longest, best = (
        [OwnWord(*row[:3]) for row in sorted(rows, key=itemgetter(rank)) if row[rank] <= limit]
        for rank in (3, 4, 5)
    )
    return favourite, longest, best


@dataclasses.dataclass(frozen=True, slots=True)
class LongWord:
    """A long word somebody has played, and in which match."""

    word: str
    match: int
    at: datetime


def first_long_word(*, user_id: int, letters: int) -> LongWord | None:
    """Return the first word of so many letters that somebody played, as far as words are counted.

    Only matches in which they sat from the start.
    """
    own = PlayedWord.objects.filter(
        match__seats__user=user_id,
        match__seats__player=F("player"),
        match__seats__covers=False,
    )
    words = own.annotate(length=Length("word")).filter(length__gte=letters)
    first = words.order_by("match__finished_at", "match", "word").select_related("match").first()
    if first is None or first.match.finished_at is None:
        return None
    return LongWord(first.word, first.match_id, first.match.finished_at)


def times_played(*, word: str) -> tuple[int, int]:
    """Return how often a word was played at finished matches, and at how many of them."""
    played = PlayedWord.objects.filter(word=word)
    found = played.aggregate(times=Sum("times"), matches=Count("match", distinct=True))
    return found["times"] or 0, found["matches"]


def unnoted(*, limit: int, match_id: int | None = None) -> list[Match]:
    """Return finished matches of word games whose words are not counted yet, oldest first.

    All, or one if it is such a match.
    """
    ended = Match.objects.filter(
        status=Match.Status.FINISHED, words_noted_at__isnull=True, word_list_version__isnull=False
    )
    over = Q(duel__isnull=True) | Q(duel__finished_at__isnull=False)
    if match_id is not None:
        ended = ended.filter(pk=match_id)
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
    counted = played.values_list("word").annotate(Count("match", distinct=True)).order_by("word")
    return dict(counted)
