"""Several nodes: one vanishes with all its processes while another lives, and clocks differ."""

import logging
from datetime import datetime, timedelta

import pytest
from django.db import connection

from accounts.edge import clock
from games.matches import play, reading, sweeps
from games.matches.clocks import processes
from games.matches.models import Match, Outage, Seat, WebProcess
from tests.factories import NOW, first_action, make_match, make_user, move, seconds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _one_process_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes._This, "row", None)


@pytest.fixture
def here() -> int:
    """The process of the node that lives."""
    return play.enrol(now=NOW)


@pytest.fixture
def there(here: int) -> list[int]:
    """The two processes of the node that vanishes at NOW + 10 seconds."""
    both = [play.enrol(now=NOW), play.enrol(now=NOW)]
    for at in range(2, 12, 2):
        serve(here, at)
        for process in both:
            play.beat(process=process, now=NOW + seconds(at))
    return both


def serve(process: int, *instants: float) -> None:
    for at in instants:
        play.keep_pulse(now=NOW + seconds(at))
        play.beat(process=process, now=NOW + seconds(at))


def hear(match: Match, player: int, process: int, at: float) -> None:
    seat = Seat.objects.get(match=match, player=player).pk
    until = {seat: NOW + seconds(at) + play.HEARTBEAT}
    play.record_presence(until=until, now=NOW + seconds(at), process=process)


def deadline(match: Match) -> float:
    match.timer.refresh_from_db()
    assert match.timer.deadline_at is not None
    return (match.timer.deadline_at - NOW).total_seconds()


def test_all_whom_a_node_served_get_back_what_they_missed_and_nobody_else(
    here: int, there: list[int]
) -> None:
    """They come to the other node one after the other, and one of them never does."""
    theirs = [make_match(make_user(), make_user(), budget=20) for _ in range(3)]
    ours = make_match(make_user(), make_user(), budget=60)
    for number, match in enumerate(theirs):
        hear(match, 0, there[number % 2], 9)
        hear(match, 1, here, 9)
    hear(ours, 0, here, 9)
    hear(ours, 1, there[0], 9)
    for at in range(12, 40, 2):
        serve(here, at)
        if at >= 20:
            hear(theirs[0], 0, here, at)
        if at >= 34:
            hear(theirs[1], 0, here, at)
        # No clock moves while the node is silent, as a move may wait there; nor is a seat taken.
        assert sweeps.sweep_deadlines(now=NOW + seconds(at)) == 0
        assert sweeps.sweep_absences(now=NOW + seconds(at)) == 0
    assert [deadline(match) for match in theirs] == [30, 44, 20]
    serve(here, 41)  # it is given up
    assert [deadline(theirs[1]), deadline(theirs[2]), deadline(ours)] == [44, 51, 60]
    assert list(WebProcess.objects.values_list("pk", flat=True)) == [here]
    # No other clock was touched: the site as a whole could be reached.
    assert set(Outage.objects.values_list("process", flat=True)) == set(there)
    # The first had ten seconds back, and let them pass; whatever went to the node was sent again.
    assert sweeps.sweep_deadlines(now=NOW + seconds(41)) == 1
    serve(here, 43, 45, 47)
    assert sweeps.sweep_deadlines(now=NOW + seconds(47)) == 1
    assert [Match.objects.get(pk=match.pk).ply for match in theirs] == [1, 1, 0]


def test_a_node_that_serves_nobody_keeps_the_clocks_of_the_others_people_fair(
    here: int, there: list[int]
) -> None:
    match = make_match(make_user(), make_user(), budget=20)
    for player in (0, 1):
        hear(match, player, there[player], 9)
    serve(here, *range(12, 42, 2), 41)
    assert deadline(match) == 51
    assert sweeps.sweep_deadlines(now=NOW + seconds(50)) == 0
    move(match, now=NOW + seconds(50))  # by the node that lives


def test_a_move_at_the_other_node_counts_before_anybody_has_noticed(
    here: int, there: list[int]
) -> None:
    match = make_match(make_user(), make_user(), budget=20)
    hear(match, 0, there[0], 9)
    serve(here, 12, 14, 16, 18, 20, 22, 24)
    done = play.submit(
        match_id=match.pk, player=0, action=first_action(match), expected_ply=0,
        now=NOW + seconds(25),
    )  # fmt: skip
    assert done.ply == 1
    (entry,) = reading.moves(match_id=match.pk)
    assert (entry.started_at, entry.played_at) == (NOW + seconds(15), NOW + seconds(25))


def test_a_node_that_comes_back_gives_nothing_twice(here: int, there: list[int]) -> None:
    match = make_match(make_user(), make_user(), budget=20)
    hear(match, 0, there[0], 9)
    serve(here, 12, 16, 20)
    hear(match, 0, here, 20)
    assert deadline(match) == 30
    for process in there:
        assert play.beat(process=process, now=NOW + seconds(24)) == seconds(14)
    assert deadline(match) == 30


# --- Clocks that differ ---------------------------------------------------------------------------


def database_time() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cursor.fetchone()[0]


@pytest.mark.parametrize(
    ("off", "said"),
    [
        (0.3, []),
        (-0.3, []),
        (3600, ["this machine's clock is 3600.0 s ahead of the database's"]),
        (-7.5, ["this machine's clock is 7.5 s behind the database's"]),
    ],
)
def test_a_clock_that_differs_from_the_databases_is_told_of(
    off: float, said: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, logger=clock.logger.name):
        ahead = clock.compare(read=lambda: database_time() + seconds(off))
    assert abs(ahead - seconds(off)) < seconds(0.05)
    assert clock.ahead() == ahead
    assert [record.getMessage() for record in caplog.records] == said


def test_a_slow_answer_moves_no_clock() -> None:
    def slow(off: float) -> timedelta:
        asked = database_time() + seconds(off)
        took = iter([asked - seconds(30), asked + seconds(30)])
        return clock.compare(read=lambda: next(took))

    assert slow(0) == slow(20) == seconds(0)
    found = clock.compare(read=lambda: database_time() + seconds(20))
    assert slow(0) == slow(40) == found
    assert seconds(9.9) < slow(-20) < seconds(10.1)  # it can't be more ahead than that


@pytest.mark.parametrize("set_by", [0.0, 0.4, -0.4, 3600.0, -45.0])
def test_a_clock_that_is_set_changes_no_time(set_by: float) -> None:
    last = clock.Comparison(ahead=seconds(2), said=NOW, monotonic=100.0)
    read = last.right(NOW + seconds(7 + set_by), 107.0)
    assert read == NOW + seconds(5 if abs(set_by) > 0.5 else 5 + set_by)
