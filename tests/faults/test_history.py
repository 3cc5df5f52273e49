"""The judge of the histories finds nothing in a clean one and each planted fault in the others."""

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import pytest

from tests.faults.history import (
    Answer,
    Change,
    Entry,
    History,
    Outage,
    Record,
    Seen,
    complaints,
    deadlines_during,
    failed,
    moves_after,
    punished,
    replaced,
    robbed,
    slow,
    turns,
)
from tests.faults.storm import VIEW, Fault, Page
from tests.faults.test_storm import away, first, late_by, p99, unanswered

BUDGET, BANK = 6.0, 2.0
GAP = (
    "m: ply 2 does not begin where the last ended, but {:+.3f} s after the earliest instant of its"
    " beginning and {:+.3f} s after the latest"
)
Plant = Callable[[History], History]


def entry(ply: int, began_at: float, seconds: float, actor: str = "human") -> Entry:
    cmd_id = f"c{ply}" if actor == "human" else None
    return Entry(ply, (ply - 1) % 2, actor, cmd_id, began_at, began_at + seconds)


def answer(to: Entry, *, replayed: bool = False, status: int = 200) -> Answer:
    body = {"ok": True, "ply": to.ply, "version": to.ply, "replayed": replayed}
    at = to.played_at
    return Answer("m", to.player, to.cmd_id or "", to.ply - 1, at, at + 0.1, status, body)


# Player 0 moves in time, player 1 overruns the budget by a second, player 0 sleeps.
LOG = [entry(1, 100.0, 4.0), entry(2, 104.0, 7.0), entry(3, 111.0, 11.0, "clock")]


def clean() -> History:
    record = Record(
        match="m",
        ply=3,
        version=3,
        running=True,
        set_aside=False,
        budget=BUDGET,
        bank=BANK,
        banks=[0.0, 1.0],
        started_at=122.0,
        player=1,
        log=list(LOG),
        changes=[],
        read_at=123.0,
    )
    seen = [
        Seen("m", player, move.ply, move.ply, move.played_at + 0.2)
        for move in LOG
        for player in (0, 1)
    ]
    lost_at_first = answer(LOG[1], status=0)
    answers = [answer(LOG[0]), lost_at_first, answer(LOG[1]), answer(LOG[1], replayed=True)]
    return History(answers, seen, {"m": record})


def change(history: History, **facts: Any) -> History:
    record = dataclasses.replace(history.records["m"], **facts)
    return dataclasses.replace(history, records={"m": record})


def change_log(history: History, *log: Entry) -> History:
    return change(history, log=list(log))


def test_a_clean_history_is_clean() -> None:
    history = clean()
    assert complaints(history) == []
    assert list(slow(history, 2.0)) == []
    assert list(replaced(history)) == []


def test_the_clock_is_worked_out_again_from_the_log() -> None:
    worked_out = [(turn.deadline_at, turn.bank) for turn in turns(clean().records["m"])]
    assert worked_out == [(108.0, 2.0), (112.0, 1.0), (119.0, 0.0)]


def test_a_lost_acknowledgement_is_reported() -> None:
    history = clean()
    forgotten = answer(Entry(4, 1, "human", "c4", 122.0, 123.0))
    history.answers.append(forgotten)
    assert complaints(history) == [f"m: lost is c4, answered with {forgotten.body}"]


def test_a_doubled_move_is_reported() -> None:
    history = clean()
    again = dataclasses.replace(LOG[0], ply=4, started_at=122.0, played_at=123.0)
    history = change_log(history, *LOG, again)
    history = change(history, ply=4, version=3, player=1, started_at=123.0)
    assert "m: doubled is c1, 2 times in the log" in complaints(history)


def test_a_silence_of_the_site_is_given_back_to_the_turn_it_fell_in() -> None:
    """Ten seconds in which the site could not be reached, four of them before the turn began."""
    first, second, third = LOG
    later = dataclasses.replace(second, started_at=second.started_at + 6.0)
    history = change_log(clean(), first, later, third)
    assert complaints(history)[0] == GAP.format(6.0, 6.0)
    silence = [first.played_at - 4.0, first.played_at + 6.0]
    assert first.played_at + 6.0 <= later.played_at
    found = complaints(change(history, credits=[silence]))
    assert not any("does not begin" in complaint for complaint in found)


def test_silences_that_overlap_are_given_back_as_one() -> None:
    first, second, third = LOG
    began_at = first.played_at
    hangs = [[began_at + 1.0, began_at + 3.0], [began_at + 2.0, began_at + 4.0]]
    for later, wrong in ((3.0, []), (4.0, [GAP.format(4.0, 1.0)])):
        moved = dataclasses.replace(second, started_at=began_at + later)
        history = change(change_log(clean(), first, moved, third), hangs=hangs)
        found = [complaint for complaint in complaints(history) if "does not begin" in complaint]
        assert found == wrong


def with_a_gap(history: History) -> History:
    return change_log(history, LOG[0], *LOG[2:])


