"""What each process counts is added up in one table, once, and never goes back."""

import threading
from datetime import timedelta

import pytest
from django.db import connection, connections

from config.meters.counting import MOVES, POKES_LOST, SOCKETS
from config.meters.keeping import Keeper
from config.meters.models import Count, Level
from tests.factories import NOW

pytestmark = pytest.mark.django_db
LOST = "tilepost_pokes_lost_total"


def lost() -> float:
    return sum(Count.objects.filter(name=LOST).values_list("value", flat=True))


def test_only_what_is_new_is_added() -> None:
    POKES_LOST.inc()  # before it keeps anything, as in a process that was forked
    keeper = Keeper()
    keeper.keep(now=NOW)
    assert lost() == 0
    POKES_LOST.inc(2)
    keeper.keep(now=NOW)
    keeper.keep(now=NOW)
    assert lost() == 2
    POKES_LOST.inc()
    keeper.keep(now=NOW)
    assert lost() == 3


def test_processes_add_up() -> None:
    one, other = Keeper(), Keeper()
    POKES_LOST.inc(5)  # both count here, as both are this process
    one.keep(now=NOW)
    other.keep(now=NOW)
    assert lost() == 10


def test_what_could_not_be_kept_is_kept_the_next_time() -> None:
    keeper = Keeper()
    POKES_LOST.inc()
    with connection.execute_wrapper(_fail), pytest.raises(ConnectionError):
        keeper.keep(now=NOW)
    assert lost() == 0
    keeper.keep(now=NOW)
    assert lost() == 1


def _fail(*_: object) -> None:
    raise ConnectionError


def test_labels_tell_counts_apart() -> None:
    keeper = Keeper()
    MOVES.labels("upwords", "human").inc()
    MOVES.labels("upwords", "computer").inc(2)
    keeper.keep(now=NOW)
    found = Count.objects.filter(name="tilepost_moves_total", value__gt=0)
    assert set(found.values_list("labels", "value")) == {
        ('{"by": "human", "game": "upwords"}', 1.0),
        ('{"by": "computer", "game": "upwords"}', 2.0),
    }


def test_what_is_open_is_said_by_each_process_and_goes_with_it() -> None:
    keeper = Keeper()
    keeper.keep(now=NOW)
    assert not Level.objects.exists()  # most processes have none
    with SOCKETS.track_inprogress():
        keeper.keep(now=NOW)
        assert Level.objects.get().value == 1
    keeper.keep(now=NOW + timedelta(seconds=10))
    level = Level.objects.get()
    assert (level.value, level.at) == (0, NOW + timedelta(seconds=10))
    gone = Level.objects.create(process="killed", name="x", value=1, at=NOW - timedelta(hours=1))
    keeper.leave(now=NOW)
    assert not Level.objects.exists(), gone


@pytest.mark.django_db(transaction=True)
def test_many_may_keep_at_the_same_time() -> None:
    """They write rows in one order, so none waits for another that waits for it."""
    keepers = [Keeper() for _ in range(4)]
    for game in "abcdefgh":
        MOVES.labels(game, "human").inc()
    together = threading.Barrier(len(keepers))

    def keep(keeper: Keeper) -> None:
        together.wait()
        keeper.keep(now=NOW)
        connections.close_all()

    threads = [threading.Thread(target=keep, args=(keeper,)) for keeper in keepers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = Count.objects.filter(name="tilepost_moves_total", value__gt=0)
    assert list(kept.values_list("value", flat=True)) == [4.0] * 8
