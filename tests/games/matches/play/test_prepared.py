"""Turns prepared while others are to move are played at once when they come."""

import dataclasses
import itertools
from collections import Counter
from typing import Any
from uuid import uuid4

import pytest

from accounts.notices.models import Notification
from accounts.users.models import User
from games.core.clock import Pace
from games.core.errors import IllegalAction, Refusal
from games.core.extras.prepared import OBSTACLES_IN_WORDS, Obstacle
from games.matches import play, reading
from games.matches.answers import MatchOver, SeatHeld, StalePly
from games.matches.models import Match, Move, PreparedTurn, Seat, TurnTimer
from games.matches.play.turns import prepared
from games.matches.post import turn_mails
from games.say import move_in_words
from games.upwords.position.tiles import full_bag
from tests.factories import (
    NOW,
    assert_replay_matches,
    first_action,
    mails_owed,
    make_match,
    make_user,
    move,
    put,
    seconds,
    view_of,
)
from tests.games.words.loaded import load_words

pytestmark = pytest.mark.django_db

DAY = 86400
PASS = {"type": "Pass"}
Action = dict[str, Any]


@pytest.fixture
def _words(db: None) -> None:
    load_words(["at", "cat"])


def slow(*people: User | str, **agreed: Any) -> Match:
    """A match by days in which everyone knows the tiles to come, so that turns can be prepared."""
    people = people or (make_user("ann"), make_user("ben"))
    agreed = {"options": {"mode": "chess"}, "budget": 2 * DAY, **agreed}
    return make_match(*people, **{"pace": Pace.CORRESPONDENCE, **agreed})


def upwords(racks: tuple[str, str], *, bag: str = "") -> Match:
    """A match of Upwords near its end: these tiles in hand and in the bag, the rest on the board.

    No word can be made of them, so all one can do is to exchange or to pass.
    """
    match = slow(make_user("ann"), make_user("ben"), game="upwords", options={})
    stand(match, racks, bag)
    return match


def stand(match: Match, racks: tuple[str, str], bag: str = "") -> None:
    """Let it stand so, Ann to move."""
    rules = reading.rules_of(match)
    left = Counter(full_bag("10x10"))
    left.subtract("".join(racks) + bag)
    lying = [*left.elements(), *[""] * 100][:100]
    state = dataclasses.replace(
        rules.decode_state(match.state),
        board=tuple(tuple(lying[row : row + 10]) for row in range(0, 100, 10)),
        racks=racks,
        held=tuple(map(len, racks)),
        bag=dict(Counter(bag)),
        pile=len(bag),
        to_move=0,
        passes=0,
        last=(),
    )
    put(match, rules.encode_state(state), to_move=0)
    TurnTimer.objects.filter(match=match).update(player=0)
    match.refresh_from_db()


def ahead(match: Match, player: int, index: int = 0) -> Action:
    """Return a turn that a player could prepare: the ``index``-th of those they foresee."""
    rules = reading.rules_of(match)
    seen = rules.observation(rules.decode_state(match.state), player)
    actions = list(rules.legal_actions(rules.foresee(seen, player)))
    return dict(rules.encode_action(actions[index]))


def prepare(match: Match, player: int, action: Action, **more: Any) -> list[dict[str, Any]]:
    """Prepare a turn; return the list as its owner sees it then."""
    match.refresh_from_db()
    asked = {"condition": "legal", "repeat": False, "ply": match.ply, "now": NOW, **more}
    play.prepare_turn(match_id=match.pk, player=player, action=action, **asked)
    return listed(match, player)


