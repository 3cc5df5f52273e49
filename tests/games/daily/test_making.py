"""Challenges are made ahead of time, a few seconds at once, and come out the same."""

from datetime import timedelta

import pytest

from games.core.review.judging import Grade
from games.daily import days, finding, told, work
from games.daily.models import Challenge, Position
from games.daily.tasks import sweep_daily
from games.registry import looks_of, version_of
from tests.factories import NOW
from tests.games.daily.made import ALONE, GAME, LOOKS, TODAY
from tests.gauge import PATIENCE

Status = Challenge.Status


def stored() -> list[tuple]:
    return list(Position.objects.order_by("number").values_list("number", "slot", "state", "turn"))


def test_each_game_has_a_challenge_for_today_and_tomorrow(challenge, settings) -> None:
    Challenge.objects.all().delete()
    assert work.begin(now=NOW) == 2 * len(settings.GAMES)
    assert work.begin(now=NOW) == 0
    found = Challenge.objects.filter(status=Status.READY, game=ALONE).order_by("day")
    assert list(found.values_list("day", flat=True)) == [TODAY, TODAY + days.DAY]
    assert [one.duel.closes_at for one in found] == [
        days.closes_at(TODAY),
        days.closes_at(TODAY + days.DAY),
    ]


def test_nothing_is_made_ahead_on_a_machine_that_thinks_only_when_asked(
    challenge, settings
) -> None:
    Challenge.objects.all().delete()
    settings.THINK_UNASKED = False
    sweep_daily()
    assert not Challenge.objects.exists()


def test_a_turn_at_a_time_comes_to_the_same_as_all_at_once(
    challenge: Challenge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "MOST_GAMES", finding.COUNT)
    monkeypatch.setattr(finding, "MOST_LOOKED_AT", 8)
    wanted = Challenge.objects.filter(pk=challenge.pk)
    wanted.update(status=Status.WAITING)
    assert work.work(now=NOW, seconds=PATIENCE)
    at_once = stored()
    wanted.update(status=Status.WAITING)
    pieces = 0
    while work.work(now=NOW + timedelta(seconds=pieces), seconds=0):
        pieces += 1
    assert pieces > 10
    assert stored() == at_once


def test_positions_show_a_choice_that_is_judged(challenge: Challenge) -> None:
    positions = told.all_posed(challenge)
    assert [one.number for one in positions] == [1, 2, 3]
    assert {one.turn.played is not None for one in positions} == {True}
    for one in positions:
        assert one.rules.current_player(one.state) == one.player
        chances = [idea.chance for idea in one.turn.ideas]
        assert chances == sorted(chances, reverse=True)
        assert one.turn.grade != Grade.NONE


def test_todays_comes_before_tomorrows(challenge: Challenge) -> None:
    work.begin(now=NOW)
    Challenge.objects.exclude(game=GAME).delete()
    Challenge.objects.update(status=Status.WAITING, looks=LOOKS)
    assert work._claim(NOW) == challenge
    later = work._claim(NOW)
    assert later is not None
    assert later.day == TODAY + days.DAY
    assert work._claim(NOW) is None
    assert work._claim(NOW + work.CLAIM) == challenge


def test_what_cannot_be_made_is_given_up(challenge: Challenge, caplog) -> None:
    broken = {"rows": "many"}
    Challenge.objects.filter(pk=challenge.pk).update(status=Status.WAITING, options=broken)
    assert work.work(now=NOW)
    assert "it couldn't be made" in caplog.text
    assert Challenge.objects.get(pk=challenge.pk).status == Status.FAILED
    assert not work.work(now=NOW)


def test_a_newer_version_tries_again(challenge: Challenge) -> None:
    failed = Challenge.objects.filter(pk=challenge.pk)
    failed.update(status=Status.FAILED)
    work.begin(now=NOW)
    assert failed.get().status == Status.FAILED
    failed.update(version="older")
    work.begin(now=NOW)
    assert failed.get().status == Status.WAITING


def test_a_newer_version_begins_anew(challenge: Challenge) -> None:
    known = {"1": [{"ply": 1, "fits": True, "clear": 1.0, "hard": 1.0}] * 40}
    Challenge.objects.filter(pk=challenge.pk).update(
        status=Status.WAITING, version="older", course=known
    )
    assert work.work(now=NOW, seconds=0)
    again = Challenge.objects.get(pk=challenge.pk)
    assert (again.version, again.looks) == (version_of(GAME), looks_of(GAME))
    assert [len(ones) for ones in again.course.values()] == [1]
