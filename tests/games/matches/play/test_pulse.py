"""An outage of ours costs nobody a turn: what was silent is given back to every clock."""

from datetime import timedelta
from typing import Any

import pytest

from games.core.clock import Pace
from games.matches import play, sweeps
from games.matches.answers import Actor
from games.matches.models import Match, Outage, Seat
from tests.factories import (
    NOW,
    assert_replay_matches,
    first_action,
    make_match,
    make_user,
    move,
    seconds,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _beating() -> None:
    assert play.keep_pulse(now=NOW) == timedelta(0)


def beat(*instants: float) -> list[float]:
    return [play.keep_pulse(now=NOW + seconds(at)).total_seconds() for at in instants]


def deadline(match: Match) -> float:
    match.timer.refresh_from_db()
    assert match.timer.deadline_at is not None
    return (match.timer.deadline_at - NOW).total_seconds()


def test_a_pulse_that_goes_on_changes_nothing() -> None:
    match = make_match()
    assert beat(2, 4, 9.9, 3, 12) == [0, 0, 0, 0, 0]
    assert deadline(match) == 60
    assert Outage.objects.count() == 0


def test_every_clock_gets_a_silence_back_once() -> None:
    live = make_match()
    slow = make_match(pace=Pace.CORRESPONDENCE, budget=86400)
    assert beat(2, 62, 62, 63) == [0, 60, 0, 0]
    assert (deadline(live), deadline(slow)) == (120, 86460)
    outage = Outage.objects.get()
    assert (outage.began_at, outage.ended_at) == (NOW + seconds(2), NOW + seconds(62))


def test_no_clock_moves_and_no_seat_is_taken_while_nobody_can_reach_us() -> None:
    match = make_match()
    assert sweeps.sweep_deadlines(now=NOW + seconds(100)) == 0
    assert sweeps.sweep_absences(now=NOW + seconds(100)) == 0
    assert play.catch_up(match=match, now=NOW + seconds(100)) is False
    beat(100)
    assert sweeps.sweep_absences(now=NOW + seconds(104)) == 0
    beat(*range(102, 168, 2))
    assert sweeps.sweep_absences(now=NOW + seconds(165)) == 0  # they may be on their way back
    assert sweeps.sweep_absences(now=NOW + seconds(166)) == 2


def test_the_first_request_after_a_silence_is_not_too_late() -> None:
    match = make_match()
    move(match, now=NOW + seconds(100))
    assert [entry.actor for entry in match.moves.all()] == ["human"]
    assert deadline(match) == 160
    assert_replay_matches(match)


def test_a_move_that_comes_before_the_beat_costs_no_bank_for_the_silence() -> None:
    match = make_match(budget=10, bank=100)
    beat(2, 4)
    move(match, now=NOW + seconds(40))  # after 36 seconds in which nobody could reach us
    (entry,) = match.moves.all()
    assert (entry.started_at, entry.played_at) == (NOW + seconds(36), NOW + seconds(40))
    match.timer.refresh_from_db()
    assert match.timer.banks == [100, 100]
    assert [outage.ended_at for outage in Outage.objects.all()] == [NOW + seconds(40)]


def test_a_move_that_waited_through_a_silence_ends_its_turn_with_it() -> None:
    """Its request came while the database hung, and another process was faster afterwards."""
    match = make_match(budget=10, bank=100)
    assert beat(2, 22) == [0, 20]
    move(match, now=NOW + seconds(6))
    (entry,) = match.moves.all()
    assert (entry.started_at, entry.played_at) == (NOW + seconds(20), NOW + seconds(22))
    assert deadline(match) == 22 + 10 + 100  # of the other, who misses nothing of it
    assert match.timer.banks == [100, 100]
    assert_replay_matches(match)


def test_a_computer_plays_on_while_nobody_can_reach_us() -> None:
    match = make_match(make_user("anna"), "medium")
    move(match, now=NOW + seconds(4))
    play.submit(
        match_id=match.pk, player=1, action=first_action(match), expected_ply=1,
        now=NOW + seconds(40), actor=Actor.COMPUTER,
    )  # fmt: skip
    assert Outage.objects.count() == 0
    assert beat(60) == [60]
    assert deadline(match) == 120


def test_a_turn_that_was_over_before_the_silence_stays_over() -> None:
    make_match()
    beat(*range(2, 68, 2))
    assert sweeps.sweep_deadlines(now=NOW + seconds(67)) == 1


def test_a_turn_begun_in_the_silence_gets_its_own_part_of_it() -> None:
    match = make_match(now=NOW + seconds(40))  # by a task worker, when no page could be reached
    beat(100)
    assert deadline(match) == 160


def test_a_clock_that_stands_gets_back_what_it_had_left(settings: Any) -> None:
    settings.GAMES = tuple(dict.fromkeys((*settings.GAMES, "counting_tiles")))
    match = make_match(make_user("anna"), game="counting_tiles")
    play.begin(match_id=match.pk, player=0, now=NOW)  # it stands from second 20 on, unheard
    assert beat(100) == [100]
    seat = Seat.objects.get(match=match)
    play.record_presence(until={seat.pk: NOW + seconds(115)}, now=NOW + seconds(110))
    # Nothing of its 25 seconds had passed when the silence began.
    assert deadline(match) == 135