def listed(match: Match, player: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = view_of(match, player)["prepared"]["list"]
    return found


def authors(match: Match) -> list[tuple[int, str]]:
    return list(Move.objects.filter(match=match).values_list("player", "actor"))


def turn_notices(match: Match) -> list[tuple[str, int]]:
    """Return the mails of turns that are owed: to whom, and for which ply."""
    owed = mails_owed(kind="turn")
    return [(one.user.username, one.ref["ply"]) for one in owed.filter(ref__match=match.pk)]


# --- Played ---------------------------------------------------------------------------------------


def test_a_prepared_turn_is_played_as_soon_as_it_comes() -> None:
    match = slow()
    chosen = ahead(match, 1, -1)
    (turn,) = prepare(match, 1, chosen)
    assert turn["words"] == "if it's still possible"
    command = uuid4()
    outcome = move(match, now=NOW + seconds(60), cmd_id=command)
    assert authors(match) == [(0, "human"), (1, "prepared")]
    assert (outcome.ply, match.ply, match.to_move) == (1, 2, 0)
    assert Move.objects.get(match=match, ply=2).action == chosen
    assert listed(match, 1) == []
    assert_replay_matches(match)
    # One notice for both entries, to whom the turn has come back.
    assert turn_notices(match) == [("ann", 2)]
    again = play.submit(
        match_id=match.pk, player=0, action={}, expected_ply=0, cmd_id=command, now=NOW
    )
    assert (again.ply, again.replayed) == (1, True)


def test_a_turn_that_rests_on_what_has_changed_is_not_played_and_the_next_one_is() -> None:
    match = slow()
    same = first_action(match)
    rules = reading.rules_of(match)
    seen = rules.observation(rules.decode_state(match.state), 1)
    beside = [
        rules.encode_action(action)
        for action in rules.legal_actions(rules.foresee(seen, 1))
        if (action.x, action.y) == (same["x"], same["y"])
    ]
    prepare(match, 1, beside[0], condition="footing")
    prepare(match, 1, ahead(match, 1, -1))
    move(match)
    assert authors(match) == [(0, "human"), (1, "prepared")]
    (fallen,) = listed(match, 1)
    assert fallen["fell"] != ""
    assert fallen["words"] == "if the board around it hasn't changed"
    # It is read, and gone with the next turn made by hand.
    move(match)
    assert [one["fell"] for one in listed(match, 1)] == [fallen["fell"]]
    move(match)
    assert listed(match, 1) == []


def test_when_no_prepared_turn_holds_the_turn_waits_for_its_player() -> None:
    match = slow()
    prepare(match, 1, {**first_action(match), "subject": None})
    move(match)
    assert authors(match) == [(0, "human")]
    assert (match.to_move, turn_notices(match)) == (1, [("ben", 1)])
    assert [bool(one["fell"]) for one in listed(match, 1)] == [True]


def test_the_mail_of_a_turn_says_which_prepared_turn_was_not_played_and_why() -> None:
    match = slow()
    (turn,) = prepare(match, 1, {**first_action(match), "subject": None})
    move(match)
    told = (
        f"We didn't play the turn you'd prepared ({turn['text']}). This turn is no longer possible."
    )
    # In words, though its tile is no longer what its player holds.
    (row,) = PreparedTurn.objects.filter(match=match)
    assert (row.text in told, " of the start tile, turned " in told) == (False, True)
    loaded = reading.load(match_id=match.pk, recent=reading.RECENT)
    lines = turn_mails.turn_lines(loaded, NOW)
    assert lines[1] == told
    # The others aren't told, and it's told no more once its owner has moved.
    move(match)
    loaded = reading.load(match_id=match.pk, recent=reading.RECENT)
    assert not any("prepared" in line for line in turn_mails.turn_lines(loaded, NOW))
    move(match)
    loaded = reading.load(match_id=match.pk, recent=reading.RECENT)
    assert not any("prepared" in line for line in turn_mails.turn_lines(loaded, NOW))


def test_prepared_turns_answer_each_other_until_none_is_left() -> None:
    match = slow()
    prepare(match, 1, ahead(match, 1, -1))
    prepare(match, 1, ahead(match, 1, 5))
    move(match)
    assert authors(match) == [(0, "human"), (1, "prepared")]
    # Now Ben waits, and Anna has none; one more of Anna's lets both of Ben's go.
    prepare(match, 1, ahead(match, 1, 9))
    move(match)
    assert [actor for _, actor in authors(match)[2:]] == ["human", "prepared"]
    assert_replay_matches(match)


@pytest.mark.usefixtures("_words")
def test_passes_of_all_end_a_match_in_one_chain() -> None:
    match = upwords(("v", "x"))
    prepare(match, 1, PASS, condition="bag_empty", repeat=True)
    assert listed(match, 1)[0]["repeat"] is True
    move(match)
    assert authors(match) == [(0, "human"), (1, "prepared")]
    assert match.status == Match.Status.FINISHED
    owed = Notification.objects.filter(kind="finished").values_list("user__username", flat=True)
    assert sorted(owed) == ["ann", "ben"]
    assert not PreparedTurn.objects.exists()


@pytest.mark.usefixtures("_words")
def test_a_pass_waits_until_nothing_is_left_to_draw_and_is_kept() -> None:
    match = upwords(("vw", "xz"), bag="e")
    passing = view_of(match, 1)["prepared"]["passing"]
    assert passing["words"] == "Pass if there's nothing left to draw"
    prepare(match, 1, passing["action"], condition=passing["condition"], repeat=True)
    assert view_of(match, 1)["prepared"]["passing"] is None
    play.submit(match_id=match.pk, player=0, action=PASS, expected_ply=0, now=NOW)
    assert (authors(match), listed(match, 1)[0]["fell"]) == ([(0, "human")], "")
    stand(match, ("vw", "xz"))
    assert first_action(match) == PASS
    move(match)
    assert authors(match)[1:] == [(0, "human"), (1, "prepared")]


@pytest.mark.usefixtures("_words")
def test_a_turn_with_one_legal_action_plays_itself_if_wished() -> None:
    match = upwords(("v", "x"))
    assert view_of(match, 1)["prepared"]["forced"] is False
    play.set_forced(match_id=match.pk, player=1, on=True, now=NOW)
    assert view_of(match, 1)["prepared"]["forced"] is True
    move(match)
    assert authors(match) == [(0, "human"), (1, "prepared")]


def test_a_turn_with_a_choice_is_left_to_its_player() -> None:
    match = slow(options={})
    play.set_forced(match_id=match.pk, player=1, on=True, now=NOW)
    move(match)
    assert authors(match) == [(0, "human")]


def test_a_prepared_turn_answers_the_clock_and_a_computer_player_too() -> None:
    match = slow()
    prepare(match, 1, ahead(match, 1, -1))
    due = NOW + seconds(2 * DAY + 61)
    assert play.expire(match_id=match.pk, ply=0, now=due)
    match.refresh_from_db()
    assert [actor for _, actor in authors(match)] in (["clock"], ["clock", "prepared"])
    other = slow(make_user("cid"), "easy", make_user("dan"))
    while other.to_move != 0:
        move_as(other)
    prepare(other, 2, ahead(other, 2, -1))
    move(other)
    move_as(other)
    assert authors(other)[-2:] == [(1, "computer"), (2, "prepared")]


def move_as(match: Match) -> None:
    """Play the first legal action for whoever is to move, a computer player too."""
    action = first_action(match)
    seat = Seat.objects.get(match=match, player=match.to_move)
    play.submit(
        match_id=match.pk,
        player=seat.player,
        action=action,
        expected_ply=match.ply,
        now=NOW,
        actor="human" if seat.controller == "human" else "computer",
    )
    match.refresh_from_db()


def test_a_seat_the_computer_holds_plays_nothing_prepared() -> None:
    match = slow()
    prepare(match, 1, ahead(match, 1, -1))
    Seat.objects.filter(match=match, player=1).update(controller="easy", substituted_at=NOW)
    move(match)
    assert authors(match) == [(0, "human")]
    assert len(listed(match, 1)) == 1


def test_the_clock_of_a_prepared_turn_has_not_run() -> None:
    match = slow(bank=DAY)
    prepare(match, 1, ahead(match, 1, -1))
    move(match, now=NOW + seconds(3600))
    match.timer.refresh_from_db()
    assert match.timer.banks == [DAY, DAY]
    assert match.timer.started_at == NOW + seconds(3600)


# --- Faults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("late", [False, True])
def test_a_fault_undoes_its_own_entry_and_never_the_move(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, late: bool
) -> None:
    match = slow()
    prepare(match, 1, ahead(match, 1, -1))
    entered = prepared.enter

    def fail(*args: Any, **named: Any) -> None:
        if late:
            entered(*args, **named)
        raise RuntimeError("what a hand holds")

    monkeypatch.setattr(prepared, "enter", fail)
    move(match)
    assert authors(match) == [(0, "human")]
    assert (match.ply, match.to_move) == (1, 1)
    assert [one["fell"] for one in listed(match, 1)] == [str(OBSTACLES_IN_WORDS[Obstacle.FAULT])]
    assert turn_notices(match) == [("ben", 1)]
    assert_replay_matches(match)
    assert "RuntimeError" in caplog.text
    assert "what a hand holds" not in caplog.text
    monkeypatch.undo()
    move(match)
    assert_replay_matches(match)


def test_a_chain_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared, "LONGEST_CHAIN", 1)
    match = slow()
    prepare(match, 1, ahead(match, 1, -1))
    Seat.objects.filter(match=match).update(plays_forced=True)
    move(match)
    assert len(authors(match)) == 2


