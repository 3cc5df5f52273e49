"""Of every queue one row fails for ever: the others are done in the same round, and it is shown.

The fault is planted at the database's edge: whatever is asked about the row raises.
"""

import contextlib
import dataclasses
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from accounts.notices import outbox
from accounts.notices.models import Delivery
from accounts.users import services
from accounts.users.models import User
from config.meters import queues
from config.meters.models import PutOff
from games.matches import play, sweeps
from games.matches.models import Match, Seat
from games.puzzles import acts as puzzles
from games.puzzles import finding
from games.puzzles.models import Source
from lobby.ratings import acts as ratings
from lobby.ratings.models import RatedMatch
from lobby.records import acts as records
from lobby.records.models import Result
from lobby.records.trophies import awarding
from tests.factories import NOW, make_match, make_user

pytestmark = pytest.mark.django_db
DAY, LATER = timedelta(days=1), NOW + timedelta(days=40)


class Poisoned(Exception):
    """What is raised about the row."""


@contextlib.contextmanager
def poisoned(number: int) -> Iterator[None]:
    """Have every statement raise that has a number among its parameters."""

    def ask(execute: Any, sql: str, params: Any, many: Any, context: Any) -> Any:
        if number in (params or ()):
            raise Poisoned
        return execute(sql, params, many, context)

    with connection.execute_wrapper(ask):
        yield


@pytest.fixture(autouse=True)
def _numbers_of_their_own() -> None:
    """Have no other number in a statement be that of a row."""
    with connection.cursor() as cursor:
        for first, table in enumerate(("matches_match", "users_user", "notices_delivery"), 70):
            cursor.execute(f"ALTER SEQUENCE {table}_id_seq RESTART {first}000001")


@dataclasses.dataclass(frozen=True, slots=True)
class Queue:
    """A queue of two rows: how a round is done, which are done, and the fault of the first one."""

    job: str
    row: str
    number: int
    do: Callable[[], Any]
    done: Callable[[], Any]
    want: Any


def ended() -> tuple[Match, Match]:
    """Return two matches that are over, the first of them for longer."""
    both = make_match(), make_match()
    for hours, match in enumerate(both):
        play.resign(match_id=match.pk, player=0, now=NOW + timedelta(hours=hours))
    return both


def notices() -> Queue:
    for user in (make_user("anna"), make_user("ben")):
        outbox.schedule(user_id=user.pk, kind="gone", key=user.username, ref={}, due_at=NOW)
    first, _ = Delivery.objects.filter(channel="mail").order_by("pk")

    def states() -> list[tuple[str, bool]]:
        rows = Delivery.objects.filter(channel="mail").order_by("pk")
        return [(row.status, row.due_at > NOW) for row in rows]

    return Queue(
        "deliver_notices", str(first.pk), first.user_id, lambda: outbox.deliver(now=NOW),
        states, [("queued", True), ("held", False)],
    )  # fmt: skip


def absences() -> Queue:
    first, second = make_match(), make_match()
    Seat.objects.filter(player=1).update(present_until=NOW + DAY)
    Seat.objects.filter(player=0).update(present_until=NOW)

    def held() -> list[int]:
        return list(Seat.objects.exclude(controller="human").values_list("match", flat=True))

    return Queue(
        "sweep_absences", f"{first.pk}/0", first.pk,
        lambda: sweeps.sweep_absences(now=NOW + timedelta(seconds=40)), held, [second.pk],
    )  # fmt: skip


def rated() -> Queue:
    first, second = ended()

    def noted() -> list[int | None]:
        return list(RatedMatch.objects.values_list("match", flat=True))

    return Queue(
        "rate_finished", f"{first.pk}/None", first.pk, lambda: ratings.rate_finished(now=LATER),
        noted, [second.pk],
    )  # fmt: skip


def results() -> Queue:
    first, second = ended()

    def noted() -> set[int]:
        return set(Result.objects.values_list("match", flat=True))

    return Queue(
        "note_results", str(first.pk), first.pk, lambda: records.note_results(now=LATER),
        noted, {second.pk},
    )  # fmt: skip


def trophies() -> Queue:
    first, _ = ended()
    records.note_results(now=LATER)
    one = first.seats.order_by("player")[0].user_id
    assert one is not None

    def left() -> set[int]:
        return set(Result.objects.filter(weighed=False).values_list("user", flat=True))

    return Queue(
        "note_results", f"user/{one}", one, lambda: awarding.award_waiting(now=LATER),
        left, {one},
    )  # fmt: skip


def guests() -> Queue:
    old = NOW - 31 * DAY
    first, _ = services.create_guest(now=old), services.create_guest(now=old)

    def left() -> list[int]:
        return list(User.objects.values_list("pk", flat=True))

    return Queue(
        "remove_idle_guests", str(first.pk), first.pk,
        lambda: services.delete_idle_guests(now=NOW), left, [first.pk],
    )  # fmt: skip


def sources() -> Queue:
    first, second = ended()
    for match in (first, second):
        puzzles.offer(match_id=match.pk, now=match.started_at)
    Match.objects.filter(pk=second.pk).update(started_at=NOW)

    def looked_at() -> list[int]:
        return list(Source.objects.exclude(looked_at=None).values_list("match", flat=True))

    return Queue(
        "sweep_puzzles", str(first.pk), first.pk, lambda: finding.have_reviewed(now=LATER),
        looked_at, [second.pk],
    )  # fmt: skip


@pytest.mark.parametrize(
    "build",
    [
        notices, absences, rated, results, trophies, guests, sources,
    ],
)  # fmt: skip
def test_the_first_in_line_is_never_the_whole_queue(build: Callable[[], Queue]) -> None:
    queue = build()
    with poisoned(queue.number):
        queue.do()
        told = list(PutOff.objects.values_list("queue", "row"))
        assert queue.done() == queue.want
    assert told == [(queue.job, queue.row)]


def test_once_it_can_be_decided_a_notice_leaves() -> None:
    queue = notices()
    with poisoned(queue.number):
        queue.do()
    outbox.deliver(now=NOW + queues.FIRST)
    assert [status for status, _ in queue.done()] == ["held", "held"]
