"""Whatever comes from outside during a turn takes no page away and moves no board by a pixel."""

import dataclasses
import itertools
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.edge.clock import read_clock
from accounts.trust import friends
from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.core.table.agreement import Agreement
from games.daily import acts, days, reading, told, work
from games.daily.models import Challenge
from games.matches import play
from games.matches import reading as matches
from games.matches.models import Match
from games.matches.play import SeatPlan
from games.matches.play.held import hold
from games.matches.play.seats.holding import take_over
from games.matches.talk import chat
from games.thinking.work import think
from lobby.tables.acts import opening, seating
from lobby.tables.choices import StartRule, Visibility
from lobby.tables.models import Lobby
from tests.browser import cardplay, inside
from tests.browser.chosen import BY_POST
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.site import test_daily
from tests.chromium import DESKTOP, PHONE
from tests.factories import SECRET, make_user, move
from tests.size import one_of, some_of

LIVE = TimeControl(Pace.LIVE, 600)
ALONE = "counting_tiles"
BOARD = "[data-match][data-drawn]"
PLAY = re.compile("^Play")  # it's open as long as a turn is laid out

# Every place the board has had, in whole frames, until somebody asks.
_WATCH = """() => {
  window.places = new Set();
  const look = () => {
    const { x, y, width, height } = document.querySelector("[data-board]").getBoundingClientRect();
    places.add([x + scrollX, y + scrollY, width, height].join(" "));
    requestAnimationFrame(look);
  };
  look();
}"""
_SEEN = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const seen = [...places];
  places.clear();
  done(seen);
})))"""
# Nothing is sent by that, so calls still reach the page.
_THINK_BETTER = """() => {
  const dialog = document.querySelector("[data-resigning]");
  dialog.showModal();
  dialog.querySelector("button[value='']").click();
}"""
# What is kept of a turn when a page has to be opened anew, as the page itself keeps it.
_KEEP = "([path, turn]) => sessionStorage.setItem(`turn-draft ${path}`, JSON.stringify(turn))"


@dataclasses.dataclass
class Scene:
    """Somebody who looks at a board on a phone and at a desk, and who they have played with."""

    anna: User
    ben: User
    key: str  # of the first one's session
    over: Match  # a match of theirs, which has ended
    tables: list[Lobby]  # live ones at which the first waits
    match: Match | None = None  # what is played

    def player(self, user: User) -> int:
        return int(self.playing.seats.get(user=user).player)

    @property
    def playing(self) -> Match:
        assert self.match is not None
        return self.match


def _around(anna: User, ben: User, *, tables: int = 1) -> Scene:
    over = _started("tilekingdom", anna, ben)
    play.resign(match_id=over.pk, player=1, now=timezone.now())
    waits = [_waiting_table(anna) for _ in range(tables)]
    return Scene(anna, ben, inside.session_of(anna), over, waits)


def _scene(game: str, tables: int) -> Scene:
    """Return a match that has just begun and waits for the first one, and all that may come."""
    people, now = (make_user(), make_user()), timezone.now()
    if game == ALONE:
        plans = [SeatPlan(name=user.username, user_id=user.pk) for user in people]
        duel = play.start_duel(game=game, options={}, control=LIVE, entrants=plans, now=now)
        match = Match.objects.get(duel=duel, seats__user=people[0])
        play.begin(match_id=match.pk, player=0, now=now)
    else:
        match = _started(game, *people)
        match.seats.update(present_until=now + timedelta(hours=1))  # both may play on live
    first = match.to_move or 0
    scene = _around(people[first], people[1 - first], tables=tables)
    scene.match = match
    return scene


def _started(game: str, *people: User) -> Match:
    return play.start_match(
        game=game,
        options={},
        control=BY_POST,
        seats=[SeatPlan(name=user.username, user_id=user.pk) for user in people],
        now=timezone.now(),
        secret=SECRET,
    )


def _waiting_table(host: User) -> Lobby:
    return opening.create(
        host=host,
        game="tilekingdom",
        options={},
        control=LIVE,
        agreement=Agreement(),
        seats=2,
        visibility=Visibility.PRIVATE,
        start_rule=StartRule.FULL,
        now=timezone.now(),
    )


def _open(page: Page, scene: Scene, address: str) -> None:
    """Open a page for somebody who has been at the tables where they wait, with a turn laid out."""
    inside.be(page, scene.key)
    for table in scene.tables:
        page.context.request.get(settings.SITE_URL + table.get_absolute_url())
    if scene.match is not None and _lays(scene):
        page.goto("/health/live")
        turn = {
            "player": scene.match.to_move,
            "ply": 0,
            "action": inside.call(_wordiest, scene.match),
        }
        page.evaluate(_KEEP, [address, turn])
    page.goto(address)


def _sit_down(scene: Scene, number: int) -> str:
    """Have somebody sit down at a table where the first one waits; return the match's address."""
    table = scene.tables[number]
    began = seating.join(lobby_id=table.pk, user=scene.ben, now=timezone.now()).match
    assert began is not None
    return str(began.get_absolute_url())


