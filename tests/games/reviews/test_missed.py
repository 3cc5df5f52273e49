"""A turn that the clock or the computer made for somebody is neither luck nor anybody's mistake."""

import dataclasses
import json
from collections.abc import Callable
from datetime import datetime

import pytest
from django.conf import settings

from games.core.clock import Pace
from games.core.review.judging import GRADED, Grade
from games.core.review.report import By, Report, Turn, luck_at
from games.core.rng import Rng, commitment
from games.core.table.agreement import Agreement, OnTimeout
from games.matches import play
from games.matches import reading as matches
from games.matches.models import Match
from games.matches.proofs import transcripts
from games.matches.sweeps import sweep_deadlines
from games.registry import game_class
from games.reviews import material, reading, told, work
from games.reviews.learn import Learning
from games.reviews.material import Material
from tests.conformance.playing import load_game
from tests.factories import NOW, SECRET, first_action, make_match, make_user, move, seconds
from tests.games.reviews.conftest import GAME, ask_for, done
from tests.size import runs, some_of

QUICK = 9  # entries of a log, in every run
LOOKS = 3  # at each turn
DAY = 86400

Who = Callable[[int, int], By]  # by ply and player


def played(game: str, players: int, who: Who) -> Material:
    """Return a match at random, in which the clock made some of the turns."""
    rules = load_game(game, settings_of(game))
    state, log = rules.initial_state(players, Rng(SECRET, 0)), []
    most = 60 if players == 1 else 1000
    while (player := rules.current_player(state)) is not None and len(log) < runs(
        most, quick=QUICK
    ):
        ply = len(log) + 1
        by = who(ply, player)
        chance = Rng(SECRET, ply, "turns")
        if by is By.CLOCK:
            action = rules.timeout_action(state, chance)
        else:
            action = chance.choice(list(rules.legal_actions(state)))
        state = rules.apply_action(state, action, Rng(SECRET, ply))
        log.append((rules.encode_action(action), by))
    return material.of_log(
        rules,
        SECRET,
        log,
        places=rules.placing(state),
        players=players,
        ended="over" if rules.is_terminal(state) else "closed",
        commitment=commitment(SECRET),
    )


def settings_of(game: str) -> dict:
    """Return the options of a turn-based table: the clock plays for whoever is late."""
    return {"drops": "counted"} if game == "counting_tiles" else {}


def report_of(made: Material) -> Report:
    turns = [work.judged(made, number, looks=LOOKS) for number in range(len(made.choices))]
    return work.report_of(made, turns, looks=LOOKS)


def as_own(made: Material) -> Material:
    """Return a match as if everybody had chosen all their turns."""
    choices = tuple(dataclasses.replace(one, by=By.PLAYER) for one in made.choices)
    return dataclasses.replace(made, choices=choices)


def change(turn: Turn, player: int) -> float:
    return turn.after[player] - turn.before[player]


def near(value: float) -> object:
    return pytest.approx(value, abs=2e-4)  # parts are rounded to 4 digits


def missed_by_clock(ply: int, player: int) -> By:
    return By.CLOCK if ply % 3 == 0 else By.PLAYER


def missed_by_one(ply: int, player: int) -> By:
    return {0: By.PLAYER, 1: By.CLOCK, 2: By.COMPUTER}[player]


TABLES = [(game, min(2, game_class(game).info.max_players)) for game in settings.GAMES]


@pytest.mark.parametrize(("game", "players"), some_of(TABLES, __file__))
def test_what_a_missed_turn_cost_is_what_it_would_have_cost_its_player(
    game: str, players: int
) -> None:
    made = played(game, players, missed_by_clock)
    report, own = report_of(made), report_of(as_own(made))
    by_clock = [turn for turn in report.turns if turn.by is By.CLOCK]
    assert [turn.ply for turn in by_clock] == [one.ply for one in made.choices if one.ply % 3 == 0]
    assert {turn.grade for turn in by_clock} == {Grade.NONE}
    assert any(turn.before != turn.after for turn in by_clock)
    for here, there in zip(report.players, own.players, strict=True):
        assert (here.start, here.luck, here.left, here.result) == (
            there.start,
            near(there.luck),
            there.left,
            there.result,
        )
        assert here.own + here.missed == near(there.own)
        assert here.others + here.others_missed == near(there.others)
        assert (there.missed, there.others_missed) == (0.0, 0.0)


def test_at_a_table_of_three_each_account_tells_own_and_others_turns_apart() -> None:
    report = report_of(played("tilekingdom", 3, missed_by_one))
    for player, account in enumerate(report.players):

        def sum_of(turns: list[Turn], player: int = player) -> object:
            return near(sum(change(turn, player) for turn in turns))

        own = [turn for turn in report.turns if turn.player == player]
        others = [turn for turn in report.turns if turn.player != player]
        assert account.own == sum_of([turn for turn in own if turn.player == 0])
        assert account.missed == sum_of([turn for turn in own if turn.player != 0])
        assert account.others == sum_of([turn for turn in others if turn.player == 0])
        assert account.others_missed == sum_of([turn for turn in others if turn.player != 0])
        parts = (account.own, account.others, account.missed, account.others_missed)
        total = account.start + sum(parts) + account.luck + account.left
        assert total == pytest.approx(account.result, abs=1e-9)
    counted = [sum(account.grades.values()) for account in report.players]
    assert counted == [sum(turn.grade in GRADED for turn in report.turns), 0, 0]
    assert [account.index for account in report.players][1:] == [0.0, 0.0]


