"""Whatever players, clocks, computers and outages do in whatever order, a table stays whole.

A run is fifty steps drawn at one table. After each, what is stored is held against what it was and
against what may be so at all; at the end of a match its log, played again, gives the position.
"""

import contextlib
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from itertools import combinations, islice
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from accounts.rest import services as rest
from accounts.rest.models import HolidayRow
from accounts.rest.rules.calendars import Calendar
from accounts.rest.rules.holiday import NoHoliday
from games.core.clock import GRACE, Form, Pace, TimeControl, TurnClock
from games.core.errors import Refusal
from games.core.table.agreement import Agreement, OnTimeout
from games.matches import play, reading, sweeps
from games.matches.answers import Actor, Outcome, StalePly, TooLate
from games.matches.clocks import turns
from games.matches.models import Match, PreparedTurn, Pulse, Vacancy
from games.matches.play import SeatPlan
from tests.factories import NOW, assert_replay_matches, make_user
from tests.games.matches.play.record import Record, amiss, misauthored, misnumbered, read
from tests.games.words.loaded import load_words
from tests.size import runs

RUNS, STEPS = runs(200, quick=25), runs(50, quick=14)
KINDS = ("pause", "takeback", "draw", "end", "live")
MOMENT = timedelta(microseconds=1)
HOUR, DAY = 3600, 86400
UTC, SYDNEY = ZoneInfo("UTC"), ZoneInfo("Australia/Sydney")
CALENDARS = (
    Calendar(UTC),
    Calendar(UTC, time(22), time(6)),
    Calendar(SYDNEY, time(0, 30), time(9), frozenset({5, 6})),
)
# In seconds: mostly at once, and what makes turns end, nights pass and people be gone.
LIVE_WAITS = (0.0, 0.0, 0.1, 0.4, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 16.0, 61.0)
SLOW_WAITS = (0.0, 0.0, 1.0, 5.0, 70.0, 900.0, HOUR, 2 * HOUR, 7 * HOUR, 9 * HOUR, 1.2 * DAY)
AROUND = (-0.5, 0.0, 1e-6, 1.0, 2.5, 9.0, 30.0, 61.0)


@dataclass(frozen=True)
class Table:
    """What a table has agreed on, and how many people and computers sit at it."""

    game: str
    people: int
    control: TimeControl
    options: dict[str, Any] = field(default_factory=dict)
    agreement: dict[str, Any] = field(default_factory=dict)
    levels: tuple[str, ...] = ()

    @property
    def is_slow(self) -> bool:
        return self.control.pace is Pace.CORRESPONDENCE


LIVE, SLOW = Pace.LIVE, Pace.CORRESPONDENCE
MANNERS = {"takebacks": True, "asks_substitutes": True, "spells": 2}
TABLES = {
    "two, turn-based": Table(
        "tilekingdom", 2, TimeControl(SLOW, DAY, 6 * HOUR), {"mode": "chess"},
        {"rest": 3 * DAY, "holiday": True, **MANNERS},
    ),
    "three, Fischer's": Table(
        "upwords", 3, TimeControl(SLOW, 8 * HOUR, 2 * DAY, Form.FISCHER, 3 * DAY),
        {"passes_end": "empty"}, {"rest": 20 * HOUR, **MANNERS},
    ),
    "friends and a computer": Table(
        "tilekingdom", 2, TimeControl(SLOW, 0, 0, Form.NO_CLOCK), {"mode": "chess"}, MANNERS,
        ("easy",),
    ),
    "live": Table("tilekingdom", 2, TimeControl(LIVE, 60, 30), {"mode": "chess"}, MANNERS),
    "live with three": Table("tiled_of_it", 3, TimeControl(LIVE, 60), {}, {"spells": 1}),
}  # fmt: skip

# What can happen, and how often in comparison.
STEPS_OF = {
    "turn_is_played": 14,
    "other_side_plays": 2,
    "move_out_of_turn": 1,
    "same_is_sent_again": 1,
    "turn_is_prepared": 5,
    "prepared_turn_is_dropped": 1,
    "forced_turns_are_chosen": 1,
    "time_runs_out": 4,
    "clock_is_swept": 5,
    "nobody_can_reach_us": 1,
    "page_is_closed": 2,
    "page_is_opened": 2,
    "gone_are_swept": 3,
    "seat_is_taken_back": 4,
    "player_resigns": 1,
    "substitutes_are_asked": 2,
    "day_is_given": 1,
    "something_is_offered": 2,
    "offer_is_answered": 3,
    "all_agree": 4,
    "pause_is_ended": 2,
    "played_by_days_again": 1,
    "calendar_is_changed": 1,
    "holiday_is_booked": 2,
    "holiday_is_ended": 1,
}
steps = st.sampled_from([name for name, often in STEPS_OF.items() for _ in range(often)])


