"""On a match page tiles travel and points rise; how each thing moves is tested in tests/scripts."""

from playwright.sync_api import Page, expect

from tests.browser import chosen
from tests.browser.conftest import OpenScreen
from tests.browser.feel.hearing import listen, touch

_STILL = "() => document.getAnimations().every(({playState}) => playState !== 'running')"
_SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifted += entry.value;
  }).observe({type: "layout-shift"});
}"""
# Notes what stands in an element, each time it is written.
_NUMBERS = """node => {
  window.numbers = [];
  new MutationObserver(() => numbers.push(Number(node.textContent)))
    .observe(node, {childList: true, characterData: true, subtree: true});
}"""


def _moved(page: Page) -> list[str]:
    """Return what has moved, once it lies still."""
    page.wait_for_function(_STILL)
    moved: list[str] = page.evaluate("heard.moves")
    return moved


def test_tiles_of_another_player_travel_and_their_points_rise(open_screen: OpenScreen) -> None:
    screens = [listen(open_screen(reduced_motion="no-preference"), sound=False) for _ in range(2)]
    pages = chosen.seat(*screens, game="upwords")
    mover = int(pages[0].locator("[data-match]").get_attribute("data-to-move") or 0)
    for page in pages:
        touch(page)
        page.evaluate(_SHIFTS)
        page.locator(f'[data-score="{mover}"]').evaluate(_NUMBERS)
    chosen.play_on(pages, turns=1)
    for page in pages:
        moved = _moved(page)
        score = page.locator(f'[data-score="{mover}"]')
        assert "earned" in moved
        assert any("arriving" in name for name in moved) is (page is not pages[mover])
        numbers = page.evaluate("numbers")
        assert numbers == sorted(numbers)
        assert (numbers[0], numbers[-1]) == (0, int(score.inner_text()))
        assert numbers[-1] > 0
        expect(page.locator(".earned")).to_have_count(0)
        assert page.evaluate("shifted") <= 0.02  # no tile pushes anything
