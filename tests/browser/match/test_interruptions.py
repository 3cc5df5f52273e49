"""Whatever comes from outside during a turn takes no page away and moves no board by a pixel."""

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.core.table.agreement import Agreement
from games.matches import play
from games.matches.models import Match
from games.matches.play import SeatPlan
from lobby.tables.acts import opening, seating
from lobby.tables.choices import StartRule, Visibility
from lobby.tables.models import Lobby
from tests.browser import inside
from tests.browser.chosen import BY_POST
from tests.browser.conftest import OpenScreen
from tests.chromium import DESKTOP, PHONE
from tests.factories import make_user
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
    return play.start_match(game=game, options={}, control=BY_POST, seats=seats, now=timezone.now())


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
