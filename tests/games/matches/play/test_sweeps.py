"""Sweeps when many turns run out at once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.matches import play, sweeps
from games.matches.models import Match
from tests.factories import NOW, make_match, make_user, seconds

pytestmark = pytest.mark.django_db

FIRES = 63  # seconds: a turn of a minute, and the grace of live tables


def begun(*ages: float) -> list[Match]:
    """Return matches that began so many seconds ago."""
    anna, ben = make_user(), make_user()
    return [make_match(anna, ben, now=NOW - seconds(age)) for age in ages]


def test_one_sweep_moves_all_that_is_due_and_nothing_twice() -> None:
    matches = begun(*[FIRES] * (sweeps.FEW + 5), FIRES - 1)
    assert sweeps.sweep_deadlines(now=NOW) == sweeps.FEW + 5
    assert [Match.objects.get(pk=match.pk).ply for match in matches] == [1] * (len(matches) - 1) + [
        0
    ]
    assert sweeps.sweep_deadlines(now=NOW) == 0


def test_a_sweep_ends_after_its_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "FEW", 2)
    monkeypatch.setattr(sweeps, "MOST", 4)
    begun(*[FIRES] * 5)
    assert [sweeps.sweep_deadlines(now=NOW) for _ in range(3)] == [4, 1, 0]


def test_turns_that_fall_due_together_share_an_alarm() -> None:
    begun(FIRES, FIRES - 0.5, FIRES - 0.55, FIRES - 0.6, FIRES - 0.65, FIRES - 1.5, FIRES - 3)
    assert sweeps.alarms(now=NOW, ahead=seconds(2)) == [
        NOW + seconds(0.6),
        NOW + seconds(0.65),
        NOW + seconds(1.5),
    ]


def test_the_clocks_move_takes_two_statements() -> None:
    (match,) = begun(FIRES)
    play.keep_pulse(now=NOW)
    with CaptureQueriesContext(connection) as statements:
        assert play.expire(match_id=match.pk, ply=0, now=NOW)
    sent = [one["sql"].split()[0] for one in statements]
    assert [word for word in sent if word not in {"SAVEPOINT", "RELEASE"}] == ["SELECT", "WITH"]
