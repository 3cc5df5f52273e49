"""A clock stopped by consent, a day given, and a live pause in which nobody loses a seat."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail

from accounts.notices import outbox as notifications
from accounts.rest import services as rest
from accounts.rest.rules.calendars import Calendar
from accounts.users.models import User
from games.core.clock import Form, Pace
from games.core.errors import Refusal
from games.core.table.agreement import Agreement
from games.matches import play, reading, sweeps
from games.matches.answers import SeatHeld, StalePly
from games.matches.models import ClockChange, Match, Seat
from tests.factories import (
    NOW,
    assert_replay_matches,
    first_action,
    mails_owed,
    make_match,
    make_user,
    move,
    seconds,
    view_of,
)

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def slow(*people: User | str, **agreed: Any) -> Match:
    agreement = Agreement(rest=agreed.pop("rest", 0))
    agreed = {"pace": Pace.CORRESPONDENCE, "budget": 2 * 86400, **agreed}
    return make_match(
        *(people or (make_user("ann"), make_user("ben"))), agreement=agreement, **agreed
    )


def live() -> Match:
    return make_match(make_user("ann"), make_user("ben"), budget=60, bank=30)


def pause(match: Match, now: Any) -> Match:
    for player in (0, 1):
        play.offer(match_id=match.pk, player=player, kind="pause", ply=match.ply, now=now)
    return fresh(match)


def fresh(match: Match) -> Match:
    match.refresh_from_db()
    match.timer.refresh_from_db()
    return match


def go_on(match: Match, player: int, now: Any) -> Match:
    play.resume_play(match_id=match.pk, player=player, now=now)
    return fresh(match)


# --- A pause --------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [slow, live])
def test_the_clock_stands_for_all_and_goes_on_with_what_was_left(make: Any) -> None:
    match = make()
    due = match.timer.deadline_at
    pause(match, NOW + seconds(10))
    assert (match.timer.deadline_at, match.timer.fires_at) == (None, None)
    clock = view_of(match, 1)["clock"]
    assert (clock["deadline_at"], clock["paused_at"]) == (None, "2026-03-01T12:00:10+00:00")
    assert sweeps.sweep_deadlines(now=NOW + 30 * DAY) == 0
    go_on(match, 1, NOW + 30 * DAY)
    assert match.timer.deadline_at == due + 30 * DAY - seconds(10)
    assert [one["text"] for one in view_of(match)["changes"]] == [
        "Everyone agreed to pause",
        "ben ended the pause",
    ]


@pytest.mark.parametrize("make", [slow, live])
def test_a_pause_takes_nothing_from_bank_or_rest(make: Any) -> None:
    match = make()
    banks, rests = match.timer.banks, match.timer.rests
    pause(match, NOW + seconds(10))
    go_on(match, 0, NOW + DAY)
    move(match, now=NOW + DAY + seconds(40))
    assert (fresh(match).timer.banks, match.timer.rests) == (banks, rests)
    assert_replay_matches(match)


def test_a_move_ends_a_pause() -> None:
    match = pause(slow(), NOW + HOUR)
    move(match, now=NOW + 90 * DAY)
    assert fresh(match).timer.paused_at is None
    assert match.timer.deadline_at == NOW + 92 * DAY
    kinds = ClockChange.objects.filter(match=match).values_list("kind", "player", "ply")
    assert list(kinds) == [("paused", 0, 0), ("resumed", 0, 0)]
    assert_replay_matches(match)


def test_a_refused_move_ends_none() -> None:
    match = pause(slow(), NOW)
    with pytest.raises(Refusal):
        play.submit(
            match_id=match.pk,
            player=1,
            action=first_action(match),
            expected_ply=0,
            now=NOW + HOUR,
        )
    assert fresh(match).timer.paused_at == NOW


def test_only_who_plays_can_end_it() -> None:
    match = slow(make_user(), make_user(), make_user())
    play.resign(match_id=match.pk, player=2, now=NOW)
    pause(match, NOW)
    with pytest.raises(SeatHeld):
        go_on(match, 2, NOW + HOUR)
    version = go_on(match, 1, NOW + HOUR).version
    assert go_on(match, 0, NOW + HOUR).version == version  # there is nothing left to end


def test_a_pause_cannot_be_asked_for_twice_or_without_a_clock() -> None:
    match = pause(slow(), NOW)
    assert view_of(match, 0)["can"] == ["draw", "go_on"]
    with pytest.raises(Refusal, match="The match is already paused"):
        play.offer(match_id=match.pk, player=0, kind="pause", ply=0, now=NOW)
    timeless = slow(make_user(), make_user(), form=Form.NO_CLOCK, budget=0)
    with pytest.raises(Refusal, match="This match has no clock to stop"):
        play.offer(match_id=timeless.pk, player=0, kind="pause", ply=0, now=NOW)


def test_a_computer_waits_too() -> None:
    match = slow(make_user("ann"), make_user("ben"), "easy")
    move(move_first(match), now=NOW)
    assert match.to_move == 2
    pause(match, NOW + seconds(1))
    assert reading.computer_turn(match_id=match.pk, ply=2) is None
    assert reading.waiting_computers(before=NOW + DAY) == []
    with pytest.raises(StalePly):
        play.submit(
            match_id=match.pk,
            player=2,
            action=first_action(match),
            expected_ply=2,
            actor="computer",
            now=NOW + HOUR,
        )
    go_on(match, 0, NOW + DAY)
    assert reading.computer_turn(match_id=match.pk, ply=2) is not None


def move_first(match: Match) -> Match:
    move(match)
    return match


def test_nobody_loses_a_live_seat_in_a_pause_and_all_have_time_to_come_back() -> None:
    match = pause(live(), NOW)
    Seat.objects.filter(match=match).update(present_until=NOW)
    assert sweeps.sweep_absences(now=NOW + HOUR) == 0
    assert play.substitute(match_id=match.pk, player=1, now=NOW + HOUR) is False
    go_on(match, 0, NOW + HOUR)
    assert sweeps.sweep_absences(now=NOW + HOUR + seconds(59)) == 0
    assert sweeps.sweep_absences(now=NOW + HOUR + seconds(60)) == 2


def test_an_outage_after_a_pause_is_given_back_to_a_live_clock_too() -> None:
    match = pause(live(), NOW + seconds(10))
    go_on(match, 0, NOW + seconds(40))
    play.keep_pulse(now=NOW + seconds(40))
    play.keep_pulse(now=NOW + seconds(100))
    assert fresh(match).timer.deadline_at == NOW + seconds(90 + 30 + 60)
    move(match, now=NOW + seconds(150))  # of which 60 ran
    assert fresh(match).timer.banks == [30, 30]


def test_no_turn_is_announced_in_a_pause_but_after_it() -> None:
    match = slow()
    Seat.objects.filter(match=match).update(present_until=None)
    move(match)
    pause(match, NOW + seconds(60))
    assert mails_owed(kind__in=["turn", "reminder", "last"]).count() == 0
    assert letters(NOW + 9 * DAY) == []
    go_on(match, 0, NOW + 10 * DAY)
    assert letters(NOW + 10 * DAY + timedelta(minutes=4)) == [
        ("ben@example.org", "Your turn: Tilekingdom with ann")
    ]
    text = str(mail.outbox[-1].body)
    assert "ann ended the pause." in text
    assert "You have 1 day 23 hours left for this turn, until Friday 13 March, 11:59." in text


def letters(now: Any) -> list[tuple[str, str]]:
    before = len(mail.outbox)
    while notifications.deliver(now=now):
        pass
    return [(sent.to[0], sent.subject) for sent in mail.outbox[before:]]


# --- A day given ----------------------------------------------------------------------------------


def test_a_day_is_given_to_whoever_is_to_move() -> None:
    match = slow()
    due = match.timer.deadline_at
    assert "give_day" in view_of(match, 1)["can"]
    assert "give_day" not in view_of(match, 0)["can"]
    play.give_day(match_id=match.pk, player=1, now=NOW)
    assert fresh(match).timer.deadline_at == due + DAY
    assert view_of(match)["changes"][0]["text"] == "ben gave an extra day for this turn"
    with pytest.raises(Refusal, match="You can't give yourself an extra day"):
        play.give_day(match_id=match.pk, player=0, now=NOW)


def test_a_turn_is_given_a_week_at_most_and_the_next_one_none() -> None:
    match = slow()
    for _ in range(7):
        play.give_day(match_id=match.pk, player=1, now=NOW)
    with pytest.raises(Refusal, match="This turn already has an extra week"):
        play.give_day(match_id=match.pk, player=1, now=NOW)
    move(match)
    assert (fresh(match).timer.given, match.timer.deadline_at) == (0, NOW + 2 * DAY)


def test_there_is_no_day_to_give_at_other_clocks() -> None:
    for match in (live(), slow(make_user(), make_user(), form=Form.NO_CLOCK, budget=0)):
        with pytest.raises(Refusal, match="You can't give extra days at this table"):
            play.give_day(match_id=match.pk, player=1, now=NOW)
    match = slow(make_user(), "easy")
    move(match)
    with pytest.raises(Refusal, match="The computer has all the time it needs"):
        play.give_day(match_id=match.pk, player=0, now=NOW)


# --- When it stands by itself ---------------------------------------------------------------------


def test_the_view_tells_when_the_clock_stands() -> None:
    from datetime import time
    from zoneinfo import ZoneInfo

    ann, ben = make_user("ann"), make_user("ben")
    night = Calendar(ZoneInfo("UTC"), time(22), time(6))
    rest.choose_calendar(user=ann, calendar=night, now=NOW - DAY)
    match = slow(ann, ben, rest=86400)
    clock = view_of(match, 1)["clock"]
    assert clock["stands"] == [
        ["2026-03-01T22:00:00+00:00", "2026-03-02T06:00:00+00:00"],
        ["2026-03-02T22:00:00+00:00", "2026-03-03T06:00:00+00:00"],
        ["2026-03-03T22:00:00+00:00", "2026-03-04T06:00:00+00:00"],
    ]
    assert clock["deadline_at"] == "2026-03-04T12:00:00+00:00"
    move(match)
    assert view_of(match, 1)["clock"]["stands"] == []
