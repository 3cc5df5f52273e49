"""What happened while things broke, as data, and pure functions that say what was wrong in it.

All instants are seconds since the epoch: the players' clock and the site's are the same machine's.
Each check returns its complaints as sentences; none is what a test wants.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from games.core.clock import GRACE, Pace

ACCEPT = GRACE[Pace.LIVE].accept.total_seconds()
FIRE = GRACE[Pace.LIVE].fire.total_seconds()
ENFORCED_WITHIN = 10.0
SHOWN_WITHIN = 5.0
SLACK = 0.005  # what is stored is rounded
MOST_DELAY = 2.0
UNDER_WAY = 8.0  # seconds that a request may take, as long as anybody waits for it


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back from one try to send a command; status 0: nothing came."""

    match: str
    player: int
    cmd_id: str
    for_ply: int  # the ply the command was made at
    sent_at: float
    answered_at: float
    status: int
    body: dict[str, Any]

    @property
    def acknowledged(self) -> bool:
        """Tell whether the site has said yes."""
        return self.status == 200

    @property
    def is_final(self) -> bool:
        """Tell whether there is no reason to try again."""
        return 200 <= self.status < 500


@dataclass(frozen=True, slots=True)
class Seen:
    """A view that reached a player."""

    match: str
    player: int
    ply: int
    version: int
    at: float


@dataclass(frozen=True, slots=True)
class Entry:
    """One move as stored."""

    ply: int
    player: int
    actor: str
    cmd_id: str | None
    started_at: float
    played_at: float


@dataclass(frozen=True, slots=True)
class Change:
    """One change of hands as stored."""

    player: int
    kind: str
    at: float


@dataclass(frozen=True, slots=True)
class Record:
    """A match as stored at the end."""

    match: str
    ply: int
    version: int
    running: bool
    set_aside: bool
    budget: float
    bank: float
    banks: list[float]
    started_at: float  # when the running turn began
    player: int | None  # whose turn it is
    log: list[Entry]
    changes: list[Change]
    read_at: float
    credits: list[list[float]] = field(default_factory=list)  # silences given back: from, to
    hangs: list[list[float]] = field(default_factory=list)  # the same, to some matches alone


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which something did not run."""

    began_at: float
    ended_at: float


@dataclass(slots=True)
class History:
    """All that was sent, answered and shown, and what is stored in the end."""

    answers: list[Answer] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    records: dict[str, Record] = field(default_factory=dict)
    blows: list[Outage] = field(default_factory=list)  # parts that are missing, the site goes on
    outages: list[Outage] = field(default_factory=list)  # the site cannot do its work
    stood_still: float = 0.0  # seconds in which the whole machine did nothing
    late: list[tuple[float, float]] = field(default_factory=list)  # when we went on late, seconds

    @property
    def delay(self) -> float:
        """How late, all together, a busy machine went on with us."""
        return sum(seconds for _, seconds in self.late)

    def delay_between(self, from_at: float, to_at: float) -> float:
        """Return how late it went on with us meanwhile: more than a little excuses nothing."""
        return min(MOST_DELAY, sum(late for at, late in self.late if from_at <= at <= to_at))

    def forgiven(self, due_at: float, within: float) -> float:
        """Return until when something due must have happened: an outage stops the count.

        A machine that has others to serve as well serves the site later by about as much as us.
        """
        within += self.delay
        latest = due_at + within
        for outage in self.outages:
            if outage.began_at <= latest and outage.ended_at >= due_at:
                latest = max(latest, outage.ended_at + within)
        return latest


@dataclass(frozen=True, slots=True)
class Turn:
    """A move of a log with the deadline it had, and its player's bank afterwards."""

    entry: Entry
    deadline_at: float
    bank: float


