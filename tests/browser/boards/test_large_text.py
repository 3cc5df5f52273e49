"""Large text, narrow windows and phones on their side: every control is whole and in reach.

WCAG 1.4.4 (text of 200%) and 1.4.10 (320 pixels). Browsers enlarge text by their default size,
which media queries follow, or by the root's alone.
"""

from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser import chosen
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.wordplay import square
from tests.games.matches.pages.strange.addresses import every
from tests.size import one_of

TOUCH = {"has_touch": True, "is_mobile": True, "device_scale_factor": 1}
SIDE = {"viewport": {"width": 844, "height": 390}, **TOUCH}
UPRIGHT = {"viewport": {"width": 390, "height": 844}, **TOUCH}
# What people look at it with: the window, and how large text is in it by either way.
LOOKS: dict[str, tuple[int, int, int, int]] = {
    "desk, text of 200%": (1280, 800, 200, 100),
    "desk, root of 200%": (1280, 800, 100, 200),
    "phone, text of 150%": (390, 844, 150, 100),
    "phone, text of 200%": (390, 844, 200, 100),
    "phone, root of 150%": (390, 844, 100, 150),
    "narrow": (320, 640, 100, 100),
    "on its side": (844, 390, 100, 100),
}
# Nothing scrolls sideways; no control is cut by what it lies in, has no size, or words beyond it.
_AMISS = """() => {
  const SLACK = 2;
  const found = [];
  const root = document.scrollingElement;
  if (root.scrollWidth > root.clientWidth) found.push(["sideways", root.scrollWidth]);
  const all = function* (node) {
    for (let at = node; at && at !== document.documentElement; at = at.parentElement) yield at;
  };
  const isAside = (node) => node.inert || node.matches(".visually-hidden, .skip")
    || getComputedStyle(node).clipPath === "inset(50%)";
  const seen = {opacityProperty: true, visibilityProperty: true};
  const shown = (node) => node.checkVisibility(seen) && ![...all(node)].some(isAside);
  const name = (node) =>
    `${node.localName}: ${(node.ariaLabel || node.textContent).trim().slice(0, 30)}`;
  const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary, "
    + ".map, .field, .word";
  const beyond = (box, frame) => ({
    X: Math.max(frame.left - box.left, box.right - frame.right) > SLACK,
    Y: Math.max(frame.top - box.top, box.bottom - frame.bottom) > SLACK,
  });
  for (const node of [...document.querySelectorAll(controls)].filter(shown)) {
    const box = node.getBoundingClientRect();
    if (Math.min(box.width, box.height) < 8) found.push(["no size", name(node)]);
    const free = {X: true, Y: true};
    for (const at of [...all(node.parentElement)]) {
      const style = getComputedStyle(at);
      const far = beyond(box, at.getBoundingClientRect());
      for (const way of ["X", "Y"]) {
        const flow = style[`overflow${way}`];
        if (/auto|scroll/.test(flow)) free[way] = false;
        if (/hidden|clip/.test(flow) && free[way] && far[way]) found.push(["cut", name(node)]);
      }
    }
    if (!node.matches("button, .button, summary")) continue;
    const words = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    for (let text; (text = words.nextNode()); ) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const line = range.getBoundingClientRect();
      if (line.width && shown(text.parentElement) && beyond(line, box).X)
        found.push(["spills", name(node)]);
    }
  }
  return found;
}"""
# Where the first screen ends, and where what a turn is played with does.
_BELOW = """() => {
  const acts = [...document.querySelectorAll(".board :is([data-action=play], .hand, .rack)")];
  const seen = acts.filter((node) => node.checkVisibility());
  return seen.map((node) => node.getBoundingClientRect().bottom).filter((end) => end > innerHeight);
}"""
_SMALL = """() => [...document.querySelectorAll(".board :is(.map, .field, .grid)")]
  .map((node) => node.getBoundingClientRect()).map(({width, height}) => Math.min(width, height))
  .filter((least) => least < 80)"""


