"""What is noted of a match beside its play: proofs, counted words, faults."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from games.matches.models import Match, PlayedWord, ReplayDrill

Whose = tuple[str, int | None]  # a word, and the player whose it was; None: nobody's


def note_proof(*, match_id: int, now: datetime) -> None:
    """Note that the score of a finished match was found again from its log."""
    Match.objects.filter(pk=match_id).update(proved_at=now)


def note_words(*, match_id: int, played: Mapping[Whose, list[int]], now: datetime) -> None:
    """Note once which words were played at a finished match, each time with its points."""
    with transaction.atomic():
        waiting = Match.objects.filter(pk=match_id, words_noted_at__isnull=True)
        if waiting.update(words_noted_at=now):
            PlayedWord.objects.bulk_create(
                PlayedWord(
                    match_id=match_id, word=word, player=player, times=len(points), best=max(points)
                )
                for (word, player), points in played.items()
            )


def set_aside(*, match_id: int, now: datetime, ply: int | None = None) -> None:
    """Set a match aside until someone has looked at it, unless it has left ``ply``."""
    matches = Match.objects.filter(pk=match_id)
    (matches if ply is None else matches.filter(ply=ply)).update(quarantined_at=now)


def note_drill(*, matches: int, plies: int, older: int, differences: int, now: datetime) -> None:
    """Note what came of playing all matches again."""
    ReplayDrill.objects.create(
        at=now, matches=matches, plies=plies, older=older, differences=differences
    )
