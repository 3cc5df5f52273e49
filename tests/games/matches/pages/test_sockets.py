"""Sockets of the match page: each viewer their own view, nothing lost when a poke is."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.users.models import User
from config.asgi import application
from config.web import sockets as edge
from config.web.sockets import COME_AGAIN, SIGNED_OUT, TOO_MANY
from games.core.clock import Pace, TimeControl
from games.core.table.agreement import Agreement
from games.matches import play
from games.matches.live.watch import DEAF_AFTER, LOOK_EVERY, PING_EVERY, Watch, watch
from games.matches.models import Match, Seat, TurnTimer, Vacancy
from tests.factories import assert_replay_matches, make_match, make_user, move
from tests.following import following
from tests.gauge import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

Connect = Callable[..., Any]


def _cookie(user: User | None) -> list[tuple[bytes, bytes]]:
    if user is None:
        return []
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return [(b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode())]


class Deaf:
    """A visitor's socket whose other end reads nothing."""

    user_id: int | None = None
    seat_id: int | None = None
    version = 0

    hidden_at: datetime | None = None

    def __init__(self, match_id: int) -> None:
        self.match_id = match_id
        self.heard_at = timezone.now()

    async def deliver(self, text: str) -> None:
        await asyncio.Event().wait()


@pytest_asyncio.fixture
async def connect() -> AsyncIterator[Connect]:
    """Open sockets as a browser would, and close them after the test."""
    opened: list[WebsocketCommunicator] = []

    async def _connect(path: str, user: User | None, origin: str = "") -> Any:
        headers = [(b"origin", (origin or settings.SITE_URL).encode())]
        headers += await sync_to_async(_cookie)(user)
        socket = WebsocketCommunicator(application, path, headers)
        connected, code = await socket.connect(timeout=PATIENCE)
        if not connected:
            return code
        opened.append(socket)
        return socket

    yield _connect
    for socket in opened:
        await socket.disconnect(timeout=PATIENCE)


@pytest.fixture
def table() -> tuple[Match, User, User]:
    anna, ben = make_user("anna"), make_user("ben")
    return make_match(anna, ben, budget=3600, now=timezone.now()), anna, ben


async def frame(socket: WebsocketCommunicator, kind: str = "view") -> dict[str, Any]:
    """Return the next frame of a kind; news as the view that follows from them."""
    while True:
        data: dict[str, Any] = json.loads(await socket.receive_from(timeout=PATIENCE))
        if data["t"] == "news":
            data = following(socket.view, data)
        if data["t"] == "view":
            socket.view = data
        if data["t"] == kind:
            return data


async def sign(page: WebsocketCommunicator, match: Match, **facts: object) -> None:
    """Send the sign of life of the only page at a match, and wait until it has been heard."""
    (socket,) = watch.sockets[match.pk]
    before = socket.heard_at
    await page.send_to(text_data=json.dumps({"t": "pong", **facts}))
    async with asyncio.timeout(PATIENCE):
        while socket.heard_at == before:  # noqa: ASYNC110 - what is heard tells nobody
            await asyncio.sleep(0.01)


async def test_each_viewer_gets_their_own_view(connect: Connect, table: Any) -> None:
    match, anna, ben = table
    path = f"/ws/match/{match.public_id}/"
    sockets = [await connect(path, user) for user in (anna, ben, None)]
    views = [await frame(socket) for socket in sockets]
    assert [view["player"] for view in views] == [0, 1, None]
    assert [bool(view["hints"]) for view in views] == [True, False, False]

    await sync_to_async(move)(match, now=timezone.now())
    views = [await frame(socket) for socket in sockets]
    assert [view["ply"] for view in views] == [1, 1, 1]
    assert [bool(view["hints"]) for view in views] == [False, True, False]
    await sync_to_async(assert_replay_matches)(match)


async def test_nobody_hears_of_anothers_board_in_a_duel(connect: Connect) -> None:
    anna, ben = [await sync_to_async(make_user)(name) for name in ("anna", "ben")]
    duel = await sync_to_async(play.start_duel)(
        game="counting_tiles",
        options={},
        control=TimeControl(Pace.LIVE, 60),
        entrants=[play.SeatPlan(name=user.username, user_id=user.pk) for user in (anna, ben)],
        now=timezone.now(),
    )
    match = await Match.objects.aget(duel=duel, seats__user=anna)
    path = f"/ws/match/{match.public_id}/"
    assert [await connect(path, user) for user in (ben, None)] == [4004, 4004]
    assert (await frame(await connect(path, anna)))["player"] == 0


