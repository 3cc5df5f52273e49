"""Groups of people who chose anything that can be chosen, their turns for some days, and a relay.

The outbox, its relay and the rows are the site's own, the turns' clocks and what is owed of a turn
too. Only boards are left out: a turn is taken at some instant, or runs out. Time is told.
"""

import dataclasses
import heapq
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from django.core import mail
from django.db.models import Min

from accounts.edge import zones
from accounts.notices import outbox as notifications
from accounts.notices.kinds import KINDS, Kind, Notice
from accounts.notices.mail import Hold, Mail
from accounts.notices.models import Delivery, Notification
from accounts.notices.preferences import choosing
from accounts.notices.preferences.choosing import MOST_DIGESTS, Choice
from accounts.users.models import User
from games.matches.play.telling import MAIL_AFTER, WAKE_UPS
from tests.accounts.rest.rules.cases import SOME_DAY, ZONES, changes, draw_calendar
from tests.games.core.turns import Turn, clock_of

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
TICK = timedelta(microseconds=1)
ROUND = 5 * MINUTE  # how often the relay looks
NAMES = ("turn", *WAKE_UPS)
HOURS = (3, 6, 12, 24, 24, 30, 48, 72)  # for a turn
LIMITS = (1, 1, 2, 3, 4, 5, 8, 20)  # mails a day


@dataclass(slots=True)
class Taken:
    """A turn of somebody: when it runs out, when it is taken before (or None), when it is told."""

    user: User
    thinking: timedelta
    started_at: datetime
    deadline_at: datetime
    moves_at: datetime | None
    told_at: datetime | None = None


