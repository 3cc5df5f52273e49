"""What a table agreed on for a turn whose time is over: each rule, live and slow."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.notices.models import Notification
from games.core.clock import Form, Pace
from games.core.errors import IllegalAction
from games.core.table.agreement import Agreement, OnTimeout
from games.matches import play, sweeps
from games.matches.answers import TooLate
from games.matches.models import Match, Move, Seat, SeatChange
from games.matches.reading import boards
from tests.factories import (
    NOW,
    assert_replay_matches,
    first_action,
    mails_owed,
    make_match,
    make_user,
    move,
    seconds,
)
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words

pytestmark = pytest.mark.django_db

DAY = 86400
# Pace, seconds a turn, and when after its beginning the clock moves.
PACES = [(Pace.LIVE, 60, seconds(63)), (Pace.CORRESPONDENCE, DAY, seconds(DAY + 60))]
both_paces = pytest.mark.parametrize(("pace", "budget", "fires"), PACES)


@pytest.fixture
def words(db: None) -> None:
    load_words(common_words(50))


def table(
    rule: OnTimeout, pace: Pace, budget: int, *, count: int = 2, spells: int = 3, **facts: Any
) -> Match:
    people = [make_user() for _ in range(count)]
    agreement = Agreement(on_timeout=rule, spells=spells)
    return make_match(*people, pace=pace, budget=budget, agreement=agreement, **facts)


def seat_of(match: Match, player: int = 0) -> Seat:
    return Seat.objects.get(match=match, player=player)


def entries(match: Match) -> list[tuple[int, int, str]]:
    return list(Move.objects.filter(match=match).values_list("ply", "player", "actor"))


def changes(match: Match) -> list[tuple[int, str, int, int | None]]:
    rows = SeatChange.objects.filter(match=match)
    return list(rows.values_list("player", "kind", "ply", "by"))


def timer_of(match: Match) -> tuple[datetime, datetime | None]:
    match.timer.refresh_from_db()
    return match.timer.started_at, match.timer.deadline_at


def computer_moves(match: Match, now: datetime) -> None:
    action = first_action(match)
    assert match.to_move is not None
    play.submit(
        match_id=match.pk, player=match.to_move, action=action, expected_ply=match.ply,
        actor="computer", now=now,
    )  # fmt: skip
    match.refresh_from_db()


@both_paces
def test_the_usual_is_a_move_of_the_clock(pace: Pace, budget: int, fires: timedelta) -> None:
    match = table(OnTimeout.MOVE, pace, budget)
    assert sweeps.sweep_deadlines(now=NOW + fires - seconds(0.1)) == 0
    assert sweeps.sweep_deadlines(now=NOW + fires) == 1
    assert entries(match) == [(1, 0, "clock")]
    assert changes(match) == []
    match.refresh_from_db()
    said = boards.of_matches([match])[match.pk].last
    assert said.startswith(f"The clock moved for {seat_of(match).name}.")
    assert_replay_matches(match)


@both_paces
def test_a_pass_of_the_clock_is_none_of_a_player(
    pace: Pace, budget: int, fires: timedelta, words: None
) -> None:
    match = table(OnTimeout.MOVE, pace, budget, game="upwords")
    assert sweeps.sweep_deadlines(now=NOW + fires) == 1
    entry = Move.objects.get(match=match)
    assert (entry.actor, entry.action, entry.text) == ("clock", {"type": "TimeOut"}, "time out")
    match.refresh_from_db()
    assert match.to_move is not None
    with pytest.raises(IllegalAction, match="Only the clock can make that move"):
        play.submit(
            match_id=match.pk,
            player=match.to_move,
            action={"type": "TimeOut"},
            expected_ply=1,
            now=NOW + fires,
        )
    assert_replay_matches(match)


@both_paces
def test_easy_holds_the_seat_until_its_owner_is_back(
    pace: Pace, budget: int, fires: timedelta
) -> None:
    match = table(OnTimeout.EASY, pace, budget)
    at = NOW + fires
    assert sweeps.sweep_deadlines(now=at) == 1
    seat = seat_of(match)
    assert (seat.controller, seat.substituted_at, seat.spells) == ("easy", at, 1)
    assert entries(match) == []
    assert timer_of(match) == (at, at + seconds(budget))
    assert sweeps.sweep_deadlines(now=at + seconds(2)) == 0

    computer_moves(match, at + seconds(1))
    assert entries(match) == [(1, 0, "computer")]
    play.reclaim(match_id=match.pk, player=0, now=at + seconds(5))
    seat = seat_of(match)
    assert (seat.controller, seat.substituted_at, seat.spells) == ("human", None, 1)
    assert changes(match) == [(0, "substituted", 0, None), (0, "reclaimed", 1, seat.user_id)]
    assert_replay_matches(match)


@both_paces
def test_loss_of_one_of_two_ends_the_match(pace: Pace, budget: int, fires: timedelta) -> None:
    match = table(OnTimeout.LOSS, pace, budget)
    at = NOW + fires
    assert sweeps.sweep_deadlines(now=at) == 1
    match.refresh_from_db()
    assert (match.status, match.end_reason, match.places) == ("finished", "lost", [2, 1])
    assert seat_of(match).lost_at == at
    assert changes(match) == [(0, "lost", 0, None)]
    assert_replay_matches(match)


@both_paces
def test_loss_of_one_of_three_leaves_the_seat_to_easy(
    pace: Pace, budget: int, fires: timedelta
) -> None:
    match = table(OnTimeout.LOSS, pace, budget, count=3)
    at = NOW + fires
    assert sweeps.sweep_deadlines(now=at) == 1
    match.refresh_from_db()
    seat = seat_of(match)
    assert (match.status, seat.controller, seat.lost_at) == ("running", "easy", at)
    assert seat.substituted_at is None
    assert timer_of(match) == (at, at + seconds(budget))
    computer_moves(match, at + seconds(1))
    assert entries(match) == [(1, 0, "computer")]
    assert_replay_matches(match)


@both_paces
def test_excused_twice_and_then_the_clock_moves(pace: Pace, budget: int, fires: timedelta) -> None:
    match = table(OnTimeout.EXCUSED, pace, budget)
    now = NOW
    for spent in (1, 2):
        now += fires
        assert sweeps.sweep_deadlines(now=now) == 1
        assert seat_of(match).excuses == spent
        assert timer_of(match) == (now, now + seconds(budget))
        assert entries(match) == []
    now += fires
    assert sweeps.sweep_deadlines(now=now) == 1
    assert entries(match) == [(1, 0, "clock")]
    assert changes(match) == [(0, "excused", 0, None)] * 2
    assert_replay_matches(match)


# --- A move that comes too late -------------------------------------------------------------------


def late(rule: OnTimeout, count: int = 2) -> Match:
    return table(rule, Pace.CORRESPONDENCE, DAY, count=count)


LATE = NOW + seconds(DAY + 11)


@pytest.mark.parametrize(
    ("rule", "count", "text"),
    [
        (OnTimeout.MOVE, 2, "the clock moved for you"),
        (OnTimeout.EASY, 2, "Your time ran out, so the computer is playing for you"),
        (OnTimeout.LOSS, 2, "Your time ran out, so you've lost your seat"),
        (OnTimeout.LOSS, 3, "Your time ran out, so you've lost your seat"),
    ],
)
def test_a_late_move_is_answered_with_what_became_of_the_turn(
    rule: OnTimeout, count: int, text: str
) -> None:
    match = late(rule, count)
    with pytest.raises(TooLate, match=text):
        move(match, now=LATE)
    assert [actor for _, _, actor in entries(match)] == (
        ["clock"] if rule is OnTimeout.MOVE else []
    )
    assert_replay_matches(match)


def test_a_late_move_of_an_excused_player_is_played() -> None:
    match = late(OnTimeout.EXCUSED)
    assert move(match, now=LATE).ply == 1
    assert (entries(match), seat_of(match).excuses) == ([(1, 0, "human")], 1)


# --- Time that was used up ------------------------------------------------------------------------


def test_easy_takes_the_bank_and_neither_takes_nor_adds_while_it_plays() -> None:
    match = table(
        OnTimeout.EASY, Pace.CORRESPONDENCE, DAY, form=Form.FISCHER, bank=3 * DAY, cap=5 * DAY
    )
    at = NOW + seconds(3 * DAY + 60)
    sweeps.sweep_deadlines(now=at)
    match.timer.refresh_from_db()
    assert match.timer.banks == [DAY, 3 * DAY]
    computer_moves(match, at + seconds(30))
    match.timer.refresh_from_db()
    assert match.timer.banks == [DAY, 3 * DAY]


def test_nobody_wins_time_by_coming_back_before_the_computer_has_moved() -> None:
    match = table(OnTimeout.EASY, Pace.CORRESPONDENCE, DAY, spells=2)
    now = NOW
    for spells in (1, 2):
        now += seconds(DAY + 60)
        sweeps.sweep_deadlines(now=now)
        play.reclaim(match_id=match.pk, player=0, now=now + seconds(5))
        assert seat_of(match).spells == spells
    now += seconds(DAY + 60)
    sweeps.sweep_deadlines(now=now)
    match.refresh_from_db()
    assert (match.status, match.end_reason) == ("finished", "lost")


# --- Mails ----------------------------------------------------------------------------------------


def test_the_owner_is_told_what_time_did_to_the_seat() -> None:
    match = table(OnTimeout.EASY, Pace.CORRESPONDENCE, DAY)
    at = NOW + seconds(DAY + 60)
    sweeps.sweep_deadlines(now=at)
    notice = Notification.objects.get(kind="seat")
    assert (notice.user_id, notice.due_at) == (seat_of(match).user_id, at)
    assert notice.ref == {"match": match.pk, "player": 0, "change": "substituted", "ply": match.ply}
    waiting = mails_owed().values_list("kind", flat=True)
    assert list(waiting) == ["seat"]


def test_nobody_is_mailed_about_a_live_table() -> None:
    table(OnTimeout.EASY, Pace.LIVE, 60)
    sweeps.sweep_deadlines(now=NOW + seconds(63))
    assert Notification.objects.count() == 0


def test_whoever_leaves_takes_no_mail_from_the_player_to_move() -> None:
    match = table(OnTimeout.MOVE, Pace.CORRESPONDENCE, DAY, count=3)
    play.resign(match_id=match.pk, player=2, now=NOW + seconds(5))
    kinds = mails_owed().values_list("kind", flat=True)
    assert sorted(kinds) == ["last", "reminder", "turn"]


# --- Late by a fault of ours ----------------------------------------------------------------------


def test_a_clock_that_moves_late_is_logged_without_what_was_given_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    soon, late = (table(OnTimeout.MOVE, Pace.LIVE, 60) for _ in range(2))
    slow = table(OnTimeout.MOVE, Pace.CORRESPONDENCE, 60)
    play.keep_pulse(now=NOW)
    for at in range(30, 170, 5):  # for the first half minute nobody could reach us
        play.keep_pulse(now=NOW + seconds(at))
    for match, at in ((soon, 103.0), (late, 103.1), (slow, 170.0)):
        assert play.expire(match_id=match.pk, ply=0, now=NOW + seconds(at)) is True
    assert caplog.messages == [f"match {late.pk}: its clock moved 10.1 s late"]
