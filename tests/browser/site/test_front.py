"""The front page while others play: small boards that move by themselves."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import chosen, people
from tests.browser.conftest import OpenScreen
from tests.browser.people import until
from tests.browser.site.test_accessible import assert_open_to_all

# Tells by an attribute of the page when a board stood out, since that lasts but a moment.
NOTICE = """
addEventListener("animationstart", (event) => {
  if (event.animationName !== "has-moved") return;
  document.body.dataset.noticed = event.target.dataset.board;
});
"""


def watched(open_screen: OpenScreen, names: str) -> tuple[list[Page], str]:
    """Return the pages of two people who play at an open table, and the match they play."""
    host, friend = open_screen(), open_screen()
    people.sign_up(host, f"{names}-anna")
    people.sign_up(friend, f"{names}-ben")
    pages = people.begin(host, friend, visibility="open", pace="correspondence")
    chosen.play_on(pages, turns=2)
    return pages, host.url.rstrip("/").rpartition("/")[2]


@pytest.mark.sometimes
def test_a_move_in_a_match_one_watches_changes_its_small_board(open_screen: OpenScreen) -> None:
    pages, match = watched(open_screen, "front")
    visitor = open_screen(reduced_motion="no-preference")
    visitor.add_init_script(NOTICE)
    visitor.goto("/")
    board = visitor.locator(f'[data-board="{match}"]')
    expect(board).to_be_visible()
    picture = board.locator("img")
    before = picture.get_attribute("src")
    points = board.locator(".board-players").inner_text()
    until(visitor, lambda: picture.evaluate("image => image.naturalWidth > 0"))
    chosen.play_on(pages, turns=1)
    expect(picture).not_to_have_attribute("src", str(before))
    until(visitor, lambda: picture.evaluate("image => image.naturalWidth > 0"))
    assert visitor.locator("body").get_attribute("data-noticed") == match
    assert points.split()[0] in board.locator(".board-players").inner_text()
    people.press(board.get_by_role("link", name="Tilekingdom"))
    expect(visitor).to_have_url(pages[0].url)


@pytest.mark.sometimes
def test_nothing_stands_out_for_whoever_wants_no_motion(open_screen: OpenScreen) -> None:
    pages, match = watched(open_screen, "still")
    visitor = open_screen(reduced_motion="reduce")
    visitor.add_init_script(NOTICE)
    visitor.goto("/")
    board = visitor.locator(f'[data-board="{match}"]')
    before = str(board.get_attribute("data-version"))
    chosen.play_on(pages, turns=1)
    expect(board).not_to_have_attribute("data-version", before)
    assert visitor.locator("body").get_attribute("data-noticed") is None
    assert_open_to_all(visitor, "main")
