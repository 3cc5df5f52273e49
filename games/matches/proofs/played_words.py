"""How often words are played: taken from the logs of matches that are over, once for each match."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from games.core.log.takeback import is_take_back
from games.matches import play, reading
from games.registry import game_class


def count_words(*, now: datetime, limit: int = 100) -> int:
    """Count the words of finished matches that were not counted yet; return of how many."""
    waiting = reading.unnoted(limit=limit)
    for match in waiting:
        topic = game_class(match.game).info.word_topic
        times = words_of(reading.moves(match_id=match.pk), topic)
        play.note_words(match_id=match.pk, times=times, now=now)
    return len(waiting)


def words_of(log: Iterable[Any], topic: str) -> Counter[str]:
    """Return how often each word was played by a log; what was taken back was not."""
    played: list[Any] = []
    for move in log:
        if is_take_back(move.action):
            played.pop()
        else:
            played.append(move)
    return Counter(
        event["facts"]["word"].lower()
        for move in played
        for event in move.events
        if event["topic"] == topic
    )
