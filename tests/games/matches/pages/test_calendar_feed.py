"""The calendar of deadlines as programs fetch it: whose, what moves, what it does not tell."""

from datetime import datetime, timedelta
from typing import Any

import icalendar
import pytest
import vobject
from django.test import Client
from django.utils import timezone

from accounts.feeds import services as feeds
from accounts.feeds.models import CalendarFeed
from accounts.rest import services as rest
from accounts.users.models import User
from games.core.clock import Form, Pace, TimeControl
from games.core.table.agreement import Agreement
from games.matches import play
from games.matches.models import Match, TurnTimer
from tests.factories import NOW, make_match, make_user, move

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
SITE = "http://localhost:8000"


@pytest.fixture(autouse=True)
def _the_clock_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, NOW)


def at(monkeypatch: pytest.MonkeyPatch, now: datetime) -> None:
    monkeypatch.setattr(timezone, "now", lambda: now)


@pytest.fixture
def anna() -> User:
    return make_user("Anna", time_zone="Europe/Vienna")


@pytest.fixture
def ben() -> User:
    return make_user("Ben")


@pytest.fixture
def url(anna: User) -> str:
    return f"/calendar/{feeds.open_feed(user=anna, now=NOW).key}.ics"


def slow_match(*people: User | str, **more: Any) -> Match:
    return make_match(*people, pace=Pace.CORRESPONDENCE, budget=2 * 86400, **more)


def told(answer: Any) -> dict[str, tuple[datetime, int]]:
    """Return by UID when each event ends and its SEQUENCE, by one library and by the other."""
    assert answer.status_code == 200
    mine = {
        str(event["uid"]): (event.decoded("dtstart"), int(event["sequence"]))
        for event in icalendar.Calendar.from_ical(answer.content).walk("VEVENT")
    }
    rows = getattr(vobject.readOne(answer.content.decode()), "vevent_list", [])
    assert mine == {
        event.uid.value: (event.dtstart.value, int(event.sequence.value)) for event in rows
    }
    return mine


def uid(match: Match, player: int = 0) -> str:
    return f"match-{match.public_id}-{player}@localhost"


def test_it_has_the_deadlines_of_ones_own_turns(client: Client, anna, ben, url: str) -> None:
    mine, theirs = slow_match(anna, ben), slow_match(ben, anna)
    slow_match(ben, make_user())
    make_match(anna, ben)
    make_match(anna, ben, pace=Pace.CORRESPONDENCE, form=Form.NO_CLOCK, budget=0)
    assert told(client.get(url)) == {uid(mine): (NOW + 2 * DAY, 0)}
    move(theirs)
    assert told(client.get(url)) == {
        uid(mine): (NOW + 2 * DAY, 0),
        uid(theirs, 1): (NOW + 2 * DAY, 0),
    }


def test_a_turn_that_is_played_goes_away(client: Client, anna, ben, url: str) -> None:
    match = slow_match(anna, ben)
    assert len(told(client.get(url))) == 1
    move(match)
    assert told(client.get(url)) == {}


def test_the_next_turn_has_the_same_uid_and_a_higher_sequence(
    client: Client, anna, ben, url: str, monkeypatch
) -> None:
    match = slow_match(anna, ben)
    first = told(client.get(url))
    move(match, now=NOW + DAY)
    at(monkeypatch, NOW + DAY)
    assert told(client.get(url)) == {}
    move(match, now=NOW + 2 * DAY)
    at(monkeypatch, NOW + 2 * DAY)
    assert first == {uid(match): (NOW + 2 * DAY, 0)}
    assert told(client.get(url)) == {uid(match): (NOW + 4 * DAY, 1)}


def test_a_deadline_that_moves_keeps_its_uid(
    client: Client, anna, ben, url: str, monkeypatch
) -> None:
    """By a day the other gives, by a holiday, and by an outage, which is no new version."""
    match = slow_match(anna, ben, agreement=Agreement(holiday=True))
    play.keep_pulse(now=NOW)
    client.get(url)
    play.give_day(match_id=match.pk, player=1, now=NOW)
    assert told(client.get(url)) == {uid(match): (NOW + 3 * DAY, 1)}
    for back in range(14 * 3):
        rest.note_active(user_id=anna.pk, at=NOW - back * DAY)
    rest.book(user=anna, from_at=NOW, until_at=NOW + 2 * DAY, now=NOW)
    play.recount(user_id=anna.pk, now=NOW)
    assert told(client.get(url)) == {uid(match): (NOW + 5 * DAY, 2)}
    version = Match.objects.get().version
    play.keep_pulse(now=NOW + HOUR)
    at(monkeypatch, NOW + HOUR)
    assert told(client.get(url)) == {uid(match): (NOW + 5 * DAY + HOUR, 3)}
    assert Match.objects.get().version == version


def test_a_paused_clock_has_no_deadline(client: Client, anna, ben, url: str) -> None:
    match = slow_match(anna, ben)
    TurnTimer.objects.filter(match=match).update(paused_at=NOW, deadline_at=None, fires_at=None)
    assert told(client.get(url)) == {}


