"""A game with a countdown of its own: what falls due is in the log at its instant, whoever notices.

Counting Tiles is the game; a match for one, with time as a number, is what the log must agree with.
"""

from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from accounts.users.models import User
from games.core.clock import Pace
from games.core.errors import IllegalAction
from games.core.rng import Rng
from games.matches import play, reading, sweeps
from games.matches.answers import StalePly
from games.matches.models import Duel, Match, Move, Seat
from games.registry import load_game
from tests.factories import (
    NOW,
    SECRET,
    assert_replay_matches,
    make_match,
    make_user,
    seconds,
    view_of,
)
from tests.games.words.loaded import load_words
from tests.size import runs
from tools.countdown import SoloMatch

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def installed(settings: Any) -> None:
    settings.GAMES = tuple(dict.fromkeys((*settings.GAMES, "counting_tiles")))


@pytest.fixture
def match() -> Match:
    return alone(make_user("anna"))


def alone(user: User, *, secret: bytes = SECRET, **options: Any) -> Match:
    """A table for one, begun at once, its player there for the next hours."""
    match = make_match(user, game="counting_tiles", options=options, secret=secret)
    play.begin(match_id=match.pk, player=0, now=NOW)
    stay(match, NOW + timedelta(hours=9), now=NOW)
    return match


def stay(match: Match, until: datetime, *, now: datetime, left: bool = False) -> None:
    seat = Seat.objects.get(match=match)
    play.record_presence(until={seat.pk: until}, now=now, left=left)


def first_place(match: Match) -> dict[str, Any]:
    match.refresh_from_db()
    rules = reading.rules_of(match)
    action = next(iter(rules.legal_actions(rules.decode_state(match.state))))
    return dict(rules.encode_action(action))


def act(match: Match, at: datetime, *, ply: int | None = None, now: datetime | None = None) -> Any:
    action = first_place(match)
    return play.submit(
        match_id=match.pk,
        player=0,
        action=action,
        expected_ply=match.ply if ply is None else ply,
        cmd_id=uuid4(),
        arrived_at=at,
        now=now or at,
    )


def log(match: Match) -> list[tuple[str, float]]:
    """Who acted, and how many seconds after the start."""
    moves = Move.objects.filter(match=match).order_by("ply")
    return [(move.actor, (move.played_at - NOW).total_seconds()) for move in moves]


def test_the_clock_waits_until_its_player_begins() -> None:
    match = make_match(make_user("anna"), game="counting_tiles")
    assert sweeps.sweep_deadlines(now=NOW + seconds(500)) == 0
    play.begin(match_id=match.pk, player=0, now=NOW + seconds(500))
    stay(match, NOW + timedelta(hours=1), now=NOW + seconds(500))
    assert sweeps.sweep_deadlines(now=NOW + seconds(524)) == 0
    assert sweeps.sweep_deadlines(now=NOW + seconds(526)) == 1
    assert log(match) == [("clock", 525.0)]
    play.begin(match_id=match.pk, player=0, now=NOW + seconds(530))
    assert log(match) == [("clock", 525.0)]


def test_a_late_sweep_plays_every_drop_at_its_instant(match: Match) -> None:
    sweeps.sweep_deadlines(now=NOW + seconds(110))
    assert log(match) == [("clock", 25.0), ("clock", 50.0), ("clock", 75.0), ("clock", 100.0)]
    assert_replay_matches(match)


def test_drops_that_are_noticed_late_are_logged(
    match: Match, caplog: pytest.LogCaptureFixture
) -> None:
    sweeps.sweep_deadlines(now=NOW + seconds(35))
    assert caplog.messages == []
    sweeps.sweep_deadlines(now=NOW + seconds(110))
    assert caplog.messages == [f"match {match.pk}: its clock moved 60.0 s late"]


def test_a_players_action_leaves_the_countdown_alone(match: Match) -> None:
    act(match, NOW + seconds(10))
    act(match, NOW + seconds(24))
    sweeps.sweep_deadlines(now=NOW + seconds(26))
    assert log(match) == [("human", 10.0), ("human", 24.0), ("clock", 25.0)]


