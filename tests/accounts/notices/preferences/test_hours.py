"""When notices leave: any choice of hours, in any zone, around every change of the clocks."""

import itertools
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.notices.models import NoticeChoices
from accounts.notices.preferences.hours import (
    BEFORE_QUIET,
    SOON_AFTER,
    Hours,
    after_quiet,
    before_too_late,
    day_of,
    hours_of,
    last_digest,
    next_digest,
    nights,
    quiet_at,
    tomorrow,
)
from accounts.users.models import User
from tests.accounts.rest.rules.cases import SOME_DAY, ZONES, changes
from tests.size import runs

BERLIN = ZoneInfo("Europe/Berlin")
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
SKIPPED_A_DAY = datetime(2011, 12, 30, 10, tzinfo=UTC)  # Apia
MINUTES = st.integers(0, 1439).map(lambda minutes: time(*divmod(minutes, 60)))


@st.composite
def cases(draw: st.DrawFn) -> tuple[Hours, datetime]:
    """Return somebody's choices, and an instant close to a change of their clocks."""
    name = draw(st.sampled_from(ZONES))
    near = (*changes(name), SKIPPED_A_DAY) if name == "Pacific/Apia" else changes(name)
    change = draw(st.sampled_from(near or (SOME_DAY,)))
    at = change + timedelta(seconds=draw(st.integers(-4 * 86400, 4 * 86400)))
    begin, lasts = draw(MINUTES), draw(st.one_of(st.integers(1, 1439), st.integers(1430, 1439)))
    end = time(*divmod((begin.hour * 60 + begin.minute + lasts) % 1440, 60))
    quiet = draw(st.sampled_from([(begin, end), None]))
    digests = tuple(sorted(draw(st.sets(MINUTES, max_size=4))))
    return Hours(ZoneInfo(name), digests, draw(st.booleans()), quiet), at


@settings(max_examples=runs(5000, quick=300), deadline=None, derandomize=True)
@given(cases(), st.integers(0, 3 * 86400))
def test_every_choice_has_an_answer_at_every_instant(
    case: tuple[Hours, datetime], seconds: int
) -> None:
    hours, at = case
    day, night = day_of(hours.zone, at), quiet_at(hours, at)
    assert day.from_at <= at < day.to_at
    assert (night is None) == (after_quiet(hours, at) == at)

    coming = next_digest(hours, at)
    assert at <= coming <= at + 3 * DAY
    assert quiet_at(hours, coming) is None
    last = last_digest(hours, at)
    if last is not None:
        assert day.from_at <= last < day.to_at
        assert quiet_at(hours, last) is None
        assert next_digest(hours, last) == last
    if hours.digests:  # the last one of a day is that after which the next is another day's
        assert next_digest(hours, last + MINUTE if last else day.from_at) >= day.to_at

    morning = tomorrow(hours, at)
    assert day.to_at <= morning
    assert quiet_at(hours, morning) is None

    deadline_at = at + timedelta(seconds=seconds)
    told_at = before_too_late(hours, at, deadline_at)
    assert before_too_late(hours, at, None) == after_quiet(hours, at)
    if told_at >= at:
        assert told_at == after_quiet(hours, at)
        assert told_at in (at, deadline_at) or told_at < deadline_at - SOON_AFTER
    elif night:
        assert told_at == after_quiet(hours, night.from_at - BEFORE_QUIET) < night.from_at
        assert deadline_at <= night.to_at + SOON_AFTER

    around = list(nights(hours, at, days=3))
    assert all(one.from_at < one.to_at for one in around)
    assert all(one.to_at < two.from_at for one, two in itertools.pairwise(around))


@pytest.mark.parametrize(
    ("hour", "day", "last", "coming"),
    [
        (15, 28, (28, 7), (29, 7)),  # what was collected at 23:00 leaves when the night ends
        (3, 28, (28, 7), (28, 7)),
        (23, 28, (28, 7), (29, 7)),
    ],
)
def test_a_digest_in_quiet_hours_over_midnight_leaves_in_the_morning(
    hour: int, day: int, last: tuple[int, int], coming: tuple[int, int]
) -> None:
    hours = Hours(BERLIN, (time(23),), True, (time(22), time(7)))
    at = datetime(2026, 11, day, hour, tzinfo=BERLIN)
    assert last_digest(hours, at) == datetime(2026, 11, *last, tzinfo=BERLIN)
    assert next_digest(hours, at) == datetime(2026, 11, *coming, tzinfo=BERLIN)


def test_a_day_can_be_without_a_digest() -> None:
    """Clocks skip from 2:00 to 3:00, so two nights are one: quiet for 46 hours."""
    hours = Hours(BERLIN, (time(12),), True, (time(3), time(2)))
    at = datetime(2026, 3, 29, 12, tzinfo=BERLIN)
    night = quiet_at(hours, at)
    assert night is not None
    assert night.to_at - night.from_at == timedelta(hours=46)
    assert last_digest(hours, at) is None
    assert next_digest(hours, at) == night.to_at == datetime(2026, 3, 30, 2, tzinfo=BERLIN)


def test_without_hours_for_digests_what_waits_leaves_when_it_is_not_quiet() -> None:
    """The database refuses such a choice; nothing of it raises."""
    hours = hours_of(User(time_zone="Europe/Berlin"), NoticeChoices(digest_hours=[], digest=True))
    at = datetime(2026, 11, 28, 12, tzinfo=BERLIN)
    assert (last_digest(hours, at), next_digest(hours, at)) == (None, at)
