"""An answer is for the day whose position it was shown, over midnight and from several devices."""

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.edge import clock
from accounts.users.models import User
from games.daily import days, reading, told
from games.daily.models import Challenge, Entry
from games.matches.models import Match
from tests.factories import seconds
from tests.games.daily import made
from tests.games.daily.made import ALONE, GAME, TODAY, answer_all, answered, best, steps, worst

HOME = f"/daily/{GAME}/"
DAY = f"{HOME}{TODAY}/"
MIDNIGHT = days.closes_at(TODAY)
INSTANTS = st.builds(datetime.fromtimestamp, st.integers(0, 4_000_000_000), st.timezones())


@pytest.fixture
def next_day(challenge: Challenge) -> Challenge:
    """The challenge of the day after, with the same positions: a turn of one is legal in both."""
    positions = list(challenge.positions.order_by("number"))
    later = Challenge.objects.get(pk=challenge.pk)
    later.pk, later.day = None, TODAY + days.DAY
    later.save()
    for one in positions:
        one.pk, one.challenge = None, later
        one.save()
    return later


@pytest.fixture
def annas(client: Client, anna: User) -> Client:
    """The browser of anna."""
    client.force_login(anna)
    return client


class Clock:
    """What time it is for the site's pages."""

    def __init__(self, now: datetime) -> None:
        self.now = now


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock(MIDNIGHT - seconds(60))
    monkeypatch.setattr(clock, "machine_time", lambda: found.now)
    return found


def send(client: Client, number: int, action: object, day: date = TODAY, door: str = "try") -> Any:
    body = json.dumps({"action": action})
    path = f"{HOME}{day}/{number}/{door}"
    return client.post(path, body, content_type="application/json")


def base_of(page: bytes) -> str:
    return page.decode().split('data-base="')[1].split('"')[0]


# --- Over midnight --------------------------------------------------------------------------------


def test_a_page_sends_its_turn_to_the_day_it_shows(
    challenge: Challenge, next_day: Challenge, annas: Client, at: Clock
) -> None:
    assert base_of(annas.get(HOME).content) == DAY
    at.now = MIDNIGHT
    assert base_of(annas.get(HOME).content) == f"{HOME}{next_day.day}/"


@pytest.mark.parametrize("late", [timedelta(0), days.GRACE - seconds(1)])
def test_a_turn_sent_just_after_midnight_is_of_the_day_before(
    challenge: Challenge, next_day: Challenge, annas: Client, anna: User, at: Clock, late
) -> None:
    one = told.posed(challenge, 1)
    at.now = MIDNIGHT + late
    assert send(annas, 1, best(one), door="preview").json()["ok"]
    answer = send(annas, 1, best(one)).json()
    assert (answer["ok"], answer["points"]) == (True, 100)
    assert (answered(challenge, anna), answered(next_day, anna)) == ([100], [])
    assert send(annas, 1, best(one)).json() == answer


def test_whoever_was_in_the_middle_can_finish(
    challenge: Challenge, next_day: Challenge, annas: Client, anna: User, at: Clock
) -> None:
    answer_all(challenge, anna, most=2, now=at.now)
    at.now = MIDNIGHT + seconds(30)
    page = annas.get(DAY).content
    assert b"yesterday&#x27;s challenge" in page or b"yesterday's challenge" in page
    assert base_of(page) == DAY
    assert send(annas, 3, best(told.posed(challenge, 3))).json()["ok"]
    assert b"300/300" in annas.get(DAY).content
    entry = Entry.objects.get()
    assert (entry.challenge, entry.points) == (challenge, 300)
    found = reading.streak_of(user_id=anna.pk, now=at.now)
    assert found == reading.Streak(1, 1)


@pytest.mark.parametrize(
    ("late", "words"),
    [
        (days.GRACE, "That was yesterday's challenge, and it's over. Today's is there now."),
        (3 * days.DAY, "This challenge is over, so nothing was sent. Today's is there now."),
    ],
)
def test_later_it_is_refused_and_changes_nothing(
    challenge: Challenge, next_day: Challenge, annas: Client, at: Clock, late, words: str
) -> None:
    one = told.posed(challenge, 1)
    at.now = MIDNIGHT + late
    for door in ("try", "preview"):
        answer = send(annas, 1, best(one), door=door)
        assert (answer.status_code, answer.json()) == (
            409,
            {"ok": False, "error": "over", "text": words},
        )
    assert not Entry.objects.exists()