def _wordiest(match: Match) -> Any:
    """Return the action, of the first ones, that lays most."""
    match.refresh_from_db()
    rules = matches.rules_of(match)
    first = itertools.islice(rules.legal_actions(rules.decode_state(match.state)), 50)
    return max(map(rules.encode_action, first), key=lambda action: len(str(action)))


# --- What comes -----------------------------------------------------------------------------------


def _say(scene: Scene) -> None:
    chat.say(
        match_id=scene.playing.pk, user=scene.ben, text="Hello?", cmd_id=uuid4(), now=timezone.now()
    )


def _offers(act: Callable[..., Any], kind: str, *, by: str = "ben") -> Callable[[Scene], None]:
    def do(scene: Scene) -> None:
        user = scene.anna if by == "anna" else scene.ben
        ply = Match.objects.get(pk=scene.playing.pk).ply
        player = scene.player(user)
        act(match_id=scene.playing.pk, player=player, kind=kind, ply=ply, now=timezone.now())

    return do


def _do(act: Callable[..., Any], *, by: str = "ben") -> Callable[[Scene], None]:
    def do(scene: Scene) -> None:
        user = scene.anna if by == "anna" else scene.ben
        act(match_id=scene.playing.pk, player=scene.player(user), now=timezone.now())

    return do


def _computer_holds(*, whose: str) -> Callable[[Scene], None]:
    def do(scene: Scene) -> None:
        user = scene.anna if whose == "anna" else scene.ben
        with hold(scene.playing.pk, now=timezone.now()) as held:
            take_over(held, scene.player(user))

    return do


def _rematch(scene: Scene) -> None:
    opening.offer_rematch(match_id=scene.over.pk, user=scene.ben, now=timezone.now())


def _friend(scene: Scene) -> None:
    friends.ask(user=scene.ben, friend=scene.anna, now=timezone.now())


def _turn(scene: Scene) -> None:
    """Have another match wait for the first one."""
    _started("tilekingdom", scene.anna, scene.ben)


def _move(scene: Scene) -> None:
    """Have the first one's turn be over, if it's theirs."""
    match = Match.objects.get(pk=scene.playing.pk)
    if match.to_move == scene.player(scene.anna):
        move(match, now=timezone.now())


