"""Tiles travel and points rise for whoever wants motion; nothing piles up, nothing else moves."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser import chosen
from tests.browser.conftest import OpenScreen
from tests.browser.feel.hearing import listen, touch
from tests.browser.playing import Pointer, play_turn, wait_for_ply

MOVING = {"reduced_motion": "no-preference"}
_STILL = "() => document.getAnimations().every(({playState}) => playState !== 'running')"
_SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifted += entry.value;
  }).observe({type: "layout-shift"});
}"""
# Turns that come on each other's heels aren't followed: nothing is told while this is on its way.
_APART = "() => performance.now() > (window.seenAt ??= performance.now()) + 450"
_AT_ONCE = "() => { const now = performance.now(); performance.now = () => now; }"
_TAKES_TIME = """() => document.getAnimations()
  .filter(({effect}) => effect.getComputedTiming().activeDuration > 0)
  .map(({effect}) => effect.target.getAttribute("class"))"""
# Notes what stands in an element, each time it is written.
_NUMBERS = """node => {
  window.numbers = [];
  new MutationObserver(() => numbers.push(Number(node.textContent)))
    .observe(node, {childList: true, characterData: true, subtree: true});
}"""


def _table(open_screen: OpenScreen, **screen: str) -> list[Page]:
    screens = [listen(open_screen(**{**MOVING, **screen}), sound=False) for _ in range(2)]
    pages = chosen.seat(*screens, game="tilekingdom", live=True)
    for page in pages:
        page.wait_for_selector(".map use", state="attached")
        touch(page)
    return pages


def _apart(page: Page) -> None:
    """Wait until a turn that comes now doesn't come on the heels of another."""
    page.evaluate("() => { window.seenAt = undefined }")
    page.wait_for_function(_APART)


def _moved(page: Page) -> list[str]:
    """Return what has moved since the last call, once it lies still."""
    page.wait_for_function(_STILL)
    moved: list[str] = page.evaluate("heard.moves.splice(0)")
    return moved


def _play_until_points(pages: list[Page]) -> int:
    """Play turns with a subject on each until somebody has points; return whose they are."""
    for turn in range(12):
        for page in pages:
            _apart(page)
            page.evaluate("() => { heard.moves = []; window.numbers = [] }")
        play_turn(pages[turn % 2], Pointer(), Random(turn), subject=1)
        for page in pages:
            wait_for_ply(page, turn + 1)
            page.wait_for_function(_STILL)
        scores = pages[1].locator(".seat-score").all_inner_texts()
        if scores != ["0", "0"]:
            return 0 if scores[0] != "0" else 1
    raise AssertionError("the deal brings points within twelve turns")


def test_a_tile_travels_from_the_hand_to_its_place(open_screen: OpenScreen) -> None:
    anna, ben = _table(open_screen)
    for page in (anna, ben):
        page.evaluate(_SHIFTS)
    play_turn(anna, Pointer(), Random(1), subject=0)
    wait_for_ply(ben, 1)
    # It travels to where it is laid; to whoever looks on it comes from the hand and settles.
    assert _moved(anna)[0] == "tile"
    assert _moved(ben)[0] == "tile arriving"
    assert ben.evaluate("shifted") <= 0.02  # their hand gets its buttons; no tile pushes anything


def test_points_rise_where_they_were_earned_and_are_counted(open_screen: OpenScreen) -> None:
    anna, ben = _table(open_screen)
    for page in (anna, ben):
        for score in page.locator(".seat-score").all():
            score.evaluate(_NUMBERS)
    player = _play_until_points([anna, ben])
    for page in (anna, ben):
        score = page.locator(f'[data-score="{player}"]')
        last = int(score.inner_text())
        assert "earned" in _moved(page)
        numbers = page.evaluate("numbers")
        assert numbers == sorted(numbers)
        assert (numbers[0], numbers[-1]) == (0, last)
        expect(page.locator(".earned")).to_have_count(0)


def test_many_turns_at_once_are_just_there(open_screen: OpenScreen) -> None:
    anna, ben = _table(open_screen)
    for page in (anna, ben):
        page.evaluate(_AT_ONCE)
    chosen.play_on([anna, ben], turns=6)
    for page in (anna, ben):
        expect(page.locator("[data-tile]")).to_have_count(7)
        moved = _moved(page)  # the first of them travels, the others come on its heels
        travelled = [name for name in moved if name.startswith("tile") or name == "earned"]
        assert travelled == ["tile arriving", "tile"], moved  # it flies, and settles


def test_nothing_moves_where_nobody_looks(open_screen: OpenScreen) -> None:
    anna, ben = _table(open_screen)
    ben.evaluate("Object.defineProperty(document, 'hidden', {value: true})")
    play_turn(anna, Pointer(), Random(1))
    wait_for_ply(ben, 1)
    assert _moved(ben) == []


def test_with_reduced_motion_nothing_moves_and_numbers_just_change(
    open_screen: OpenScreen,
) -> None:
    anna, ben = _table(open_screen, reduced_motion="reduce")
    for page in (anna, ben):
        for score in page.locator(".seat-score").all():
            score.evaluate(_NUMBERS)
    player = _play_until_points([anna, ben])
    for page in (anna, ben):
        last = int(page.locator(f'[data-score="{player}"]').inner_text())
        assert page.evaluate("numbers") == [last]
        assert page.evaluate("heard.moves") == []
        assert page.evaluate(_TAKES_TIME) == []


@pytest.mark.parametrize(
    ("game", "lies"),
    [("upwords", "arriving"), ("words_with_chilwell", "letter-face"), ("tiled_of_it", "flying")],
)
def test_what_another_player_lays_travels_on_every_board(
    open_screen: OpenScreen, game: str, lies: str
) -> None:
    screens = [listen(open_screen(**MOVING), sound=False) for _ in range(2)]
    pages = chosen.seat(*screens, game=game)
    for page in pages:
        touch(page)
        page.evaluate(_SHIFTS)
    for _ in range(4):
        for page in pages:
            _apart(page)
            page.evaluate("() => { window.shifted = 0 }")
        mover = int(pages[0].locator("[data-match]").get_attribute("data-to-move") or 0)
        chosen.play_on(pages, turns=1)
        moved = [_moved(page) for page in pages]
        assert any(lies in name for name in moved[1 - mover]), moved
        assert max(page.evaluate("shifted") for page in pages) <= 0.02
