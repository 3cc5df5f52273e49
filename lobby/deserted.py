"""Matches that everybody has left."""

from datetime import datetime

from games import play, queries
from lobby.leagues import results


def end_deserted(*, now: datetime) -> int:
    """End the matches nobody came back to in time, those of leagues apart; return how many."""
    left = queries.deserted(now=now, matches=results.of_no_league())
    return sum(play.abandon(match_id=match_id, now=now) for match_id in left)