@dataclass
class Group:
    """Some people and what became of their turns; what is drawn follows from the seed."""

    seed: int
    of_people: int = 30
    days: int = 5
    of_turns: int = 2000
    turns: list[Taken] = field(default_factory=list)
    people: list[User] = field(default_factory=list)
    letters: list[tuple[datetime, User]] = field(default_factory=list)
    now: datetime = SOME_DAY
    due_at: datetime = SOME_DAY

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.names = [name for name in ZONES if zones.known_or_utc(name) == name]
        # Clocks change for somebody in the midst of these days.
        changed = changes(self.chance.choice(self.names)) or (SOME_DAY,)
        self.start = self.chance.choice(changed) - timedelta(days=self.days) / 2
        self.end_at = self.start + self.days * DAY

    @property
    def kinds(self) -> dict[str, Kind]:
        """Return the kinds of notice of a turn, written by this group."""
        return {name: dataclasses.replace(KINDS[name], render=self.write) for name in NAMES}

    def run(self) -> None:
        """Let the days pass, in rounds of the relay."""
        self.people = [self._person(number) for number in range(self.of_people)]
        for _ in range(self.of_turns):
            self._draw_turn()
        agenda = [(turn.started_at, number) for number, turn in enumerate(self.turns)]
        heapq.heapify(agenda)
        self.now = self.start
        while self.now < self.end_at:
            self.now += ROUND
            begun, over = [], []
            while agenda and agenda[0][0] <= self.now:
                at, number = heapq.heappop(agenda)
                turn = self.turns[number]
                if at > turn.started_at:
                    over.append(number)
                    continue
                begun.append(number)
                if turn.moves_at:
                    heapq.heappush(agenda, (turn.moves_at, number))
            if begun:
                self._schedule(begun)
            if over:
                keys = [f"{kind}:{number}" for number in over for kind in NAMES]
                notifications.cancel(keys=keys)
            if begun or self.due_at <= self.now:  # else it would find nothing
                self._relay()

    # --- Who ------------------------------------------------------------------------------------

    def _person(self, number: int) -> User:
        """Return somebody with choices as the form takes them."""
        name = f"g{self.seed}p{number}"
        user = User.objects.create_user(
            name, f"{name}@example.org", time_zone=self.chance.choice(self.names)
        )
        quiet = None
        if self.chance.random() < 0.7:
            begin = self.chance.randrange(1440)
            lasts = self.chance.choice(
                (self.chance.randrange(30, 1435), self.chance.randrange(360, 720))
            )
            quiet = self._time(begin), self._time(begin + lasts)
        hours = [
            self._time(self.chance.randrange(1440))
            for _ in range(self.chance.randint(1, MOST_DIGESTS))
        ]
        choice = Choice(self.chance.choice(LIMITS), self.chance.random() < 0.5, tuple(hours), quiet)
        choosing.choose_hours(user_id=user.pk, choice=choice)
        return User.objects.select_related("notices").get(pk=user.pk)

    def _time(self, minutes: int) -> time:
        return time(*divmod(minutes % 1440, 60))

    # --- What -----------------------------------------------------------------------------------

    def _draw_turn(self) -> None:
        user = self.chance.choice(self.people)
        started_at = self.start + self.days * DAY * self.chance.random()
        turn = Turn(
            started_at,
            thinking=self.chance.choice(HOURS) * HOUR,
            calendar=draw_calendar(self.chance, user.time_zone, started_at),
            allowance=self.chance.choice((0, 0, 8, 48)) * HOUR,
        )
        deadline_at = clock_of(turn).deadline
        assert deadline_at is not None
        moves_at = None
        if self.chance.random() < 0.6:
            moves_at = started_at + (deadline_at - started_at) * self.chance.random()
        self.turns.append(Taken(user, turn.thinking, started_at, deadline_at, moves_at))

    def _schedule(self, begun: list[int]) -> None:
        """Owe what a site owes of a turn that begins (``games.matches.play.telling``)."""
        notices = []
        for number in begun:
            turn = self.turns[number]
            due = {"turn": turn.started_at + MAIL_AFTER}
            for kind, part in WAKE_UPS.items():
                due[kind] = turn.deadline_at - turn.thinking * part
            notices += [
                Notice(
                    turn.user.pk,
                    kind,
                    f"{kind}:{number}",
                    {"turn": number},
                    at,
                    turn.deadline_at,
                    f"/turn/{number}/",
                )
                for kind, at in due.items()
            ]
        notifications.schedule_all(notices=notices)

    # --- Mail -----------------------------------------------------------------------------------

    def write(self, notice: Notification, now: datetime) -> Mail | Hold:
        """Return the mail of a turn, or that there is no need for one any more."""
        turn = self.turns[notice.ref["turn"]]
        if turn.deadline_at <= now or (turn.moves_at and turn.moves_at <= now):
            return Hold("the turn is over")
        return Mail(notice.key, f"Play: {notice.about}", "", lines=("Play.",), link=notice.about)

    def _relay(self) -> None:
        mail.outbox.clear()
        notifications.deliver(now=self.now, limit=1000)
        by_address: dict[str, User] = {user.email: user for user in self.people}
        for letter in mail.outbox:
            self.letters.append((self.now, by_address[letter.to[0]]))
            for number in re.findall(r"/turn/(\d+)/", str(letter.body)):
                turn = self.turns[int(number)]
                turn.told_at = turn.told_at or self.now
        queued = Delivery.objects.filter(status="queued")
        self.due_at = queued.aggregate(at=Min("due_at"))["at"] or self.end_at

    # --- What must hold -------------------------------------------------------------------------

    def spent(self, until: datetime | None = None) -> Counter[tuple[User, date]]:
        """Return how many mails each person got on each day of theirs, up to an instant."""
        return Counter(
            (user, at.astimezone(user.zone).date())
            for at, user in self.letters
            if until is None or at < until
        )

    @property
    def over_their_limit(self) -> dict[tuple[User, date], int]:
        """Return the people who got more mails on a day than they want."""
        days = self.spent().items()
        return {day: n for day, n in days if n > day[0].notices.mails_per_day}

    @property
    def ran_out(self) -> list[Taken]:
        """Return the turns that ran out."""
        return [one for one in self.turns if not one.moves_at and one.deadline_at < self.end_at]

    @property
    def untold(self) -> list[Taken]:
        """Return the turns that ran out without a mail, though one was promised.

        It is for each turn that lasts past midnight, and for others unless the day's mails are used
        up.
        """
        return [
            turn for turn in self.ran_out if turn.told_at is None and not self._is_excused(turn)
        ]

    def _is_excused(self, turn: Taken) -> bool:
        user, (first, last) = turn.user, (turn.started_at, turn.deadline_at)
        day = first.astimezone(user.zone).date()
        if (last - TICK).astimezone(user.zone).date() != day:
            return False
        return self.spent(until=last)[user, day] >= user.notices.mails_per_day
