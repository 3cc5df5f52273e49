"""Tiled Of It in the browser: whole matches by mouse, touch and keys, and what words mean."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import chosen, people
from tests.browser.cardplay import (
    MINE,
    Keyboard,
    Mouse,
    Pointer,
    card,
    cards_of,
    cell,
    play_out,
    take_turn,
    turn,
)
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import button, view, wait_for_ply
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE
from tests.stack import Stack

GAME = "Tiled Of It"


def assert_result(pages: list[Page], site: Stack, cards: int) -> None:
    """Hold that both pages show the stored result, and that the log played again gives it."""
    end = view(pages[0])
    assert (end["status"], end["result"]["reason"]) == ("finished", "over")
    assert cards_of(end["state"]) == cards
    breakdown = end["result"]["breakdown"]
    labels = ["Words made", "Cards in words", "Cards at the end"]
    assert [line["label"] for line in breakdown] == labels
    grid = [lying["player"] for lying in end["state"]["grid"] if lying]
    assert breakdown[2]["points"] == [grid.count(player) for player in (0, 1)]
    scores = end["scores"]
    assert [sum(line["points"][player] for line in breakdown) for player in (0, 1)] == scores
    for page in pages:
        for player, score in enumerate(scores):
            expect(page.locator(f'[data-score="{player}"]')).to_have_text(str(score))
        expect(page.locator("[data-result]")).to_be_visible()
        expect(page.locator(".rack")).to_be_hidden()
        expect(page.locator(".strip-words")).to_contain_text("so the game is over.")
    said = site.manage("replay", end["id"])
    assert said == f"1 matches, {end['ply']} plies, all as stored.\n"


@pytest.mark.journey
def test_by_mouse(open_screen: OpenScreen, site: Stack) -> None:
    # By post, so that a machine that stands still for a while is no player who is away.
    settings = {"pace": "correspondence", "option_cards": 30}
    pages = people.begin_by_pages(open_screen(), open_screen(), "cards", game=GAME, **settings)
    play_out(pages, Mouse(), turns=2)
    chosen.leap(pages)
    play_out(pages, Mouse())
    assert_result(pages, site, 30)


@pytest.mark.thorough
def test_by_touch(open_screen: OpenScreen, site: Stack) -> None:
    screens = open_screen(**PHONE), open_screen(**PHONE)
    pages = people.begin(*screens, game=GAME, pace="correspondence", option_cards=28)
    play_out(pages, Pointer(), turns=2)
    chosen.leap(pages)
    play_out(pages, Pointer())
    assert_result(pages, site, 28)
    for page in pages:
        assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.thorough
def test_by_keyboard_alone(open_screen: OpenScreen) -> None:
    pages = people.begin(open_screen(), open_screen(), game=GAME, pace="correspondence")
    pointed: list[str] = []
    for page in pages:
        page.expose_function("pointed", lambda words: pointed.append(words))
        page.evaluate(_TELL_OF_POINTERS)
    way = Keyboard()
    for _ in range(5):
        mover = int(pages[0].locator("[data-match]").get_attribute("data-to-move") or 0)
        ply = take_turn(pages[mover], way)
        for page in pages:
            wait_for_ply(page, ply)
    mover = int(pages[0].locator("[data-match]").get_attribute("data-to-move") or 0)
    page = pages[mover]
    page.wait_for_selector(MINE)
    text = turn(page).hand[0]
    way.choose(page, text)
    way.press(page, "discard")
    wait_for_ply(page, 6)
    assert view(page)["log"][-1]["text"] == f"discard {text.upper()}"
    assert pointed == []


_TELL_OF_POINTERS = """() => {
  for (const name of ["pointerdown", "pointermove", "mousedown", "touchstart"])
    addEventListener(name, (event) => pointed(`${name} on ${event.target.tagName}`), true);
}"""


def test_what_the_words_of_the_grid_mean(open_screen: OpenScreen) -> None:
    (page,) = chosen.seat(open_screen(), None, game="tiled_of_it", turns=10)
    state = view(page)["state"]
    first, second = state["joined"][0]
    word = (state["grid"][first]["text"] + state["grid"][second]["text"]).upper()
    press(cell(page, 0, first))
    press(page.locator(f'.cell-facts [data-word="{word}"]'))
    dialog = page.locator("dialog.meaning")
    expect(dialog).to_contain_text("It counts in this match.")
    expect(dialog.locator(".badge").first).to_be_visible()
    assert_open_to_all(page, "dialog[open]")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    flashed = "b => { b.click(); return document.querySelectorAll('.ring-flash').length }"
    assert page.locator('[data-move="1"] .move-ply').evaluate(flashed) == 1
    press(page.locator("[data-moves] .word-button").first)
    expect(dialog).to_be_visible()


@pytest.mark.sometimes
def test_the_board_is_open_to_all(open_screen: OpenScreen) -> None:
    pages = chosen.seat(open_screen(), open_screen(), game="tiled_of_it", turns=2)
    mover = view(pages[0])["to_move"]
    page, other = pages[mover], pages[1 - mover]
    press(card(page, turn(page).hand[0]))
    press(button(page, "discard"))
    wait_for_ply(other, 3)
    other.wait_for_selector(MINE)
    press(card(other, turn(other).hand[0]))
    press(cell(other, 5, 5))
    expect(other.locator(".preview-problem")).to_be_visible()
    assert_open_to_all(other)
    other.set_viewport_size({"width": 390, "height": 844})
    press(other.locator(".pile-open"))
    expect(other.locator(".pile-tray")).to_be_visible()
    assert_open_to_all(other, ".pile-tray")
    chosen.play_on([page, other])
    expect(page.locator("[data-result]")).to_be_visible()
    assert_open_to_all(page, ".strip, [data-result]")


def test_pages_about_the_game(open_screen: OpenScreen) -> None:
    page = open_screen()
    for path in ("/tables/new/tiled_of_it/", "/rules/tiled_of_it/"):
        page.goto(path)
        for fold in page.locator("details[data-options] > summary").all():
            press(fold)
        assert_open_to_all(page)
