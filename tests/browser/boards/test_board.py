"""The board under the hand: moving the map, changing one's mind, and what goes wrong on the way."""

import functools
import itertools
import json
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from games.core.rng import Rng
from games.tilekingdom.options import Options
from games.tilekingdom.rules import Tilekingdom
from tests.browser import chosen, people
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import (
    Pointer,
    button,
    look,
    place,
    play_turn,
    spot,
    view,
    wait_for_ply,
    wait_for_turn,
)
from tests.chromium import PHONE
from tests.stack import Stack


def window(page: Page) -> list[float]:
    """Return what part of the plane the map shows: left, top, width, height."""
    # Once it has been measured.
    page.wait_for_function("() => document.querySelector('.map').viewBox.baseVal.width > 50")
    box = page.locator(".map").get_attribute("viewBox")
    assert box is not None
    return [float(part) for part in box.split()]


def centre(page: Page) -> tuple[float, float]:
    """Return the middle of the map on the screen."""
    box = page.locator(".map").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def page(open_screen: OpenScreen) -> Page:
    """Whoever begins a match in which the first tile leaves a choice of everything."""
    return chosen.seat(open_screen(), None, game="tilekingdom", secret=_a_choice())[0]


@functools.cache
def _a_choice() -> bytes:
    """Return a secret by which the first tile, wherever laid, can be turned and have a subject."""
    game = Tilekingdom(Options())
    for number in range(1000):
        secret = number.to_bytes(32, "big")
        actions = list(game.legal_actions(game.initial_state(2, Rng(secret, 0))))
        turned = {(action.x, action.y, action.rotation) for action in actions if action.subject}
        places = [turn[:2] for turn in turned]
        if len(set(places)) > 1 and min(map(places.count, places)) > 1:
            return secret
    raise AssertionError("no such tile")


def test_drawings_come_to_the_page_when_they_are_needed(page: Page) -> None:
    """All of them at once would keep a phone busy while its board begins."""
    left = {kind for kind, count in view(page)["state"]["bag"].items() if count}
    assert page.locator(".sprite symbol[id^='tile-']").count() < len(left)
    expect(page.locator(".bag-tile")).to_have_count(0)
    page.locator("summary", has_text="Tiles left").click()
    expect(page.locator(".bag-tile")).to_have_count(len(left))
    named = page.locator("use[href^='#']").evaluate_all(
        "all => [...new Set(all.map((one) => one.getAttribute('href')))]"
    )
    assert [page.locator(name).count() for name in named] == [1] * len(named)


@pytest.fixture
def table(open_screen: OpenScreen) -> list[Page]:
    """Two guests at a table that has begun, by seat."""
    host, friend = open_screen(), open_screen()
    return people.begin(host, friend)


def test_the_map_moves_by_mouse(page: Page) -> None:
    left, top, width, height = window(page)
    x, y = centre(page)
    # Drag: the map follows the hand, and letting go lays no tile.
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=3)
    page.mouse.up()
    dragged = window(page)
    assert dragged[0] < left
    assert dragged[1] < top
    assert dragged[2:] == [width, height]
    assert page.locator("[data-provisional]").count() == 0
    press(button(page, "zoom-out"))
    assert window(page)[2] > width
    press(button(page, "zoom-in"))
    assert window(page)[2] == pytest.approx(width, abs=0.05)
    page.mouse.move(x, y)
    page.mouse.wheel(0, 300)
    page.wait_for_function(
        "width => document.querySelector('.map').viewBox.baseVal.width > width + 1", arg=width
    )
    press(button(page, "fit"))
    assert window(page) == [left, top, width, height]
    place(page, look(page).places[0]).focus()
    page.keyboard.press("-")
    assert window(page)[2] > width
    page.keyboard.press("+")
    assert window(page)[2] == pytest.approx(width, abs=0.05)


def out_of_reach(page: Page) -> list[str]:
    """Return the legal places that a finger cannot touch as the map is shown now."""
    found: list[str] = page.locator(".map").evaluate(
        """map => [...map.querySelectorAll("[data-place]")].filter((node) => {
          const box = node.getBoundingClientRect();
          const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          const laid = node.matches(".chosen") && hit?.closest(".plan");  // there lies the tile
          return hit?.closest("[data-place]") !== node && !laid;
        }).map((node) => node.dataset.place)"""
    )
    return found