async def test_whoever_resigns_gets_the_view_of_a_spectator(connect: Connect) -> None:
    people = [await sync_to_async(make_user)() for _ in range(4)]
    anna, dora = people[0], people[3]
    agreement = Agreement(asks_substitutes=True)
    match = await sync_to_async(make_match)(
        *people[:3], pace=Pace.CORRESPONDENCE, budget=86400, agreement=agreement, now=timezone.now()
    )
    path = f"/ws/match/{match.public_id}/"
    sockets = [await connect(path, user) for user in (anna, dora)]
    assert [(await frame(socket))["player"] for socket in sockets] == [0, None]

    await sync_to_async(play.resign)(match_id=match.pk, player=0, now=timezone.now())
    views = [await frame(socket) for socket in sockets]
    assert [(view["player"], view["hints"]) for view in views] == [(None, {}), (None, {})]

    vacancy = await sync_to_async(Vacancy.objects.get)()
    await sync_to_async(vacancy.calls.create)(user=dora, asked_at=timezone.now())
    await sync_to_async(play.cover)(
        vacancy_id=vacancy.pk, user_id=dora.pk, name="dora", now=timezone.now()
    )
    views = [await frame(socket) for socket in sockets]
    assert [(view["player"], bool(view["hints"])) for view in views] == [(None, False), (0, True)]
    seat = await sync_to_async(Seat.objects.get)(match=match, player=0)
    assert {socket.seat_id for socket in watch.sockets[match.pk]} == {None, seat.pk}


async def test_a_page_gets_the_time_when_it_opens(connect: Connect, table: Any) -> None:
    match, anna, _ = table
    socket = await connect(f"/ws/match/{match.public_id}/", anna)
    made_at = (await frame(socket))["clock"]["now"]
    told = json.loads(await socket.receive_from(timeout=PATIENCE))
    assert (told.keys(), told["t"]) == ({"t", "now"}, "ping")
    assert made_at < told["now"] <= timezone.now().isoformat()


async def test_a_lost_poke_costs_a_delay_and_no_view(connect: Connect, table: Any) -> None:
    match, anna, _ = table
    socket = await connect(f"/ws/match/{match.public_id}/", anna)
    await frame(socket)
    # A version nobody was told of, as when the layer was down.
    await sync_to_async(Match.objects.filter(pk=match.pk).update)(version=7)
    await watch.repair(timezone.now())
    assert (await frame(socket))["version"] == 7


async def test_presence_lasts_from_the_pong_until_the_good_bye(
    connect: Connect, table: Any
) -> None:
    match, anna, _ = table
    socket = await connect(f"/ws/match/{match.public_id}/", anna)
    await frame(socket)

    async def until() -> Any:
        seat = await sync_to_async(Seat.objects.get)(match=match, player=0)
        return seat.present_until

    before = await until()
    await watch.ping()
    assert (await frame(socket, "ping")).keys() == {"t", "now"}
    await sign(socket, match)
    await watch.note_presence()
    heard = await until()
    assert heard > before
    await socket.disconnect(timeout=PATIENCE)
    gone = await until()
    assert gone < heard
    assert timezone.now() - gone < timedelta(seconds=3)


@pytest.mark.parametrize("code", [1006, 1011, 1012, COME_AGAIN, SIGNED_OUT])
async def test_a_socket_that_the_network_or_we_have_ended_says_no_good_bye(
    connect: Connect, table: Any, code: int
) -> None:
    match, anna, _ = table
    socket = await connect(f"/ws/match/{match.public_id}/", anna)
    await frame(socket)
    seat = await Seat.objects.aget(match=match, user=anna)
    before = seat.present_until
    await socket.disconnect(code=code, timeout=PATIENCE)
    await seat.arefresh_from_db()
    assert seat.present_until == before


async def test_a_sign_of_life_that_comes_late_makes_nobody_flicker() -> None:
    assert timedelta(seconds=PING_EVERY + LOOK_EVERY + 3) <= play.HEARTBEAT