def test_nothing_of_the_solutions_is_told_while_somebody_can_answer(
    challenge: Challenge, next_day: Challenge, client: Client, at: Clock
) -> None:
    one = made.clearest(challenge)
    at.now = MIDNIGHT + days.GRACE - seconds(1)
    page = client.get(DAY).content
    assert (b"The last answers are still coming in." in page, b'id="steps"' in page) == (
        True,
        False,
    )
    for door in ("try", "preview", "show"):
        answer = client.post(
            f"{DAY}past/{one.number}/{door}",
            json.dumps({"action": best(one)}),
            content_type="application/json",
        )
        assert (answer.status_code, answer.json()["error"]) == (409, "still_open")
    at.now = MIDNIGHT + days.GRACE
    assert len(steps(client, DAY)) == len(told.all_posed(challenge))


def test_a_day_that_has_not_begun_is_not_shown_or_taken(
    challenge: Challenge, next_day: Challenge, annas: Client, at: Clock
) -> None:
    assert annas.get(f"{HOME}{next_day.day}/").status_code == 404
    answer = send(annas, 1, best(told.posed(next_day, 1)), day=next_day.day)
    assert (answer.status_code, answer.json()["error"]) == (409, "closed")
    for day in ("9999-12-31", "0001-01-01", "2026-02-30", "2026-3-1"):
        answer = annas.post(f"{HOME}{day}/1/try", "{}", content_type="application/json")
        assert answer.status_code in (404, 409)
        assert annas.get(f"{HOME}{day}/").status_code in (200, 404)
    assert not Entry.objects.exists()


def test_a_game_for_one_is_begun_on_its_own_day_alone(
    alone: Challenge, annas: Client, at: Clock
) -> None:
    home = f"/daily/{ALONE}/"
    assert f'action="{home}{TODAY}/start"'.encode() in annas.get(home).content
    at.now = MIDNIGHT
    page = annas.post(f"{home}{TODAY}/start", follow=True)
    assert page.redirect_chain == [(home, 302)]
    said = "That was yesterday's challenge, and it's over. Today's is there now."
    assert [str(one) for one in page.context["messages"]] == [said]
    assert not Match.objects.exists()


# --- Several tabs and devices ---------------------------------------------------------------------


def test_a_page_that_comes_back_from_the_past_is_told_so(
    challenge: Challenge, annas: Client, anna: User, at: Clock
) -> None:
    first, second = (told.posed(challenge, number) for number in (1, 2))
    kept = send(annas, 1, worst(first)).json()
    send(annas, 2, best(second))
    again = send(annas, 1, best(first))
    assert (again.status_code, again.json()["error"]) == (409, "answered")
    assert send(annas, 1, worst(first)).json() == kept
    assert answered(challenge, anna) == [kept["points"], 100]


# --- Whose midnight it is -------------------------------------------------------------------------


@given(now=INSTANTS)
def test_each_instant_is_of_one_day_in_every_time_zone(now: datetime) -> None:
    day = days.day_of(now)
    assert days.opens_at(day) <= now < days.closes_at(day)
    assert days.day_of(now.astimezone(UTC)) == day
    assert days.closes_at(day) - days.opens_at(day) == timedelta(hours=24)


@pytest.mark.parametrize(
    "now",
    [
        "2026-03-29T01:59:00+01:00",  # a minute before summer time begins in Berlin
        "2026-03-29T03:00:00+02:00",
        "2026-10-25T02:30:00+02:00",  # the hour that comes twice
        "2026-10-25T02:30:00+01:00",
    ],
)
def test_summer_time_makes_no_day_longer_or_shorter(now: str) -> None:
    at = datetime.fromisoformat(now)
    assert days.day_of(at) == at.date()