def turns(record: Record) -> Iterator[Turn]:
    """Work the clock of a match out again from its log."""
    banks = [record.bank] * len(record.banks)
    for entry in record.log:
        own = banks[entry.player]
        overrun = entry.played_at - entry.started_at - record.budget
        banks[entry.player] = own if overrun <= 0 else max(0.0, own - overrun)
        yield Turn(entry, entry.started_at + record.budget + own, banks[entry.player])


def complaints(history: History) -> list[str]:
    """Return all that is wrong."""
    timed = (mistimed, late, behind)
    return unsafe(history) + [complaint for check in timed for complaint in check(history)]


def unsafe(history: History) -> list[str]:
    """Return what is wrong however slow the machine was: moves, answers and counts."""
    checks = (lost, doubled, contradicted, miscounted, set_aside)
    return [complaint for check in checks for complaint in check(history)]


def lost(history: History) -> Iterator[str]:
    """Complain of moves the site said yes to that the log does not hold where it said."""
    stored = {
        (record.match, entry.cmd_id): entry.ply
        for record in history.records.values()
        for entry in record.log
    }
    for answer in history.answers:
        if answer.acknowledged and stored.get((answer.match, answer.cmd_id)) != answer.body["ply"]:
            yield f"{answer.match}: lost is {answer.cmd_id}, answered with {answer.body}"


def doubled(history: History) -> Iterator[str]:
    """Complain of plies or commands that are in a log twice, of gaps, and of moves nobody sent."""
    sent = {(answer.match, answer.cmd_id) for answer in history.answers}
    for record in history.records.values():
        plies = [entry.ply for entry in record.log]
        if plies != list(range(1, record.ply + 1)):
            yield f"{record.match}: the plies are {plies}, the match is at {record.ply}"
        commands = Counter(entry.cmd_id for entry in record.log if entry.cmd_id)
        for cmd_id, times in commands.items():
            if times > 1:
                yield f"{record.match}: doubled is {cmd_id}, {times} times in the log"
        for entry in record.log:
            if entry.actor == "human" and (record.match, entry.cmd_id) not in sent:
                yield f"{record.match}: nobody sent {entry.cmd_id} at ply {entry.ply}"


def contradicted(history: History) -> Iterator[str]:
    """Complain of commands that were carried out again, or answered differently, when repeated."""
    first: dict[str, int] = {}
    anew: Counter[str] = Counter()
    for answer in history.answers:
        if not answer.acknowledged:
            continue
        ply = answer.body["ply"]
        anew[answer.cmd_id] += not answer.body["replayed"]
        if first.setdefault(answer.cmd_id, ply) != ply or ply != answer.for_ply + 1:
            yield f"{answer.match}: {answer.cmd_id} for ply {answer.for_ply} was answered {ply}"
    for cmd_id, times in anew.items():
        if times > 1:
            yield f"{cmd_id} was carried out {times} times"


def mistimed(history: History) -> Iterator[str]:
    """Complain of moves accepted after their grace and of clocks that moved before it was over.

    A move that waits for the site, as it may while a database is away, counts by its arrival.
    """
    sent: dict[str, float] = {}
    for answer in history.answers:
        sent[answer.cmd_id] = min(answer.sent_at, sent.get(answer.cmd_id, answer.sent_at))
    for record in history.records.values():
        for turn in turns(record):
            entry = turn.entry
            arrived_at = min(entry.played_at, sent.get(entry.cmd_id or "", entry.played_at))
            after = arrived_at - turn.deadline_at
            name = f"{record.match}: ply {entry.ply} by the {entry.actor}"
            if entry.actor != "clock" and after > ACCEPT + SLACK:
                yield f"{name} was accepted {after:.2f} s after the deadline"
            if entry.actor == "clock" and after < ACCEPT - SLACK:
                yield f"{name} was made {after:.2f} s after the deadline"


