"""Maintenance: all clocks stand from the instant it begins, and get that time back once."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from config.processes import maintenance
from games.core.clock import Pace
from games.matches import play, sweeps
from games.matches.models import Match, Outage
from tests.factories import NOW, assert_replay_matches, make_match, move, seconds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _beating() -> Iterator[None]:
    assert play.keep_pulse(now=NOW) == timedelta(0)
    yield
    maintenance.note(is_on=False)


def deadline(match: Match) -> float:
    match.timer.refresh_from_db()
    assert match.timer.deadline_at is not None
    return (match.timer.deadline_at - NOW).total_seconds()


def test_all_of_it_is_given_back_once_however_short_it_is() -> None:
    live = make_match()
    slow = make_match(pace=Pace.CORRESPONDENCE, budget=86400)
    assert play.begin_maintenance(now=NOW + seconds(2))
    assert play.end_maintenance(now=NOW + seconds(5)) == seconds(3)
    assert (deadline(live), deadline(slow)) == (63, 86403)

    assert play.begin_maintenance(now=NOW + seconds(10))
    for at in range(12, 600, 60):
        assert play.keep_pulse(now=NOW + seconds(at)) == timedelta(0)
    assert play.end_maintenance(now=NOW + seconds(610)) == seconds(600)
    assert play.end_maintenance(now=NOW + seconds(611)) is None
    assert play.keep_pulse(now=NOW + seconds(612)) == timedelta(0)
    assert (deadline(live), deadline(slow)) == (663, 87003)
    told = [(each.began_at - NOW, each.ended_at - NOW) for each in Outage.objects.all()]
    assert told == [(seconds(10), seconds(610)), (seconds(2), seconds(5))]


def test_it_begins_once() -> None:
    make_match()
    assert play.begin_maintenance(now=NOW + seconds(2))
    assert not play.begin_maintenance(now=NOW + seconds(50))
    assert play.end_maintenance(now=NOW + seconds(60)) == seconds(58)


def test_a_silence_before_it_is_given_back_with_it() -> None:
    match = make_match()
    assert play.begin_maintenance(now=NOW + seconds(30))
    assert play.end_maintenance(now=NOW + seconds(40)) == seconds(40)
    assert deadline(match) == 100


def test_no_clock_moves_and_no_seat_is_taken_meanwhile() -> None:
    match = make_match(budget=3)
    play.begin_maintenance(now=NOW + seconds(2))
    for at in (3, 5, 100):
        assert play.is_silent(now=NOW + seconds(at))
        assert sweeps.sweep_deadlines(now=NOW + seconds(at)) == 0
        assert sweeps.sweep_absences(now=NOW + seconds(at)) == 0
        assert play.catch_up(match=match, now=NOW + seconds(at)) is False
    play.end_maintenance(now=NOW + seconds(100))
    assert deadline(match) == 101
    assert sweeps.sweep_deadlines(now=NOW + seconds(100.5)) == 0


def test_a_process_learns_of_it_by_its_pulse() -> None:
    play.begin_maintenance(now=NOW + seconds(2))
    assert not maintenance.is_on()
    play.keep_pulse(now=NOW + seconds(4))
    assert maintenance.is_on()
    play.end_maintenance(now=NOW + seconds(100))
    maintenance.note(is_on=True)  # another process hasn't heard of it
    play.keep_pulse(now=NOW + seconds(102))
    assert not maintenance.is_on()


def test_a_move_a_process_took_before_it_knew_counts_and_costs_no_time() -> None:
    match = make_match(budget=10, bank=100)
    play.begin_maintenance(now=NOW + seconds(4))
    move(match, now=NOW + seconds(5))
    play.end_maintenance(now=NOW + seconds(105))
    assert deadline(match) == 105 + 10 + 100
    assert_replay_matches(match)


def test_what_a_dead_process_owes_its_players_is_given_back_once() -> None:
    process = play.enrol(now=NOW)
    match = make_match()
    until = {match.seats.get(player=match.to_move).pk: NOW + play.HEARTBEAT}
    play.record_presence(until=until, now=NOW, process=process)
    play.begin_maintenance(now=NOW + seconds(2))
    other = play.enrol(now=NOW + seconds(3))
    play.beat(process=other, now=NOW + seconds(60))  # the first one is given up
    play.end_maintenance(now=NOW + seconds(102))
    assert deadline(match) == 60 + 102