def with_a_foreign_move(history: History) -> History:
    return change_log(history, LOG[0], dataclasses.replace(LOG[1], cmd_id="x"), LOG[2])


def with_two_first_answers(history: History) -> History:
    history.answers.append(answer(LOG[1]))
    return history


def with_another_answer(history: History) -> History:
    other = answer(LOG[1], replayed=True)
    history.answers.append(dataclasses.replace(other, body={**other.body, "ply": 3}))
    return history


def with_a_late_move(history: History) -> History:
    late = entry(3, 111.0, 11.0)
    history.answers.append(answer(late))
    return change_log(history, *LOG[:2], late)


def with_a_hasty_clock(history: History) -> History:
    return change_log(history, *LOG[:2], entry(3, 111.0, 8.5, "clock"))


def with_a_slow_clock(history: History) -> History:
    return change_log(history, *LOG[:2], entry(3, 111.0, 18.5, "clock"))


def with_a_clock_seen_late(history: History) -> History:
    views = [view for view in history.seen if view.ply < 3]
    return dataclasses.replace(history, seen=[*views, Seen("m", 0, 3, 3, 130.0)])


def with_a_forgotten_turn(history: History) -> History:
    return change(history, read_at=122.0 + BUDGET + 1.0 + 10.1)


def with_a_clock_below_zero(history: History) -> History:
    return change(history, banks=[-0.5, 1.0])


def with_stolen_seconds(history: History) -> History:
    return change(history, banks=[0.0, 0.5])


def with_a_hole_between_turns(history: History) -> History:
    return change_log(history, LOG[0], dataclasses.replace(LOG[1], started_at=104.5), LOG[2])


def with_a_page_that_hears_late(history: History) -> History:
    late = [
        dataclasses.replace(view, at=view.at + 5) if view.player else view for view in history.seen
    ]
    return dataclasses.replace(history, seen=late)


def with_a_page_left_behind(history: History) -> History:
    return change(history, version=4)


def with_a_match_set_aside(history: History) -> History:
    return change(history, set_aside=True)


@pytest.mark.parametrize(
    ("plant", "complaint"),
    [
        (with_a_gap, "m: the plies are [1, 3], the match is at 3"),
        (with_a_foreign_move, "m: nobody sent x at ply 2"),
        (with_two_first_answers, "c2 was carried out 2 times"),
        (with_another_answer, "m: c2 for ply 1 was answered 3"),
        (with_a_late_move, "m: ply 3 by the human was accepted 3.00 s after the deadline"),
        (with_a_hasty_clock, "m: ply 3 by the clock was made 0.50 s after the deadline"),
        (with_a_slow_clock, "m: ply 3 was enforced 10.50 s after the deadline"),
        (with_a_clock_seen_late, "m: ply 3 was seen 11.00 s after the deadline"),
        (with_a_forgotten_turn, "m: the turn due 10.10 s ago goes on"),
        (with_a_clock_below_zero, "m: a clock is below zero: [-0.5, 1.0]"),
        (with_stolen_seconds, "m: the clocks are [0.0, 0.5], by the log [0.0, 1.0]"),
        (with_a_hole_between_turns, GAP.format(0.5, 0.5)),
        (with_a_page_that_hears_late, "m: player 1 saw ply 2 5.20 s later"),
        (with_a_page_left_behind, "m: player 0 is at version 3 of 4"),
        (with_a_match_set_aside, "m was set aside"),
    ],
)
def test_every_planted_fault_is_found(plant: Plant, complaint: str) -> None:
    assert complaint in complaints(plant(clean()))


def test_a_move_that_waited_for_the_site_counts_by_its_arrival() -> None:
    history = with_a_late_move(clean())
    history.answers[-1] = dataclasses.replace(history.answers[-1], sent_at=112.0)
    assert complaints(history) == []


def test_a_refusal_of_a_move_in_time_is_found() -> None:
    history = clean()
    refused = answer(LOG[2], status=409)
    refused = dataclasses.replace(refused, cmd_id="c3", body={"ok": False, "error": "too_late"})
    history.answers.append(refused)
    assert list(punished(history)) == []
    history.answers[-1] = dataclasses.replace(refused, sent_at=118.5)
    assert list(punished(history)) == ["m: c3 came 0.50 s early and was too late"]


def test_a_turn_that_the_clock_ended_though_the_move_had_left_in_time_is_found() -> None:
    history = clean()
    sent = dataclasses.replace(answer(LOG[2], status=0), cmd_id="c3")
    history.answers.append(sent)  # long after its time
    assert list(robbed(history)) == []
    history.answers[-1] = dataclasses.replace(sent, sent_at=118.5)
    assert list(robbed(history)) == ["m: ply 3 was sent 0.50 s early"]
    history.answers.append(sent)  # sent again, it's the first time that counts
    history.late = [(118.7, 0.6)]
    assert list(robbed(history)) == []


def test_while_the_site_is_down_no_count_runs() -> None:
    history = with_a_slow_clock(clean())
    history.outages.append(Outage(118.0, 119.6))
    assert not any("enforced" in complaint for complaint in complaints(history))
    history.outages[0] = Outage(105.0, 119.4)
    assert any("enforced" in complaint for complaint in complaints(history))


