"""A league taken elsewhere: the same lines come out again, and nothing wrong comes in."""

import hashlib
import json
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.core.clock import Pace, TimeControl
from games.matches import play
from lobby.leagues import bundle
from lobby.leagues.acts import ledger
from lobby.leagues.acts.running import runner
from lobby.leagues.models import Entrant, Fixture, League, LedgerEntry, Season
from lobby.leagues.reading import values as rows
from lobby.leagues.season.standings import standings
from tests.conftest import Build
from tests.factories import make_user, play_out
from tests.lobby.leagues.site import DAY, NOW, begin, found, play_season, run, running, season_of

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(days=300)


def finish_a_league() -> int:
    organiser = make_user("Organiser")
    league = found(organiser, round_days=7, repeats=False, check_in_days=0)
    season, _ = begin(season_of(league), [make_user(f"Person{each}") for each in range(4)])
    play_out(running(season)[0].lobby.match, now=season.starts_at + DAY)
    run(season, season.starts_at + DAY)
    play_season(season)
    ledger.enter(
        league=league, by=organiser, kind="said", reason="Over.",
        data={"season": 1}, now=season.ended_at,
    )  # fmt: skip
    return league.pk


@pytest.fixture(scope="module")
def finished(lasting: Build) -> int:
    return lasting(finish_a_league)


@pytest.fixture
def league(finished: int, db: None) -> League:
    """A league with a season; one of its matches was played by the rules to its end."""
    return League.objects.get(pk=finished)


@pytest.fixture(scope="module")
def lines(finished: int, lasting: Build) -> list[str]:
    """The lines of that league."""
    return lasting(lambda: lines_of(League.objects.get(pk=finished)))


def lines_of(league: League, **facts: Any) -> list[str]:
    return list(bundle.write(league=league, **facts))


def read(lines: list[str]) -> bundle.Taken:
    return bundle.read(lines, organiser=make_user(), now=LATER)


def changed(lines: list[str], change: Callable[[list[dict[str, Any]]], None]) -> list[str]:
    """The lines with something else in them, and a fingerprint that fits."""
    facts = [json.loads(line) for line in lines[:-1]]
    change(facts)
    written = [
        json.dumps(each, sort_keys=True, separators=(",", ":"), ensure_ascii=True) + "\n"
        for each in facts
    ]
    digest = hashlib.sha256("".join(written).encode()).hexdigest()
    end = {"type": "End", "lines": len(written), "sha256": digest}
    return [*written, json.dumps(end)]


