"""Counting Tiles in the browser: games by mouse, touch and keys, the clock, duels."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, WebSocket, expect

from games.counting_tiles.position.model import Combine, Move, Place
from games.matches.models import TurnTimer
from tests.browser import chosen, inside, people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import button, tab_to, view, wait_for_ply
from tests.browser.rowplay import (
    GAME,
    KNOWN,
    Keyboard,
    Mouse,
    Pointer,
    alone,
    assert_shown,
    cell,
    play_out,
    start,
    turn,
    wait_until_told,
)
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE
from tests.stack import Stack


def assert_result(page: Page, site: Stack) -> None:
    """Hold that the page shows the stored result, and that the log played again gives it."""
    end = assert_shown(page)
    assert (end["status"], end["result"]["reason"]) == ("finished", "over")
    result = page.locator("[data-result]")
    expect(result).to_contain_text(f"{end['scores'][0]} points")
    for label in ("placed", "moved", "combined"):
        row = result.locator(".statistics div").filter(has_text=f"Tiles {label}")
        expect(row.locator("dd")).to_have_text(str(end["state"][label]))
    points = [line["points"][0] for line in end["result"]["breakdown"]]
    assert sum(points) == end["scores"][0]
    said = site.manage("replay", end["id"])
    assert said == f"1 matches, {end['ply']} plies, all as stored.\n"


@pytest.mark.journey
def test_by_mouse(open_screen: OpenScreen, site: Stack) -> None:
    page = open_screen()
    people.sign_up_by_page(page, "count-anna")
    people.play_alone_by_page(page, game=GAME, pace="correspondence", option_limit=4)
    page.wait_for_selector(KNOWN)
    for kind in (Place, Move):
        now = turn(page)
        Mouse().act(page, now.first(kind))
        wait_until_told(page, now.ply + 1)
    play_out(page, Mouse(), turns=2)
    chosen.leap([page])
    play_out(page, Mouse())
    assert_result(page, site)
    press(button(page, "rematch"))
    page.wait_for_selector(KNOWN)
    assert view(page)["ply"] == 0


@pytest.mark.thorough
def test_by_touch(open_screen: OpenScreen, site: Stack) -> None:
    page = alone(open_screen(**PHONE), pace="correspondence", option_limit=5)
    play_out(page, Pointer(), turns=3)
    chosen.leap([page])
    play_out(page, Pointer())
    assert_result(page, site)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_phone_shows_the_whole_board(open_screen: OpenScreen) -> None:
    page = alone(open_screen(**PHONE), pace="correspondence")
    for part in (".tally", ".bar", ".grid", ".hand", ".bonuses"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= 390 - box["width"], part
        assert 0 <= box["y"] <= 844 - box["height"], part
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.thorough
def test_by_keyboard_alone(open_screen: OpenScreen, site: Stack) -> None:
    page = open_screen()
    people.play_alone(page, game=GAME, option_interval=60, option_limit=1)
    pointed: list[str] = []
    page.expose_function("pointed", lambda words: pointed.append(words))
    page.evaluate(_TELL_OF_POINTERS)
    expect(button(page, "begin")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(KNOWN)
    expect(page.locator(":focus")).to_have_attribute("role", "gridcell")
    way = Keyboard()
    for kind in (Place, Place, Move, Combine):
        now = turn(page)
        found = [a for a in now.game.legal_actions(now.state) if isinstance(a, kind)]
        way.act(page, found[len(found) // 2] if found else now.best())
        wait_until_told(page, now.ply + 1)
    assert_shown(page)
    tab_to(page, "[data-more]")
    page.keyboard.press("Enter")
    tab_to(page, '[data-action="resign"]')
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-result]")).to_contain_text("You ended this game.")
    assert pointed == []


_TELL_OF_POINTERS = """() => {
  for (const name of ["pointerdown", "pointermove", "mousedown", "touchstart"])
    addEventListener(name, (event) => pointed(`${name} on ${event.target.tagName}`), true);
}"""


def _let_it_fall(public_id: str) -> None:
    """Let the next random tile of a game fall now."""
    now = timezone.now()
    timers = TurnTimer.objects.filter(match__public_id=public_id)
    assert timers.update(deadline_at=now, fires_at=now) == 1


@pytest.mark.sometimes
def test_the_clock_stands_while_its_player_is_away(open_screen: OpenScreen) -> None:
    page, watcher = open_screen(), open_screen()
    sockets: list[WebSocket] = []
    page.on("websocket", lambda opened: "/match/" in opened.url and sockets.append(opened))
    people.play_alone(page, game=GAME)
    bar = page.locator("[data-countdown]")
    expect(bar).to_contain_text("Not started")
    watcher.goto(page.url)
    expect(watcher.locator("[data-turn]")).to_have_text("Not started yet.")
    expect(watcher.locator(".gate")).to_be_hidden()
    for seen in (page, watcher):  # nobody may look and think before the clock runs
        expect(seen.locator(".grid")).to_be_hidden()
        expect(seen.locator(".grid .tile, .hand .tile")).to_have_count(0)
    start(page)
    expect(bar).to_contain_text("Next random tile")
    expect(watcher.locator("[data-countdown]")).to_contain_text("Next random tile")
    expect(watcher.locator("[data-turn]")).to_contain_text("is playing.")
    Pointer().act(page, turn(page).first(Place))
    wait_for_ply(watcher, 1)
    assert_shown(watcher)
    press(cell(watcher, 0))
    expect(watcher.locator(".is-target")).to_have_count(0)

    # Whoever looks at another tab sends no heartbeat, and sends one as soon as they're back.
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    sent: list[str] = []
    socket = sockets[-1]
    socket.on("framesent", lambda frame: sent.append(str(frame)))
    with socket.expect_event("framereceived", lambda frame: "ping" in str(frame)):
        pass
    page.wait_for_timeout(200)
    assert sent == []
    page.evaluate("""() => {
      delete document.hidden;
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    people.until(page, lambda: sent)
    assert sent == ['{"t":"pong"}']

    page.goto("/my-games/")
    row = page.locator(".boards .board")
    expect(row).to_contain_text("on your own")
    expect(row).to_contain_text("goes on when you come back")
    expect(page.get_by_text("Take your turn")).to_have_count(0)


def test_a_duel(open_screen: OpenScreen) -> None:
    """Two play the same game apart, and nobody sees the other's board before both have finished."""
    anna, ben = open_screen(), open_screen()
    code = people.open_table(anna, game=GAME, seats=2, option_interval=60, option_limit=1)
    people.enter_code(ben, code)
    people.sit_down(ben)
    for page in (anna, ben):
        expect(page.get_by_role("heading", name="Duel")).to_be_visible()
        press(page.get_by_role("link", name="Play your game"))
        expect(page.locator(".gate")).to_contain_text("In a duel the clock keeps running")
        expect(page.locator("[data-duel]")).to_contain_text("A duel with")
        assert view(page)["state"] is None
    start(anna)
    first = view(anna)["state"]
    for _ in range(3):
        now = turn(anna)
        Mouse().act(anna, now.best())
        wait_until_told(anna, now.ply + 1)
    ben_url = ben.url
    anna.goto(ben_url)  # a look at the other's board leads to the duel
    expect(anna.get_by_role("heading", name="Duel")).to_be_visible()
    expect(anna.locator(".match-row").last).to_contain_text("Not started")
    press(anna.get_by_role("link", name="Continue your game"))
    anna.wait_for_selector(KNOWN)
    inside.call(_let_it_fall, anna.url.split("/")[-2])
    result = anna.locator("[data-result]")
    expect(result).to_contain_text("Waiting for", timeout=30_000)
    expect(button(anna, "rematch")).to_be_hidden()
    start(ben)
    assert view(ben)["state"] == first
    for _ in range(2):  # with fewer turns nobody has won
        now = turn(ben)
        Mouse().act(ben, now.best())
        wait_until_told(ben, now.ply + 1)
    people.open_more(ben)
    press(button(ben, "resign"))
    expect(ben.get_by_role("dialog")).to_contain_text("You'll keep your points for the duel.")
    press(ben.get_by_role("button", name="End it"))
    expect(ben.locator("[data-result]")).to_contain_text(re.compile("You win|wins|A draw"))
    expect(result.locator("h2")).to_have_text(re.compile("^(You win|A draw)$"))
    expect(result.locator(".entrants li")).to_have_count(2)
    expect(button(anna, "rematch")).to_be_visible()
    press(result.get_by_role("link", name="Go to the duel"))
    expect(anna.locator(".match-row.is-mine")).to_contain_text("Place 1")
    assert_open_to_all(anna)
    anna.goto("/my-games/")
    expect(anna.locator(".boards .board")).to_contain_text("duel with")
    expect(anna.locator(".boards .board")).to_contain_text(re.compile("You (won|drew)"))
    assert_open_to_all(anna, ".boards .board")


@pytest.mark.sometimes
def test_the_board_is_open_to_all(open_screen: OpenScreen) -> None:
    page = open_screen()
    people.play_alone(page, game=GAME, pace="correspondence", option_limit=3)
    way = Pointer()
    for _ in range(3):
        now = turn(page)
        way.act(page, now.best())
        wait_until_told(page, now.ply + 1)
    press(cell(page, turn(page).first(Move).cell))
    assert_open_to_all(page)
    page.keyboard.press("Escape")
    chosen.leap([page], leave=1)
    play_out(page, way)
    expect(page.locator("[data-result]")).to_be_visible()
    assert_open_to_all(page, ".board, [data-result]")


def test_pages_about_the_game(open_screen: OpenScreen) -> None:
    page = open_screen()
    page.goto("/tables/new/counting_tiles/")
    expect(page.get_by_label("Players")).to_have_value("1")
    expect(page.get_by_text("Who can join")).to_be_hidden()
    expect(page.get_by_text("Seconds per turn")).to_have_count(0)
    page.get_by_label("Players").select_option(label="A duel for 3")
    expect(page.get_by_text("Who can join")).to_be_visible()
    for path in ("/tables/new/counting_tiles/", "/rules/counting_tiles/", "/scores/"):
        page.goto(path)
        for fold in page.locator("details[data-options] > summary").all():
            press(fold)
        assert_open_to_all(page)
    people.play_alone(page, game=GAME)
    expect(page.locator(".gate")).to_be_visible()
    assert_open_to_all(page, ".gate")
