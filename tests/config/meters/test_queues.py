"""A row that fails is put off alone, for longer each time, and its host is told."""

from datetime import timedelta

import pytest
from django.db import OperationalError

from config.meters import queues
from config.meters.keeping import counted
from config.meters.models import PutOff
from config.processes import workers
from games.reviews.tasks import work_on_reviews
from tests.factories import NOW

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


class Round:
    """A queue of three rows, some of which are poisoned."""

    def __init__(self) -> None:
        self.poisoned, self.asked_for = {"a"}, 0

    def find(self, more: int) -> list[str]:
        self.asked_for = more
        return ["a", "b", "c"]

    def do(self, row: str) -> str:
        if row in self.poisoned:
            raise ValueError(row)
        return row

    def at(self, seconds: float) -> list[str]:
        return queues.each("job", self.find, self.do, now=NOW + seconds * SECOND)


def failures() -> float:
    counts, _ = counted()
    return counts.get(("tilepost_failures_total", '{"job": "job"}'), 0.0)


def test_the_others_go_on_in_the_same_round() -> None:
    one, before = Round(), failures()
    assert one.at(0) == ["b", "c"]
    assert failures() == before + 1
    assert one.at(5) == ["b", "c"]  # it isn't even tried
    assert (failures(), one.asked_for) == (before + 1, 1)


def test_its_pauses_grow_up_to_an_hour() -> None:
    pauses = []
    at = NOW
    for _ in range(12):
        until = queues.put_off("job", 7, now=at)
        pauses.append((until - at).total_seconds())
        at = until
    assert pauses == [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]


def test_once_it_succeeds_nothing_is_left_of_it() -> None:
    one = Round()
    one.at(0)
    one.poisoned.clear()
    assert one.at(10) == ["a", "b", "c"]
    assert not PutOff.objects.exists()


def test_rows_that_are_done_elsewhere_are_left_out_as_well() -> None:
    one = Round()
    queues.put_off("other", "b", now=NOW)
    assert queues.awake("other", one.find, now=NOW) == ["a", "c"]
    assert queues.awake("other", one.find, now=NOW + 10 * SECOND) == ["a", "b", "c"]


def test_what_fails_is_shown_until_it_was_looked_at_again() -> None:
    for row in ((1, 2), (1, 3)):
        queues.put_off("one", row, now=NOW)
    queues.put_off("other", "", now=NOW + SECOND)
    assert queues.failing(now=NOW + SECOND) == [
        queues.Failing("one", 2, NOW, is_whole=False),
        queues.Failing("other", 1, NOW + SECOND, is_whole=True),
    ]
    assert queues.failing(now=NOW + 12 * SECOND + queues.SHOWN) == []
    queues.put_off("one", 4, now=NOW + timedelta(days=2))
    assert PutOff.objects.get().row == "4"  # the others are forgotten


def test_a_database_that_is_away_is_no_rows_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise OperationalError("the database is away")

    monkeypatch.setattr(PutOff.objects, "get_or_create", away)
    with pytest.raises(OperationalError):
        Round().at(0)


def test_a_task_that_fails_is_noted() -> None:
    workers._note_failure(sender=work_on_reviews, args=[])
    workers._note_failure(sender=work_on_reviews, args=[7])
    assert set(PutOff.objects.values_list("queue", "row")) == {
        ("work_on_reviews", ""), ("work_on_reviews", "7"),
    }  # fmt: skip