def test_what_was_due_before_an_action_is_played_before_it(match: Match) -> None:
    act(match, NOW + seconds(60))
    assert log(match) == [("clock", 25.0), ("clock", 50.0), ("human", 60.0)]
    match.refresh_from_db()
    assert match.ply == 3
    assert_replay_matches(match)


def test_an_action_that_arrived_in_time_counts_before_a_drop_that_is_noticed_later(
    match: Match,
) -> None:
    act(match, NOW + seconds(24), now=NOW + seconds(90))
    sweeps.sweep_deadlines(now=NOW + seconds(90))
    assert log(match)[:2] == [("human", 24.0), ("clock", 25.0)]


def test_a_refused_action_does_not_take_back_what_was_due(match: Match) -> None:
    taken = next(i for i, tile in enumerate(match.state["grid"]) if tile)
    with pytest.raises(IllegalAction):
        play.submit(
            match_id=match.pk,
            player=0,
            action={"type": "Place", "cell": taken},
            expected_ply=0,
            now=NOW + seconds(30),
        )
    assert log(match) == [("clock", 25.0)]


def test_only_the_clock_drops(match: Match) -> None:
    with pytest.raises(IllegalAction, match="Only the clock can make that move"):
        play.submit(match_id=match.pk, player=0, action={"type": "Drop"}, expected_ply=0, now=NOW)
    assert log(match) == []


def test_an_action_made_before_another_of_the_player_is_stale(match: Match) -> None:
    act(match, NOW + seconds(1))
    with pytest.raises(StalePly):
        act(match, NOW + seconds(2), ply=0)


def test_the_clock_stands_while_the_player_is_away() -> None:
    match = make_match(make_user("anna"), game="counting_tiles")
    play.begin(match_id=match.pk, player=0, now=NOW)
    stay(match, NOW + seconds(10), now=NOW + seconds(5))
    # Unheard since second 10: it stands from second 25 on, and the drop of that instant waits.
    assert sweeps.sweep_deadlines(now=NOW + seconds(300)) == 0
    assert sweeps.sweep_absences(now=NOW + seconds(300)) == 0
    stay(match, NOW + seconds(305), now=NOW + seconds(300))
    sweeps.sweep_deadlines(now=NOW + seconds(301))
    assert log(match) == [("clock", 300.0)]


def test_a_page_knows_how_long_the_clock_goes_on_without_its_player() -> None:
    match = make_match(make_user("anna"), game="counting_tiles")
    play.begin(match_id=match.pk, player=0, now=NOW)
    clock = view_of(match, 0)["clock"]
    after = datetime.fromisoformat(clock["stands_at"]) - NOW
    assert (after, clock["stands_after"]) == (seconds(25), 25.0)


def test_the_time_left_is_kept_while_the_clock_stands() -> None:
    match = make_match(make_user("anna"), game="counting_tiles")
    play.begin(match_id=match.pk, player=0, now=NOW)
    stay(match, NOW + seconds(1), now=NOW + seconds(1), left=True)
    match.refresh_from_db()
    assert match.timer.stands_at == NOW + seconds(16)
    stay(match, NOW + seconds(105), now=NOW + seconds(100))
    match.refresh_from_db()
    assert match.timer.deadline_at == NOW + seconds(109)
    assert match.timer.stands_at == NOW + seconds(125)
    act(match, NOW + seconds(110))
    assert log(match) == [("clock", 109.0), ("human", 110.0)]


def test_drops_before_the_clock_stood_are_played_when_the_player_is_back() -> None:
    match = make_match(make_user("anna"), game="counting_tiles")
    play.begin(match_id=match.pk, player=0, now=NOW)
    stay(match, NOW + seconds(20), now=NOW + seconds(15))
    stay(match, NOW + seconds(1005), now=NOW + seconds(1000))  # stood from second 35 on
    act(match, NOW + seconds(1001))
    assert log(match) == [("clock", 25.0), ("human", 1001.0)]
    match.refresh_from_db()
    assert match.timer.deadline_at == NOW + seconds(1015)


