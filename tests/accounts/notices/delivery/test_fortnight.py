"""Days of mails: none too many, no deadline unannounced, nothing lost, nothing twice."""

import random
import re
from collections import Counter
from datetime import datetime
from typing import Any

import pytest
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection

from accounts.notices.mail import message_id
from accounts.notices.models import Delivery, NoticeChoices
from games.matches.post import composing
from tests.accounts.notices.backends import ProcessKilled
from tests.accounts.notices.delivery.fortnight import Fortnight, deliver
from tests.size import runs

# Each act is stored for good, as on a site: in one long transaction rows that have died pile up,
# and each look at a table takes longer than the last.
pytestmark = pytest.mark.django_db(transaction=True)
KILLS = 50
SCALE = {
    "days": runs(14, quick=5), "at_tables": runs(120, quick=30), "of_people": runs(40, quick=10),
}  # fmt: skip
LONGEST_LIFE = runs(900, quick=120)  # statements of a relay that is to be killed


@pytest.fixture(autouse=True)
def _small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """How a board is drawn is another matter: a few pixels will do."""
    monkeypatch.setattr(composing, "PICTURE_WIDTH", 4)


@pytest.mark.slow
def test_nobody_is_told_too_much_or_too_late_or_twice() -> None:
    fortnight = Fortnight(seed=7, **SCALE)
    fortnight.run(deliver)
    assert len(fortnight.ran_out) > 10
    assert_nobody_got_more_than_they_wanted(fortnight)
    assert_every_deadline_was_told_before(fortnight)
    assert_nothing_was_told_twice(fortnight)
    assert_ledger_and_outbox_agree(fortnight)
    assert_nothing_is_left_behind(fortnight)
    tell(fortnight)
    statuses = set(Delivery.objects.filter(channel="mail").values_list("status", flat=True))
    assert statuses - {"held"} == {"queued", "sent", "merged", "cancelled"}


@pytest.mark.sometimes
@pytest.mark.slow
def test_the_same_with_a_relay_that_is_killed_fifty_times(settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.{Killing.__name__}"
    fortnight = Fortnight(seed=7, **SCALE)
    relay = Doomed(random.Random(11))
    with connection.execute_wrapper(relay.at_statement):
        fortnight.run(relay.deliver)
    assert relay.kills == fortnight.kills == KILLS
    assert_nobody_got_more_than_they_wanted(fortnight)
    assert_ledger_and_outbox_agree(fortnight, kills=KILLS)
    assert_every_deadline_was_told_before(fortnight)
    assert_nothing_is_left_behind(fortnight)
    tell(fortnight)


def tell(fortnight: Fortnight) -> None:
    """Print what happened; ``pytest -s`` shows it."""
    ways = Counter(Delivery.objects.values_list("channel", "status"))
    told = ", ".join(f"{count} {status} by {way}" for (way, status), count in sorted(ways.items()))
    print(  # noqa: T201 - figures to be read, and none that could fail
        f"\n{len(fortnight.people)} people, {fortnight.at_tables} tables, {fortnight.days} days: "
        f"{fortnight.turns} turns, {len(fortnight.ran_out)} of them ran out, "
        f"{len(fortnight.letters)} mails, {fortnight.rounds} rounds of the relay, "
        f"{fortnight.kills} killed. Deliveries: {told}."
    )


# --- What must hold -------------------------------------------------------------------------------


def assert_nobody_got_more_than_they_wanted(fortnight: Fortnight) -> None:
    """A process that died before noting a mail sent it again; it counts once, as last sent."""
    zones = {user.email: user.zone for user in fortnight.people}
    mails_sent = {
        message.extra_headers["Message-ID"]: (message.to[0], at)
        for at, message in fortnight.letters
    }
    days = Counter((to, at.astimezone(zones[to]).date()) for to, at in mails_sent.values())
    wanted = dict(NoticeChoices.objects.values_list("user__email", "mails_per_day"))
    assert {day: count for day, count in days.items() if count > wanted[day[0]]} == {}
    assert {address for (address, _), count in days.items() if count == wanted[address]}


def assert_every_deadline_was_told_before(fortnight: Fortnight) -> None:
    """Before time ran out on a turn, a mail had said so."""
    went = {}
    for row in Delivery.objects.filter(channel="mail", status__in=["sent", "merged"]):
        at = row.sent_at or (row.merged_into and row.merged_into.sent_at)
        ref = row.notification.ref
        if at is not None and "ply" in ref:
            turn = ref["match"], ref["ply"], row.user_id
            went[turn] = min(went.get(turn, at), at)
    unwarned = [
        (match_id, ply, user_id)
        for match_id, ply, user_id, deadline_at in fortnight.ran_out
        if not went.get((match_id, ply, user_id), deadline_at) < deadline_at
    ]
    assert unwarned == []


def assert_nothing_was_told_twice(fortnight: Fortnight) -> None:
    ids = Counter(message.extra_headers["Message-ID"] for _, message in fortnight.letters)
    assert [one for one, count in ids.items() if count > 1] == []


def assert_ledger_and_outbox_agree(fortnight: Fortnight, *, kills: int = 0) -> None:
    """Each mail is a sent line of the ledger and each sent line a mail, as are a digest's own."""
    ids = Counter(message.extra_headers["Message-ID"] for _, message in fortnight.letters)
    sent = Delivery.objects.filter(channel="mail", status="sent").select_related("notification")
    rows = {message_id(row.notification.key): row for row in sent}
    assert ids.keys() == rows.keys()
    assert sum(ids.values()) - len(rows) <= kills
    for at, message in fortnight.letters:
        row = rows[message.extra_headers["Message-ID"]]
        assert message.to == [row.user.email]
        assert kills or row.sent_at == at
        told = re.findall(r"^\* .*", str(message.body), re.MULTILINE)
        pages = {one.notification.about for one in row.merged.select_related("notification")}
        assert not pages or kills or len(told) == (len(pages) if len(pages) > 1 else 0)


def assert_nothing_is_left_behind(fortnight: Fortnight) -> None:
    """What is due has gone, was held for a reason, or waits for a later hour."""
    owed = Delivery.objects.filter(status="queued", due_at__lte=fortnight.end_at)
    assert list(owed) == []
    ended = Delivery.objects.filter(status="merged").exclude(merged_into__status="sent")
    assert list(ended) == []
    assert not Delivery.objects.filter(status="failed").exists()
    assert not Delivery.objects.filter(status="held", outcome="").exists()


# --- A relay that dies ----------------------------------------------------------------------------


class Doomed:
    """A relay that is killed fifty times: at a statement, or around the mail server's answer."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.kills, self.alive = chance, 0, False
        self.steps = self._lifetime()

    def deliver(self, now: datetime) -> int:
        self.alive = True
        Killing.relay = self
        try:
            return deliver(now)
        finally:
            self.alive = False

    def at_statement(self, execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        self.step()
        return execute(sql, params, many, context)

    def step(self) -> None:
        """Go on by one step, unless it is the one to die at."""
        if not self.alive or self.kills == KILLS:
            return
        self.steps -= 1
        if self.steps <= 0:
            self.kills += 1
            self.alive = False
            self.steps = self._lifetime()
            raise ProcessKilled

    def _lifetime(self) -> int:
        return self.chance.randrange(1, LONGEST_LIFE)


class Killing(EmailBackend):
    """A mail server at which the relay can die, before asking it or after it has answered."""

    relay: Doomed

    def send_messages(self, messages: Any) -> int:
        self.relay.step()
        sent = super().send_messages(messages)
        if self.relay.chance.random() < 0.1:
            self.relay.steps = 1
        self.relay.step()
        return int(sent)