class Evening(RuleBasedStateMachine):
    """One table, and all that can happen at it; time is a number of its own."""

    table: Table
    on_timeout: OnTimeout
    known: Record
    holders: list[bool]  # by seat: whether its owner plays it
    here: set[int]  # whose page is open
    sent: tuple[dict[str, Any], Outcome] | None
    turn: TurnClock | None
    moved_deadline: bool  # by holiday or an outage, and not yet worked out exactly

    def __init__(self) -> None:
        super().__init__()
        self.block = transaction.atomic()
        self.block.__enter__()

    def teardown(self) -> None:
        try:
            if hasattr(self, "known"):
                assert_replay_matches(reading.get(match_id=self.match_id))
        finally:
            transaction.set_rollback(True)
            self.block.__exit__(None, None, None)

    @initialize()
    def sit_down(self) -> None:
        self.now, self.deals = NOW, 0
        self.users = [make_user() for _ in range(self.table.people)]
        self.substitutes = [make_user() for _ in range(2)]
        self.agreement = Agreement(on_timeout=self.on_timeout, **self.table.agreement)
        for user in self.substitutes:
            play.choose_listings(user_id=user.pk, games=[self.table.game], now=NOW)
        for user in self.users if self.agreement.holiday else []:
            for day in range(28):
                rest.note_active(user_id=user.pk, at=NOW - timedelta(days=day + 1))
        self._deal()

    def _deal(self) -> None:
        """Begin a match at the table."""
        self.deals += 1
        people = [SeatPlan(name=user.username, user_id=user.pk) for user in self.users]
        computers = [SeatPlan(name=level, level=level) for level in self.table.levels]
        self.match_id = play.start_match(
            game=self.table.game,
            options=self.table.options,
            control=self.table.control,
            agreement=self.agreement,
            seats=people + computers,
            now=self.now,
            secret=self.deals.to_bytes(32, "big"),
        ).pk
        self.known = read(self.match_id)
        self.holders = [seat["user_id"] is not None for seat in self.known.seats]
        self.here = set(range(len(people)))
        self.last_change, self.sent, self.turn, self.moved_deadline = 0, None, None, False

    # --- What must be so ----------------------------------------------------------------------

    @invariant()
    def stays_whole(self) -> None:
        before, after = self.known, self._read()
        assert list(amiss(after, self.table.control, self.agreement)) == []
        assert list(misnumbered(before, after)) == []
        assert list(misauthored(self.holders, after)) == []
        self.last_change = max((row["id"] for row in after.changes), default=self.last_change)
        self.moved_deadline &= not after.entries
        self.known = after
        if after.running:
            self._count_down(is_new=before.timer != after.timer)
        else:
            assert_replay_matches(reading.get(match_id=self.match_id))
            self._deal()

    def _read(self) -> Record:
        return read(self.match_id, ply=self.known.match["ply"], change=self.last_change)

    def _count_down(self, *, is_new: bool) -> None:
        """The running turn has no less than no time, and its deadline is the instant of none."""
        if self.known.timer["deadline_at"] is None or self.known.timer["sitting_at"]:
            return
        self.turn = self._turn() if is_new or self.turn is None else self.turn
        turn = self.turn
        left = max(0.0, turn.thinking - turn.used(self.now))
        assert left <= turn.thinking
        due = turn.deadline
        assert (left == 0) is (due <= self.now)
        assert self.moved_deadline or due == self.known.deadline_at

    # --- How things happen --------------------------------------------------------------------

    @rule(
        what=steps,
        wait=st.integers(0, len(SLOW_WAITS) - 1),
        player=st.integers(0, 2),
        pick=st.integers(0, 7),
    )
    def happens(self, what: str, wait: int, player: int, pick: int) -> None:
        """Let time go by, in which whoever is here sends heartbeats, and then something be."""
        self.now += timedelta(seconds=(SLOW_WAITS if self.table.is_slow else LIVE_WAITS)[wait])
        if not self.table.is_slow or self.known.timer["sitting_at"]:
            self._show(self.here, self.now + play.HEARTBEAT)
        getattr(self, what)(player % len(self.users), pick)

    def _show(self, who: set[int], until: datetime, *, left: bool = False) -> None:
        seats = {self.known.seats[player]["id"]: until for player in who}
        play.record_presence(until=seats, now=self.now, left=left)

    def ask(self, service: Callable[..., Outcome], **facts: Any) -> Outcome | None:
        """Ask for something; return None if it is refused, which is told and changes nothing."""
        try:
            return service(match_id=self.match_id, now=self.now, **facts)
        except (TooLate, StalePly):
            return None  # the clock may have moved
        except Refusal:
            assert self._read().same_as(self.known)
            return None

    def submit(self, player: int, actor: Actor, pick: int) -> bool:
        command = {
            "player": player,
            "actor": actor,
            "action": self.choose(pick),
            "expected_ply": self.known.match["ply"],
            "cmd_id": uuid4(),
        }
        outcome = self.ask(play.submit, **command)
        if outcome:
            self.sent = command, outcome
            if self.agreement.holiday and actor == Actor.HUMAN:  # who plays is back from holiday
                play.recount(user_id=self.users[player].pk, now=self.now)
        return outcome is not None

    def choose(self, pick: int) -> Any:
        rules, position = self._position()
        actions = list(islice(rules.legal_actions(position), pick + 1))
        return rules.encode_action(actions[-1])

    def _position(self) -> tuple[Any, Any]:
        match = reading.get(match_id=self.match_id)
        rules = reading.rules_of(match)
        return rules, reading.position(match, rules)

    @property
    def mover(self) -> int:
        return int(self.known.match["to_move"])

    def is_late(self) -> bool:
        due = self.known.deadline_at
        return due is not None and self.now > due + GRACE[self.table.control.pace].accept

    def _turn(self) -> TurnClock:
        match = Match.objects.select_related("timer").get(pk=self.match_id)
        return turns.clock_of(match, match.timer, reading.seats(match_id=match.pk))

    # --- Moves --------------------------------------------------------------------------------

    def turn_is_played(self, _: int, pick: int) -> None:
        """Whoever holds the seat plays, refused only if late; a computer also in a pause."""
        owned, late = self.holders[self.mover], self.is_late()
        waits = not owned and self.known.timer["paused_at"] is not None
        accepted = self.submit(self.mover, Actor.HUMAN if owned else Actor.COMPUTER, pick)
        assert accepted is not waits or late

    def other_side_plays(self, _: int, pick: int) -> None:
        """Who does not hold the seat is refused."""
        owned = self.holders[self.mover]
        assert not self.submit(self.mover, Actor.COMPUTER if owned else Actor.HUMAN, pick)

    def move_out_of_turn(self, player: int, pick: int) -> None:
        assert player == self.mover or not self.submit(player, Actor.HUMAN, pick)

    def same_is_sent_again(self, _: int, _pick: int) -> None:
        if self.sent:
            command, outcome = self.sent
            again = Outcome(outcome.ply, self.known.match["version"], replayed=True)
            assert self.ask(play.submit, **command) == again

    # --- Prepared turns -----------------------------------------------------------------------

    def turn_is_prepared(self, player: int, pick: int) -> None:
        """Somebody whose turn it is not prepares one, and another where one already waits."""
        rules, position = self._position()
        player = (self.mover + 1) % len(self.users) if player == self.mover else player
        ahead = rules.foresee(rules.observation(position, player), player)
        if ahead is None:
            return
        actions = list(islice(rules.legal_actions(ahead), pick + 1))
        if not actions:
            return
        conditions = list(rules.conditions(actions[-1]))
        self.ask(
            play.prepare_turn,
            player=player,
            action=rules.encode_action(actions[-1]),
            condition=conditions[pick % len(conditions)],
            repeat=pick == 7,
            ply=self.known.match["ply"],
        )

    def prepared_turn_is_dropped(self, player: int, pick: int) -> None:
        own = PreparedTurn.objects.filter(match=self.match_id, player=player)
        number = own[pick % 3].number if own.count() > pick % 3 else pick
        if pick % 2:
            self.ask(play.drop_prepared, player=player, number=number)
        else:
            self.ask(play.move_prepared, player=player, number=number, place=0)

    def forced_turns_are_chosen(self, player: int, pick: int) -> None:
        self.ask(play.set_forced, player=player, on=pick < 6)

    # --- The clock ----------------------------------------------------------------------------

    def time_runs_out(self, _: int, pick: int) -> None:
        if due := self.known.deadline_at:
            self.now = max(self.now, due + timedelta(seconds=AROUND[pick]))

    def clock_is_swept(self, _: int, _pick: int) -> None:
        sweeps.sweep_deadlines(now=self.now)
        fires_at = self._read().fires_at
        assert fires_at is None or fires_at > self.now

    def nobody_can_reach_us(self, _: int, pick: int) -> None:
        gap = timedelta(seconds=7 * 5**pick)
        Pulse.objects.create(pk=1, beat_at=self.now)
        self.now += gap
        sweeps.sweep_deadlines(now=self.now)
        self.gone_are_swept(0, 0)
        assert self._read().same_as(self.known)
        assert play.keep_pulse(now=self.now) == gap
        Pulse.objects.all().delete()
        before, after = self.known.deadline_at, self._read().deadline_at
        assert after == (before and before + gap)
        self.moved_deadline |= self.table.is_slow

    # --- Who is here, and who plays -----------------------------------------------------------

    def page_is_closed(self, player: int, _: int) -> None:
        self.here.discard(player)
        self._show({player}, self.now, left=True)

    def page_is_opened(self, player: int, _: int) -> None:
        self.here.add(player)
        self._show({player}, self.now + play.HEARTBEAT)

    def gone_are_swept(self, _: int, _pick: int) -> None:
        sweeps.sweep_absences(now=self.now)
        sweeps.sweep_sittings(now=self.now)

    def seat_is_taken_back(self, player: int, _: int) -> None:
        """Somebody for whom the computer plays is back, if there is one."""
        held = [at for at in range(len(self.users)) if not self.holders[at]]
        self.ask(play.reclaim, player=held[player % len(held)] if held else player)

    def player_resigns(self, player: int, pick: int) -> None:
        if pick > 4:
            self.ask(play.resign, player=player)

    def substitutes_are_asked(self, _: int, pick: int) -> None:
        """People are asked for lost seats; the first who was asked sits down, and may be late."""
        sweeps.sweep_vacancies(now=self.now)
        vacancy = Vacancy.objects.filter(match=self.match_id).last()
        if vacancy is None or not self.substitutes:
            return
        user = self.substitutes[0]
        with contextlib.suppress(Refusal):
            play.cover(vacancy_id=vacancy.pk, user_id=user.pk, name=user.username, now=self.now)
            self.substitutes.remove(user)
            self.users[vacancy.player] = user

    # --- Manners ------------------------------------------------------------------------------

    def day_is_given(self, player: int, _: int) -> None:
        self.ask(play.give_day, player=player)

    def something_is_offered(self, player: int, pick: int) -> None:
        self._say(play.offer, KINDS[pick % len(KINDS)], player)

    def offer_is_answered(self, player: int, pick: int) -> None:
        """An open offer is agreed to, declined or withdrawn, or what nobody has offered is."""
        kind = (self.known.offers or KINDS)[0]
        self._say((play.agree, play.decline, play.withdraw)[pick % 3], kind, player)

    def all_agree(self, _: int, pick: int) -> None:
        kind = ("takeback", "takeback", "takeback", "pause", "pause", "live", "live", "draw")[pick]
        if kind == "live":
            self.here = set(range(len(self.users)))
            self._show(self.here, self.now + play.HEARTBEAT)
        for player in range(len(self.users)):
            self._say(play.offer, kind, player)

    def _say(self, service: Callable[..., Outcome], kind: str, player: int) -> None:
        self.stays_whole()
        self.ask(service, kind=kind, player=player, ply=self.known.match["ply"])

    def pause_is_ended(self, player: int, _: int) -> None:
        self.ask(play.resume_play, player=player)

    def played_by_days_again(self, player: int, _: int) -> None:
        self.ask(play.back_to_slow, player=player)

    # --- Sleep and holiday -------------------------------------------------------------------

    def calendar_is_changed(self, player: int, pick: int) -> None:
        self.now += MOMENT  # a calendar chosen as a turn begins counts for it
        chosen = CALENDARS[pick % len(CALENDARS)]
        rest.choose_calendar(user=self.users[player], calendar=chosen, now=self.now)

    def holiday_is_booked(self, player: int, pick: int) -> None:
        from_at = self.now + timedelta(hours=5 * (pick % 4))
        until_at = from_at + timedelta(days=1)
        with contextlib.suppress(NoHoliday):
            rest.book(user=self.users[player], from_at=from_at, until_at=until_at, now=self.now)
        self._holiday_changed(player, told=pick > 3)

    def holiday_is_ended(self, player: int, pick: int) -> None:
        last = HolidayRow.objects.filter(user=self.users[player]).last()
        if last is not None:
            with contextlib.suppress(NoHoliday):
                rest.end(user=self.users[player], holiday_id=last.pk, now=self.now)
            self._holiday_changed(player, told=pick > 3)

    def _holiday_changed(self, player: int, *, told: bool) -> None:
        """Let the clocks hear of it at once, or only when somebody looks closer."""
        self.turn, self.moved_deadline = None, True
        if told:
            play.recount(user_id=self.users[player].pk, now=self.now)


@pytest.fixture
def _words(db: None) -> None:
    """Every two letters are a word in one order only, so that every rack has some and not all."""
    load_words(map("".join, combinations("abcdefghijklmnoprstuvwxyz", 2)))


@pytest.mark.usefixtures("_words")
@pytest.mark.parametrize("on_timeout", OnTimeout)
@pytest.mark.parametrize("name", TABLES)
def test_a_table_stays_whole(name: str, on_timeout: OnTimeout) -> None:
    agreed = {"table": TABLES[name], "on_timeout": on_timeout}
    machine = seed(zlib.crc32(f"{name} {on_timeout}".encode()))(type("Evening", (Evening,), agreed))
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=RUNS // len(TABLES) // len(OnTimeout),
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
