"""The one writer: each test ends with the log replayed and compared with what is stored."""

import threading
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from accounts.notices.models import Delivery
from games.core.clock import Pace, TimeControl
from games.core.errors import IllegalAction, Refusal
from games.core.rng import commitment
from games.matches import play, reading, sweeps
from games.matches.answers import MatchOver, NotYourTurn, Outcome, SeatHeld, StalePly, TooLate
from games.matches.models import Match, Move, Seat, SeatChange, TurnTimer
from games.matches.play import SeatPlan
from games.matches.proofs import replays
from tests.factories import (
    NOW,
    SECRET,
    assert_replay_matches,
    first_action,
    mails_owed,
    make_match,
    make_user,
    move,
    play_out,
    put,
    seconds,
)

pytestmark = pytest.mark.django_db


# --- Beginning ------------------------------------------------------------------------------------


def test_start_match_pins_options_rules_and_secret() -> None:
    match = make_match(options={"road_tile": 3})
    assert match.options["road_tile"] == 3
    assert match.rules_version == 2
    assert match.commitment == commitment(SECRET)
    assert (match.ply, match.version, match.to_move, match.status) == (0, 0, 0, "running")
    timer = TurnTimer.objects.get(match=match)
    assert timer.deadline_at == NOW + seconds(60)
    assert timer.fires_at == NOW + seconds(63)
    assert_replay_matches(match)


@pytest.mark.parametrize("count", [1, 6])
def test_start_match_refuses_a_wrong_number_of_players(count: int) -> None:
    with pytest.raises(Refusal, match="Tilekingdom is for 2 to 5 players"):
        make_match(*(make_user() for _ in range(count)))


def test_start_match_refuses_a_computer_below_two_seconds() -> None:
    with pytest.raises(Refusal, match="A computer player needs at least 2 seconds for each turn"):
        make_match(make_user(), "easy", budget=1)


def test_start_match_refuses_options_out_of_bounds() -> None:
    with pytest.raises(Refusal, match="must be between 0 and 20"):
        make_match(options={"road_tile": 10_000})
    assert Match.objects.count() == 0


# --- Moving ---------------------------------------------------------------------------------------


def test_submit_appends_to_the_log_and_starts_the_next_turn() -> None:
    match = make_match()
    outcome = move(match, now=NOW + seconds(10))
    assert outcome == Outcome(ply=1, version=1)
    entry = Move.objects.get(match=match)
    assert (entry.ply, entry.player, entry.actor) == (1, 0, "human")
    assert (entry.started_at, entry.played_at) == (NOW, NOW + seconds(10))
    assert match.to_move == 1
    assert match.timer.deadline_at == NOW + seconds(70)
    assert_replay_matches(match)


@pytest.mark.parametrize("recent", [None, 1])
def test_a_move_made_while_a_match_is_read_is_in_neither_log_nor_position(
    recent: int | None,
) -> None:
    match = make_match()
    move(match)
    made: list[Any] = []

    def move_before_the_log(execute: Any, sql: str, *args: Any) -> Any:
        if "matches_move" in sql and not made:
            made.append(True)
            move(Match.objects.get(pk=match.pk))
        return execute(sql, *args)

    with connection.execute_wrapper(move_before_the_log):
        read = reading.load(match_id=match.pk, recent=recent)
    assert made
    assert (read.match.ply, [entry.ply for entry in read.moves]) == (1, [1])
    assert reading.load(match_id=match.pk).match.ply == 2


def test_submit_of_the_same_command_again_gets_the_same_answer() -> None:
    match, command = make_match(), uuid4()
    action = first_action(match)
    arguments = {
        "match_id": match.pk, "player": 0, "action": action, "expected_ply": 0, "cmd_id": command,
        "now": NOW,
    }  # fmt: skip
    assert play.submit(**arguments) == Outcome(ply=1, version=1)
    assert play.submit(**arguments) == Outcome(ply=1, version=1, replayed=True)
    assert Move.objects.count() == 1
    move(match)
    assert play.submit(**arguments).ply == 1
    assert_replay_matches(match)


