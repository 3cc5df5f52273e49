"""One at a time sweeps for the whole site; whoever dies in it holds nobody up."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from config.celery import ONCE, app
from games.matches import reading
from games.matches.clocks.claims import claim
from games.matches.models import Sweep
from tests.factories import NOW, make_match, make_user, seconds


@pytest.mark.django_db
def test_whoever_comes_first_sweeps_and_the_others_stand_by() -> None:
    came_at = [0, 0, 0.4, 0.79, 0.8, 1.2, 1.6]
    swept = [claim("deadlines", every=1, now=NOW + seconds(at)) for at in came_at]
    assert swept == [True, False, False, False, True, False, True]
    assert reading.swept() == {"deadlines": NOW + seconds(1.6)}


@pytest.mark.django_db
def test_each_sweep_is_claimed_by_itself() -> None:
    assert claim("deadlines", every=1, now=NOW)
    assert claim("absences", every=1, now=NOW)


@pytest.mark.django_db
def test_a_clock_that_is_far_ahead_keeps_nobody_from_sweeping() -> None:
    assert claim("deadlines", every=1, now=NOW + seconds(3))
    assert not claim("deadlines", every=1, now=NOW)  # a little is the other's turn
    assert claim("deadlines", every=1, now=NOW + seconds(3600))
    assert claim("deadlines", every=1, now=NOW)


@pytest.mark.django_db(transaction=True)
def test_of_many_that_come_together_one_sweeps() -> None:
    together = threading.Barrier(8)

    def come(_number: int) -> list[bool]:
        got = []
        for turn in range(10):
            together.wait()
            got.append(claim("deadlines", every=1, now=NOW + seconds(turn)))
        connection.close()
        return got

    with ThreadPoolExecutor(8) as comers:
        got = list(comers.map(come, range(8)))
    assert [sum(turn) for turn in zip(*got, strict=True)] == [1] * 10
    assert Sweep.objects.count() == 1


@pytest.mark.django_db
def test_what_the_beat_of_a_second_node_asks_for_is_done_once() -> None:
    entry = app.conf.beat_schedule["sweep-deadlines"]
    task = app.tasks[entry["task"]]
    match = make_match(make_user(), make_user(), now=NOW - seconds(100))
    task.apply(headers=entry["options"]["headers"])
    swept_at = reading.swept()["sweep_deadlines"]
    task.apply(headers=entry["options"]["headers"])
    assert reading.swept() == {"sweep_deadlines": swept_at}
    match.refresh_from_db()
    assert match.ply == 1


@pytest.mark.django_db
def test_what_somebody_asks_for_by_themselves_is_done_whenever_it_is_asked_for() -> None:
    for _ in range(2):
        app.tasks["games.matches.tasks.sweep_computer_turns"].apply(kwargs={"waited": 0})
    assert reading.swept() == {}


def test_each_periodic_task_is_done_once_or_does_no_harm_on_every_node() -> None:
    entries = app.conf.beat_schedule.values()
    on_each = {entry["task"] for entry in entries if "headers" not in entry["options"]}
    assert on_each == {
        # They take what no other is at.
        "accounts.notices.tasks.deliver_notices",
        "accounts.notices.tasks.send_account_mails",
        # Each node has files of its own.
        "games.words.tasks.publish_due_editions",
    }
    assert all(
        entry["options"]["headers"] == {ONCE: entry["schedule"]}
        for entry in entries
        if entry["task"] not in on_each
    )