def test_luck_is_only_what_comes_between_the_turns() -> None:
    report = report_of(played("tilekingdom", 2, missed_by_clock))
    for player, account in enumerate(report.players):
        first, last = report.turns[0], report.turns[-1]
        between = sum(luck for _, luck in luck_at(report.turns, player))
        at_the_end = account.result - account.left - last.after[player]
        assert account.luck == near(first.before[player] - account.start + between + at_the_end)


def test_a_tile_that_falls_for_a_late_player_costs_what_such_a_tile_costs_on_average() -> None:
    """The clock's own action is no choice. What it drew is luck, and that it came is none."""
    made = played("counting_tiles", 1, missed_by_clock)
    number = next(at for at, one in enumerate(made.choices) if one.by is By.CLOCK)
    turn = work.judged(made, number, looks=LOOKS)
    assert (turn.grade, turn.played) == (Grade.NONE, None)
    assert turn.after != turn.before
    other = dataclasses.replace(made, seed=commitment(bytes(32)))
    assert work.judged(other, number, looks=LOOKS).after == pytest.approx(turn.after, abs=0.02)


def test_a_countdown_is_part_of_the_game() -> None:
    rules = load_game("counting_tiles", {"drops": "timed"})
    state = rules.initial_state(1, Rng(SECRET, 0))
    log = []
    for ply in range(1, 7):
        by = missed_by_clock(ply, 0)
        action = next(iter(rules.legal_actions(state)))
        if by is By.CLOCK:
            action = rules.timeout_action(state, Rng(SECRET, ply))
        state = rules.apply_action(state, action, Rng(SECRET, ply))
        log.append((rules.encode_action(action), by))
    made = material.of_log(
        rules, SECRET, log, places=[1], players=1, ended="closed", commitment=commitment(SECRET)
    )
    assert [(one.ply, one.by) for one in made.choices] == [(n, By.PLAYER) for n in (1, 2, 4, 5)]


# --- Whole matches, as people play them -----------------------------------------------------------


@pytest.fixture
def left_to_the_computer(db: None) -> Match:
    """A match whose first player is away for a turn, and whose second one resigns later."""
    anna, ben = make_user("anna"), make_user("ben")
    carl = make_user("carl")
    agreement = Agreement(on_timeout=OnTimeout.EASY, spells=3)
    slow = {"pace": Pace.CORRESPONDENCE, "budget": DAY, "agreement": agreement}
    match = make_match(anna, ben, carl, game="tilekingdom", **slow)
    late = NOW + seconds(DAY + 60)
    assert sweep_deadlines(now=late) == 1
    match.refresh_from_db()
    computer_moves(match, late)
    play.reclaim(match_id=match.pk, player=0, now=late)
    for after in (1, 2, 3):
        move(match, now=late + seconds(after))
    play.resign(match_id=match.pk, player=1, now=late + seconds(4))
    computer_moves(match, late + seconds(5))
    play.resign(match_id=match.pk, player=2, now=late + seconds(6))
    match.refresh_from_db()
    return match


def computer_moves(match: Match, now: datetime) -> None:
    play.submit(
        match_id=match.pk, player=match.to_move or 0, action=first_action(match),
        expected_ply=match.ply, actor="computer", now=now,
    )  # fmt: skip
    match.refresh_from_db()


def test_the_computers_turns_for_somebody_who_has_gone_are_missed(
    left_to_the_computer: Match,
) -> None:
    match = left_to_the_computer
    loaded = matches.load(match_id=match.pk)
    made = material.of_match(loaded)
    by = [(one.player, one.by) for one in made.choices]
    own, computer = By.PLAYER, By.COMPUTER
    assert by == [(0, computer), (1, own), (2, own), (0, own), (1, computer)]
    file = json.loads(json.dumps(transcripts.as_json(loaded)))
    assert material.of_file(file).choices == made.choices


@pytest.mark.usefixtures("common_lists")
def test_a_computer_players_own_turns_are_its_own(db: None) -> None:
    match = make_match(make_user("anna"), "easy", game=GAME)
    move(match)
    computer_moves(match, NOW)
    play.resign(match_id=match.pk, player=0, now=NOW)
    made = material.of_match(matches.load(match_id=match.pk))
    assert [one.by for one in made.choices] == [By.PLAYER, By.PLAYER]


def test_the_page_says_what_missed_turns_made_of_the_result(left_to_the_computer: Match) -> None:
    match = left_to_the_computer
    user = match.seats.get(player=0).user
    ask_for(match, user)
    review = done(match)
    view = told.told(matches.load(match_id=match.pk), review, user_id=user.pk, now=NOW)
    first = view["report"]["turns"][0]
    assert first["grade"] == ""
    assert first["verdict"].startswith("The computer's move")
    report = reading.report_of(review)
    for account, player in zip(report.players, view["report"]["players"], strict=True):
        *parts, result = player["parts"]
        names = [part["name"] for part in parts]
        assert names[:4] == ["start", "skill", "missed", "luck"]
        assert sum(part["value"] for part in parts) == pytest.approx(result["value"], abs=1e-9)
        missed = next(part for part in parts if part["name"] == "missed")
        assert missed["value"] == pytest.approx(account.missed + account.others_missed, abs=1e-9)
    assert missed["more"].startswith("Made by the clock or the computer: own ")


def test_nobody_learns_from_a_turn_that_they_missed(left_to_the_computer: Match) -> None:
    match = left_to_the_computer
    ask_for(match, match.seats.get(player=0).user)
    report = reading.report_of(done(match))
    bad = dataclasses.replace(report.turns[0], loss=0.9)
    report = dataclasses.replace(report, turns=(bad, *report.turns[1:]))
    loaded = matches.load(match_id=match.pk)
    learning = Learning(loaded, material.of_match(loaded), report, player=0)
    assert bad.ply not in [turn.ply for turn in learning.turns]