Events = dict[str, tuple[Callable[[Scene], Any], str]]
CLOCK = ".seat-moving .seat-clock"
# What comes, in order, and what of it is on the page as soon as it's there.
ANYWHERE: Events = {
    "a rematch": (_rematch, "body"),
    "a friend": (_friend, "body"),
    "another turn": (_turn, "[data-my-turns]:not([hidden])"),
}
AMONG_TWO: Events = {
    "a message": (_say, ".chat-line"),
    "to play live": (_offers(play.offer, "live"), '[data-notice="offer-live"]'),
    "playing live": (_offers(play.agree, "live", by="anna"), f'{CLOCK}:text-is("live")'),
    "by days again": (_do(play.back_to_slow), f'{CLOCK}:not(:text-is("live"))'),
    "a pause?": (_offers(play.offer, "pause"), '[data-notice="offer-pause"]'),
    "a pause": (_offers(play.agree, "pause", by="anna"), '[data-notice="paused"]'),
    "going on": (_do(play.resume_play), f'{CLOCK}:not(:text-is("paused"))'),
    "an own wish": (_offers(play.offer, "pause", by="anna"), '[data-notice="offer-pause"]'),
    "a refusal": (_offers(play.decline, "pause"), '[data-notice="offer-pause"] :text("said no")'),
    "a turn": (_move, "[data-match]:not(.my-turn)"),
    "a day given": (_do(play.give_day, by="anna"), ".change"),
    **ANYWHERE,
    "a seat held": (_computer_holds(whose="ben"), '.seat-state[data-tone="warn"]'),
    "a seat back": (
        _do(play.reclaim),
        '.seat-state[data-tone="good"], .seat-state[data-tone="away"]',
    ),
    "the own one held": (_computer_holds(whose="anna"), "[data-held]:not([hidden])"),
    "the own one back": (_do(play.reclaim, by="anna"), "[data-held][hidden]"),
}


# What of it comes in each game; the rest is alike in all, and comes in one of them.
IN_EACH = {what: AMONG_TWO[what] for what in ("a message", "to play live", "playing live")}


def _let_come(pages: list[Page], scene: Scene, events: Events) -> Any:
    """Let it all come while a turn is laid out, which stays; return what has moved or gone."""
    found: dict[str, list[Any]] = {}
    laid = [page.locator("[data-board]").get_by_role("button", name=PLAY) for page in pages]
    for page, play_it in zip(pages, laid, strict=True):
        if _lays(scene):
            expect(play_it).to_be_enabled()
        page.evaluate(_WATCH)
    addresses = [page.url for page in pages]
    _have_tables_begin(pages, scene, found)
    for what, (act, sign) in events.items():
        if what == "a turn":
            assert all(play_it.is_enabled() for play_it in laid)
        inside.call(act, scene)
        for page in pages:
            page.wait_for_selector(sign, state="attached")
        _note_places(pages, found, what)
    if "a turn" not in events and _lays(scene):
        assert all(play_it.is_enabled() for play_it in laid)
    if [page.url for page in pages] != addresses:
        found["the address"] = [page.url for page in pages]
    return found


def _have_tables_begin(pages: list[Page], scene: Scene, found: dict[str, list[Any]]) -> None:
    calls = [page.locator("[data-calls] .call") for page in pages]
    for number in range(len(scene.tables)):
        inside.call(_sit_down, scene, number)
        for call in calls:
            expect(call).to_have_count(number + 1)
        _note_places(pages, found, f"table {number}")
    for call in calls if len(scene.tables) > 1 else ():
        press(call.first.get_by_role("button", name="Stay here"))
        expect(call).to_have_count(1)


def _lays(scene: Scene) -> bool:
    """Tell whether a turn is laid out; the countdown is told on its own board."""
    return scene.match is None or scene.match.game != ALONE


def _note_places(pages: list[Page], found: dict[str, list[Any]], what: str) -> None:
    for page in pages:
        places = page.evaluate(_SEEN)
        if len(places) > 1:
            found.setdefault(what, []).append((page.viewport_size, places))


def test_nothing_moves_a_board_or_takes_its_page_away(open_screen: OpenScreen) -> None:
    pages = [open_screen(**size) for size in (DESKTOP, PHONE)]
    found: dict[Any, Any] = {}
    games = some_of(sorted(settings.GAMES), __file__)
    whole = one_of([game for game in games if game != ALONE], __file__)
    for game in games:
        scene = inside.call(_scene, game, 2 if game in whole else 1)
        for page in pages:
            _open(page, scene, scene.playing.get_absolute_url())
        for page in pages:
            page.wait_for_selector(BOARD)
            page.evaluate(_THINK_BETTER)
        among_two = AMONG_TWO if game in whole else {**IN_EACH, **ANYWHERE}
        if moved := _let_come(pages, scene, ANYWHERE if game == ALONE else among_two):
            found[game] = moved
    assert found == {}