async def test_a_page_at_another_process_keeps_its_owner_here(connect: Connect, table: Any) -> None:
    match, anna, _ = table
    page = await connect(f"/ws/match/{match.public_id}/", anna)
    await frame(page)
    seat = await Seat.objects.aget(match=match, user=anna)
    other, socket = Watch(), Deaf(match.pk)
    socket.seat_id = seat.pk
    other.add(socket)
    await other.follow(match.pk)
    await page.disconnect(timeout=PATIENCE)
    async with asyncio.timeout(PATIENCE):
        while seat.present_until != socket.heard_at + play.HEARTBEAT:
            await seat.arefresh_from_db()


async def slow_table(*, live: bool = False) -> tuple[Match, User, Seat]:
    """A turn-based table that nobody looks at, or one that is played ``live`` just now."""
    anna, ben = [await sync_to_async(make_user)(name) for name in ("anna", "ben")]
    match = await sync_to_async(make_match)(
        anna, ben, pace=Pace.CORRESPONDENCE, budget=86400, now=timezone.now() - timedelta(hours=1)
    )
    if live:
        await TurnTimer.objects.filter(match=match).aupdate(sitting_at=timezone.now())
    return match, anna, await Seat.objects.aget(match=match, user=anna)


@pytest.mark.parametrize(
    ("hidden", "live", "lasts"),
    [
        (None, False, 10),
        (40, False, 10),  # a page that is hidden for a moment keeps its reader here
        (55, False, 5),
        (300, False, -240),
        (300, True, 10),
    ],
)
async def test_a_page_hidden_for_a_minute_has_no_reader_unless_all_play_live(
    *, hidden: int | None, live: bool, lasts: int
) -> None:
    match, _, seat = await slow_table(live=live)
    socket = Deaf(match.pk)
    socket.seat_id = seat.pk
    socket.hidden_at = hidden and socket.heard_at - timedelta(seconds=hidden)
    ours = Watch()
    ours.add(socket)
    await ours.note_presence()
    await seat.arefresh_from_db()
    assert seat.present_until == socket.heard_at + timedelta(seconds=lasts)


async def test_a_hidden_page_keeps_the_seat_at_a_live_table(connect: Connect, table: Any) -> None:
    match, anna, _ = table
    await connect(f"/ws/match/{match.public_id}/?hidden", anna)
    seat = await Seat.objects.aget(match=match, user=anna)
    before = seat.present_until
    (socket,) = watch.sockets[match.pk]
    socket.hidden_at = socket.heard_at - timedelta(hours=1)
    await watch.note_presence()
    await seat.arefresh_from_db()
    assert seat.present_until == socket.heard_at + play.HEARTBEAT >= before


async def test_one_page_that_is_seen_is_enough() -> None:
    match, _, seat = await slow_table()
    pages = [Deaf(match.pk), Deaf(match.pk)]
    ours = Watch()
    for page, hidden in zip(pages, (300, None), strict=True):
        page.seat_id = seat.pk
        page.hidden_at = hidden and page.heard_at - timedelta(seconds=hidden)
        ours.add(page)
    await ours.note_presence()
    await seat.arefresh_from_db()
    assert seat.present_until == pages[1].heard_at + play.HEARTBEAT


async def test_a_page_says_with_each_sign_whether_it_is_hidden(connect: Connect) -> None:
    match, anna, seat = await slow_table()
    before = seat.present_until
    page = await connect(f"/ws/match/{match.public_id}/?hidden", anna)
    await seat.arefresh_from_db()
    assert seat.present_until == before  # it may have been hidden for long
    (socket,) = watch.sockets[match.pk]
    assert socket.hidden_at == socket.heard_at - play.UNREAD

    async def hidden_for(**facts: object) -> timedelta | None:
        """Return for how long the page has been hidden by the sign of life that it sends."""
        await sign(page, match, **facts)
        return socket.hidden_at and socket.heard_at - socket.hidden_at

    assert await hidden_for() is None
    await watch.note_presence()
    await seat.arefresh_from_db()
    assert seat.present_until == socket.heard_at + play.HEARTBEAT
    assert await hidden_for(hidden=True) == timedelta(0)
    since = socket.hidden_at
    assert await hidden_for(hidden=True) > timedelta(0)
    assert socket.hidden_at == since
    assert await hidden_for(hidden="no") is None


