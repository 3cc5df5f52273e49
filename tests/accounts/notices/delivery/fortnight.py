"""Days of people at many turn-based tables, hour by hour, with a relay.

All of it is the site's own: rows in PostgreSQL, moves through ``games.matches.play``, clocks that
run out, mails that leave. Only the time is told, and who plays what when is drawn from a seed.
"""

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.core import mail
from django.db import connection
from django.db.models import Min

from accounts.notices import outbox as notifications
from accounts.notices.models import Delivery, NoticeChoices
from accounts.users.models import User
from games.core.clock import Pace
from games.matches import play, reading
from games.matches.models import Match, Seat
from tests.accounts.notices.backends import ProcessKilled
from tests.factories import make_match

START = datetime(2026, 3, 20, 9, tzinfo=UTC)  # clocks go forward in Europe on the 29th
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ROUND = timedelta(minutes=5)  # how often the relay looks
ZONES = (
    "Europe/Vienna",
    "America/New_York",
    "Asia/Tokyo",
    "Asia/Kolkata",
    "Australia/Adelaide",
    "Pacific/Honolulu",
    "UTC",
)
BUDGETS = (1, 2, 3, 4, 6, 20)
DIGESTS = ([time(18)], [time(8), time(18)], [time(6, 30), time(12), time(21, 15)])
NIGHTS = (
    (time(22), time(7)),
    (time(0), time(8)),
    (time(13), time(15, 30)),
    (time(23, 30), time(9)),
)
TURNS = (24, 36, 72, 120, 168)  # hours


@dataclass
class Fortnight:
    """What happens, and what people saw: who got which mail when, and which turns ran out."""

    seed: int
    days: int = 14
    at_tables: int = 120
    of_people: int = 40
    chance: random.Random = field(init=False)
    now: datetime = START
    people: list[User] = field(default_factory=list)
    letters: list[tuple[datetime, Any]] = field(default_factory=list)
    ran_out: list[tuple[int, int, int, datetime]] = field(default_factory=list)
    kills: int = 0
    turns: int = 0
    rounds: int = 0
    agenda: list[tuple[datetime, int, int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    @property
    def end_at(self) -> datetime:
        """Return when it is over."""
        return START + self.days * DAY

    def run(self, relay: Callable[[datetime], int]) -> None:
        """Let the days pass."""
        self.people = [self._person(number) for number in range(self.of_people)]
        for number in range(self.at_tables):
            self._table(number)
        look_at = START
        while self.agenda and self.agenda[0][0] < self.end_at:
            at, _, match_id, ply = heapq.heappop(self.agenda)
            look_at = self._relay_until(at, look_at, relay)
            self.now = at
            self._turn(match_id, ply)
        self._relay_until(self.end_at, look_at, relay)
        for late in (1, 2, 3):  # what was left by one that was killed at the very end
            self._relay(self.end_at + late * ROUND, relay)

    # --- Who ------------------------------------------------------------------------------------

    def _person(self, number: int) -> User:
        user = User.objects.create_user(
            f"player{number}", f"player{number}@example.org", time_zone=ZONES[number % len(ZONES)]
        )
        draw = self.chance.random
        begin, end = self.chance.choice(NIGHTS) if draw() < 0.6 else (None, None)
        NoticeChoices.objects.create(
            user=user,
            mails_per_day=BUDGETS[number % len(BUDGETS)],
            digest=draw() < 0.4,
            digest_hours=self.chance.choice(DIGESTS),
            quiet_from=begin,
            quiet_to=end,
        )
        return user

    def _table(self, number: int) -> None:
        match = make_match(
            *self.chance.sample(self.people, 2 if number % 5 else 3),
            pace=Pace.CORRESPONDENCE,
            budget=self.chance.choice(TURNS) * 3600,
            now=START,
            secret=self.chance.randbytes(32),
        )
        Seat.objects.filter(match=match).update(present_until=None)
        self._plan(match)

    # --- What -----------------------------------------------------------------------------------

    def _plan(self, match: Match) -> None:
        """Decide when the player to move will move, or that their time will run out."""
        deadline_at = match.timer.deadline_at
        if match.status != Match.Status.RUNNING or deadline_at is None:
            return
        left = deadline_at - self.now
        mood = self.chance.random()
        if mood < 0.5:
            at = self.now + left * self.chance.uniform(0.3, 0.75)
        elif mood < 0.8:
            at = self.now + left * self.chance.uniform(0.75, 0.99)
        else:
            at = deadline_at + timedelta(seconds=61)
        entry = (at, self.chance.randrange(1 << 30), match.pk, match.ply)
        heapq.heappush(self.agenda, entry)

    def _turn(self, match_id: int, ply: int) -> None:
        match = reading.get(match_id=match_id)
        if match.status != Match.Status.RUNNING or match.ply != ply:
            return
        self.turns += 1
        assert match.timer.deadline_at is not None
        assert match.to_move is not None
        if match.timer.deadline_at < self.now:
            seat = match.seats.get(player=match.to_move)
            assert seat.user_id is not None
            self.ran_out.append((match_id, ply, seat.user_id, match.timer.deadline_at))
            play.expire(match_id=match_id, ply=ply, now=self.now)
        elif self.chance.random() < 0.02:
            play.resign(match_id=match_id, player=match.to_move, now=self.now)
        else:
            self._move(match)
        self._plan(reading.get(match_id=match_id))

    def _move(self, match: Match) -> None:
        rules, seat = reading.rules_of(match), match.seats.get(player=match.to_move)
        state = rules.decode_state(match.state)
        actions = rules.legal_actions(state)
        few = [action for action, _ in zip(actions, range(8), strict=False)]
        play.submit(
            match_id=match.pk,
            player=match.to_move or 0,
            action=rules.encode_action(self.chance.choice(few)),
            expected_ply=match.ply,
            actor="human" if seat.controller == Seat.Controller.HUMAN else "computer",
            now=self.now,
        )

    # --- Mail -----------------------------------------------------------------------------------

    def _relay_until(
        self, at: datetime, look_at: datetime, relay: Callable[[datetime], int]
    ) -> datetime:
        """Let the relay look every five minutes up to an instant; return when it looks next."""
        while look_at <= at:
            due_at = Delivery.objects.filter(status="queued").aggregate(at=Min("due_at"))["at"]
            if due_at is None or due_at > at:
                break
            if due_at > look_at:  # until then it would find nothing
                look_at += -(-(due_at - look_at) // ROUND) * ROUND
                continue
            self._relay(look_at, relay)
            look_at += ROUND
        return look_at

    def _relay(self, at: datetime, relay: Callable[[datetime], int]) -> None:
        before = len(mail.outbox)
        self.rounds += 1
        try:
            relay(at)
        except ProcessKilled:
            self.kills += 1  # the next round finds what it left
            connection.close()  # which went with its process
        self.letters += [(at, message) for message in mail.outbox[before:]]


def deliver(now: datetime) -> int:
    """Do a round of the relay."""
    return notifications.deliver(now=now, limit=1000)