def test_a_busy_machine_has_its_delay_for_whatever_counts_seconds() -> None:
    history = with_a_slow_clock(clean())
    history.late = [(118.55, 0.4)]
    assert any("enforced" in complaint for complaint in complaints(history))
    history.late.append((118.58, 0.2))
    assert not any("enforced" in complaint for complaint in complaints(history))
    assert len(list(slow(history, 0.05))) == 0
    late = dataclasses.replace(answer(LOG[2], status=409), sent_at=118.5)
    late = dataclasses.replace(late, cmd_id="c3", body={"ok": False, "error": "too_late"})
    history.answers.append(late)
    assert list(punished(history)) == []
    history.late.append((100.0, 0.6))  # before it was sent
    history.late[0] = (118.55, 0.2)
    assert len(list(punished(history))) == 1


def test_a_machine_that_stands_still_for_long_excuses_nothing() -> None:
    history = clean()
    history.late = [(100.0, 0.3), (101.0, 0.4), (102.0, 1.5)]
    assert history.delay_between(100.0, 101.0) == 0.7
    assert history.delay_between(100.5, 101.5) == 0.4
    assert history.delay_between(100.0, 102.0) == 2.0


def test_what_only_some_faults_forbid() -> None:
    history = clean()
    assert len(list(failed(history))) == 1
    assert len(list(slow(history, 0.05))) == 4
    history = change(history, changes=[Change(1, "substituted", 120.0)])
    assert list(replaced(history)) == ["m: player 1 was substituted"]


def test_the_checks_can_tell_whether_there_was_anything_to_check() -> None:
    assert moves_after(clean(), "human", 103.0) == 2
    assert moves_after(clean(), "computer", 0.0) == 0
    assert deadlines_during(clean(), Outage(100.0, 119.0)) == 1
    assert deadlines_during(clean(), Outage(100.0, 118.9)) == 0


# --- What a storm is measured by ------------------------------------------------------------------

FAULT = Fault("reload", began_at=10.0, ended_at=12.0, over_at=20.0)


def test_without_a_view_the_wait_counts_from_when_there_could_be_one() -> None:
    pages = [
        Page(VIEW, 10.5, 11.0, 503),
        Page("a match", 11.0, 12.5, 200),
        Page(VIEW, 11.5, 18.0, 200),
        Page(VIEW, 13.0, 13.5, 200),
        Page(VIEW, 20.5, 30.0, 200),
    ]
    waits = list(FAULT.waits(pages))
    assert waits == [(12.0, 18.0), (12.0, 18.0), (13.0, 13.5)]
    history = clean()
    assert away(FAULT, waits, history) == [6.0, 6.0]
    history.late = [(9.9, 9.0), (11.0, 0.9)]
    assert away(FAULT, waits, history) == [6.0, 6.0]
    history.late.append((15.0, 0.2))
    assert away(FAULT, waits, history) == []


def test_pages_are_back_with_the_first_that_was_asked_for_since() -> None:
    before, refused = Page(VIEW, 9.0, 12.5, 200), Page(VIEW, 11.0, 12.5, 503)
    late, later = Page(VIEW, 11.5, 19.0, 200), Page(VIEW, 13.0, 18.0, 200)
    assert first(FAULT, [before, refused, late, later, Page("a match", 11.0, 13.0, 200)]) == 6.0
    assert first(FAULT, [before, refused]) == math.inf
    assert first(FAULT, [Page(VIEW, 10.5, 11.0, 200)]) == 0.0


def test_a_request_in_a_reload_counts_even_if_it_fails_after_it() -> None:
    history = clean()
    history.answers = [dataclasses.replace(answer(LOG[0], status=503), sent_at=12.0)]
    pages = [Page(VIEW, 9.9, 11.0, 0), Page(VIEW, 10.0, 40.0, 0), Page(VIEW, 11.0, 12.0, 200)]
    found = unanswered(FAULT, pages, history)
    assert found == ["a view: 0 after 30.0 s, 0.0 s late", "move: 503 after 92.1 s, 0.0 s late"]


def test_a_page_that_waited_for_a_busy_machine_is_no_fault_of_a_reload() -> None:
    history, waited = clean(), [Page(VIEW, 11.0, 16.0, 503)]
    assert unanswered(FAULT, waited, history) == ["a view: 503 after 5.0 s, 0.0 s late"]
    history.late = [(12.0, 0.6), (13.0, 0.6)]
    assert unanswered(FAULT, waited, history) == []
    assert unanswered(FAULT, [Page(VIEW, 11.0, 16.0, 0)], history) == [
        "a view: 0 after 5.0 s, 1.2 s late"
    ]


def test_a_clock_is_late_by_what_was_not_given_back() -> None:
    assert late_by(clean()) == [0.0]
    assert late_by(with_a_slow_clock(clean())) == [7.5]
    assert [p99([]), p99([1.0, 3.0, 2.0]), p99([*map(float, range(200))])] == [0.0, 3.0, 197.0]
