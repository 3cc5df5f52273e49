"""The board of Tilekingdom under the hand: moving the map, changing one's mind, taking turns."""

import dataclasses
import functools
import itertools
import json
from random import Random
from typing import Self

import pytest
from playwright.sync_api import Page, Route, expect

from games.core.rng import Rng
from games.tilekingdom.options import Options
from games.tilekingdom.rules import Tilekingdom
from tests.browser.people import press
from tests.browser.playing import (
    Keyboard,
    Pointer,
    Way,
    button,
    look,
    place,
    play_turn,
    spot,
    view,
    wait_for_ply,
)
from tests.scripts.conftest import OpenBoard
from tests.scripts.tables import Table


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
def table() -> Table:
    """A match in which the first tile leaves a choice of everything."""
    return Table("tilekingdom", secret=_a_choice())


@pytest.fixture
def page(open_board: OpenBoard, table: Table) -> Page:
    """The board of whoever begins that match, at a desk."""
    return open_board(table)


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
    page.goto(f"{page.url}?folded")
    page.wait_for_selector("[data-drawn]")
    left = {kind for kind, count in view(page)["state"]["bag"].items() if count}
    assert 0 < page.locator(".sprite symbol[id^='tile-']").count() < len(left)
    expect(page.locator(".bag-tile")).to_have_count(0)
    page.locator("summary", has_text="Tiles left").click()
    expect(page.locator(".bag-tile")).to_have_count(len(left))
    named = page.locator("use[href^='#']").evaluate_all(
        "all => [...new Set(all.map((one) => one.getAttribute('href')))]"
    )
    assert [page.locator(name).count() for name in named] == [1] * len(named)


def test_the_map_moves_by_mouse(page: Page, table: Table) -> None:
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
    assert table.sent == []


_SIGHT = """keys => {
  for (const key of keys) {
    const event = new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true});
    document.activeElement.dispatchEvent(event);
  }
  const out = [...document.querySelectorAll(".map [data-place]")].filter((node) => {
    const box = node.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const laid = node.matches(".chosen") && hit?.closest(".plan");  // there lies the tile
    return hit?.closest("[data-place]") !== node && !laid;
  });
  const edges = [...document.querySelector(".edges").children].filter((edge) => !edge.hidden);
  const name = (edge) => edge.className.split("edge-")[1];
  const number = (edge) => Number(edge.textContent.split(" ")[1]);
  return {
    out: out.map((node) => node.dataset.place),
    told: Object.fromEntries(edges.map((edge) => [name(edge), number(edge)])),
    focused: document.activeElement.dataset.place ?? null,
  };
}"""


@dataclasses.dataclass(frozen=True)
class Sight:
    """What a finger can't touch as the map is shown now, and what the map tells of it.

    That is the legal places out of reach, how many there are by side, and which has the focus.
    """

    out: list[str]
    told: dict[str, int]
    focused: str | None

    @classmethod
    def of(cls, page: Page, keys: str = "") -> Self:
        """Return what is seen after pressing some keys."""
        return cls(**page.evaluate(_SIGHT, list(keys)))


@pytest.mark.sometimes
@pytest.mark.parametrize(
    # By these no place's middle lies upon the edge of a button: a fraction of a pixel would decide.
    "seed",
    [1, 2, *(pytest.param(more, marks=pytest.mark.thorough) for more in (3, 4))],
)
def test_on_a_phone_every_place_can_be_reached(open_board: OpenBoard, seed: int) -> None:
    """A place once looked at closely is left again, and what is panned away is pointed to."""
    table = Table("tilekingdom", secret=bytes([seed]) * 32)
    table.play(12)
    page = open_board(table, touch=True)
    for turns in (14, 14, 14, 14, 0):
        places = look(page).places
        assert Sight.of(page).out == []
        place(page, places[0]).tap()
        page.locator("[data-provisional]").wait_for()
        page.keyboard.press("Escape")
        page.locator("[data-provisional]").wait_for(state="detached")
        assert Sight.of(page).out == []
        for side in ("north", "east", "south", "west"):
            seen = Sight.of(page, "0++++")
            assert len(seen.out) == sum(seen.told.values()) > 0
            if side in seen.told:
                page.locator(f".edge-{side}").tap()
                shown = Sight.of(page)
                assert shown.focused in set(places) - set(shown.out)
                assert len(shown.out) == sum(shown.told.values())
        assert Sight.of(page, "0").out == []
        table.play(turns)
        page.evaluate("bare.refresh()")
        assert view(page)["ply"] == table.ply


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
    shown = Sight.of(page)
    assert shown.focused in set(places) - set(shown.out)