# --- The list -------------------------------------------------------------------------------------


def test_prepared_turns_are_put_in_order_and_dropped() -> None:
    match = slow()
    made = [prepare(match, 1, ahead(match, 1, index))[-1] for index in (0, 3, 6)]
    ids = [one["number"] for one in made]
    for number, place, after in (
        (ids[2], 0, [ids[2], ids[0], ids[1]]),
        (ids[2], 1, [ids[0], ids[2], ids[1]]),
        (ids[0], 10**30, [ids[2], ids[1], ids[0]]),
        (ids[0], -(10**30), [ids[0], ids[2], ids[1]]),
        (ids[0], 99, [ids[2], ids[1], ids[0]]),
    ):
        play.move_prepared(match_id=match.pk, player=1, number=number, place=place, now=NOW)
        assert [one["number"] for one in listed(match, 1)] == after
    play.drop_prepared(match_id=match.pk, player=1, number=ids[1], now=NOW)
    assert [one["number"] for one in listed(match, 1)] == [ids[2], ids[0]]
    play.drop_prepared(match_id=match.pk, player=0, number=ids[0], now=NOW)
    assert len(listed(match, 1)) == 2
    with pytest.raises(Refusal, match="no longer exists"):
        play.move_prepared(match_id=match.pk, player=1, number=ids[1], place=0, now=NOW)