def test_submit_refuses_and_changes_nothing() -> None:
    match = make_match()
    action = first_action(match)
    before = (match.state, match.ply, match.version)

    def submit(**changes: object) -> None:
        arguments = {
            "match_id": match.pk, "player": 0, "action": action, "expected_ply": 0, "now": NOW,
        }  # fmt: skip
        play.submit(**arguments | changes)  # type: ignore[arg-type]

    with pytest.raises(NotYourTurn):
        submit(player=1)
    with pytest.raises(StalePly):
        submit(expected_ply=1)
    with pytest.raises(IllegalAction, match="already a tile there"):
        submit(action=action | {"x": 0, "y": 0})
    for bad in ({}, {"type": "Nothing"}, action | {"x": True}, action | {"spare": 1}):
        with pytest.raises(IllegalAction, match="We couldn't read that move"):
            submit(action=bad)
    match.refresh_from_db()
    assert (match.state, match.ply, match.version) == before
    assert Move.objects.count() == 0


def test_submit_counts_within_the_grace_and_not_after() -> None:
    match = make_match()
    assert move(match, now=NOW + seconds(62)).ply == 1
    late = NOW + seconds(62 + 62.001)
    with pytest.raises(TooLate):
        move(match, now=late)
    match.refresh_from_db()
    entry = Move.objects.get(match=match, ply=2)
    assert (match.ply, entry.actor, entry.action["subject"]) == (2, "clock", None)
    assert_replay_matches(match)


def test_a_move_in_time_that_had_to_wait_for_us_loses_no_turn() -> None:
    match = make_match()
    come, carried_out = NOW + seconds(62), NOW + seconds(70)
    play.submit(
        match_id=match.pk,
        player=0,
        action=first_action(match),
        expected_ply=0,
        now=carried_out,
        arrived_at=come,
    )
    entry = Move.objects.get()
    assert (entry.actor, entry.played_at) == ("human", carried_out)
    assert TurnTimer.objects.get().started_at == carried_out
    assert_replay_matches(match)


def test_submit_eats_the_bank_when_the_budget_is_overrun() -> None:
    match = make_match(bank=30)
    move(match, now=NOW + seconds(70))
    assert match.timer.banks == [20.0, 30]
    assert match.timer.deadline_at == NOW + seconds(70 + 60 + 30)
    assert_replay_matches(match)


def test_a_match_is_played_to_its_end_and_its_points_add_up() -> None:
    match = make_match()
    play_out(match)
    assert (match.status, match.end_reason, match.to_move) == ("finished", "over", None)
    points = [0, 0]
    for entry in match.moves.all():
        for event in entry.events:
            if event["player"] is not None:
                points[event["player"]] += event["points"]
    assert points == match.scores
    assert min(match.places) == 1
    assert TurnTimer.objects.get(match=match).deadline_at is None
    with pytest.raises(MatchOver):
        play.submit(match_id=match.pk, player=0, action={}, expected_ply=match.ply, now=NOW)
    assert_replay_matches(match)


