"""Seasons on the site: they run by themselves, and a crash leaves the rest to the next run."""

from datetime import datetime
from typing import Any

import pytest

from games.core.clock import Pace, TimeControl
from games.matches import play
from games.matches.models import Duel, Match
from lobby.leagues.acts.running import arranging, results, runner
from lobby.leagues.models import Entrant, Fixture, FixtureSeat, Leftover, Season, StepDone
from lobby.leagues.reading import matches
from lobby.leagues.reading import values as rows
from lobby.leagues.season.standings import standings
from lobby.leagues.season.values import How
from lobby.tables.models import Lobby
from tests.factories import make_user, move
from tests.lobby.leagues.site import (
    DAY,
    begin,
    end_match,
    found,
    join,
    play_round,
    play_season,
    run,
    running,
    season_of,
)

pytestmark = pytest.mark.django_db

LATE = 60  # plies, after which little of a match is left to be played out
TABLES = (Season, Entrant, Fixture, FixtureSeat, StepDone, Leftover, Lobby, Match)


def everything() -> list[Any]:
    return [list(model.objects.order_by("pk").values()) for model in TABLES]


def assert_stored_is_recomputed(season: Season) -> None:
    """Results are those of the matches, places those of the results, steps lead to what is."""
    value = rows.value_of(season)
    for fixture in season.fixtures.select_related("lobby__match").filter(how=How.PLAYED):
        assert fixture.lobby is not None
        if fixture.lobby.match is not None:
            assert fixture.places == fixture.lobby.match.places
            assert fixture.scores == fixture.lobby.match.scores
    for level in value.levels:
        places = {row.entrant: row.place for row in standings.table(value, level)}
        assert places == {each.id: each.place for each in value.division(level)}
    assert not Match.objects.filter(status="running").exists()


def test_a_round_robin_plays_itself_to_the_end_and_the_next_season_follows() -> None:
    league = found(round_days=7)
    season, _ = begin(season_of(league), 4)
    assert (season.phase, len(running(season)), Match.objects.count()) == ("playing", 2, 2)
    play_season(season)
    assert season.fixtures.filter(status="over", how="played").count() == 6
    assert_stored_is_recomputed(season)
    assert season.ended_at is not None
    run(season, season.ended_at + DAY)
    following = season_of(league)
    assert (following.number, following.phase) == (2, "planned")
    assert run(season, season.ended_at + 30 * DAY).next_at is None
    assert league.seasons.count() == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("people", "rules"),
    [
        (5, {"format": "swiss", "rounds": 3}),
        (5, {"format": "knockout"}),
        (7, {"format": "tables", "rounds": 2, "table_size": 4}),
        (4, {"format": "double_round_robin", "schedule": "at_once"}),
    ],
)
def test_every_format_comes_to_its_end(people: int, rules: dict[str, Any]) -> None:
    season, _ = begin(season_of(found(**rules, check_in_days=0, repeats=False)), people)
    play_season(season)
    assert not season.fixtures.exclude(status="over").exists()
    assert_stored_is_recomputed(season)


def test_counting_tiles_is_played_in_duels_from_one_secret() -> None:
    league = found(game="counting_tiles", control=TimeControl(Pace.LIVE, 60), repeats=False)
    season, _ = begin(season_of(league), 4)
    duels = list(Duel.objects.order_by("pk"))
    assert len(duels) == 2
    assert {each.matches.count() for each in duels} == {2}
    now = season.round_ends_at
    for duel in duels:
        play.close_duel(duel_id=duel.pk, now=now)
    run(season, now)
    first = season.fixtures.filter(round=1)
    assert {(each.status, each.how) for each in first} == {("over", "played")}
    assert {each.round for each in running(season)} == {2}


@pytest.mark.slow
def test_run_again_it_changes_nothing() -> None:
    season, _ = begin(season_of(found()), 5)
    for _ in range(2):
        now = season.round_ends_at
        play_round(season, now - DAY)
        run(season, now)
        before = everything()
        run(season, now)
        assert runner.run_due(now=now) == {}
        assert everything() == before