@pytest.mark.parametrize("size", [(844, 390), (320, 568)])
def test_buttons_of_a_low_map_are_side_by_side(
    open_board: OpenBoard, size: tuple[int, int]
) -> None:
    page = open_board(Table("tilekingdom"), touch=True)
    usual = page.viewport_size
    assert usual is not None
    page.set_viewport_size({"width": size[0], "height": size[1]})
    boxes = page.locator(".map-frame").evaluate(
        """frame => [...frame.querySelectorAll(".edge, .zoom")].map((button) => {
          button.hidden = false;
          const box = button.getBoundingClientRect();
          return [box.left, box.top, box.right, box.bottom];
        })"""
    )
    page.set_viewport_size(usual)  # the tests that follow have the same page
    assert len(boxes) == 5
    for one, other in itertools.combinations(boxes, 2):
        apart = one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
        assert apart, (one, other)


def test_fingers_move_the_map_wherever_they_begin(open_board: OpenBoard) -> None:
    page = open_board(Table("tilekingdom"), touch=True)
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
    fingers.detach()


def test_a_tile_is_laid_turned_and_taken_back(page: Page, table: Table) -> None:
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
    place(page, free[0]).focus()
    page.keyboard.press("Space")  # turns it too, and plays nothing
    assert picture.inner_html() != before
    page.keyboard.press("R")
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
    assert table.sent == []


def test_a_refused_move_stays_laid_and_can_be_sent_again(page: Page, table: Table) -> None:
    def spoil(route: Route) -> None:
        sent = json.loads(route.request.post_data or "")
        sent["action"]["x"] = 40
        route.continue_(post_data=json.dumps(sent))

    page.route("**/moves", spoil, times=1)
    wanted = look(page).places[0]
    press(place(page, wanted))
    with page.expect_response("**/moves"):
        press(button(page, "confirm"))
    expect(button(page, "confirm")).to_be_enabled()
    expect(page.locator("[data-provisional]")).to_have_attribute("data-provisional", wanted)
    assert table.ply == 0
    press(button(page, "confirm"))
    wait_for_ply(page, 1)
    assert [sent["x"] for sent in table.sent] == [40, int(wanted.split(",")[0])]
    laid = table.state.placements[-1]
    assert f"{laid.x},{laid.y}" == wanted
    expect(page.locator("[data-provisional]")).to_have_count(0)


def play_turns(page: Page, table: Table, way: Way, *, seed: int, turns: int) -> None:
    """Play turns of the player at the page, each with the other's before the next one."""
    rng = Random(seed)
    for _ in range(turns):
        ply = play_turn(page, way, rng)
        assert table.ply == ply
        table.play()
        page.evaluate("bare.refresh()")
        expect(page.locator("[data-tile]")).to_have_count(len(table.state.placements))


def test_turns_are_taken_by_touch_in_chess_mode(open_board: OpenBoard) -> None:
    table = Table("tilekingdom", options={"mode": "chess"})
    page = open_board(table, touch=True)
    first = view(page)["state"]
    expect(page.locator("ol.bag .bag-tile")).to_have_count(len(first["order"]))
    play_turns(page, table, Pointer(), seed=2, turns=4)
    # What was known at the start came in that order.
    drawn = [first["tile"], *first["order"]]
    assert table.state.removed == ()
    assert [laid.kind for laid in table.state.placements[1:]] == drawn[: table.ply]
    assert [sent["subject"] for sent in table.sent if sent["subject"]] != []
    assert (table.ply, len(table.sent)) == (8, 4)


def test_turns_are_taken_by_keyboard_alone(open_board: OpenBoard) -> None:
    table = Table("tilekingdom")
    page = open_board(table)
    play_turns(page, table, Keyboard(), seed=3, turns=4)
    assert [sent["subject"] for sent in table.sent if sent["subject"]] != []
    assert (table.ply, len(table.sent)) == (8, 4)
    assert page.evaluate("bare.pointed") == []
