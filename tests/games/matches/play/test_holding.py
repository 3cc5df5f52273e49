"""Who holds a seat: its owner, the computer as caretaker, nobody any more."""

import pytest

from accounts.users.models import User
from games.core.clock import Pace
from games.core.errors import Refusal
from games.core.table.agreement import Agreement, OnTimeout
from games.matches import play, reading, sweeps
from games.matches.answers import SeatHeld, StalePly
from games.matches.between import vacancies
from games.matches.models import Match, Move, Seat, SeatChange
from tests.factories import (
    NOW,
    assert_replay_matches,
    first_action,
    make_match,
    make_user,
    move,
    seconds,
    view_of,
)
from tests.games.words.loaded import load_words

pytestmark = pytest.mark.django_db

DAY = 86400
FIRES = seconds(DAY + 60)


def slow(*people: User | str, spells: int = 3) -> Match:
    agreement = Agreement(on_timeout=OnTimeout.EASY, spells=spells)
    people = people or (make_user("anna"), make_user("ben"), make_user("carl"))
    return make_match(*people, pace=Pace.CORRESPONDENCE, budget=DAY, agreement=agreement)


def seat_of(match: Match, player: int = 0) -> Seat:
    return Seat.objects.get(match=match, player=player)


def computer_moves(match: Match, now: object = NOW) -> None:
    action = first_action(match)
    play.submit(
        match_id=match.pk, player=match.to_move or 0, action=action, expected_ply=match.ply,
        actor="computer", now=now,
    )  # fmt: skip
    match.refresh_from_db()


def taken_over(match: Match, now: object = NOW + FIRES) -> None:
    assert sweeps.sweep_deadlines(now=now) == 1  # type: ignore[arg-type]
    match.refresh_from_db()


# --- The caretaker --------------------------------------------------------------------------------


def test_each_entry_says_who_made_it() -> None:
    match = slow()
    taken_over(match)
    with pytest.raises(SeatHeld):
        move(match, now=NOW + FIRES)
    computer_moves(match, NOW + FIRES + seconds(1))
    move(match, now=NOW + FIRES + seconds(2))
    play.reclaim(match_id=match.pk, player=0, now=NOW + FIRES + seconds(3))
    move(match, now=NOW + FIRES + seconds(4))
    move(match, now=NOW + FIRES + seconds(5))
    made = list(Move.objects.values_list("ply", "player", "actor"))
    assert made == [(1, 0, "computer"), (2, 1, "human"), (3, 2, "human"), (4, 0, "human")]
    kinds = list(SeatChange.objects.values_list("player", "kind", "ply", "by"))
    anna = seat_of(match).user_id
    assert kinds == [(0, "substituted", 0, None), (0, "reclaimed", 2, anna)]
    assert_replay_matches(match)


def test_the_seat_is_back_even_if_it_is_the_computers_turn_whose_move_comes_too_late() -> None:
    match = slow()
    taken_over(match)
    back = NOW + FIRES + seconds(1)
    play.reclaim(match_id=match.pk, player=0, now=back)
    with pytest.raises(StalePly):
        computer_moves(match, back)
    assert move(match, now=back).ply == 1
    assert Move.objects.get().actor == "human"


def test_a_seat_taken_back_before_the_computer_moved_was_no_spell() -> None:
    """At a live table: who was away during the turns of others loses nothing by it."""
    match = make_match(make_user(), make_user(), budget=600)
    play.substitute(match_id=match.pk, player=1, now=NOW + seconds(30))
    assert seat_of(match, 1).spells == 1
    play.reclaim(match_id=match.pk, player=1, now=NOW + seconds(40))
    assert seat_of(match, 1).spells == 0


def test_after_the_spells_of_the_table_the_seat_is_lost() -> None:
    match = slow(spells=2)
    now = NOW
    for spell in (1, 2, 3):
        now += FIRES
        taken_over(match, now)
        assert seat_of(match).spells == spell
        computer_moves(match, now)
        for _ in range(2):
            move(match, now=now)
        if spell < 3:
            play.reclaim(match_id=match.pk, player=0, now=now)
    seat = seat_of(match)
    assert (seat.controller, seat.substituted_at, seat.lost_at) == ("easy", None, now)
    with pytest.raises(Refusal, match="You've lost this seat because the computer had to play"):
        play.reclaim(match_id=match.pk, player=0, now=now)
    assert_replay_matches(match)


def test_a_lost_seat_comes_last() -> None:
    agreement = Agreement(on_timeout=OnTimeout.LOSS)
    people = [make_user() for _ in range(3)]
    match = make_match(*people, pace=Pace.CORRESPONDENCE, budget=DAY, agreement=agreement)
    taken_over(match)
    while match.status == "running":
        if match.to_move == 0:
            computer_moves(match, NOW + FIRES)
        else:
            move(match, now=NOW + FIRES)
    assert match.places is not None
    assert (match.places[0], min(match.places)) == (3, 1)
    assert_replay_matches(match)