async def test_coming_back_gives_the_seat_back(connect: Connect, table: Any) -> None:
    match, anna, ben = table
    watcher = await connect(f"/ws/match/{match.public_id}/", ben)
    await frame(watcher)
    later = timezone.now() + timedelta(minutes=1)
    await sync_to_async(play.substitute)(match_id=match.pk, player=0, now=later)
    assert (await frame(watcher))["seats"][0]["controller"] == "easy"
    socket = await connect(f"/ws/match/{match.public_id}/", anna)
    assert (await frame(socket))["seats"][0]["controller"] == "human"
    assert (await frame(watcher))["seats"][0]["substituted"] is False


async def test_whoever_never_left_gets_their_seat_back(connect: Connect, table: Any) -> None:
    match, anna, _ = table
    socket = await connect(f"/ws/match/{match.public_id}/", anna)
    await frame(socket)
    # As when the database was away for long, and with it all heartbeats.
    later = timezone.now() + timedelta(minutes=1)
    await sync_to_async(play.substitute)(match_id=match.pk, player=0, now=later)
    assert (await frame(socket))["seats"][0]["controller"] == "easy"
    await sign(socket, match)
    await watch.note_presence()
    assert (await frame(socket))["seats"][0]["controller"] == "human"


async def test_nobody_waits_for_a_page_that_takes_nothing_in(connect: Connect, table: Any) -> None:
    match, anna, _ = table
    socket = await connect(f"/ws/match/{match.public_id}/", anna)
    await frame(socket)
    deaf = Deaf(match.pk)
    watch.add(deaf)
    async with asyncio.timeout(3 * DEAF_AFTER):
        await watch.ping()
        await watch.ping()
    assert deaf not in watch.sockets[match.pk]
    assert [(await frame(socket, "ping"))["t"] for _ in range(2)] == ["ping"] * 2


async def test_others_see_who_goes(connect: Connect, table: Any) -> None:
    match, anna, ben = table
    mine = await connect(f"/ws/match/{match.public_id}/", anna)
    theirs = await connect(f"/ws/match/{match.public_id}/", ben)
    await frame(mine)
    await frame(theirs)
    await watch.repair(timezone.now())
    assert (await frame(mine, "here"))["here"] == [True, True]
    await theirs.disconnect(timeout=PATIENCE)
    await watch.repair(timezone.now())
    assert (await frame(mine, "here"))["here"] == [True, False]


async def test_noise_from_a_browser_is_not_read(connect: Connect, table: Any) -> None:
    match, anna, _ = table
    socket = await connect(f"/ws/match/{match.public_id}/", anna)
    await frame(socket)
    for noise in (" ", "{", "[]", "null", '{"t": 1}', '{"t": "move"}', "\x00", "[" * 90_000):
        await socket.send_to(text_data=noise)
    await watch.ping()
    assert (await frame(socket, "ping")).keys() == {"t", "now"}


async def test_an_unknown_table_is_refused(connect: Connect) -> None:
    assert await connect("/ws/match/nosuchtable/", None) == 4004


@pytest.mark.parametrize("path", ["/", "/ws/", "/ws/none/", "/ws/table/\0/", "/ws/match/a b/"])
async def test_there_is_no_socket_at_other_addresses(connect: Connect, path: str) -> None:
    assert await connect(path, None) == 4004


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "https://evil.example",
        "http://evil.example",
        "http://localhost.evil.example:8000",
        "http://localhost:99999",
        "http://localhost:x",
        "http://[",
        "\xff",
    ],
)
async def test_a_foreign_page_gets_no_socket(connect: Connect, table: Any, origin: str) -> None:
    match, anna, _ = table
    answer = await connect(f"/ws/match/{match.public_id}/", anna, origin)
    assert isinstance(answer, int)


async def test_my_games_hears_of_each_turn(connect: Connect, table: Any) -> None:
    match, anna, ben = table
    mine, theirs = [await connect("/ws/me/", user) for user in (anna, ben)]
    assert (await frame(mine, "turns"))["count"] == 1
    assert (await frame(theirs, "turns"))["count"] == 0
    await sync_to_async(move)(match, now=timezone.now())
    assert (await frame(mine, "turns"))["count"] == 0
    assert (await frame(theirs, "turns"))["count"] == 1


