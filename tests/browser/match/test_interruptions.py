"""Whatever comes from outside during a turn takes no page away and moves no board by a pixel."""

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.trust import friends
from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.core.table.agreement import Agreement
from games.matches import play
from games.matches.models import Match
from games.matches.play import SeatPlan
from games.matches.play.held import hold
from games.matches.play.seats.holding import take_over
from games.matches.talk import chat
from lobby.tables.acts import opening, seating
from lobby.tables.choices import StartRule, Visibility
from lobby.tables.models import Lobby
from tests.browser import inside
from tests.browser.chosen import BY_POST
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.chromium import DESKTOP, PHONE
from tests.factories import SECRET, make_user, move
from tests.size import some_of

LIVE = TimeControl(Pace.LIVE, 600)
ALONE = "counting_tiles"
BOARD = "[data-match][data-drawn]"

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
  done([...places]);
})))"""


@dataclasses.dataclass
class Scene:
    """A match of two people of which the first looks at a phone and at a desk."""

    anna: User
    ben: User
    match: Match
    key: str  # of the first one's session
    over: Match  # another match of theirs, which has ended
    tables: list[Lobby]  # live ones at which the first waits

    def player(self, user: User) -> int:
        return int(self.match.seats.get(user=user).player)


def _scene(game: str) -> Scene:
    anna, ben = make_user(), make_user()
    people_of = [SeatPlan(name=user.username, user_id=user.pk) for user in (anna, ben)]
    now = timezone.now()
    if game == ALONE:
        duel = play.start_duel(game=game, options={}, control=LIVE, entrants=people_of, now=now)
        match = Match.objects.get(duel=duel, seats__user=anna)
        play.begin(match_id=match.pk, player=0, now=now)
    else:
        match = _started(game, people_of)
    over = _started("tilekingdom", people_of)
    play.resign(match_id=over.pk, player=1, now=now)
    tables = [_waiting_table(anna) for _ in range(2)]
    return Scene(anna, ben, match, inside.session_of(anna), over, tables)


def _started(game: str, seats: list[SeatPlan]) -> Match:
    return play.start_match(
        game=game,
        options={},
        control=BY_POST,
        seats=seats,
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


def _opened(page: Page, scene: Scene, address: str) -> Page:
    """Open a page for somebody who has been at the tables where they wait."""
    inside.be(page, scene.key)
    for table in scene.tables:
        page.context.request.get(settings.SITE_URL + table.get_absolute_url())
    page.goto(address)
    return page


def _sit_down(scene: Scene, number: int) -> str:
    """Have somebody sit down at a table where the first one waits; return the match's address."""
    table = scene.tables[number]
    began = seating.join(lobby_id=table.pk, user=scene.ben, now=timezone.now()).match
    assert began is not None
    return str(began.get_absolute_url())


# --- What comes -----------------------------------------------------------------------------------


def _say(scene: Scene) -> None:
    chat.say(
        match_id=scene.match.pk, user=scene.ben, text="Hello?", cmd_id=uuid4(), now=timezone.now()
    )


def _offers(act: Callable[..., Any], kind: str, *, by: str = "ben") -> Callable[[Scene], None]:
    def do(scene: Scene) -> None:
        user = scene.anna if by == "anna" else scene.ben
        ply = Match.objects.get(pk=scene.match.pk).ply
        player = scene.player(user)
        act(match_id=scene.match.pk, player=player, kind=kind, ply=ply, now=timezone.now())

    return do


def _do(act: Callable[..., Any], *, by: str = "ben") -> Callable[[Scene], None]:
    def do(scene: Scene) -> None:
        user = scene.anna if by == "anna" else scene.ben
        act(match_id=scene.match.pk, player=scene.player(user), now=timezone.now())

    return do


def _computer_holds(*, whose: str) -> Callable[[Scene], None]:
    def do(scene: Scene) -> None:
        user = scene.anna if whose == "anna" else scene.ben
        with hold(scene.match.pk, now=timezone.now()) as held:
            take_over(held, scene.player(user))

    return do


def _rematch(scene: Scene) -> None:
    opening.offer_rematch(match_id=scene.over.pk, user=scene.ben, now=timezone.now())


def _friend(scene: Scene) -> None:
    friends.ask(user=scene.ben, friend=scene.anna, now=timezone.now())


def _turn(scene: Scene) -> None:
    """Have another match wait for the first one."""
    _started(
        "tilekingdom",
        [SeatPlan(name=user.username, user_id=user.pk) for user in (scene.anna, scene.ben)],
    )


def _move(scene: Scene) -> None:
    """Have the first one's turn be over, if it's theirs."""
    match = Match.objects.get(pk=scene.match.pk)
    if match.to_move == scene.player(scene.anna):
        move(match, now=timezone.now())


CLOCK = ".seat-moving .seat-clock"
# What comes, in order, and what of it is on the page as soon as it's there.
ANYWHERE: dict[str, tuple[Callable[[Scene], Any], str]] = {
    "a rematch": (_rematch, "[data-match]"),
    "a friend": (_friend, "[data-match]"),
    "another turn": (_turn, "[data-my-turns]:not([hidden])"),
}
AMONG_TWO: dict[str, tuple[Callable[[Scene], Any], str]] = {
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


@contextmanager
def _moving(pages: list[Page], found: dict[str, list[Any]], what: str) -> Iterator[None]:
    yield
    for page in pages:
        width = page.viewport_size["width"] if page.viewport_size else 0
        places = page.evaluate(_SEEN)
        if len(places) > 1:
            found.setdefault(what, []).append((width, places))
        page.evaluate("places.clear()")


@pytest.mark.parametrize("game", some_of(sorted(settings.GAMES), __file__))
def test_nothing_moves_a_board_or_takes_its_page_away(open_screen: OpenScreen, game: str) -> None:
    scene = inside.call(_scene, game)
    address = scene.match.get_absolute_url()
    pages = [_opened(open_screen(**size), scene, address) for size in (DESKTOP, PHONE)]
    for page in pages:
        page.wait_for_selector(BOARD)
        page.wait_for_load_state("networkidle")
        page.evaluate(_WATCH)
    found: dict[str, list[Any]] = {}
    calls = [page.locator("[data-calls] .call") for page in pages]
    for number in range(len(scene.tables)):
        with _moving(pages, found, f"table {number}"):
            inside.call(_sit_down, scene, number)
            for call in calls:
                expect(call).to_have_count(number + 1)
    for call in calls:
        press(call.first.get_by_role("button", name="Stay here"))
        expect(call).to_have_count(1)
    for what, (act, sign) in (ANYWHERE if game == ALONE else AMONG_TWO).items():
        with _moving(pages, found, what):
            inside.call(act, scene)
            for page in pages:
                page.wait_for_selector(sign, state="attached")
    assert found == {}
    assert [page.url for page in pages] == [settings.SITE_URL + address] * 2


def test_a_page_on_which_nothing_is_under_way_goes_to_the_game(open_screen: OpenScreen) -> None:
    scene = inside.call(_scene, "tilekingdom")
    table = scene.tables[0].get_absolute_url()
    room = _opened(open_screen(), scene, table)
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
    words.get_by_role("link", name="Go to the table").click()
    words.wait_for_url(f"**{began}")
