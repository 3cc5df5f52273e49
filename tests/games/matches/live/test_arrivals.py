"""A move counts from when it came, though the loop that reads it was held up."""

import asyncio
from datetime import datetime, timedelta

import pytest

from games.matches.live import arrivals
from tests.factories import NOW


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time it is."""
    times = [NOW]
    monkeypatch.setattr(arrivals, "read_clock", lambda: times[-1])
    monkeypatch.setattr(arrivals._Read, "until", None)
    return times


def test_what_is_read_at_once_came_now(clock: list[datetime]) -> None:
    assert arrivals.instant() == NOW
    asyncio.run(arrivals.note())
    clock.append(NOW + timedelta(seconds=0.9))
    assert arrivals.instant() == clock[-1]


def test_what_is_read_after_the_loop_was_held_up_may_have_come_at_its_beginning(
    clock: list[datetime],
) -> None:
    asyncio.run(arrivals.note())
    clock.append(NOW + timedelta(seconds=5))
    assert arrivals.instant() == NOW
    asyncio.run(arrivals.note())  # all that had come has been read
    clock.append(NOW + timedelta(seconds=5.1))
    assert arrivals.instant() == clock[-1]
