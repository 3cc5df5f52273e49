"""How often words are played: taken from the logs of matches that are over, once for each match."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from config.meters import queues
from games.core.log.takeback import goes_back
from games.matches import play, reading
from games.matches.answers import Actor
from games.registry import game_class

BY_PEOPLE = (Actor.HUMAN, Actor.PREPARED)


def count_words(*, now: datetime, limit: int = 100) -> int:
    """Count the words of finished matches that were not counted yet; return of how many.

    The words of a match that was too short count for nothing, as it does itself.
    """

    def find(more: int) -> list[tuple[int, str, bool]]:
        waiting = reading.unnoted(limit=limit + more)
        return [(match.pk, match.game, match.was_short) for match in waiting]

    return len(queues.each("count_words", find, lambda row: _count(*row, now), now=now))


def count_words_of(*, match_id: int, now: datetime) -> None:
    """Count the words of one finished match, if they were not counted yet."""
    for match in reading.unnoted(limit=1, match_id=match_id):
        _count(match.pk, match.game, match.was_short, now)


def _count(match_id: int, game: str, was_short: bool, now: datetime) -> None:
    log = [] if was_short else reading.moves(match_id=match_id)
    played = words_of(log, game_class(game).info.word_topic)
    play.note_words(match_id=match_id, played=played, now=now)


def words_of(log: Iterable[Any], topic: str) -> dict[tuple[str, int | None], list[int]]:
    """Return the points of each word that was played by a log, by word and player.

    What was taken back was not played. The player is None where nobody chose the word.
    """
    played: list[Any] = []
    for move in log:
        if goes_back(move.action):
            played = [one for one in played if one.ply <= move.action["to"]]
        else:
            played.append(move)
    found: dict[tuple[str, int | None], list[int]] = defaultdict(list)
    for move in played:
        player = move.player if move.actor in BY_PEOPLE else None
        for event in move.events:
            if event["topic"] == topic:
                found[event["facts"]["word"].lower(), player].append(event["points"])
    return dict(found)