def test_nothing_moves_a_position_of_the_day(open_screen: OpenScreen) -> None:
    pages = [open_screen(**size) for size in (DESKTOP, PHONE)]
    found: dict[Any, Any] = {}
    challenge, anna = inside.call(_todays), inside.call(make_user)
    best = inside.call(test_daily.places)
    for number in (1, 2, 3):
        scene = inside.call(_around, anna, inside.call(make_user))
        for page, way in zip(pages, (cardplay.Mouse(), cardplay.Pointer()), strict=True):
            _open(page, scene, f"/daily/{test_daily.GAME}/")
            page.wait_for_selector(".board > :not(.sprite)")
            way.lay(page, best[number - 1][0])
        if moved := _let_come(pages, scene, ANYWHERE):
            found[number] = moved
        inside.call(_answer, challenge, anna, number)
    scene = inside.call(_around, anna, inside.call(make_user))
    scene.match = inside.call(_begun_alone, anna)
    for page in pages:
        _open(page, scene, scene.match.get_absolute_url())
        page.wait_for_selector(BOARD)
    assert (found, _let_come(pages, scene, ANYWHERE)) == ({}, {})


def _todays() -> Challenge:
    """Return the day's challenge in a game for several: it came with the release, or is made."""
    now = read_clock()
    work.begin(now=now)
    day = days.day_of(now)
    challenge = reading.challenge_of(game=test_daily.GAME, day=day)
    if challenge is None or challenge.status != Challenge.Status.READY:
        test_daily.make()
        challenge = reading.challenge_of(game=test_daily.GAME, day=day)
    assert challenge is not None
    return challenge


def _answer(challenge: Challenge, user: User, number: int) -> None:
    best = told.all_posed(challenge)[number - 1].turn.ideas[0].action
    acts.answer(
        challenge=challenge,
        user_id=user.pk,
        number=number,
        action=best,
        ask=think,
        now=read_clock(),
    )


def _begun_alone(user: User) -> Match:
    now = read_clock()
    challenge = reading.challenge_of(game=ALONE, day=days.day_of(now))
    assert challenge is not None
    name = user.username
    match: Match = acts.start(challenge=challenge, user_id=user.pk, name=name, now=now)
    play.begin(match_id=match.pk, player=0, now=now)
    return match


@pytest.mark.sometimes
def test_a_page_on_which_nothing_is_under_way_goes_to_the_game(open_screen: OpenScreen) -> None:
    scene, room = inside.call(lambda: _around(make_user(), make_user())), open_screen()
    table = scene.tables[0].get_absolute_url()
    _open(room, scene, table)
    rules, lesson, words, watched = (room.context.new_page() for _ in range(4))
    stays = {lesson: "/learn/tilekingdom/", words: "/people/find/", room: table}
    rules.goto("/rules/")
    watched.goto(scene.over.get_absolute_url())
    lesson.goto(stays[lesson])
    lesson.wait_for_selector("[data-lesson] .map")
    words.goto(stays[words])
    words.locator("main input[type=search], main input[name=q]").first.fill("Be")
    goes = [room, rules, watched]
    for page in (*goes, lesson, words):
        page.wait_for_load_state()
    began = inside.call(_sit_down, scene, 0)
    for page in goes:
        page.wait_for_url(f"**{began}")
    for page in (lesson, words):
        expect(page.locator(".call")).to_contain_text("The game of Tilekingdom")
        assert page.url == settings.SITE_URL + stays[page]
    press(lesson.get_by_role("button", name="Stay here"))
    lesson.goto("/rules/")
    lesson.wait_for_load_state("networkidle")
    assert lesson.url == settings.SITE_URL + "/rules/"
    words.get_by_role("link", name="Go to the table").click()
    words.wait_for_url(f"**{began}")