def test_a_duel_has_the_day_on_which_it_closes(client: Client, anna, ben, url: str) -> None:
    matches = start_duel(anna, ben)
    closes_at = matches[0].duel.closes_at
    mine = next(m for m in matches if m.seats.filter(user=anna).exists())
    assert told(client.get(url)) == {uid(mine): (closes_at, 0)}


def start_duel(*people: User) -> list[Match]:
    duel = play.start_duel(
        game="counting_tiles",
        options={"limit": 1},
        control=TimeControl(Pace.LIVE, 60, 0),
        entrants=[play.SeatPlan(name=user.username, user_id=user.pk) for user in people],
        now=NOW,
    )
    return list(Match.objects.filter(duel=duel).select_related("duel"))


def test_an_event_says_whose_table_it_is_and_nothing_of_the_position(
    client: Client, anna, ben, url: str
) -> None:
    match = slow_match(anna, ben)
    (event,) = icalendar.Calendar.from_ical(client.get(url).content).walk("VEVENT")
    link = f"{SITE}/match/{match.public_id}/"
    assert str(event["summary"]) == "Your time runs out: Tilekingdom with Ben"
    assert str(event["description"]) == (
        f"Your time runs out on Tuesday 3 March, 13:00 (Europe/Vienna).\n{link}"
    )
    assert str(event["url"]) == link
    assert set(event) == {
        "UID", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "DTSTART", "DTEND", "SUMMARY", "STATUS",
        "TRANSP", "DESCRIPTION", "URL",
    }  # fmt: skip


def test_a_name_can_break_no_line(client: Client, anna, url: str) -> None:
    other = make_user("Ben")
    User.objects.filter(pk=other.pk).update(username="B,e;n\\")
    other.refresh_from_db()
    slow_match(anna, other)
    (event,) = icalendar.Calendar.from_ical(client.get(url).content).walk("VEVENT")
    assert str(event["summary"]) == "Your time runs out: Tilekingdom with B,e;n\\"


def test_rest_is_there_if_wished(client: Client, anna: User, url: str) -> None:
    for back in range(14):
        rest.note_active(user_id=anna.pk, at=NOW - back * DAY)
    rest.book(user=anna, from_at=NOW + DAY, until_at=NOW + 2 * DAY, now=NOW)
    assert told(client.get(url)) == {}
    feeds.choose(user=anna, with_rest=True, alarm=0)
    assert [name.split("-")[0] for name in told(client.get(url))] == ["holiday"]


def test_what_is_known_is_not_sent_again(client: Client, anna, ben, url: str, monkeypatch) -> None:
    match = slow_match(anna, ben)
    first = client.get(url)
    assert first["Content-Type"] == "text/calendar; charset=utf-8"
    tag, since = first["ETag"], first["Last-Modified"]
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
    assert client.get(url, headers={"If-None-Match": f'"x", W/{tag}'}).status_code == 304
    assert client.get(url, headers={"If-Modified-Since": since}).status_code == 304
    assert client.get(url, headers={"If-None-Match": '"x"', "If-Modified-Since": since}).content
    move(match)  # within the same second
    for known in ({"If-None-Match": tag}, {"If-Modified-Since": since}):
        assert client.get(url, headers=known).status_code == 200


def test_it_needs_no_login_and_leaves_nothing(client: Client, url: str) -> None:
    answer = client.get(url)
    assert answer.cookies.output() == ""
    assert answer["Cache-Control"] == "private, no-cache"
    assert answer["X-Robots-Tag"] == "noindex"
    assert client.head(url).status_code == 200
    assert client.post(url).status_code == 405


def test_nobody_elses_calendar_is_found(client: Client, anna, url: str) -> None:
    feeds.open_feed(user=anna, now=NOW)
    answers = [
        client.get(path) for path in (url, "/calendar/x.ics", "/calendar/%00.ics", "/calendar/.ics")
    ]
    assert [answer.status_code for answer in answers] == [404] * 4


def test_it_cannot_be_asked_without_end(client: Client, url: str) -> None:
    answers = [client.get(url).status_code for _ in range(61)]
    assert answers == [200] * 60 + [429]


def test_it_asks_as_little_of_the_database_for_many_tables(
    client: Client, anna, ben, url: str, django_assert_max_num_queries
) -> None:
    for _ in range(6):
        slow_match(anna, ben)
    client.get(url)
    with django_assert_max_num_queries(9):
        assert len(told(client.get(url))) == 6


def test_two_people_of_a_table_have_different_events(client: Client, anna, ben, url: str) -> None:
    theirs = f"/calendar/{feeds.open_feed(user=ben, now=NOW).key}.ics"
    first, second = slow_match(anna, ben), slow_match(ben, anna)
    assert set(told(client.get(url))) == {uid(first)}
    assert set(told(client.get(theirs))) == {uid(second)}
    assert CalendarFeed.objects.count() == 2


def test_a_lost_or_held_seat_has_no_deadline(client: Client, anna, ben, url: str) -> None:
    match = slow_match(anna, ben)
    play.resign(match_id=match.pk, player=0, now=NOW)
    assert told(client.get(url)) == {}
