"""Many matches that begin at once: each as if it had begun alone."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.notices.models import Delivery, Notification
from accounts.rest import services as rest
from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.core.errors import Refusal
from games.core.table.agreement import usual_at
from games.matches import play, signals
from games.matches.models import Match, MatchSecret, Seat, TurnTimer
from games.matches.play import SeatPlan
from tests.factories import NOW, SECRET, assert_replay_matches, make_user

pytestmark = pytest.mark.django_db

SLOW = TimeControl(Pace.CORRESPONDENCE, 2 * 86400, 3600)
EASY = SeatPlan(name="Easy computer", level="easy")
AGREED = {
    "game": "tilekingdom",
    "options": {},
    "control": SLOW,
    "agreement": usual_at(Pace.CORRESPONDENCE),
    "now": NOW,
}


def plan(user: User) -> SeatPlan:
    return SeatPlan(user.username, user.pk)


@pytest.fixture
def tables() -> list[list[SeatPlan]]:
    """Return tables of which some people sit at several, and a computer at one."""
    anna, ben, carla = (plan(make_user(name)) for name in ("anna", "ben", "carla"))
    for day in range(1, 31):
        rest.note_active(user_id=anna.user_id, at=NOW - timedelta(days=day))
    return [[anna, ben], [ben, anna, carla], [EASY, carla], [carla, anna]]


def rows(match: Match) -> dict[str, Any]:
    """Return all that is stored of a match, but for its numbers and names."""
    number, name = match.pk, match.public_id
    own = {"id", "match_id", "public_id", "last_hash"}
    models = (
        (Match, {"pk": number}), (TurnTimer, {"match": number}), (MatchSecret, {"match": number}),
        (Seat, {"match": number}),
    )  # fmt: skip
    stored = {
        model.__name__: [
            {key: value for key, value in row.items() if key not in own}
            for row in model._default_manager.filter(**which).order_by("pk").values()
        ]
        for model, which in models
    }
    notices = Notification.objects.filter(ref__match=number).order_by("pk")
    told = notices.values("user_id", "kind", "ref__ply", "ref__player", "due_at", "deadline_at")
    ways = Delivery.objects.filter(notification__ref__match=number)
    sent = ways.order_by("pk").values("notification__kind", "user_id", "channel", "due_at")
    about = {one.about.replace(name, "") for one in notices}
    keys = [one.key.replace(str(number), "") for one in notices]
    return stored | {"told": list(told), "sent": list(sent), "about": about, "keys": keys}


def test_each_is_what_it_would_be_alone(tables: list[list[SeatPlan]]) -> None:
    together = play.start_matches(**AGREED, tables=tables, secret=SECRET)
    alone = [play.start_match(**AGREED, seats=seats, secret=SECRET) for seats in tables]
    for one, other in zip(together, alone, strict=True):
        assert rows(one) == rows(other)
    kinds = [row["kind"] for match in together for row in rows(match)["told"]]
    assert kinds.count("turn") == 3
    assert [match.seats.get(player=0).name for match in together] == [
        seats[0].name for seats in tables
    ]
    for match in together:
        assert_replay_matches(match)


def test_each_has_a_secret_of_its_own(tables: list[list[SeatPlan]]) -> None:
    begun = play.start_matches(**AGREED, tables=tables)
    assert len({bytes(match.secret.secret) for match in begun}) == len(tables)
    for match in begun:
        assert_replay_matches(match)


def test_many_take_no_more_statements_than_one(tables: list[list[SeatPlan]]) -> None:
    with CaptureQueriesContext(connection) as one:
        play.start_matches(**AGREED, tables=tables[:1])
    with CaptureQueriesContext(connection) as many:
        play.start_matches(**AGREED, tables=tables)
    assert len(many) == len(one)


def test_no_table_is_no_match() -> None:
    assert play.start_matches(**AGREED, tables=[]) == []


def test_all_begin_or_none(tables: list[list[SeatPlan]]) -> None:
    with pytest.raises(Refusal) as refused:
        play.start_matches(**AGREED, tables=[*tables, tables[0] * 4])
    with pytest.raises(Refusal) as alone:
        play.start_match(**AGREED, seats=tables[0] * 4)
    assert refused.value.text == alone.value.text
    assert not Match.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_only_computers_are_asked(tables: list[list[SeatPlan]]) -> None:
    asked: list[tuple[int, int | None]] = []

    def note(match_id: int, computer_ply: int | None, **_: object) -> None:
        asked.append((match_id, computer_ply))

    signals.match_changed.connect(note)
    try:
        begun = play.start_matches(**AGREED, tables=tables)
    finally:
        signals.match_changed.disconnect(note)
    assert asked == [(begun[2].pk, 0)]
