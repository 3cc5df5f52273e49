"""What one web process knows of its open sockets, and what it does for them every few seconds.

Sockets are told of a change by a poke that brings its news. One may be lost, so every two seconds
one query compares the versions of all watched matches with what was sent. Other loops note who is
present and, should every task worker be down, keep the clocks going: they call the same sweeps.
"""

import asyncio
import contextlib
import json
import logging
import platform
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime
from typing import Any, Protocol, TypeAlias

from django.utils import translation

from accounts.edge import clock
from games.core.errors import Refusal
from games.matches import play, reading, sweeps
from games.matches.clocks.claims import claim
from games.matches.live import arrivals, news
from games.matches.live.arrivals import SETTLING
from games.matches.live.hearing import Hearing
from games.matches.live.threads import after_moves, in_own_thread, in_thread, now
from games.matches.poke import ALL, tell, watchers
from games.matches.reading import positions
from games.matches.reading.positions import Entry
from games.matches.talk import chat

logger = logging.getLogger(__name__)


Viewer: TypeAlias = "tuple[int | None, str]"  # a user, and the language they read


LOOK_EVERY = 2.0  # seconds


BEAT_EVERY = 0.7  # seconds: a turn is over when each process has beaten since (play.GRACE)


PING_EVERY = 4.0  # seconds; see play.HEARTBEAT


ASK_EVERY = 0.5  # seconds, until the database has told the time


DEAF_AFTER = 1.0  # seconds in which a socket takes nothing in


def ping_frame() -> str:
    """Return what asks a page whether someone is there, and tells it the time: clocks run by it."""
    return json.dumps({"t": "ping", "now": now().isoformat()})


class Socket(Protocol):
    """What the watch needs of a consumer."""

    match_id: int
    user_id: int | None
    seat_id: int | None
    version: int
    heard_at: datetime
    hidden_at: datetime | None
    language: str

    def deliver(self, text: str) -> Awaitable[None]:
        """Send a frame that is already JSON."""


class PersonalSocket(Protocol):
    """What the watch needs of a page that counts its user's turns."""

    def turns_changed(self) -> Coroutine[Any, Any, None]:
        """Count again, and tell."""

    def end_deaf(self) -> Coroutine[Any, Any, None]:
        """Have the page try again, as pokes are heard no more."""