def first(facts: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(each for each in facts if each["type"] == kind)


def played_out(facts: list[dict[str, Any]]) -> dict[str, Any]:
    """The meeting whose match was played to its end by the rules."""
    of = (each for each in facts if each["type"] == "Fixture")
    return next(each for each in of if each["records"][0]["ended"] == "over")


@pytest.mark.slow
def test_what_was_taken_elsewhere_gives_the_same_lines_again(league: League, lines: list[str]):
    taken = read(lines)
    assert (taken.seasons, taken.matches, taken.entries, taken.unproved) == (1, 6, 1, 0)
    assert taken.plies > 0
    assert taken.league.slug != league.slug
    assert lines_of(taken.league) == lines


def test_it_is_here_as_it_was_there(league: League, lines: list[str]):
    taken = read(lines).league
    assert ledger.verify(league_id=taken.pk) == 1
    there, here = (rows.value_of(season_of(each)) for each in (league, taken))
    assert [row.points for row in standings.table(here, 1)] == [
        row.points for row in standings.table(there, 1)
    ]
    assert not Entrant.objects.filter(season__league=taken, user__isnull=False).exists()
    runner.run_due(now=LATER)
    assert season_of(taken).number == 1


@pytest.mark.slow
def test_duels_are_taken_with_all_their_matches():
    league = found(
        game="counting_tiles",
        control=TimeControl(Pace.LIVE, 60),
        round_days=7,
        repeats=False,
        check_in_days=0,
    )
    season, _ = begin(season_of(league), 4)
    for _ in range(3):
        at = season.round_ends_at - DAY
        for fixture in running(season):
            for number, match in enumerate(fixture.lobby.duel.matches.order_by("pk")):
                play.resign(match_id=match.pk, player=0, now=at + timedelta(minutes=number))
        run(season, at)
        run(season, season.round_ends_at)
    assert season.phase == "finished"
    lines = lines_of(league)
    taken = read(lines)
    assert taken.matches == 12
    assert lines_of(taken.league) == lines


@pytest.mark.slow
def test_with_pseudonyms_nobody_is_named(league: League):
    lines = lines_of(league, pseudonyms=True)
    whole = "".join(lines)
    assert "Person" not in whole
    assert "Organiser" not in whole
    assert not any(json.loads(line)["type"] == "Entry" for line in lines)
    taken = read(lines)
    names = set(Entrant.objects.filter(season__league=taken.league).values_list("name", flat=True))
    assert names == {f"Player {number}" for number in range(1, 5)}
    assert lines_of(taken.league) == lines


def test_a_season_that_still_runs_stays_where_it_is():
    league = found(check_in_days=0)
    begin(season_of(league), 4)
    kinds = [json.loads(line)["type"] for line in lines_of(league)]
    assert kinds == ["League", "End"]


@pytest.mark.slow
def test_the_next_season_is_planned_here_if_asked_for(lines: list[str]):
    taken = bundle.read(lines, organiser=make_user(), now=LATER, first_day=date(2027, 1, 20))
    season = season_of(taken.league)
    assert (season.number, season.phase) == (2, "planned")
    assert run(season, season.registration_at).phase == "registration"


def alter_a_place(facts: list[dict[str, Any]]) -> None:
    one = next(each for each in facts if each["type"] == "Entrant" and each["place"] == 1)
    one["place"] = 4


def other_than(places: list[int]) -> list[int]:
    return [1, 2] if places == [2, 1] else [2, 1]


def alter_a_result(facts: list[dict[str, Any]]) -> None:
    fixture = first(facts, "Fixture")
    fixture["places"] = other_than(fixture["places"])


def alter_a_move(facts: list[dict[str, Any]]) -> None:
    record = played_out(facts)["records"][0]
    record["log"][3]["text"] += "!"


def alter_the_scores(facts: list[dict[str, Any]]) -> None:
    fixture = played_out(facts)
    fixture["scores"][0] += 5
    fixture["records"][0]["scores"][0] += 5


def alter_the_places_of_a_match(facts: list[dict[str, Any]]) -> None:
    fixture = played_out(facts)
    fixture["places"] = fixture["records"][0]["places"] = other_than(fixture["places"])


def leave_a_match_out(facts: list[dict[str, Any]]) -> None:
    first(facts, "Fixture")["records"] = []


def alter_the_ledger(facts: list[dict[str, Any]]) -> None:
    first(facts, "Entry")["reason"] = "Something else."


def let_a_match_run(facts: list[dict[str, Any]]) -> None:
    first(facts, "Fixture")["status"] = "running"


def let_a_season_run(facts: list[dict[str, Any]]) -> None:
    first(facts, "Season")["phase"] = "playing"


def forget_a_column(facts: list[dict[str, Any]]) -> None:
    del first(facts, "Entrant")["name"]


def name_a_stranger(facts: list[dict[str, Any]]) -> None:
    first(facts, "Fixture")["seats"] = [0, 99]


def add_a_line(facts: list[dict[str, Any]]) -> None:
    facts.append({"type": "surprise"})


def drop_the_league(facts: list[dict[str, Any]]) -> None:
    del facts[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "says"),
    [
        (alter_a_place, "places in division 1"),
        (alter_a_result, "gives a different result"),
        (alter_a_move, "entry of ply 4"),
        (alter_the_scores, "scores"),
        (alter_the_places_of_a_match, "places"),
        (leave_a_match_out, "its moves are missing"),
        (alter_the_ledger, "Entry 1"),
        (let_a_match_run, "isn't over"),
        (let_a_season_run, "Only seasons that are over"),
        (forget_a_column, "can't read line"),
        (name_a_stranger, "can't read line"),
        (add_a_line, "can't read line"),
        (drop_the_league, "begin with its league"),
    ],
)
def test_a_bundle_with_something_wrong_is_refused_and_nothing_stays(
    change: Callable[[list[dict[str, Any]]], None], says: str, lines: list[str]
):
    altered = changed(lines, change)
    before = [model.objects.count() for model in (League, Season, Entrant, Fixture, LedgerEntry)]
    with pytest.raises(bundle.Refused, match=says):
        read(altered)
    after = [model.objects.count() for model in (League, Season, Entrant, Fixture, LedgerEntry)]
    assert after == before


@pytest.mark.parametrize("kind", ["League", "Season", "Entrant", "Fixture", "Entry"])
def test_what_does_not_fit_its_column_is_refused_in_words(kind: str, lines: list[str]):
    facts = [json.loads(line) for line in lines[:-1]]
    at = next(number for number, each in enumerate(facts) if each["type"] == kind)
    for name, value in facts[at].items():
        if isinstance(value, str | int) and not isinstance(value, bool):
            odd: Any = "x" * 5000 if isinstance(value, str) else 10**12
            spoilt = [*lines[:at], json.dumps({**facts[at], name: odd})]
            with pytest.raises(bundle.Refused) as refused:
                read(spoilt)
            assert "DataError" not in str(refused.value), name


def test_a_line_that_nobody_can_read_is_refused(lines: list[str]):
    for odd in ("[" * 100_000, lines[0].replace("Tuesday", "\\u0000"), '{"type": NaN}'):
        with pytest.raises(bundle.Refused, match="can't read line 1"):
            read([odd])


def test_a_bundle_that_was_cut_or_touched_is_refused(lines: list[str]):
    with pytest.raises(bundle.Refused, match="end of the file is missing"):
        read(lines[:-1])
    with pytest.raises(bundle.Refused, match="fingerprint"):
        read([lines[0].replace("Tuesday", "Thursday"), *lines[1:]])


@pytest.mark.slow
def test_the_commands_write_and_read_a_file(
    league: League, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "league.jsonl"
    call_command("export_league", league.slug, str(file))
    call_command("import_league", str(file), "--organiser", "organiser")
    assert "1 season, 6 matches" in capsys.readouterr().out
    assert League.objects.filter(name=league.name).count() == 2
    with pytest.raises(CommandError, match="There's no league called"):
        call_command("export_league", "nowhere")
    with pytest.raises(CommandError, match="nobody called"):
        call_command("import_league", str(file), "--organiser", "nobody")
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(CommandError, match="can't read line 1"):
        call_command("import_league", str(file), "--organiser", "organiser")
