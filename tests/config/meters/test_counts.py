"""What happens on the site is counted where it happens, without a statement more."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.meters.keeping import counted
from games.matches import play, poke
from tests.factories import make_match, make_user, move

pytestmark = pytest.mark.django_db
Commit = Callable[..., Any]


class Change:
    """What has been counted since it was made."""

    def __init__(self) -> None:
        self.before, _ = counted()

    def of(self, name: str) -> dict[str, float]:
        now, _ = counted()
        return {
            labels: value - self.before.get((sample, labels), 0)
            for (sample, labels), value in now.items()
            if sample == name and value != self.before.get((sample, labels), 0)
        }


def test_a_move(django_capture_on_commit_callbacks: Commit) -> None:
    match, change = make_match(), Change()
    with django_capture_on_commit_callbacks(execute=True):
        move(match)
    assert change.of("tilepost_moves_total") == {f'{{"by": "human", "game": "{match.game}"}}': 1.0}


def test_how_late_a_clock_moves(django_capture_on_commit_callbacks: Commit) -> None:
    match, change = make_match(), Change()
    due = match.timer.fires_at
    assert due is not None
    with django_capture_on_commit_callbacks(execute=True):
        assert play.expire(match_id=match.pk, ply=0, now=due + timedelta(seconds=1.5))
    pace = f'{{"pace": "{match.pace}"}}'
    assert change.of("tilepost_deadline_lateness_seconds_sum") == {pace: 1.5}
    assert set(change.of("tilepost_deadline_lateness_seconds_bucket").values()) == {1.0}
    assert change.of("tilepost_moves_total") == {f'{{"by": "clock", "game": "{match.game}"}}': 1.0}


def test_to_count_asks_the_database_nothing(django_capture_on_commit_callbacks: Commit) -> None:
    from games.matches.receivers import count_moves

    match = make_match()
    with play.held.hold(match.pk, now=match.started_at) as held:
        with CaptureQueriesContext(connection) as asked:
            count_moves(held=held)
        assert len(asked) == 0


def test_sign_ins() -> None:
    anna, client, change = make_user("anna"), Client(), Change()
    anna.set_password("a long walk by the river")
    anna.save()
    form = {"login": "anna", "password": "wrong"}
    client.post("/accounts/login/", form)
    client.post("/accounts/login/", {**form, "password": "a long walk by the river"})
    client.post("/accounts/logout/")
    assert change.of("tilepost_sign_ins_total") == {
        '{"outcome": "failed"}': 1.0, '{"outcome": "good"}': 1.0, '{"outcome": "out"}': 1.0,
    }  # fmt: skip


def test_pokes_that_are_lost(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Away:
        async def group_send(self, *_: object) -> None:
            raise ConnectionError

    monkeypatch.setattr(poke, "get_channel_layer", Away)
    monkeypatch.setattr(poke, "_rest_until", 0.0)
    change = Change()
    asyncio.run(poke._send([("a", {}), ("b", {})], 1.0))
    poke.poke([("c", {})])  # it rests
    assert change.of("tilepost_pokes_lost_total") == {"{}": 3.0}