def late(history: History) -> Iterator[str]:
    """Complain of deadlines that were enforced, or shown to be, too long after their instant."""
    shown = _first_shown(history.seen)
    for record in history.records.values():
        for turn in turns(record):
            if turn.entry.actor != "clock":
                continue
            latest = history.forgiven(turn.deadline_at, ENFORCED_WITHIN)
            name = f"{record.match}: ply {turn.entry.ply}"
            after = turn.entry.played_at - turn.deadline_at
            if turn.entry.played_at > latest:
                yield f"{name} was enforced {after:.2f} s after the deadline"
            seen_at = shown.get((record.match, turn.entry.ply), record.read_at)
            if seen_at > latest:
                yield f"{name} was seen {seen_at - turn.deadline_at:.2f} s after the deadline"
        if record.running and record.player is not None and not record.set_aside:
            due_at = record.started_at + record.budget + record.banks[record.player]
            if record.read_at > history.forgiven(due_at, ENFORCED_WITHIN):
                yield f"{record.match}: the turn due {record.read_at - due_at:.2f} s ago goes on"


def _first_shown(seen: Iterable[Seen]) -> dict[tuple[str, int], float]:
    """Return by match and ply when a view of at least that ply reached anyone."""
    shown: dict[tuple[str, int], float] = {}
    highest: Counter[str] = Counter()
    for view in sorted(seen, key=lambda view: view.at):
        for ply in range(highest[view.match] + 1, view.ply + 1):
            shown[view.match, ply] = view.at
        highest[view.match] = max(highest[view.match], view.ply)
    return shown


def starts(began_at: float, entry: Entry, record: Record) -> tuple[float, float]:
    """Return between which instants a turn may begin that began then, and had silences back.

    It has each instant back once at most, however many silences it fell in; a person all of those
    of the whole site, and maybe those of single processes. One may still be noted as ended while
    the move is under way.
    """
    until = entry.played_at + UNDER_WAY
    noted = record.credits if entry.actor == "human" else []
    sure = [one for one in noted if began_at < one[1] <= entry.played_at]
    maybe = [one for one in record.credits + record.hangs if began_at < one[1]]
    earliest = began_at + covered(sure, began_at, until)
    latest = began_at + covered(maybe, began_at, until)
    return min(earliest, entry.played_at), min(latest, entry.played_at)


def covered(silences: list[list[float]], from_at: float, to_at: float) -> float:
    """Return how many seconds between two instants some silence covers."""
    total, reached = 0.0, from_at
    for began_at, ended_at in sorted(silences):
        began_at, ended_at = max(began_at, reached), min(ended_at, to_at)
        if began_at < ended_at:
            total, reached = total + ended_at - began_at, ended_at
    return total


def miscounted(history: History) -> Iterator[str]:
    """Complain of clocks below zero or other than by the log, and of gaps between turns."""
    for record in history.records.values():
        banks = [record.bank] * len(record.banks)
        began_at = None
        for turn in turns(record):
            banks[turn.entry.player] = turn.bank
            if began_at is not None:
                earliest, latest = starts(began_at, turn.entry, record)
                started_at, ply = turn.entry.started_at, turn.entry.ply
                if not earliest - 0.001 <= started_at <= latest + 0.001:
                    yield (
                        f"{record.match}: ply {ply} does not begin where the last ended, but"
                        f" {started_at - earliest:+.3f} s after the earliest instant of its"
                        f" beginning and {started_at - latest:+.3f} s after the latest"
                    )
            if turn.entry.played_at < turn.entry.started_at:
                yield f"{record.match}: ply {turn.entry.ply} ended before it began"
            began_at = turn.entry.played_at
        if min(record.banks) < 0:
            yield f"{record.match}: a clock is below zero: {record.banks}"
        pairs = zip(banks, record.banks, strict=True)
        if any(abs(counted - stored) > SLACK * (record.ply + 1) for counted, stored in pairs):
            yield f"{record.match}: the clocks are {record.banks}, by the log {banks}"