@pytest.mark.django_db(transaction=True)
def test_two_at_once_have_one_winner() -> None:
    match = make_match()
    action = first_action(match)
    answers: list[str] = []

    def attempt() -> None:
        try:
            play.submit(match_id=match.pk, player=0, action=action, expected_ply=0, now=NOW)
            answers.append("played")
        except StalePly:
            answers.append("stale")
        finally:
            connection.close()

    threads = [threading.Thread(target=attempt) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["played", "stale", "stale", "stale"]
    assert_replay_matches(match)


def test_the_log_cannot_be_changed() -> None:
    match = make_match()
    move(match)
    for attempt in (lambda: Move.objects.update(player=1), lambda: Move.objects.all().delete()):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            attempt()
    assert Move.objects.get().player == 0


def test_a_match_played_on_while_others_are_replayed_is_read_again() -> None:
    match = make_match()
    read_before = reading.get(match_id=match.pk)
    move(match)
    assert replays.verify(read_before) == 1


# --- The clock ------------------------------------------------------------------------------------


def test_expire_waits_for_the_grace_and_acts_once() -> None:
    match = make_match()
    assert not play.expire(match_id=match.pk, ply=0, now=NOW + seconds(62.9))
    assert play.expire(match_id=match.pk, ply=0, now=NOW + seconds(63))
    assert not play.expire(match_id=match.pk, ply=0, now=NOW + seconds(64))
    entry = Move.objects.get()
    assert (entry.actor, entry.player, entry.action["subject"]) == ("clock", 0, None)
    assert_replay_matches(match)


def test_sweep_deadlines_fires_what_is_due_and_nothing_twice() -> None:
    due, later = make_match(), make_match(budget=600)
    assert sweeps.sweep_deadlines(now=NOW + seconds(63)) == 1
    assert sweeps.sweep_deadlines(now=NOW + seconds(63)) == 0
    due.refresh_from_db()
    later.refresh_from_db()
    assert (due.ply, later.ply) == (1, 0)
    assert_replay_matches(due)


def test_a_poisoned_match_is_set_aside_and_stops_no_other() -> None:
    poisoned, sound = make_match(), make_match()
    put(poisoned, {"broken": True})
    assert sweeps.sweep_deadlines(now=NOW + seconds(63)) == 1
    poisoned.refresh_from_db()
    sound.refresh_from_db()
    assert (poisoned.quarantined_at, poisoned.ply) == (NOW + seconds(63), 0)
    assert (sound.quarantined_at, sound.ply) == (None, 1)


@pytest.mark.django_db(transaction=True)
def test_trouble_of_the_database_sets_no_match_aside() -> None:
    match = make_match()
    other = connection.copy()
    with transaction.atomic(), other.cursor() as cursor:
        other.set_autocommit(False)
        cursor.execute("SELECT 1 FROM matches_turntimer WHERE match_id = %s FOR UPDATE", [match.pk])
        with connection.cursor() as own:
            own.execute("SET LOCAL lock_timeout = '50ms'")
        assert sweeps.sweep_deadlines(now=NOW + seconds(63)) == 0
    other.rollback()
    other.close()
    assert sweeps.sweep_deadlines(now=NOW + seconds(63)) == 1
    match.refresh_from_db()
    assert (match.quarantined_at, match.ply) == (None, 1)
    assert_replay_matches(match)


def test_reading_a_match_past_its_instant_lets_the_clock_move_first() -> None:
    match = make_match()
    assert not play.catch_up(match=match, now=NOW + seconds(62))
    assert play.catch_up(match=match, now=NOW + seconds(63))
    match.refresh_from_db()
    assert match.ply == 1


# --- Who sits there -------------------------------------------------------------------------------


def _seat(match: Match, player: int) -> Seat:
    return Seat.objects.get(match=match, player=player)


def test_substitute_comes_fifteen_seconds_after_the_last_sign_of_life() -> None:
    match = make_match()
    seat = _seat(match, 0)
    until = {seat.pk: NOW + seconds(12), _seat(match, 1).pk: NOW + seconds(60)}
    play.record_presence(until=until, now=NOW + seconds(2))
    assert sweeps.sweep_absences(now=NOW + seconds(26.9)) == 0
    assert not play.substitute(match_id=match.pk, player=0, now=NOW + seconds(26.9))
    assert sweeps.sweep_absences(now=NOW + seconds(27)) == 1
    assert sweeps.sweep_absences(now=NOW + seconds(27)) == 0
    assert _seat(match, 0).controller == "easy"
    assert SeatChange.objects.get().kind == "substituted"
    with pytest.raises(SeatHeld):
        move(match)


def test_substitute_never_comes_to_a_correspondence_table() -> None:
    match = make_match(pace=Pace.CORRESPONDENCE, budget=86400)
    assert sweeps.sweep_absences(now=NOW + seconds(3600)) == 0
    assert not play.substitute(match_id=match.pk, player=0, now=NOW + seconds(3600))


def test_reclaim_gives_the_seat_back_and_the_computer_is_too_late() -> None:
    match = make_match()
    play.substitute(match_id=match.pk, player=0, now=NOW + seconds(30))
    play.reclaim(match_id=match.pk, player=0, now=NOW + seconds(40))
    assert _seat(match, 0).controller == "human"
    with pytest.raises(StalePly):
        play.submit(
            match_id=match.pk, player=0, action=first_action(match), expected_ply=0,
            actor="computer", now=NOW + seconds(41),
        )  # fmt: skip
    assert move(match, now=NOW + seconds(42)).ply == 1
    assert [change.kind for change in SeatChange.objects.all()] == ["substituted", "reclaimed"]
    assert_replay_matches(match)


def test_resign_of_one_of_two_ends_the_match() -> None:
    match = make_match()
    move(match)
    play.resign(match_id=match.pk, player=1, now=NOW)
    match.refresh_from_db()
    assert (match.status, match.end_reason, match.places) == ("finished", "resigned", [1, 2])
    assert_replay_matches(match)


def test_resign_of_one_of_three_leaves_the_seat_to_the_computer_and_places_last() -> None:
    match = make_match(make_user(), make_user(), make_user())
    play.resign(match_id=match.pk, player=0, now=NOW)
    match.refresh_from_db()
    assert (match.status, _seat(match, 0).controller) == ("running", "easy")
    with pytest.raises(Refusal, match="resigned"):
        play.reclaim(match_id=match.pk, player=0, now=NOW)
    while match.status == "running":
        actor = "computer" if match.to_move == 0 else "human"
        play.submit(
            match_id=match.pk, player=match.to_move or 0, action=first_action(match),
            expected_ply=match.ply, actor=actor, now=NOW,
        )  # fmt: skip
        match.refresh_from_db()
    assert match.places is not None
    assert match.places[0] == 3
    assert_replay_matches(match)


# --- Notices --------------------------------------------------------------------------------------


def _queued() -> list[tuple[str, str, object]]:
    rows = mails_owed().order_by("due_at")
    return [(row.kind, row.user.username, row.due_at) for row in rows]


def test_a_correspondence_turn_queues_its_mail_and_its_reminder() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    match = make_match(anna, ben, pace=Pace.CORRESPONDENCE, budget=86400)
    assert _queued() == [
        ("turn", "anna", NOW + seconds(180)),
        ("reminder", "anna", NOW + seconds(86400 * 3 / 4)),
        ("last", "anna", NOW + seconds(86400 * 19 / 20)),
    ]
    move(match, now=NOW + seconds(100))
    assert _queued() == [
        ("turn", "ben", NOW + seconds(280)),
        ("reminder", "ben", NOW + seconds(100 + 86400 * 3 / 4)),
        ("last", "ben", NOW + seconds(100 + 86400 * 19 / 20)),
    ]


def test_a_live_match_queues_no_mail() -> None:
    match = make_match()
    move(match)
    assert _queued() == []


def test_everyone_hears_once_of_the_end_of_a_match_by_turns() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    match = make_match(anna, ben, pace=Pace.CORRESPONDENCE, budget=86400)
    play.resign(match_id=match.pk, player=0, now=NOW)
    assert [(kind, name) for kind, name, _ in _queued()] == [
        ("finished", "anna"),
        ("finished", "ben"),
    ]
    taken_back = Delivery.objects.filter(status="cancelled", channel="mail")
    kinds = taken_back.order_by("due_at").values_list("notification__kind", flat=True)
    assert list(kinds) == ["turn", "reminder", "last"]


def test_computer_seats_are_named_and_never_mailed() -> None:
    anna = make_user("anna")
    play.start_match(
        game="tilekingdom",
        options={},
        control=TimeControl(Pace.CORRESPONDENCE, 86400),
        seats=[SeatPlan(name="Easy computer", level="easy"), SeatPlan("anna", user_id=anna.pk)],
        now=NOW,
    )
    assert _queued() == []