def told(page: Page) -> dict[str, int]:
    """Return of how many legal places out of reach the map tells, by side."""
    found: dict[str, int] = page.locator(".edges").evaluate(
        """edges => Object.fromEntries([...edges.children].filter((edge) => !edge.hidden).map(
          (edge) => [edge.className.split("edge-")[1], Number(edge.textContent.split(" ")[1])]))"""
    )
    return found


@pytest.mark.parametrize("seed", range(4))
def test_on_a_phone_every_place_can_be_reached(open_screen: OpenScreen, seed: int) -> None:
    """A place once looked at closely is left again, and what is panned away is pointed to."""
    (page,) = chosen.seat(
        open_screen(**PHONE), None, game="tilekingdom", secret=bytes([seed]) * 32, turns=12
    )
    page.locator(".map").scroll_into_view_if_needed()
    for turns in (14, 14, 14, 14, 0):
        places = look(page).places
        assert out_of_reach(page) == []
        place(page, places[0]).tap()
        page.locator("[data-provisional]").wait_for()
        page.keyboard.press("Escape")
        page.locator("[data-provisional]").wait_for(state="detached")
        assert out_of_reach(page) == []
        for side in ("north", "east", "south", "west"):
            page.keyboard.press("0")
            for _ in range(4):
                page.keyboard.press("+")
            assert len(out_of_reach(page)) == sum(told(page).values()) > 0
            if side in told(page):
                page.locator(f".edge-{side}").tap()
                (found,) = page.locator("[data-place]:focus").all()
                assert found.get_attribute("data-place") not in out_of_reach(page)
                assert len(out_of_reach(page)) == sum(told(page).values())
        page.keyboard.press("0")
        assert out_of_reach(page) == []
        chosen.play_on([page], turns)


def test_places_are_pointed_to_while_a_tile_is_laid(page: Page) -> None:
    """What lies at the foot, where the choice of a subject covers the map, lies beyond it too."""
    places = look(page).places
    place(page, places[0]).focus()
    page.keyboard.press("Enter")
    page.locator("[data-choice]").first.wait_for()
    for _ in range(10):
        page.keyboard.press("Shift+ArrowUp")
    edge = page.locator(".edge:visible")
    expect(edge).to_have_accessible_name(
        f"{len(places)} more places to the south. Show the nearest."
    )
    edge.click()
    (found,) = page.locator("[data-place]:focus").all()
    assert found.get_attribute("data-place") not in out_of_reach(page)


@pytest.mark.parametrize("size", [(844, 390), (320, 568)])
def test_buttons_of_a_low_map_are_side_by_side(
    open_screen: OpenScreen, size: tuple[int, int]
) -> None:
    low = {**PHONE, "viewport": dict(zip(("width", "height"), size, strict=True))}
    (page,) = chosen.seat(open_screen(**low), None, game="tilekingdom")
    boxes = page.locator(".map-frame").evaluate(
        """frame => [...frame.querySelectorAll(".edge, .zoom")].map((button) => {
          button.hidden = false;
          const box = button.getBoundingClientRect();
          return [box.left, box.top, box.right, box.bottom];
        })"""
    )
    assert len(boxes) == 5
    for one, other in itertools.combinations(boxes, 2):
        apart = one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
        assert apart, (one, other)


def test_fingers_move_the_map_wherever_they_begin(open_screen: OpenScreen) -> None:
    (page,) = chosen.seat(open_screen(**PHONE), None, game="tilekingdom")
    fingers = page.context.new_cdp_session(page)
    x, y = centre(page)
    left, top, width, height = window(page)
    unit = page.locator(".map").evaluate("map => map.clientWidth") / width

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": px, "y": py, "id": number} for number, (px, py) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    def expect_window(*wanted: float) -> None:
        page.wait_for_function(
            """wanted => document.querySelector(".map").getAttribute("viewBox").split(" ")
            .every((part, number) => Math.abs(part - wanted[number]) < 1)""",
            arg=wanted,
        )

    # One finger on the start tile pushes the map.
    touch("touchStart", (x, y))
    for step in range(1, 5):
        touch("touchMove", (x + 10 * step, y + 10 * step))
    touch("touchEnd")
    expect_window(left - 40 / unit, top - 40 / unit, width, height)
    # Two fingers, the one on the tile and the other beside it, pinch it to half its size.
    touch("touchStart", (x + 20, y), (x + 180, y))
    for step in range(1, 5):
        touch("touchMove", (x + 20 + 10 * step, y), (x + 180 - 10 * step, y))
    touch("touchEnd")
    page.wait_for_function(
        "width => Math.abs(document.querySelector('.map').viewBox.baseVal.width - width) < 4",
        arg=2 * width,
    )
    assert page.locator("[data-provisional]").count() == 0