def test_what_was_interrupted_is_done_by_the_next_run() -> None:
    league = found()
    season = season_of(league)
    run(season, season.registration_at)
    users = [make_user() for _ in range(8)]
    join(season, *users, now=season.registration_at)
    run(season, season.check_in_at)
    Entrant.objects.update(checked_in=True)
    steps = 0
    while runner.step(season.pk, season.starts_at):  # each run dies right after its step
        steps += 1
    assert steps == 2
    assert Match.objects.count() == 0
    assert list(arranging.unarranged()) == [season]
    waiting = season.fixtures.filter(status="running", lobby=None)
    first = waiting.filter(pk=waiting[0].pk)
    arranging._begin_lot(season, first, season.starts_at)  # and one after its first match
    assert runner.run_due(now=season.starts_at) == {season.pk: []}
    assert Match.objects.count() == 4
    assert not waiting.exists()
    assert runner.run_due(now=season.starts_at) == {}


def test_one_season_in_trouble_does_not_hold_up_the_others() -> None:
    broken, sound = season_of(found()), season_of(found())
    Season.objects.filter(pk=broken.pk).update(rules={"win": "a lot"})
    done = runner.run_due(now=sound.registration_at)
    assert {pk: [step.key for step in steps] for pk, steps in done.items()} == {
        broken.pk: [],
        sound.pk: ["registration"],
    }
    sound.refresh_from_db()
    assert sound.phase == "registration"


def test_too_few_players_put_the_start_off() -> None:
    season = season_of(found(least=4, check_in_days=0))
    run(season, season.registration_at)
    join(season, *(make_user() for _ in range(3)), now=season.registration_at)
    starts_at = season.starts_at
    run(season, starts_at)
    assert season.starts_at == starts_at + 7 * DAY
    assert season.phase == "registration"


def test_a_match_that_is_not_over_in_time_gets_more_time_and_then_its_score_counts() -> None:
    season, _ = begin(season_of(found(unfinished="extend", extension_days=3)), 4)
    one, other = running(season)
    for fixture in (one, other):
        take_turn(fixture, season.starts_at)
    end_match(other, loser=0, now=season.starts_at + DAY)
    due_at = season.round_ends_at
    run(season, due_at)
    one.refresh_from_db()
    assert (one.status, one.extended, one.due_at) == ("running", True, due_at + 3 * DAY)
    run(season, one.due_at)
    one.refresh_from_db()
    assert one.lobby is not None
    assert one.lobby.match is not None
    one.lobby.match.refresh_from_db()
    assert (one.status, one.how, one.scores) == ("over", "score", one.lobby.match.scores)
    assert (one.lobby.match.status, one.lobby.match.end_reason) == ("finished", "closed")
    assert one.lobby.match.places == one.places


@pytest.mark.slow
def test_play_outs_settle_a_match_and_can_be_done_again_from_their_transcript() -> None:
    season, _ = begin(season_of(found(unfinished="play_outs")), 4)
    for fixture in running(season):
        for _ in range(LATE):
            take_turn(fixture, season.starts_at)
    world = matches.Matches(season)
    fixture = running(season)[0]
    again = world.play_out(rows.key_of(fixture))
    run(season, season.round_ends_at)
    fixture.refresh_from_db()
    assert (fixture.how, tuple(fixture.places)) == ("play_outs", again)
    assert fixture.transcript["seed"].startswith(season.seed)
    assert fixture.transcript["from_ply"] == LATE
    assert fixture.transcript == world.transcripts[rows.key_of(fixture)]


def test_results_are_taken_once() -> None:
    season, _ = begin(season_of(found()), 4)
    end_match(running(season)[0], loser=1, now=season.starts_at + DAY)
    assert runner.step(season.pk, season.starts_at + DAY) is None
    assert not results.waiting().exists()
    over = season.fixtures.get(status="over")
    assert (over.places, over.how) == ([1, 2], "played")


def take_turn(fixture: Fixture, now: datetime) -> None:
    assert fixture.lobby is not None
    assert fixture.lobby.match is not None
    move(fixture.lobby.match, now=now)


def test_the_places_still_open_are_stored_and_narrow_down_to_the_end() -> None:
    season, _ = begin(season_of(found(repeats=False)), 4)
    former = season.divisions.get().reach
    assert {tuple(each) for each in former.values()} == {(1, 4)}
    while season.phase == "playing":
        now = season.round_ends_at
        play_round(season, now - DAY)
        run(season, now)
        found_now = season.divisions.get().reach
        for entrant, (best, worst) in found_now.items():
            assert former[entrant][0] <= best <= worst <= former[entrant][1]
        former = found_now
    places = {str(each.pk): [each.place, each.place] for each in season.entrants.all()}
    assert former == places
