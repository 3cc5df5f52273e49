"""Tiles travel and points rise for whoever wants motion; nothing piles up, nothing else moves."""

from random import Random

from playwright.sync_api import Page, expect

from tests.browser import chosen
from tests.browser.conftest import OpenScreen
from tests.browser.feel.hearing import listen, touch
from tests.browser.playing import Pointer, play_turn, wait_for_ply

MOVING = {"reduced_motion": "no-preference"}
_SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifted += entry.value;
}).observe({type: "layout-shift"});"""


def _table(open_screen: OpenScreen, **how: object) -> list[Page]:
    screens = [listen(open_screen(**MOVING), sound=False) for _ in range(2)]
    pages = chosen.seat(*screens, game="tilekingdom", live=True, **how)  # type: ignore[arg-type]
    for page in pages:
        page.wait_for_function("document.querySelector('.map use')")
        touch(page)
    return pages


def _moved(page: Page) -> list[str]:
    """Return what has moved since the last call, once it lies still."""
    page.wait_for_function(
        "document.getAnimations().every(({playState}) => playState !== 'running')"
    )
    moved: list[str] = page.evaluate("heard.moves.splice(0)")
    return moved


def test_a_tile_travels_from_the_hand_to_its_place(open_screen: OpenScreen) -> None:
    anna, ben = _table(open_screen)
    for page in (anna, ben):
        page.evaluate(_SHIFTS)
    play_turn(anna, Pointer(), Random(1), subject=0)
    wait_for_ply(ben, 1)
    # It travels to where it is laid; to whoever looks on it comes from the hand and settles.
    assert _moved(anna)[0] == "tile"
    assert _moved(ben)[:2] == ["tile arriving", "turn-line"]
    assert ben.evaluate("shifted") == 0


def test_points_rise_where_they_were_earned_and_are_counted(open_screen: OpenScreen) -> None:
    anna, ben = _table(open_screen)
    for turn in range(12):
        mover = (anna, ben)[turn % 2]
        play_turn(mover, Pointer(), Random(turn), subject=1)
        for page in (anna, ben):
            wait_for_ply(page, turn + 1)
        moved = [_moved(page) for page in (anna, ben)]
        scores = [page.locator(".seat-score").all_inner_texts() for page in (anna, ben)]
        if scores[0] != ["0", "0"]:
            break
    assert scores[0] == scores[1] != ["0", "0"]
    assert ["earned" in seen for seen in moved] == [True, True]
    for page in (anna, ben):
        expect(page.locator(".earned")).to_have_count(0)


def test_many_turns_at_once_are_just_there(open_screen: OpenScreen) -> None:
    anna, ben = _table(open_screen)
    chosen.play_on([anna, ben], turns=6)
    for page in (anna, ben):
        expect(page.locator("[data-tile]")).to_have_count(7)
        assert {"earned", "tile arriving", "tile"}.isdisjoint(_moved(page))


def test_nothing_moves_where_nobody_looks(open_screen: OpenScreen) -> None:
    anna, ben = _table(open_screen)
    ben.evaluate("Object.defineProperty(document, 'hidden', {value: true})")
    play_turn(anna, Pointer(), Random(1))
    wait_for_ply(ben, 1)
    assert _moved(ben) == []