async def test_my_games_is_for_those_signed_in(connect: Connect) -> None:
    assert await connect("/ws/me/", None) == 4004


async def knock(headers: list[tuple[bytes, bytes]], client: str = "10.0.0.1") -> Any:
    """Open the list of tables; return the socket, or the code by which it is refused."""
    own = [(b"origin", settings.SITE_URL.encode()), *headers]
    socket = WebsocketCommunicator(application, "/ws/tables/", own)
    socket.scope["client"] = [client, 5000]
    connected, code = await socket.connect(timeout=PATIENCE)
    return socket if connected else code


MOST = 6  # sockets from one place, instead of the hundreds of a site


async def test_somebody_has_so_many_sockets_in_all_sessions_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(edge, "MOST_OF_A_PERSON", MOST)
    anna, ben = [await sync_to_async(make_user)(name) for name in ("anna", "ben")]
    sessions = [await sync_to_async(_cookie)(user) for user in (anna, anna, ben)]
    sockets = [await knock(sessions[number % 2]) for number in range(MOST)]
    assert [await knock(session) for session in sessions[:2]] == [TOO_MANY] * 2
    sockets.append(await knock(sessions[2]))
    await sockets.pop(0).disconnect(timeout=PATIENCE)
    sockets.append(await knock(sessions[1]))
    for socket in sockets:
        await socket.disconnect(timeout=PATIENCE)


@pytest.mark.parametrize("proxies", [0, 1])
async def test_visitors_of_one_address_have_so_many_sockets_together(
    settings: Any, monkeypatch: pytest.MonkeyPatch, proxies: int
) -> None:
    monkeypatch.setattr(edge, "MOST_OF_VISITORS", MOST)
    settings.TRUSTED_PROXIES = proxies
    here, elsewhere = [
        [(b"x-forwarded-for", told)] for told in (b"10.0.0.8, 10.0.0.7", b"10.0.0.7, 10.0.0.8")
    ]
    sockets = [await knock(here) for _ in range(MOST)]
    assert await knock(here) == TOO_MANY
    anna = await sync_to_async(make_user)()
    sockets.append(await knock([*here, *await sync_to_async(_cookie)(anna)]))
    if proxies:
        sockets.append(await knock(elsewhere))
    else:  # whoever comes without a proxy says what they like of where they come from
        assert await knock(elsewhere) == TOO_MANY
        sockets.append(await knock(here, "10.0.0.2"))
    for socket in sockets:
        await socket.disconnect(timeout=PATIENCE)


async def test_a_network_of_ipv6_is_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edge, "MOST_OF_VISITORS", MOST)
    sockets = [await knock([], f"2001:db8::{host}") for host in range(MOST)]
    assert await knock([], "2001:db8::ffff") == TOO_MANY
    sockets.append(await knock([], "2001:db8:0:1::1"))
    for socket in sockets:
        await socket.disconnect(timeout=PATIENCE)


def sign_out(user: User, session: str) -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    client.post("/accounts/logout/")


def close_account(user: User, session: str) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def set_password(user: User, session: str) -> None:
    user.set_password("another long password")
    user.save()


@pytest.mark.parametrize("end", [sign_out, close_account, set_password])
@pytest.mark.parametrize("path", ["/ws/match/{}/", "/ws/me/"])
async def test_a_socket_ends_with_its_session(
    connect: Connect,
    table: Any,
    path: str,
    end: Callable[[User, str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Within seconds: here as soon as anybody looks."""
    assert edge.LOOK_EVERY < 5
    monkeypatch.setattr(edge, "LOOK_EVERY", 0.05)
    match, anna, ben = table
    mine, others = [await connect(path.format(match.public_id), person) for person in (anna, ben)]
    session = dict(mine.scope["headers"])[b"cookie"].decode().partition("=")[2]
    await sync_to_async(end)(anna, session)
    async with asyncio.timeout(PATIENCE):
        while (said := await mine.receive_output(timeout=PATIENCE))["type"] != "websocket.close":
            assert said["type"] == "websocket.send"
    await mine.wait()
    assert not others.future.done()
    assert anna.pk not in {socket.user_id for socket in watch.sockets.get(match.pk, ())}