def test_a_list_that_another_tab_still_shows_takes_nothing_else_off() -> None:
    match = slow()
    shown = prepare(match, 1, ahead(match, 1, 0))[-1]["number"]
    play.drop_prepared(match_id=match.pk, player=1, number=shown, now=NOW)
    (later,) = prepare(match, 1, ahead(match, 1, 3))
    play.drop_prepared(match_id=match.pk, player=1, number=shown, now=NOW)
    assert listed(match, 1) == [later]


def test_the_same_prepared_twice_is_there_once() -> None:
    match = slow()
    action = ahead(match, 1)
    assert len(prepare(match, 1, action)) == len(prepare(match, 1, action)) == 1
    assert len(prepare(match, 1, action, condition="footing")) == 2


def test_nobody_notices_what_another_prepares() -> None:
    match = slow()
    before = view_of(match, 0), view_of(match), reading.versions(match_ids=[match.pk])
    prepare(match, 1, ahead(match, 1))
    play.set_forced(match_id=match.pk, player=1, on=True, now=NOW)
    assert (
        view_of(match, 0),
        view_of(match),
        reading.versions(match_ids=[match.pk]),
    ) == before
    assert view_of(match)["prepared"] is None


def test_only_ten_turns_can_wait() -> None:
    match = slow()
    for index in range(10):
        prepare(match, 1, ahead(match, 1, index))
    with pytest.raises(Refusal, match=r"You've already prepared 10 turns\. Remove one first"):
        prepare(match, 1, ahead(match, 1, 10))
    assert len(listed(match, 1)) == 10


def test_what_cannot_be_prepared_is_refused_in_words() -> None:
    match = slow()
    action = ahead(match, 1)
    for player, changes, kind, words in (
        (0, {}, Refusal, "It's your turn, so you can play this now."),
        (1, {"ply": 7}, StalePly, "The position has changed. Here's the new one."),
        (1, {"condition": "points"}, IllegalAction, "You can't prepare a turn that way."),
        (1, {"condition": "soon"}, IllegalAction, "We couldn't read that turn."),
        (1, {"action": {"type": "Dance"}}, IllegalAction, "We couldn't read that turn."),
        (1, {"action": {**action, "x": 99}}, IllegalAction, None),
        (1, {"repeat": True}, IllegalAction, None),
    ):
        asked = {"action": action, **changes}
        with pytest.raises(kind) as refused:
            prepare(match, player, **asked)
        told = str(refused.value)
        assert told.endswith(".")
        assert words in (None, told)
    assert not PreparedTurn.objects.exists()