def behind(history: History) -> Iterator[str]:
    """Complain of players to whom a move, or the last version, was shown too late or never."""
    views: dict[tuple[str, int], list[Seen]] = {}
    for view in sorted(history.seen, key=lambda view: view.at):
        views.setdefault((view.match, view.player), []).append(view)
    for (match, player), shown in views.items():
        record = history.records[match]
        last = shown[-1]
        for entry in record.log:
            latest = history.forgiven(entry.played_at, SHOWN_WITHIN)
            if latest < shown[0].at:
                continue  # before the player came
            at = next((view.at for view in shown if view.ply >= entry.ply), None)
            if at is None or at > latest:
                after = "never" if at is None else f"{at - entry.played_at:.2f} s later"
                yield f"{match}: player {player} saw ply {entry.ply} {after}"
        if last.version < record.version:
            yield f"{match}: player {player} is at version {last.version} of {record.version}"


def set_aside(history: History) -> Iterator[str]:
    """Complain of matches that were set aside for a fault of their rules."""
    for record in history.records.values():
        if record.set_aside:
            yield f"{record.match} was set aside"


# --- What only some faults forbid -----------------------------------------------------------------


def failed(history: History) -> Iterator[str]:
    """Complain of tries that the site left without a proper answer."""
    for answer in history.answers:
        if not answer.is_final:
            yield f"{answer.match}: {answer.cmd_id} was answered {answer.status} {answer.body}"


def slow(history: History, within: float) -> Iterator[str]:
    """Complain of answers that took longer than so many seconds."""
    for answer in history.answers:
        if answer.answered_at - answer.sent_at > within + history.delay:
            seconds = answer.answered_at - answer.sent_at
            yield f"{answer.match}: {answer.cmd_id} was answered after {seconds:.2f} s"


def punished(history: History) -> Iterator[str]:
    """Complain of tries that were sent before the deadline and refused because of the time."""
    deadlines = {
        (record.match, turn.entry.ply): turn.deadline_at
        for record in history.records.values()
        for turn in turns(record)
    }
    for answer in history.answers:
        deadline_at = deadlines.get((answer.match, answer.for_ply + 1), answer.sent_at)
        delay = history.delay_between(answer.sent_at, answer.answered_at)
        in_time = answer.sent_at + delay < deadline_at
        if answer.body.get("error") == "too_late" and in_time:
            early = deadline_at - answer.sent_at
            yield f"{answer.match}: {answer.cmd_id} came {early:.2f} s early and was too late"


def robbed(history: History) -> Iterator[str]:
    """Complain of turns that the clock ended though their player had sent a move in time."""
    sent: dict[tuple[str, int, int], Answer] = {}
    for answer in history.answers:
        sent.setdefault((answer.match, answer.player, answer.for_ply + 1), answer)
    for record in history.records.values():
        for turn in turns(record):
            first = sent.get((record.match, turn.entry.player, turn.entry.ply))
            if turn.entry.actor != "clock" or first is None:
                continue
            delay = history.delay_between(first.sent_at, turn.deadline_at)
            early = turn.deadline_at - first.sent_at
            if early > delay:
                yield f"{record.match}: ply {turn.entry.ply} was sent {early:.2f} s early"


def replaced(history: History) -> Iterator[str]:
    """Complain of people whose seat the computer took."""
    for record in history.records.values():
        for change in record.changes:
            yield f"{record.match}: player {change.player} was {change.kind}"


def moves_after(history: History, actor: str, at: float) -> int:
    """Return how many moves of that kind were made after an instant."""
    logs = (record.log for record in history.records.values())
    return sum(entry.actor == actor and entry.played_at > at for log in logs for entry in log)


def deadlines_during(history: History, blow: Outage) -> int:
    """Return how many turns that the clock ended had their deadline meanwhile."""
    ended = (turn for record in history.records.values() for turn in turns(record))
    return sum(
        turn.entry.actor == "clock" and blow.began_at <= turn.deadline_at <= blow.ended_at
        for turn in ended
    )