def test_in_a_duel_the_clock_goes_on_whoever_is_there() -> None:
    duel = Duel.objects.create(started_at=NOW, closes_at=NOW + timedelta(days=7))
    match = make_match(make_user("anna"), game="counting_tiles")
    Match.objects.filter(pk=match.pk).update(duel=duel)
    assert sweeps.sweep_deadlines(now=NOW + seconds(99)) == 0
    play.begin(match_id=match.pk, player=0, now=NOW + seconds(100))
    sweeps.sweep_deadlines(now=NOW + seconds(160))
    assert log(match) == [("clock", 125.0), ("clock", 150.0)]


def test_by_turns_there_is_no_countdown() -> None:
    match = make_match(
        make_user("anna"), game="counting_tiles", pace=Pace.CORRESPONDENCE, budget=86400
    )
    assert match.options["drops"] == "counted"
    match.refresh_from_db()
    assert (match.timer.tempo, match.timer.stands_at) == (False, None)
    for second in range(4):
        act(match, NOW + seconds(second))
    match.refresh_from_db()
    assert match.state["drops"] == 1
    assert match.timer.deadline_at == NOW + seconds(3 + 86400)


def test_a_table_for_one_without_a_countdown_stands_as_well() -> None:
    load_words(["lend", "less", "pile", "stale"])
    match = make_match(make_user("anna"), game="tiled_of_it", budget=30)
    stay(match, NOW + seconds(12), now=NOW + seconds(2))
    assert sweeps.sweep_deadlines(now=NOW + seconds(100)) == 0
    stay(match, NOW + seconds(110), now=NOW + seconds(100))
    match.refresh_from_db()
    assert match.timer.deadline_at == NOW + seconds(100 + 3)  # it stood from 27 on


def test_giving_up_ends_a_match_for_one(match: Match) -> None:
    play.resign(match_id=match.pk, player=0, now=NOW + seconds(5))
    match.refresh_from_db()
    assert (match.status, match.end_reason) == ("finished", "resigned")
    assert sweeps.sweep_deadlines(now=NOW + seconds(100)) == 0


# --- However late -----------------------------------------------------------------------------


def schedule(rng: Random, secret: bytes) -> tuple[SoloMatch[Any], list[tuple[float, Any]]]:
    """Play a match for one at random instants; return it and the player's actions with theirs."""
    rules = load_game("counting_tiles", {"limit": 5})
    solo: SoloMatch[Any] = SoloMatch(rules, secret)
    actions: list[tuple[float, Any]] = []
    at = 0.0
    while not solo.is_over():
        at = round(at + rng.choice((0.5, 3.0, 25.0, rng.uniform(0.1, 40.0))), 3)
        solo.wait(at)
        if solo.is_over():
            break
        action = Rng(secret, solo.ply, "random").choice(list(rules.legal_actions(solo.state)))
        solo.play(action, at)
        actions.append((at, action))
    return solo, actions


def test_requests_and_sweeps_that_come_late_change_nothing() -> None:
    """Sittings with sweeps missing or late and requests handled up to two minutes late."""
    user = make_user("anna")
    for number in range(runs(500, quick=12)):
        rng = Random(number)
        secret = number.to_bytes(32, "big")
        solo, actions = schedule(rng, secret)
        match = alone(user, secret=secret, limit=5)
        for at, action in actions:
            late = rng.choice((0.0, 0.0, 120 * rng.random()))
            play.submit(
                match_id=match.pk,
                player=0,
                action=solo.game.encode_action(action),
                expected_ply=Match.objects.values_list("ply", flat=True).get(pk=match.pk),
                arrived_at=NOW + seconds(at),
                now=NOW + seconds(at + late),
            )
            if rng.random() < 0.2:
                sweeps.sweep_deadlines(now=NOW + seconds(at))
        sweeps.sweep_deadlines(now=NOW + timedelta(hours=2))
        match.refresh_from_db()
        assert match.status == "finished"
        assert reading.rules_of(match).decode_state(match.state) == solo.state
        if number % 50 == 0:
            assert_replay_matches(match)
