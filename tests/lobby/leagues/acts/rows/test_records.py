"""What a step did can be read again, word for word, and taken back."""

import dataclasses
import json
import typing

import pytest

from games.core.codec import decode, encode
from lobby.leagues.acts.rows import records
from lobby.leagues.season import plan
from lobby.leagues.season.values import (
    CheckedIn,
    Effect,
    Ended,
    EntrantChanged,
    Excused,
    Extended,
    FinalPlace,
    Fixture,
    How,
    NextSeason,
    Opened,
    Outcome,
    Paired,
    Phase,
    PhaseChanged,
    Placed,
    Postponed,
    RoundPaired,
    Standing,
    Told,
    Voided,
)
from tests.lobby.leagues.season.steps import DAY, START, World, go, planned, playing

KEY = (1, 2, 3)
EFFECTS: records.Effects = (
    PhaseChanged(Phase.FINISHED, START),
    Postponed(START, START + DAY),
    EntrantChanged(7, Standing.LEAVING, START),
    CheckedIn(7),
    Excused(7, 2),
    Placed(7, 1, 3),
    Paired(Fixture(KEY, (7, 8), outcome=Outcome((1, 2), How.PLAYED, (9, 5)))),
    RoundPaired(2, START),
    Opened(KEY, START, START + DAY),
    Extended(KEY, START + DAY),
    Ended(KEY, Outcome((0, 1), How.NO_SHOW)),
    Voided(KEY),
    FinalPlace(7, 1, 2),
    NextSeason(4, START, START, START + DAY),
    Told("round", (7, 8), "2"),
)


def test_every_effect_is_read_as_it_was_written() -> None:
    assert {type(each) for each in EFFECTS} == set(typing.get_args(Effect))
    stored = json.loads(json.dumps(encode(EFFECTS, records.Effects)))
    assert decode(stored, records.Effects) == EFFECTS


@pytest.mark.parametrize("until", [START - 3 * DAY, START - DAY / 8, START])
def test_a_step_is_taken_back_and_done_again(until) -> None:
    season, _ = go(planned(6), until - DAY / 24)
    step = plan.next_step(season, START, World())
    new = plan.apply(season, step.effects)
    stored = json.loads(json.dumps(encode(records.before(season, new), records.Before)))
    before = decode(stored, records.Before)
    assert records.restored(new, before) == season
    assert plan.apply(records.restored(new, before), step.effects) == new


def test_what_has_changed_since_is_not_what_the_step_made() -> None:
    old = playing(6)
    effects = [EntrantChanged(1, Standing.LEAVING, START)]
    new = plan.apply(old, effects)
    before = records.before(old, new)
    since = plan.apply(new, [Excused(1, 2)])
    assert plan.apply(records.restored(since, before), effects) != since
    elsewhere = dataclasses.replace(plan.apply(new, [Excused(2, 2)]), starts_at=START + DAY)
    assert plan.apply(records.restored(elsewhere, before), effects) == elsewhere
