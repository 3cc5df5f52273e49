"""Upwords on its page: whole matches by mouse, touch and keyboard, spectators, what words mean."""

import functools
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.core.rng import Rng
from games.upwords.options import Options
from games.upwords.rules import Upwords
from tests.browser import chosen, people, wordplay
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import view, wait_for_ply
from tests.browser.site.test_accessible import assert_open_to_all
from tests.browser.wordplay import (
    MINE,
    Keyboard,
    Mouse,
    Pointer,
    play_out,
    square,
    take_turn,
    tiles_of,
)
from tests.chromium import PHONE
from tests.games.words.release import release_words
from tests.stack import Stack


def begin(pages: list[Page], names: str, **settings: object) -> list[Page]:
    """Sign two people up, and have them begin a match; return their pages by seat."""
    for page, name in zip(pages, ("anna", "ben"), strict=True):
        people.sign_up(page, f"{names}-{name}")
    return people.begin(*pages, game="Upwords", **settings)


def assert_result(pages: list[Page], site: Stack, tiles: int) -> dict[str, Any]:
    """Hold that both pages show the stored result, and that the log played again gives it."""
    end = view(pages[0])
    assert (end["status"], end["result"]["reason"]) == ("finished", "over")
    assert tiles_of(end["state"]) == tiles
    breakdown = end["result"]["breakdown"]
    assert [line["label"] for line in breakdown] == ["Words", "Whole racks", "Tiles left"]
    left = [-5 * len(rack) for rack in end["state"]["racks"]]
    assert breakdown[2]["points"] == left
    scores = end["scores"]
    assert [sum(line["points"][player] for line in breakdown) for player in (0, 1)] == scores
    for page in pages:
        for player, score in enumerate(scores):
            expect(page.locator(f'[data-score="{player}"]')).to_have_text(str(score))
        expect(page.locator("[data-result]")).to_be_visible()
        expect(page.locator(".rack")).to_be_hidden()
    said = site.manage("replay", end["id"])
    assert said == f"1 matches, {end['ply']} plies, all as stored.\n"
    return end


@pytest.mark.journey
def test_by_mouse_on_the_large_board(open_screen: OpenScreen, site: Stack) -> None:
    # By post, so that a machine that stands still for a while is no player who is away.
    settings = {"pace": "correspondence"}
    pages = people.begin_by_pages(open_screen(), open_screen(), "drag", game="Upwords", **settings)
    play_out(pages, Mouse(), turns=2)
    chosen.leap(pages)
    play_out(pages, Mouse())
    assert_result(pages, site, 100)


@pytest.mark.thorough
def test_by_touch_on_the_small_board(open_screen: OpenScreen, site: Stack) -> None:
    pages = begin(
        [open_screen(**PHONE), open_screen(**PHONE)],
        "tap",
        option_board="8x8",
        pace="correspondence",
    )
    play_out(pages, Pointer(), board="8x8", turns=2)
    chosen.leap(pages)
    play_out(pages, Pointer(), board="8x8")
    assert_result(pages, site, 64)
    for page in pages:
        assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.thorough
def test_by_keyboard_alone(open_screen: OpenScreen, site: Stack) -> None:
    pages = begin([open_screen(), open_screen()], "type", option_board="8x8", pace="correspondence")
    pointed: list[str] = []
    for page in pages:
        page.expose_function("pointed", lambda words: pointed.append(words))
        page.evaluate(_TELL_OF_POINTERS)
    play_out(pages, Keyboard(), board="8x8", turns=2)
    chosen.leap(pages)
    play_out(pages, Keyboard(), board="8x8")
    assert_result(pages, site, 64)
    assert pointed == []


_TELL_OF_POINTERS = """() => {
  for (const name of ["pointerdown", "pointermove", "mousedown", "touchstart"])
    addEventListener(name, (event) => pointed(`${name} on ${event.target.tagName}`), true);
}"""


@functools.cache
def first_with_a_word() -> tuple[bytes, int]:
    """Return a secret by which the first player has a word in hand, and their seat."""
    game = Upwords(Options(), release_words())
    for number in range(1000):
        state = game.initial_state(2, Rng(secret := number.to_bytes(32, "big"), 0))
        mover = state.to_move or 0
        if wordplay.Turn(0, mover, game, state).best():
            return secret, mover
    raise AssertionError("no such deal")


def seated(first: Page, other: Page | None = None) -> list[Page]:
    """Begin a match: first who begins, with a word in hand; live unless the other is elsewhere."""
    secret, mover = first_with_a_word()
    screens = (first, other)[:: -1 if mover else 1]
    pages = chosen.seat(*screens, game="upwords", secret=secret, live=other is not None)
    return pages[:: -1 if mover else 1]


@pytest.fixture
def table(open_screen: OpenScreen) -> list[Page]:
    """Two at a table of Upwords: first who begins, with a word in hand."""
    return seated(open_screen(), open_screen())


@pytest.mark.thorough
def test_a_spectator_sees_no_rack(open_screen: OpenScreen) -> None:
    (page,) = seated(open_screen())
    watcher = open_screen()
    watcher.goto(page.url)
    expect(watcher.locator(".field")).to_be_visible()
    expect(watcher.locator(".rack")).to_be_hidden()
    expect(watcher.locator("[data-tile]")).to_have_count(0)
    seen = view(watcher)["state"]
    assert (seen["racks"], seen["bag"], sum(seen["unseen"].values())) == ([None, None], None, 100)
    expect(watcher.locator(".unseen-count").nth(4)).to_have_text("8")
    take_turn(page, Pointer(), "10x10")
    wait_for_ply(watcher, 1)
    expect(watcher.locator(".tile-last").first).to_be_visible()


@pytest.mark.sometimes
def test_the_board_and_what_a_word_means_are_open_to_all(table: list[Page]) -> None:
    page, other = table
    page.wait_for_selector(MINE)
    press(page.locator(".rack-tile").first)
    press(square(page, 0, 0))
    expect(page.locator(".preview-problem")).to_be_visible()
    assert_open_to_all(page)
    page.keyboard.press("Escape")
    take_turn(page, Pointer(), "10x10")
    wait_for_ply(other, 1)
    press(other.locator("[data-moves] .word-button").first)
    dialog = other.locator("dialog.meaning")
    expect(dialog.locator(".badge").first).to_be_visible()
    expect(dialog).to_contain_text("It counts in this match.")
    expect(dialog).to_contain_text("Broad: yes")
    assert_open_to_all(other, "dialog[open]")
    other.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