class Watch:
    """The sockets of this process by match, and its pages by user."""

    def __init__(self) -> None:
        self.sockets: dict[int, set[Socket]] = {}
        self.people: dict[int, set[PersonalSocket]] = {}
        self._wanted: dict[int, int] = {}
        self._busy: set[int] = set()
        self._noted: dict[int, datetime] = {}
        self._here: dict[int, list[bool]] = {}
        self._said: dict[int, int] = {}
        self._hearing = Hearing(self.sockets, self.take, self._end_deaf)
        self._serving: set[asyncio.Task[None]] = set()
        self.process: int | None = None

    def add(self, socket: Socket) -> None:
        """Begin to serve a socket."""
        self.sockets.setdefault(socket.match_id, set()).add(socket)

    def remove(self, socket: Socket) -> bool:
        """Forget a socket; tell whether it was the last of its seat in this process."""
        others = self.sockets.get(socket.match_id, set())
        others.discard(socket)
        if not others:
            for table in (self.sockets, self._wanted, self._here, self._said):
                table.pop(socket.match_id, None)
        if socket.seat_id is None:
            return False
        self._noted.pop(socket.seat_id, None)
        return all(other.seat_id != socket.seat_id for other in others)

    async def add_page(self, user_id: int, page: PersonalSocket) -> bool:
        """Begin to tell a page of its user's matches; return False if pokes aren't heard."""
        await self.listen()
        if not self._hearing.is_heard:
            return False
        self.people.setdefault(user_id, set()).add(page)
        return True

    def remove_page(self, user_id: int, page: PersonalSocket) -> None:
        """Forget a page."""
        pages = self.people.get(user_id, set())
        pages.discard(page)
        if not pages:
            self.people.pop(user_id, None)

    async def listen(self) -> None:
        """Return when pokes are heard, or when the layer has not answered for a while."""
        await self._hearing.listen()

    async def follow(self, match_id: int) -> None:
        """Return when the pokes of a match are heard, or cannot be."""
        await self._hearing.listen()
        await self._hearing.follow(match_id)

    def _end_deaf(self) -> None:
        for page in [page for pages in self.people.values() for page in pages]:
            self._serve(page.end_deaf())

    def take(self, poke: dict[str, Any]) -> None:
        """Take a poke, of this process or another one; twice is as good as once."""
        for user_id in poke.get("users", ()):
            for page in self.people.get(user_id, ()):
                self._serve(page.turns_changed())
        match_id: int = poke.get("match", 0)
        if poke["type"] == "match.watched":
            news.note_watched(match_id)
        if match_id not in self.sockets:
            return
        if poke["type"] == "chat.changed":
            self._serve(self.tell_of_chat(match_id, poke["line"]))
        elif poke["type"] == "seat.left":
            self._serve(self._stay(match_id, poke["seat"]))
        elif poke["type"] == "match.watched":
            pass
        elif poke.get("news"):
            self._serve(self.pass_on(match_id, poke["version"], poke["news"]))
        else:
            self._serve(self.refresh(match_id, poke["version"]))

    def _serve(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def pass_on(self, match_id: int, version: int, told: news.News) -> None:
        """Pass news on to every socket that can follow them; the others get the whole view."""
        positions.note(match_id, told["log_hash"], [Entry(*entry) for entry in told["played"]])
        frames: dict[tuple[int | None, str], str | None] = {}
        ready: list[tuple[Socket, str]] = []
        for socket in self.sockets.get(match_id, ()):
            if socket.version != told["follows"]:
                continue
            player = news.player_of(told, socket.user_id)
            kind = player, socket.language
            if kind not in frames:
                frames[kind] = news.frame(told, *kind)
            frame = frames[kind]
            if frame is not None:
                socket.version = version
                socket.seat_id = None if player is None else told["seat_ids"][player]
                ready.append((socket, frame))
        await self._deliver_all(ready)
        await self.refresh(match_id, version)

    async def refresh(self, match_id: int, version: int) -> None:
        """Send the match to every socket that has less than ``version`` of it.

        Reads the match once for all sockets; calls that come while it reads are folded into one.
        """
        self._wanted[match_id] = max(version, self._wanted.get(match_id, 0))
        if match_id in self._busy:
            return
        self._busy.add(match_id)
        try:
            while self._behind(match_id):
                await self._send_views(match_id)
        finally:
            self._busy.discard(match_id)

    async def tell_of_chat(self, match_id: int, line: int | None) -> None:
        """Tell the players, and nobody else, that something was said: not what, and not by whom.

        ``line`` is its number; None has them look again at what was said before.
        """
        if line is not None and self._said.get(match_id, 0) >= line:
            return
        if line is not None:
            self._said[match_id] = line
        sockets = self.sockets.get(match_id, ())
        players = {socket for socket in sockets if socket.seat_id is not None}
        await self._tell(players, json.dumps({"t": "chat", "line": line}))

    def _behind(self, match_id: int) -> list[Socket]:
        wanted = self._wanted.get(match_id, 0)
        return [s for s in self.sockets.get(match_id, ()) if s.version < wanted]

    async def _send_views(self, match_id: int) -> None:
        behind = self._behind(match_id)
        viewers = {(socket.user_id, socket.language) for socket in behind}
        version, told = await in_thread(_frames, match_id, viewers, now())
        self._wanted[match_id] = min(self._wanted.get(match_id, version), version)
        # Between two heartbeats a view may say that someone here is not: tell it again.
        self._here.pop(match_id, None)
        for socket in behind:
            socket.version = version
            # Others may sit where they sat.
            socket.seat_id = told[socket.user_id, socket.language][0]
        await self._deliver_all(
            [(socket, told[socket.user_id, socket.language][1]) for socket in behind]
        )

    async def repair(self, at: datetime) -> None:
        """Find matches that moved on unnoticed, and tell who has come or gone."""
        watched = list(self.sockets)
        if not watched:
            return
        await self._tell_of_spectators()
        versions, here, said = await in_thread(_state_of, watched, at)
        for match_id, version in versions.items():
            await self.refresh(match_id, version)
        for match_id, present in here.items():
            if self._here.get(match_id) != present and match_id in self.sockets:
                self._here[match_id] = present
                frame = json.dumps({"t": "here", "here": present, "now": at.isoformat()})
                await self._tell(self.sockets[match_id], frame)
        for match_id, line in said.items():
            if match_id in self.sockets:
                await self.tell_of_chat(match_id, line)

    async def _tell_of_spectators(self) -> None:
        """Have whoever moves make news for spectators too, at the matches that have some here."""
        looked_at = [
            match_id
            for match_id, sockets in self.sockets.items()
            if any(socket.seat_id is None for socket in sockets)
            and not news.is_watched(match_id, soon=True)
        ]
        for match_id in looked_at:
            news.note_watched(match_id)
            # Without it they get the whole view.
            await tell(ALL, {"type": "match.watched", "match": match_id})

    async def note_presence(self) -> None:
        """Write down until when the owners of seats count as present, if that has changed.

        Whoever is here has their seat: if it was taken while we couldn't hear them, it's returned.
        Where days are played, a page that has been hidden for a while is nobody who is here.
        """
        hidden = {one.match_id for one in self._seated() if one.hidden_at is not None}
        slow: set[int] = set()
        if hidden:
            slow = await in_own_thread(reading.played_by_days, match_ids=hidden)
        until: dict[int, datetime] = {}
        for socket in self._seated():
            heard = socket.heard_at + play.HEARTBEAT
            if socket.hidden_at is not None and socket.match_id in slow:
                heard = min(heard, socket.hidden_at + play.UNREAD)
            if socket.seat_id is not None:
                until[socket.seat_id] = max(until.get(socket.seat_id, heard), heard)
        changed = {seat: at for seat, at in until.items() if self._noted.get(seat) != at}
        held = await in_own_thread(
            play.record_presence, until=changed, now=now(), process=self.process
        )
        self._noted.update(changed)
        for match_id, player in held:
            with contextlib.suppress(Refusal):
                await in_own_thread(play.reclaim, match_id=match_id, player=player, now=now())

    def _seated(self) -> list[Socket]:
        return [one for some in self.sockets.values() for one in some if one.seat_id is not None]

    async def say_good_bye(self, match_id: int, seat_id: int) -> None:
        """Note that the owner of a seat has closed the last page here; who has another stays."""
        at = now()
        await in_thread(play.record_presence, until={seat_id: at}, now=at, left=True)
        gone = {"type": "seat.left", "match": match_id, "seat": seat_id}
        await tell(watchers(match_id), gone)  # without it the next pong says so

    async def _stay(self, match_id: int, seat_id: int) -> None:
        """Say that the owner of a seat is here, if so: another process heard a good-bye."""
        if any(socket.seat_id == seat_id for socket in self.sockets.get(match_id, ())):
            self._noted.pop(seat_id, None)
            await self.note_presence()

    async def ping(self) -> None:
        """Ask every socket whether someone is there."""
        for sockets in list(self.sockets.values()):
            await self._tell(sockets, ping_frame())

    async def _tell(self, sockets: set[Socket], frame: str) -> None:
        await self._deliver_all([(socket, frame) for socket in sockets])

    async def _deliver_all(self, frames: list[tuple[Socket, str]]) -> None:
        if len(frames) == 1:  # as usual: it needs no task
            await self._deliver(*frames[0])
        else:
            await asyncio.gather(*(self._deliver(socket, frame) for socket, frame in frames))

    async def _deliver(self, socket: Socket, frame: str) -> None:
        """Send a frame; a socket that takes nothing in is served no more, so that nobody waits.

        Its page notices the silence and opens another one.
        """
        try:
            async with asyncio.timeout(DEAF_AFTER):
                await socket.deliver(frame)
        except Exception:  # noqa: BLE001 - it is closing, or nobody reads
            self.remove(socket)

    async def look(self) -> None:
        """Say who is here by this process."""
        await self.listen()
        await self._hearing.keep_up()
        await self.note_presence()

    async def beat(self) -> None:
        """Say that moves reach us, by the way they go: those that came before are being played."""
        process, at = await self.enrol(), now()
        await asyncio.sleep(SETTLING)
        await after_moves(play.keep_pulse, now=at)
        await after_moves(play.beat, process=process, now=at)

    async def enrol(self) -> int:
        """Return the number by which this process beats; it gets one at the first time."""
        if self.process is None:
            self.process = await in_own_thread(play.enrol, now=now(), node=platform.node())
        return self.process

    async def compare_clocks(self) -> None:
        """Have this process go by the database's clock, as all others do."""
        await in_own_thread(clock.compare)

    async def keep_up(self) -> None:
        """Do now what pokes do too, should they be lost."""
        await self.repair(now())

    async def sweep(self) -> None:
        """Do what task workers do too, should they be down; one process does it for the site."""
        if await in_own_thread(claim, "sweep_deadlines", every=LOOK_EVERY, now=now()):
            await in_own_thread(sweeps.sweep_deadlines, now=now())
        if await in_own_thread(claim, "sweep_absences", every=LOOK_EVERY, now=now()):
            await in_own_thread(sweeps.sweep_absences, now=now())
            await in_own_thread(sweeps.sweep_sittings, now=now())

    async def run(self) -> None:
        """Beat, look, keep up, sweep and ping until cancelled; none of them waits for another.

        Nothing is noted, and no turn ended, by a clock that may be wrong.
        """
        while not clock.is_compared():
            try:
                await self.compare_clocks()
            except Exception as error:  # noqa: BLE001 - the next time tells it
                logger.warning("the database didn't tell the time: %r", error)
                await asyncio.sleep(ASK_EVERY)
        acts = {
            arrivals.note: arrivals.NOTE_EVERY,
            self.beat: BEAT_EVERY,
            **dict.fromkeys((self.look, self.keep_up, self.sweep), LOOK_EVERY),
            self.ping: PING_EVERY,
            self.compare_clocks: clock.COMPARE_EVERY,
        }
        await asyncio.gather(*(_repeat(act, seconds) for act, seconds in acts.items()))


async def _repeat(act: Callable[[], Awaitable[None]], seconds: float) -> None:
    """Act every so many seconds; a failure is noted and the next act tried."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await act()
        except Exception:
            logger.exception("the watch failed to %s", act.__name__)


def _frames(
    match_id: int, viewers: set[Viewer], at: datetime
) -> tuple[int, dict[Viewer, tuple[int | None, str]]]:
    """Return the version of a match, and for each viewer the id of their seat and their frame."""
    loaded = reading.load(match_id=match_id, recent=reading.RECENT)
    frames: dict[tuple[int | None, str], str] = {}
    told: dict[Viewer, tuple[int | None, str]] = {}
    for user_id, language in viewers:
        seat = reading.seat_among(loaded, user_id)
        player = seat.player if seat else None
        if (player, language) not in frames:
            with translation.override(language):
                view = reading.view(loaded, player=player, now=at)
            frames[player, language] = json.dumps(view)
        told[user_id, language] = (seat.pk if seat else None, frames[player, language])
    return loaded.match.version, told


def _state_of(
    match_ids: list[int], at: datetime
) -> tuple[dict[int, int], dict[int, list[bool]], dict[int, int]]:
    return (
        reading.versions(match_ids=match_ids),
        reading.presence(match_ids=match_ids, now=at),
        chat.newest(match_ids=match_ids),
    )


watch = Watch()
