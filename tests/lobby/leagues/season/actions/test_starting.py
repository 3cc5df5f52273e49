"""A season started at once: what it does is what was said beforehand, and it happens once."""

import dataclasses
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.core.errors import Refusal
from lobby.leagues.acts import organisers as organising
from lobby.leagues.models import Fixture, LedgerEntry, Season, StepDone
from lobby.leagues.reading import values as rows
from lobby.leagues.season import plan
from lobby.leagues.season.actions import starting
from lobby.leagues.season.values import Phase, PhaseChanged, Standing
from tests.conftest import Build
from tests.factories import make_user
from tests.lobby.leagues import site
from tests.lobby.leagues.season import steps

HOUR = timedelta(hours=1)


def in_phase(phase: Phase, *, size: int = 8, **rules: Any) -> tuple[Any, Any]:
    """Return a season as a value that has just come to a phase, nobody checked in, and when."""
    season = steps.planned(size, **({"check_in_days": 2} | rules))
    at = season.registration_at
    while season.phase != phase:
        at = max(at, plan.wakes_at(season))
        step = plan.next_step(season, at, steps.World())
        season = plan.apply(season, step.effects)
    return season, at


# --- As a value -----------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [Phase.REGISTRATION, Phase.CHECK_IN])
def test_everybody_who_has_a_place_plays_even_if_not_checked_in(phase: Phase) -> None:
    season, at = in_phase(phase)
    for foreseen in starting.foresee(season, at + HOUR):
        season = plan.apply(season, foreseen.effects)
    assert (season.phase, season.starts_at, season.rounds) == (Phase.PLAYING, at + HOUR, 1)
    assert {each.standing for each in season.entrants} == {Standing.PLAYING}
    assert {each.opened_at for each in season.fixtures if each.round == 1} == {at + HOUR}


def test_divisions_that_stand_begin_as_they_are() -> None:
    season, _ = steps.go(steps.planned(), steps.START - HOUR)
    assert season.phase == Phase.DRAWN_UP
    [begin, first] = starting.foresee(season, steps.START - HOUR)
    assert str(begin.text) == "The season starts without waiting for its planned date"
    assert str(first.text).startswith("Round 1 begins: 4 matches")


def test_check_in_is_no_longer_asked_for() -> None:
    season, at = in_phase(Phase.REGISTRATION)
    first = starting.foresee(season, at)[0]
    assert first.effects[0] == PhaseChanged(Phase.CHECK_IN)
    assert str(first.text) == (
        "Registration ends, and everyone with a place counts as checked in,"
        " including the 8 players who haven't checked in"
    )


def test_whoever_waits_gets_the_places_that_there_are() -> None:
    season, at = in_phase(Phase.CHECK_IN, most=4)
    people = [
        dataclasses.replace(one, standing=Standing.WAITING if number > 3 else one.standing)
        for number, one in enumerate(season.entrants, start=1)
    ]
    season = dataclasses.replace(season, entrants=tuple(people))
    for foreseen in starting.foresee(season, at):
        season = plan.apply(season, foreseen.effects)
    standings = [each.standing for each in season.entrants]
    assert standings == [Standing.PLAYING] * 4 + [Standing.WAITING] * 4


def refusal(season: Any, at: Any) -> str:
    with pytest.raises(Refusal) as refused:
        starting.start_now(season, at)
    return str(refused.value)


def test_what_cannot_be_started_is_said() -> None:
    season, at = in_phase(Phase.REGISTRATION)
    few = dataclasses.replace(season, entrants=season.entrants[:1])
    assert (
        refusal(few, at)
        == f"The season needs {season.rules.least} players, but only 1 can play now."
    )
    held = dataclasses.replace(season, held=True)
    assert refusal(held, at) == "The season is on hold. Resume it first."
    planned = steps.planned()
    assert refusal(planned, at) == "Registration hasn't opened yet, so there are no players."
    assert refusal(steps.playing(), at) == "This season has already started."


# --- On the site ----------------------------------------------------------------------------------


def build() -> int:
    made = site.season_of(site.found(make_user("organiser")))
    site.run(made, made.registration_at)
    site.join(made, *[make_user() for _ in range(6)], now=made.registration_at)
    return made.pk


@pytest.fixture(scope="module")
def registered(lasting: Build) -> int:
    return lasting(build)


@pytest.fixture
def season(registered: int, db: None, monkeypatch: pytest.MonkeyPatch) -> Season:
    """A season that six have registered for, a week before its start, at which pages look."""
    made = Season.objects.get(pk=registered)
    monkeypatch.setattr(timezone, "now", lambda: made.registration_at + HOUR)
    return made


def start(season: Season) -> None:
    organising.start_now(
        season_id=season.pk,
        user=season.league.roles.get(role="organiser").user,
        reason="We all sit here",
        now=season.registration_at + HOUR,
    )


def test_it_begins_at_once_and_is_in_the_ledger(season: Season) -> None:
    value = rows.value_of(season)
    foreseen = starting.foresee(value, season.registration_at + HOUR)
    start(season)
    assert site.run(season, season.registration_at + HOUR).phase == "playing"
    assert season.starts_at == season.registration_at + HOUR
    texts = [step.text for step in StepDone.objects.order_by("pk")]
    assert texts[-2:] == [one.text for one in foreseen[1:]]
    assert Fixture.objects.filter(season=season, status="running").count() == 3
    entry = LedgerEntry.objects.get()
    assert (entry.kind, str(entry.text)) == ("start", "organiser started season 1 straight away")


def test_asked_twice_it_begins_once(season: Season) -> None:
    start(season)
    start(season)
    site.run(season, season.registration_at + HOUR)
    start(season)
    assert site.run(season, season.registration_at + HOUR).rounds == 1
    assert LedgerEntry.objects.count() == 1
    assert StepDone.objects.filter(key="round:1").count() == 1


def test_the_desk_says_what_it_does_and_does_it(season: Season) -> None:
    client = Client()
    client.force_login(season.league.roles.get(role="organiser").user)
    desk = reverse("league-run", args=[season.league.slug])
    page = client.get(desk)
    said = [str(text) for text, _effects in page.context["start_now"]]
    assert said[1].startswith("The divisions are drawn up: 1 division, 6 players")
    assert "Start season 1 now" in page.content.decode()
    deed = reverse("league-rule", args=[season.league.slug])
    data = {"act": "start", "season": "1", "reason": "We all sit here"}
    answer = client.post(deed, data, follow=True)
    assert "The season will start in a moment." in answer.content.decode()
    assert "start_now" not in answer.context  # it is on its way
    site.run(season, season.registration_at + HOUR)
    assert season.phase == "playing"


def test_the_desk_says_why_it_cannot_be(season: Season) -> None:
    season.entrants.all()[1].delete()
    season.entrants.exclude(pk=season.entrants.first().pk).delete()
    client = Client()
    client.force_login(season.league.roles.get(role="organiser").user)
    page = client.get(reverse("league-run", args=[season.league.slug]))
    assert str(page.context["start_refused"]).endswith("players, but only 1 can play now.")
    assert "Start season 1 now" not in page.content.decode()