def enlarge(page: Page, look: str) -> None:
    width, height, text, base = LOOKS[look]
    page.set_viewport_size({"width": width, "height": height})
    sizes = {"standard": 16 * text // 100, "fixed": 13 * text // 100}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    page.evaluate("size => (document.documentElement.style.fontSize = size)", f"{base}%")
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def amiss(page: Page, looks: Any = LOOKS) -> list[Any]:
    """Return what is wrong with a page in these looks."""
    found: list[Any] = []
    for look in looks:
        enlarge(page, look)
        found += [(page.url, look, *one) for one in page.evaluate(_AMISS)]
    return found


def begin(page: Page, game: str, **facts: Any) -> None:
    chosen.seat(page, *([] if game == "counting_tiles" else [None]), game=game, turns=6, **facts)
    page.wait_for_selector("[data-match][data-drawn]")


@pytest.mark.parametrize("game", one_of(settings.GAMES, __file__))
def test_a_board_is_whole_and_can_be_played_on(open_screen: OpenScreen, game: str) -> None:
    page = open_screen(**SIDE)
    begin(page, game)
    assert page.evaluate(_BELOW) == []
    found = amiss(page)
    for look in LOOKS:
        enlarge(page, look)
        found += [(look, "small", least) for least in page.evaluate(_SMALL)]
        if "phone" not in look and "narrow" not in look:
            found += [(look, "below", end) for end in page.evaluate(_BELOW)]
    assert found == []


@pytest.mark.sometimes
@pytest.mark.parametrize("game", settings.GAMES)
def test_so_is_that_of_a_lesson(open_screen: OpenScreen, game: str) -> None:
    page = open_screen(**SIDE)
    page.goto(f"/learn/{game}/")
    page.wait_for_selector("[data-lesson] .board > :not(.sprite)")
    assert page.evaluate(_BELOW) == []
    assert amiss(page) == []


def test_pages_that_had_the_least_room(open_screen: OpenScreen) -> None:
    page = open_screen(**UPRIGHT)
    begin(page, "tilekingdom")
    match, found = page.url, []
    name = page.locator(".seat-own .seat-name").inner_text()
    for path in (f"{match}replay/", "/account/rest/", f"/people/{name}/"):
        page.goto(path)
        found += amiss(page, ["desk, root of 200%", "phone, text of 200%"])
    assert found == []


@pytest.mark.parametrize("look", ["on its side", "desk, text of 200%"])
def test_a_replay_has_its_board_first_and_its_keys_in_sight(
    open_screen: OpenScreen, look: str
) -> None:
    page = open_screen(**SIDE)
    begin(page, "upwords")
    page.goto(f"{page.url}replay/")
    page.wait_for_selector("[data-replay][data-ply]")
    enlarge(page, look)
    assert page.evaluate("""() => {
      const {top, bottom, height} = document.querySelector(".board").getBoundingClientRect();
      const keys = document.querySelector(".replay-keys").getBoundingClientRect();
      const head = document.querySelector(".match-head").getBoundingClientRect();
      return [top <= head.top, height > 200, bottom <= keys.top, keys.bottom <= innerHeight];
    }""") == [True, True, True, True]


@pytest.mark.thorough
def test_so_is_every_kind_of_page(open_screen: OpenScreen) -> None:
    page = open_screen(**UPRIGHT)
    begin(page, "upwords")
    name = page.locator(".seat-own .seat-name").inner_text()
    plain = {one.template for one in every() if not one.parts and "/admin/" not in one.template}
    own = {f"{page.url}{part}" for part in ("replay/", "fairness/", "review/")}
    games = {
        at + game + "/"
        for at in ("/rules/", "/tables/new/", "/daily/", "/learn/")
        for game in settings.GAMES
    }
    known = {f"/people/{name}/", "/words/cat/", "/words/cat/propose", "/word-lists/broad/"}
    looked, found = 0, []
    for path in sorted((plain | own | games | known) - {"/accounts/logout/", "/my-games/next/"}):
        if _is_page(page, path):
            page.goto(path)
            looked += 1
            found += amiss(page)
    assert found == []
    assert looked > 50


def _is_page(page: Page, path: str) -> bool:
    answer = page.request.get(path)
    return answer.status == 200 and answer.headers.get("content-type", "").startswith("text/html")


# --- A phone that is turned, and touched --------------------------------------------------------


def scale(page: Page) -> float:
    """Return how many pixels of the screen a unit of the map has, once it's drawn anew."""
    return float(
        page.evaluate("""() => new Promise((done) => requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const map = document.querySelector(".map");
            const width = map.viewBox.baseVal.width;
            done((map.getBoundingClientRect().width / width).toFixed(3));
          })))""")
    )


def test_the_map_is_fitted_anew_when_the_device_is_turned(open_screen: OpenScreen) -> None:
    page = open_screen(**UPRIGHT)
    begin(page, "tilekingdom")
    page.set_viewport_size({"width": 390, "height": 700})  # the map is wide either way
    press(page.locator("[data-action=zoom-in]"))
    press(page.locator("[data-action=zoom-in]"))
    near = scale(page)
    page.set_viewport_size({"width": 390, "height": 420})  # a keyboard comes on the screen
    assert scale(page) == near
    page.set_viewport_size({"width": 390, "height": 700})
    assert scale(page) == near
    page.set_viewport_size(SIDE["viewport"])  # type: ignore[arg-type]  # a size
    inside_map = """() => {
      const frame = document.querySelector(".map").getBoundingClientRect();
      const tiles = [...document.querySelectorAll(".map [data-tile]")];
      return tiles.map((tile) => tile.getBoundingClientRect()).every(({left, right, top, bottom}) =>
        left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom);
    }"""
    page.wait_for_function(inside_map)


def test_a_tile_that_is_tapped_goes_to_the_square_that_was_chosen(open_screen: OpenScreen) -> None:
    page = open_screen(**SIDE)
    begin(page, "upwords")
    tiles = page.locator(".rack-tile")
    press(square(page, 0, 0))
    expect(page.locator(".strip")).to_contain_text("Now choose a tile for A1.")
    press(tiles.nth(0))
    expect(page.locator('[data-square="0,0"] .tile-mine')).to_have_count(1)
    press(tiles.nth(1))  # goes on to the next square
    expect(page.locator('[data-square="0,1"] .tile-mine')).to_have_count(1)
    press(tiles.nth(1))  # taken back, it goes nowhere unless a square is chosen
    expect(page.locator(".tile-mine")).to_have_count(1)
    press(tiles.nth(1))
    expect(tiles.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".tile-mine")).to_have_count(1)
