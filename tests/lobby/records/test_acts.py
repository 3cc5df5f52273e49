"""Results: what counts for whom, once each, and the same when worked out again."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.matches import play
from games.matches.answers import Actor
from games.matches.models import Duel, Match, Move
from games.matches.play import SeatPlan
from lobby.records import acts
from lobby.records.models import Outcome, Result
from lobby.tables.acts import opening, seating
from tests.factories import NOW, have_chosen, make_match, make_user, play_out

pytestmark = pytest.mark.django_db

WON, DRAWN, LOST, ALONE, UNCOUNTED = Outcome


def finish(match: Match, *, places: list[int], scores: list[int], reason: str = "over") -> None:
    """Have a match over, as play would leave it after a turn that brought points."""
    if not match.moves.exists():
        event = {"kind": "road", "player": 0, "facts": {}, "points": 1, "topic": ""}
        facts = {"action": {}, "text": "", "events": [event], "started_at": NOW, "played_at": NOW}
        Move.objects.create(match=match, ply=1, player=0, actor=Actor.HUMAN, **facts)
        have_chosen(match)
    Match.objects.filter(pk=match.pk).update(
        status="finished",
        to_move=None,
        end_reason=reason,
        places=places,
        scores=scores,
        finished_at=NOW,
    )


def outcomes(match: Match) -> list[tuple[str, str, int, int, int | None]]:
    acts.note_result(match_id=match.pk)
    rows = Result.objects.filter(match=match).order_by("user__username")
    return list(rows.values_list("user__username", "outcome", "place", "score", "lead"))


@pytest.fixture
def anna() -> User:
    return make_user("Anna")


@pytest.fixture
def ben() -> User:
    return make_user("Ben")


def test_a_match_for_two_is_won_and_lost(anna, ben):
    match = make_match(anna, ben)
    assert acts.note_result(match_id=match.pk) == 0
    finish(match, places=[1, 2], scores=[30, 21])
    assert acts.note_result(match_id=match.pk) == 2
    assert acts.note_result(match_id=match.pk) == 0
    assert outcomes(match) == [("Anna", WON, 1, 30, 9), ("Ben", LOST, 2, 21, -9)]


def test_a_shared_first_place_is_drawn_and_no_place_is_the_last(anna, ben):
    match = make_match(anna, ben, make_user("Cleo"))
    finish(match, places=[1, 1, 0], scores=[30, 30, 7])
    assert outcomes(match) == [
        ("Anna", DRAWN, 1, 30, 0), ("Ben", DRAWN, 1, 30, 0), ("Cleo", LOST, 3, 7, -23),
    ]  # fmt: skip


def test_practice_does_not_count_nor_does_what_was_broken_off(anna, ben):
    practice, broken = make_match(anna, "easy"), make_match(anna, ben)
    finish(practice, places=[1, 2], scores=[5, 4])
    finish(broken, places=[1, 1], scores=[5, 5], reason="deserted")
    assert outcomes(practice) == [("Anna", UNCOUNTED, 1, 5, 1)]
    assert [row[1] for row in outcomes(broken)] == [UNCOUNTED, UNCOUNTED]


@pytest.mark.parametrize("options", [{"subjects": 6}, {"mode": "chess", "road_tile": 2}])
def test_a_match_of_a_different_game_does_not_count(anna, ben, options):
    match = make_match(anna, ben, options=options)
    finish(match, places=[1, 2], scores=[30, 21])
    assert [row[1] for row in outcomes(match)] == [UNCOUNTED, UNCOUNTED]


def test_a_draw_that_nobody_played_for_does_not_count(anna, ben):
    match = make_match(anna, ben)
    play_out(match)  # without a point
    assert match.places == [1, 1]
    assert [row[1] for row in outcomes(match)] == [UNCOUNTED, UNCOUNTED]


def test_a_computer_player_beside_two_people_is_one_of_the_others(anna, ben):
    match = make_match(anna, ben, "easy")
    finish(match, places=[2, 3, 1], scores=[20, 10, 25])
    assert outcomes(match) == [("Anna", LOST, 2, 20, -5), ("Ben", LOST, 3, 10, -15)]


def test_a_game_for_one_counts_if_it_was_played_to_its_end(anna):
    ended, left = (make_match(anna, game="counting_tiles") for _ in range(2))
    finish(ended, places=[1], scores=[120])
    finish(left, places=[1], scores=[40], reason="resigned")
    assert outcomes(ended) == [("Anna", ALONE, 1, 120, None)]
    assert outcomes(left) == [("Anna", UNCOUNTED, 1, 40, None)]


def test_whoever_took_over_a_seat_has_no_result(anna, ben):
    match = make_match(anna, ben)
    match.seats.filter(player=1).update(covers=True)
    finish(match, places=[1, 2], scores=[30, 21])
    assert outcomes(match) == [("Anna", WON, 1, 30, 9)]
    assert acts.note_results(now=NOW) == 0


def make_duel(*people: User) -> Duel:
    return play.start_duel(
        game="counting_tiles",
        options={},
        control=TimeControl(Pace.CORRESPONDENCE, 86400),
        entrants=[SeatPlan(name=user.username, user_id=user.pk) for user in people],
        now=NOW,
    )


def test_a_duel_counts_when_all_have_finished(anna, ben):
    duel = make_duel(anna, ben)
    first, second = duel.matches.order_by("pk")
    finish(first, places=[2], scores=[80])
    assert acts.note_results(now=NOW) == 0
    finish(second, places=[1], scores=[95])
    Duel.objects.update(finished_at=NOW)
    assert acts.note_results(now=NOW) == 2
    assert acts.note_results(now=NOW) == 0
    rows = Result.objects.order_by("user__username")
    assert list(rows.values_list("outcome", "score", "lead", "match", "own")) == [
        (LOST, 80, -15, first.pk, first.pk),
        (WON, 95, 15, first.pk, second.pk),
    ]


def test_the_sweep_notes_what_nobody_was_told_of_the_oldest_first(anna, ben):
    late, early = make_match(anna, ben), make_match(anna, ben)
    play.resign(match_id=late.pk, player=0, now=NOW + timedelta(hours=2))
    play.resign(match_id=early.pk, player=0, now=NOW + timedelta(hours=1))
    assert acts.note_results(now=NOW, limit=2) == 2
    assert set(Result.objects.values_list("match", flat=True)) == {early.pk}
    assert acts.note_results(now=NOW) == 2
    assert acts.note_results(now=NOW) == 0


def test_a_real_game_played_to_its_end(anna, ben):
    match = make_match(anna, ben)
    play_out(match)
    match.refresh_from_db()
    assert acts.note_result(match_id=match.pk) == 2
    rows = Result.objects.order_by("user__username")
    assert list(rows.values_list("place", "score")) == list(
        zip(match.places, match.scores, strict=True)
    )


def test_everyone_sees_what_was_played_at_open_tables_and_in_leagues(anna, ben):
    matches = [_at_table(anna, ben, "open"), _at_table(anna, ben, "private"), make_match(anna, ben)]
    Match.objects.filter(pk=matches[2].pk).update(arranged=True)
    for match in matches:
        play.resign(match_id=match.pk, player=0, now=NOW)
        acts.note_result(match_id=match.pk)
    seen = Result.objects.filter(user=anna).order_by("match")
    assert list(seen.values_list("is_open", flat=True)) == [True, False, True]


def _at_table(host: User, guest: User, visibility: str) -> Match:
    table = opening.create(
        host=host,
        game="tilekingdom",
        options={},
        control=TimeControl(Pace.CORRESPONDENCE, 86400),
        seats=2,
        visibility=visibility,
        start_rule="full",
        now=NOW,
    )
    seating.join(lobby_id=table.pk, user=guest, now=NOW)
    table.refresh_from_db()
    assert table.match is not None
    return table.match


def test_results_are_worked_out_again(anna, ben):
    match = make_match(anna, ben)
    finish(match, places=[1, 2], scores=[30, 21])
    right = outcomes(match)
    call_command("recompute_results", "--check")
    Result.objects.filter(user=anna).update(outcome=LOST, score=3)
    with pytest.raises(CommandError):
        call_command("recompute_results", "--check")
    assert acts.recompute() == 1
    assert outcomes(match) == right
    assert acts.recompute() == 0
