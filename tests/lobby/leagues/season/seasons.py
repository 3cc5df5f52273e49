"""Seasons made by hand for the tests of what is reckoned from them."""

from collections.abc import Sequence
from datetime import UTC, datetime

from lobby.leagues.season.rules import Rules
from lobby.leagues.season.values import (
    Entrant,
    Fixture,
    FixtureStatus,
    How,
    Outcome,
    Phase,
    Purpose,
    Season,
    Standing,
)

START = datetime(2026, 3, 1, 18, tzinfo=UTC)


def entrant(id: int, **changes: object) -> Entrant:
    chosen = {"standing": Standing.PLAYING, "level": 1, "seed": id} | changes
    return Entrant(id=id, joined_at=START, **chosen)


def over(
    number: int,
    seats: Sequence[int],
    places: Sequence[int],
    *,
    scores: Sequence[int] | None = None,
    how: How = How.PLAYED,
    purpose: Purpose = Purpose.ROUND,
    round: int = 1,
) -> Fixture:
    outcome = Outcome(tuple(places), how, tuple(scores) if scores else None)
    return Fixture(
        (1, round, number), tuple(seats), FixtureStatus.OVER, outcome=outcome, purpose=purpose
    )


def planned(number: int, seats: Sequence[int], *, round: int = 1) -> Fixture:
    return Fixture((1, round, number), tuple(seats))


def season(
    rules: Rules, entrants: Sequence[Entrant], fixtures: Sequence[Fixture] = (), **changes: object
) -> Season:
    return Season(
        number=1,
        rules=rules,
        zone="Europe/London",
        registration_at=START,
        check_in_at=START,
        starts_at=START,
        seed="00",
        phase=changes.pop("phase", Phase.PLAYING),
        entrants=tuple(entrants),
        fixtures=tuple(fixtures),
        **changes,
    )