def test_only_where_two_or_more_play_by_days() -> None:
    live = make_match(options={"mode": "chess"})
    with pytest.raises(Refusal, match="You can only prepare turns in a turn-based match "):
        prepare(live, 1, ahead(live, 1))
    assert view_of(live, 1)["prepared"] is None
    alone = make_match(make_user(), game="counting_tiles", pace=Pace.CORRESPONDENCE, budget=2 * DAY)
    with pytest.raises(Refusal, match="You can only prepare turns in a turn-based match "):
        play.set_forced(match_id=alone.pk, player=0, on=True, now=NOW)


def test_nobody_prepares_a_turn_while_the_computer_holds_their_seat() -> None:
    match = slow()
    action = ahead(match, 1)
    Seat.objects.filter(match=match, player=1).update(controller="easy", substituted_at=NOW)
    with pytest.raises(SeatHeld):
        prepare(match, 1, action)
    play.resign(match_id=match.pk, player=0, now=NOW)
    with pytest.raises(MatchOver):
        prepare(match, 1, action)


def test_whoever_leaves_takes_their_prepared_turns_along() -> None:
    match = slow(make_user("ann"), make_user("ben"), make_user("cid"))
    prepare(match, 1, ahead(match, 1, -1))
    prepare(match, 2, ahead(match, 2, -1))
    play.resign(match_id=match.pk, player=1, now=NOW)
    assert list(PreparedTurn.objects.values_list("player", flat=True)) == [2]


def test_where_the_tile_is_not_known_nothing_is_prepared_but_forced_turns_are() -> None:
    match = slow(options={})
    seen = view_of(match, 1)["prepared"]
    assert (seen["able"], seen["open"], seen["passing"]) == (False, False, None)
    play.set_forced(match_id=match.pk, player=1, on=True, now=NOW)
    assert view_of(match, 1)["prepared"]["forced"] is True


# --- Choices and mails ----------------------------------------------------------------------------


def test_a_turn_reads_on_which_conditions_it_can_be_prepared() -> None:
    match = slow()
    found = reading.choices(match_id=match.pk, player=1, action=ahead(match, 1))
    assert [(one["condition"], one["repeat"]) for one in found["conditions"]] == [
        ("footing", False),
        ("legal", False),
        ("ask", False),
    ]
    assert found["text"]
    told = reading.prepared_turns(match_id=match.pk, player=1)
    assert told["ahead"]["hints"]["places"]
    assert reading.prepared_turns(match_id=match.pk, player=0)["ahead"] is None


def test_the_mail_about_a_turn_says_what_was_prepared() -> None:
    match = slow(make_user("ann"), make_user("ben"))
    prepare(match, 1, ahead(match, 1, -1))
    move(match)
    move(match)
    loaded = reading.load(match_id=match.pk, recent=reading.RECENT)
    first, second, third = loaded.moves
    assert turn_mails._played(loaded) == [
        move_in_words(loaded.rules, second, loaded.names, prepared=True),
        move_in_words(loaded.rules, third, loaded.names),
    ]
    move(match)
    loaded = reading.load(match_id=match.pk, recent=reading.RECENT)
    assert turn_mails._played(loaded) == [
        move_in_words(loaded.rules, loaded.moves[-1], loaded.names)
    ]
    assert len({first.text, second.text, third.text}) == 3


def test_prepared_turns_of_many_positions_replay() -> None:
    """Whoever waits prepares something after each move; the log stays provable."""
    match = slow()
    for index in itertools.cycle((0, -1, 3)):
        if match.status == Match.Status.FINISHED or match.ply > 60:
            break
        waiting = 1 - (match.to_move or 0)
        if view_of(match, waiting)["prepared"]["open"]:
            prepare(match, waiting, ahead(match, waiting, index), condition="footing")
        move(match)
    kinds = {actor for _, actor in authors(match)}
    assert kinds == {"human", "prepared"}
    assert_replay_matches(match)