def test_a_tile_is_laid_turned_and_taken_back(page: Page) -> None:
    free = look(page).places
    press(place(page, free[0]))
    version = view(page)["version"]
    picture = page.locator(".hand-tile")
    expect(page.locator("[data-provisional]")).to_have_attribute("data-provisional", free[0])
    expect(button(page, "confirm")).to_be_enabled()
    before = picture.inner_html()
    page.keyboard.press("r")
    assert picture.inner_html() != before
    page.keyboard.press("R")
    assert picture.inner_html() == before
    key = look(page).subjects[0]
    press(spot(page, key))
    expect(spot(page, key)).to_have_attribute("aria-pressed", "true")
    press(page.locator('[data-choice="none"]'))
    expect(spot(page, key)).to_have_attribute("aria-pressed", "false")
    # Another place instead: there is one tile in the hand.
    press(place(page, free[-1]))
    expect(page.locator("[data-provisional]")).to_have_count(1)
    expect(page.locator("[data-provisional]")).to_have_attribute("data-provisional", free[-1])
    page.keyboard.press("Escape")
    expect(page.locator("[data-provisional]")).to_have_count(0)
    expect(button(page, "confirm")).to_be_disabled()
    press(place(page, free[0]))
    press(button(page, "cancel"))
    expect(page.locator("[data-provisional]")).to_have_count(0)
    # Nothing of this has left the page.
    assert view(page)["version"] == version


def _change_next_move(page: Page, **change: object) -> None:
    """Have the next move arrive otherwise than it was sent, the action's parts too."""

    def spoil(route: Route) -> None:
        sent = json.loads(route.request.post_data or "")
        for name, value in change.items():
            (sent if name in sent else sent["action"])[name] = value
        route.continue_(post_data=json.dumps(sent))

    page.route("**/moves", spoil, times=1)


def test_a_refused_move_is_explained_and_can_be_mended(page: Page, console: list[str]) -> None:
    _change_next_move(page, x=40)
    press(place(page, look(page).places[0]))
    press(button(page, "confirm"))
    toast = page.locator("[data-toast] .notice")
    expect(toast).to_have_text("The tile must share a side with another one.")
    expect(button(page, "confirm")).to_be_enabled()
    press(button(page, "confirm"))
    wait_for_ply(page, 1)
    assert [line.split("status of ")[1][:3] for line in console] == ["422"]
    console.clear()


def test_a_move_for_a_position_gone_by_changes_nothing(
    table: list[Page], console: list[str]
) -> None:
    anna, ben = table
    play_turn(anna, Pointer(), Random(1))
    wait_for_turn(ben)
    _change_next_move(ben, ply=0)
    press(place(ben, look(ben).places[0]))
    press(button(ben, "confirm"))
    expect(ben.locator("[data-toast] .notice")).to_have_text(
        "The position has changed. Here's the new one."
    )
    assert view(ben)["ply"] == 1
    expect(button(ben, "confirm")).to_be_enabled()
    press(button(ben, "confirm"))
    wait_for_ply(anna, 2)
    assert [line.split("status of ")[1][:3] for line in console] == ["409"]
    console.clear()


def test_a_page_without_network_catches_up(table: list[Page], console: list[str]) -> None:
    anna, ben = table
    ben.context.set_offline(True)
    play_turn(anna, Pointer(), Random(1))
    ben.context.set_offline(False)
    wait_for_turn(ben)
    play_turn(ben, Pointer(), Random(2))
    wait_for_ply(anna, 2)
    assert [line for line in console if "ERR_INTERNET_DISCONNECTED" not in line] == []
    console.clear()


def test_a_web_server_that_dies_costs_a_moment(
    table: list[Page], site: Stack, console: list[str]
) -> None:
    anna, ben = table
    for name in [name for name in site.pids() if name.startswith("web-")]:
        site.kill(name)
    # The move is sent until it arrives, once; both pages hear of it over new sockets.
    play_turn(anna, Pointer(), Random(1))
    wait_for_turn(ben)
    play_turn(ben, Pointer(), Random(2))
    wait_for_ply(anna, 2)
    assert [entry["player"] for entry in view(ben)["log"]] == [0, 1]
    for page in table:
        expect(page.locator("[data-offline]")).to_be_hidden()
    assert [line for line in console if "ERR_" not in line and "WebSocket" not in line] == []
    console.clear()