def test_the_waiting_computer_of_a_slow_seat_is_asked_again() -> None:
    match = slow()
    taken_over(match)
    soon, later = NOW + FIRES, NOW + FIRES + seconds(1)
    assert reading.waiting_computers(before=soon - seconds(1)) == []
    assert reading.waiting_computers(before=later) == [(match.pk, 0)]
    turn = reading.computer_turn(match_id=match.pk, ply=0)
    assert turn is not None
    assert (turn.player, turn.level) == (0, "easy")


def test_a_site_can_have_its_computer_players_think_for_a_share_of_their_time(settings) -> None:
    match = make_match(make_user("anna"), "easy")
    if match.to_move == 0:
        move(match)
    seconds = []
    for settings.COMPUTERS_THINK in (1.0, 0.1):
        turn = reading.computer_turn(match_id=match.pk, ply=match.ply)
        assert turn is not None
        seconds.append(turn.seconds)
    assert seconds == [1.0, 0.1]


def test_a_computer_player_is_shown_what_its_seat_may_see() -> None:
    load_words(["at", "cat"])
    match = make_match(make_user("anna"), "easy", game="upwords")
    if match.to_move == 0:
        move(match)
    player = match.to_move
    assert player is not None
    turn = reading.computer_turn(match_id=match.pk, ply=match.ply)
    assert turn is not None
    assert (player, [rack is not None for rack in turn.view.racks]) == (1, [False, True])
    assert turn.view == turn.rules.observation(reading.load(match_id=match.pk).state, player)


def test_the_computer_is_asked_as_soon_as_it_holds_the_turn(
    django_capture_on_commit_callbacks: object,
) -> None:
    from games.matches import signals

    asked = []

    def note(computer_ply: int | None, **_: object) -> None:
        asked.append(computer_ply)

    signals.match_changed.connect(note)
    try:
        match = slow()
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
            taken_over(match)
    finally:
        signals.match_changed.disconnect(note)
    assert asked == [0]


# --- Coming back ----------------------------------------------------------------------------------


def test_looking_takes_the_seat_back_at_a_live_table_and_not_at_a_slow_one() -> None:
    live, days = make_match(), slow()
    at = NOW + seconds(30)
    play.substitute(match_id=live.pk, player=1, now=at)
    until = {seat_of(live, 1).pk: at + seconds(5)}
    assert play.record_presence(until=until, now=at) == [(live.pk, 1)]

    at = NOW + FIRES
    assert play.expire(match_id=days.pk, ply=0, now=at)
    assert play.record_presence(until={seat_of(days).pk: at + seconds(5)}, now=at) == []


def test_the_computer_takes_a_live_turn_lost_on_time_even_if_its_owner_looks_on() -> None:
    match = make_match(agreement=Agreement(on_timeout=OnTimeout.EASY))
    at = NOW + seconds(63)
    taken_over(match, at)
    seat = seat_of(match)
    assert play.record_presence(until={seat.pk: at + seconds(5)}, now=at) == []
    computer_moves(match, at + seconds(1))
    until = {seat.pk: at + seconds(7)}
    assert play.record_presence(until=until, now=at + seconds(2)) == [(match.pk, 0)]


# --- What the owner sees --------------------------------------------------------------------------


def test_whoever_is_gone_watches_until_the_match_is_over() -> None:
    match = slow()
    anna = seat_of(match).user_id
    where = {"public_id": match.public_id, "user_id": anna}
    assert reading.place_of(**where) == (match.pk, 0)
    play.resign(match_id=match.pk, player=0, now=NOW)
    assert reading.place_of(**where) == (match.pk, None)
    assert reading.seat_of(match_id=match.pk, user_id=anna) is None
    assert reading.seat_among(reading.load(match_id=match.pk), anna) is None
    assert vacancies.departure(match_id=match.pk, user_id=anna) == "resigned"
    assert (reading.my_running(user_id=anna), reading.turns_waiting(user_id=anna)) == ([], 0)
    play.resign(match_id=match.pk, player=1, now=NOW)
    assert reading.place_of(**where) == (match.pk, 0)
    assert [row.match.pk for row in reading.my_finished(user_id=anna)] == [match.pk]


def test_a_held_seat_waits_for_nobody_and_says_so() -> None:
    match = slow()
    anna = seat_of(match).user_id
    assert anna is not None
    assert reading.turns_waiting(user_id=anna) == 1
    taken_over(match)
    (row,) = reading.my_running(user_id=anna)
    assert (row.held, row.my_turn, reading.turns_waiting(user_id=anna)) == (True, False, 0)
    seen = view_of(match, 0)
    assert (seen["spells"], seen["seats"][0]["spells"], seen["seats"][0]["substituted"]) == (
        3, 1, True,
    )  # fmt: skip


# --- What may earn nothing ------------------------------------------------------------------------


def test_those_for_whom_the_computer_moved_were_helped() -> None:
    match = slow(make_user(), make_user(), "easy")
    assert vacancies.helped(match) == set()
    taken_over(match)
    assert vacancies.helped(match) == set()
    computer_moves(match, NOW + FIRES)
    move(match, now=NOW + FIRES)
    computer_moves(match, NOW + FIRES)
    assert vacancies.helped(match) == {0}
