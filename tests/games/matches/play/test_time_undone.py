"""What is undone takes its time along: banks, rests and days given are as if it hadn't been."""

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.rest import services as rest
from accounts.rest.rules.calendars import Calendar
from accounts.users.models import User
from games.core.clock import Form, Pace
from games.core.table.agreement import Agreement
from games.matches import play, reading
from games.matches.answers import Actor
from games.matches.models import Match, Move
from tests.factories import assert_replay_matches, first_action, make_match, make_user, move

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
NIGHT = Calendar(ZoneInfo("UTC"), time(22), time(6))
FORMS: dict[str, dict[str, Any]] = {
    "per turn": {},
    "per turn and bank": {"bank": 172800},
    "Fischer's": {"bank": 172800, "form": Form.FISCHER, "cap": 777600},
    "Fischer's, nearly full": {"bank": 172800, "form": Form.FISCHER, "cap": 172800 + 3600},
}
CLOCKS = pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)


def sleeper(name: str) -> User:
    user = make_user(name)
    rest.choose_calendar(user=user, calendar=NIGHT, now=NOON - 30 * DAY)
    return user


def slow(*people: User | str, takebacks: bool = True, **form: Any) -> Match:
    """Return a table at which a turn has a day."""
    return make_match(
        *(people or (sleeper("ann"), sleeper("ben"))),
        pace=Pace.CORRESPONDENCE,
        budget=86400,
        agreement=Agreement(takebacks=takebacks, rest=5 * 86400),
        options={"mode": "chess"},
        now=NOON,
        **form,
    )


def time_of(match: Match) -> dict[str, Any]:
    """Return all that a match tells of its players' time, from the beginning of the turn on."""
    timer = reading.get(match_id=match.pk).timer
    return {
        "player": timer.player,
        "banks": timer.banks,
        "rests": timer.rests,
        "given": timer.given,
        "thinking": timer.thinking,
    }


def take_back(match: Match, now: datetime) -> None:
    for player in (0, 1):
        play.offer(match_id=match.pk, player=player, kind="takeback", ply=match.ply, now=now)
    match.refresh_from_db()


def see(match: Match, now: datetime) -> None:
    until = {seat.pk: now + play.HEARTBEAT for seat in reading.seats(match_id=match.pk)}
    play.record_presence(until=until, now=now)


@CLOCKS
@pytest.mark.parametrize("took", [2 * HOUR, 46 * HOUR], ids=["soon", "after two nights"])
def test_a_turn_taken_back_four_times_leaves_all_time_as_it_was(
    form: dict[str, Any], took: timedelta
) -> None:
    match, now = slow(**form), NOON
    play.give_day(match_id=match.pk, player=1, now=now)
    before = time_of(match)
    assert (before["player"], before["given"]) == (0, 86400)
    for _ in range(4):
        began, now = now, now + took
        move(match, now=now)
        assert time_of(match)["player"] == 1
        now = began + 4 * DAY  # at noon again
        take_back(match, now)
        assert time_of(match) == before
    timer = reading.get(match_id=match.pk).timer
    assert timer.started_at == now
    assert timer.thinking is not None
    # As much of the nights has come in between as lies in the time to think.
    awake, nights = timedelta(seconds=timer.thinking), 0
    while nights * 16 * HOUR + 10 * HOUR < awake:
        nights += 1
    assert timer.deadline_at == now + awake + nights * 8 * HOUR
    assert_replay_matches(match)


@CLOCKS
def test_so_do_turns_of_both_one_after_the_other(form: dict[str, Any]) -> None:
    """A turn that stays uses what it used, and only the one that is taken back gives its time."""
    match = slow(**form)
    move(match, now=NOON + 3 * HOUR)
    play.give_day(match_id=match.pk, player=0, now=NOON + 4 * HOUR)
    between = time_of(match)
    move(match, now=NOON + 50 * HOUR)
    for player in (1, 0):
        offered = {"kind": "takeback", "ply": match.ply, "now": NOON + 51 * HOUR}
        play.offer(match_id=match.pk, player=player, **offered)
    assert time_of(match) == between


@CLOCKS
def test_a_turn_of_the_clock_is_taken_back_while_all_play_on_live(form: dict[str, Any]) -> None:
    match = slow(**form)
    play.give_day(match_id=match.pk, player=1, now=NOON)
    before, now = time_of(match), NOON + 46 * HOUR
    move(match, now=now)
    see(match, now)
    for player in (0, 1):
        play.offer(match_id=match.pk, player=player, kind="live", ply=match.ply, now=now)
    take_back(match, now + timedelta(seconds=30))
    assert time_of(match) == before
    move(match, now=now + timedelta(seconds=60))  # live, so that it costs nothing
    take_back(match, now + timedelta(seconds=90))
    assert time_of(match) == before
    play.back_to_slow(match_id=match.pk, player=1, now=now + timedelta(seconds=99))
    timer = reading.get(match_id=match.pk).timer
    assert (timer.banks, timer.rests) == (before["banks"], before["rests"])


def test_so_it_is_at_a_live_table() -> None:
    chess = {"mode": "chess"}
    match = make_match(bank=120, agreement=Agreement(takebacks=True), options=chess, now=NOON)
    before, later = time_of(match), NOON + timedelta(seconds=100)
    move(match, now=later)
    assert time_of(match)["banks"] == [80, 120]
    take_back(match, later + timedelta(seconds=90))
    assert time_of(match) == before


@CLOCKS
def test_practice_goes_back_with_its_time(form: dict[str, Any]) -> None:
    match = slow(sleeper("ann"), "easy", takebacks=False, **form)
    times, now = [], NOON
    for _ in range(3):
        times.append(time_of(match))
        now += 20 * HOUR
        move(match, now=now)
        now += HOUR
        play.submit(
            match_id=match.pk,
            player=1,
            action=first_action(match),
            expected_ply=match.ply,
            now=now,
            actor=Actor.COMPUTER,
        )
    for before in reversed(times):
        match.refresh_from_db()
        play.undo(match_id=match.pk, player=0, ply=match.ply, now=now)
        assert time_of(match) == before
    match.refresh_from_db()
    assert_replay_matches(match)


def test_no_time_is_kept_where_nothing_can_be_undone() -> None:
    kept = slow(bank=3600)
    move(kept, now=NOON)
    free = slow(make_user(), make_user(), bank=3600, takebacks=False)
    move(free, now=NOON)
    clocks = {one.match_id: one.clock for one in Move.objects.all()}
    assert clocks == {
        kept.pk: {"banks": [3600, 3600], "rests": [432000, 432000], "given": 0},
        free.pk: None,
    }
