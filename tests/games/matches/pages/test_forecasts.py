"""When a turn-based table will be over: from its players' own pace, for anyone who looks."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.users.models import User
from games.core.clock import Form, Pace
from games.core.table.agreement import DAY
from games.matches import play, reading
from games.matches.models import Match
from games.matches.reading import forecasts
from games.matches.reading.pace import Forecast
from tests.factories import NOW, make_match, make_user, move

pytestmark = pytest.mark.django_db

VIENNA = ZoneInfo("Europe/Vienna")
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    cache.clear()


def slow(*people: User | str, **facts: Any) -> Match:
    return make_match(*people, **{"pace": Pace.CORRESPONDENCE, "budget": 3 * DAY, **facts})


# --- The pace of people ---------------------------------------------------------------------------


def test_recent_turns_are_ones_own_at_slow_tables_the_latest_last(
    django_assert_num_queries: Any,
) -> None:
    anna, ben, carla = make_user("anna"), make_user("ben"), make_user("carla")
    first = slow(anna, ben)
    at = NOW
    for hours in (1, 20, 2, 30, 3):
        at += hours * HOUR
        move(first, now=at)
    move(slow(anna, carla, now=at), now=at + 5 * HOUR)
    move(make_match(anna, ben), now=NOW)  # live
    alone = make_match(ben, game="counting_tiles", pace=Pace.CORRESPONDENCE, budget=DAY)
    move(alone, now=NOW + HOUR)
    # The clock's move is nobody's pace.
    late = slow(ben, anna, now=at)
    play.expire(match_id=late.pk, ply=0, now=at + timedelta(days=4))
    people = [anna.pk, ben.pk, carla.pk]
    with django_assert_num_queries(1):
        taken = reading.recent_turns(user_ids=people, limit=50)
    assert taken == {
        anna.pk: [1 * HOUR, 2 * HOUR, 3 * HOUR, 5 * HOUR],
        ben.pk: [20 * HOUR, 30 * HOUR],
    }
    assert reading.recent_turns(user_ids=people, limit=2) == {
        anna.pk: [3 * HOUR, 5 * HOUR],
        ben.pk: [20 * HOUR, 30 * HOUR],
    }


# --- Words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("early", "late", "words"),
    [
        (date(2026, 3, 1), date(2026, 3, 1), "today"),
        (date(2026, 3, 4), date(2026, 3, 4), "on 4 March"),
        (date(2026, 12, 3), date(2026, 12, 9), "between 3 and 9 December"),
        (date(2026, 11, 28), date(2026, 12, 3), "between 28 November and 3 December"),
        (date(2026, 12, 28), date(2027, 1, 3), "between 28 December and 3 January 2027"),
        (date(2027, 1, 2), date(2027, 1, 9), "between 2 and 9 January 2027"),
        (date(2027, 1, 30), date(2027, 2, 9), "between 30 January and 9 February 2027"),
        (date(2027, 12, 30), date(2028, 1, 9), "between 30 December 2027 and 9 January 2028"),
    ],
)
def test_the_dates_are_said_as_people_say_them(early: date, late: date, words: str) -> None:
    at = [datetime(day.year, day.month, day.day, 20, tzinfo=UTC) for day in (early, late)]
    assert forecasts.in_words(Forecast(at[0], at[0], at[1]), now=NOW, zone=VIENNA) == words


def test_the_dates_are_those_where_the_reader_lives() -> None:
    night = datetime(2026, 12, 3, 23, 30, tzinfo=UTC)
    found = Forecast(night, night, night)
    assert forecasts.in_words(found, now=NOW, zone=UTC) == "on 3 December"
    assert forecasts.in_words(found, now=NOW, zone=VIENNA) == "on 4 December"
    assert forecasts.in_words(None, now=NOW, zone=UTC) == ""


# --- Tables ---------------------------------------------------------------------------------------


def test_a_forecast_is_the_same_for_an_hour_and_a_ply() -> None:
    match = slow()
    found = forecasts.of_match(match, now=NOW)
    assert found is not None
    assert NOW < found.early_at < found.likely_at < found.late_at
    assert forecasts.of_match(match, now=NOW + HOUR / 2) == found
    cache.clear()
    later = forecasts.of_match(match, now=NOW + HOUR)
    assert later == Forecast(found.early_at + HOUR, found.likely_at + HOUR, found.late_at + HOUR)
    move(match, now=NOW + HOUR)
    assert forecasts.of_match(match, now=NOW + HOUR) != later


def test_whoever_plays_faster_is_done_sooner() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    before = forecasts.of_match(slow(anna, ben), now=NOW)
    past, at = slow(anna, ben), NOW
    for _ in range(24):
        at += HOUR / 6
        move(past, now=at)
    after = forecasts.of_match(slow(anna, ben), now=NOW)
    assert before is not None
    assert after is not None
    assert after.late_at - NOW < (before.late_at - NOW) / 2


def test_no_turn_is_thought_to_last_longer_than_the_clock_allows() -> None:
    quick = forecasts.of_match(slow(budget=3600), now=NOW)
    friends = forecasts.of_match(slow(budget=0, form=Form.NO_CLOCK), now=NOW)
    assert quick is not None
    assert friends is not None
    turns = 71  # tiles that are laid at most
    assert quick.late_at - NOW <= turns * HOUR
    assert friends.early_at > quick.late_at


def test_nothing_is_said_of_live_tables_of_who_plays_alone_and_of_what_is_over() -> None:
    alone = make_match(make_user(), game="counting_tiles", pace=Pace.CORRESPONDENCE, budget=DAY)
    over = slow()
    play.resign(match_id=over.pk, player=0, now=NOW)
    for match in (make_match(), alone, Match.objects.get(pk=over.pk)):
        assert forecasts.of_match(match, now=NOW) is None


def test_computers_take_no_time_and_who_plays_them_alone_keeps_nobody_waiting() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    three = forecasts.of_match(slow(anna, ben, make_user()), now=NOW)
    two = forecasts.of_match(slow(anna, ben, "easy"), now=NOW)
    assert three is not None
    assert two is not None
    assert two.likely_at - NOW < (three.likely_at - NOW) * 0.85
    assert forecasts.of_match(slow(anna, "easy"), now=NOW) is None


def test_the_page_of_a_match_shows_it(client: Client) -> None:
    match = slow(now=datetime.now(UTC))
    page = client.get(match.get_absolute_url()).content.decode()
    assert "This match will probably end between" in page
    live = make_match(now=datetime.now(UTC))
    assert "will probably end" not in client.get(live.get_absolute_url()).content.decode()
