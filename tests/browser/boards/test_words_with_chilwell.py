"""WordsWithChilwell on its pages: whole matches by mouse, touch and keyboard, what words mean."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.words_with_chilwell.position.tiles import value_of
from tests.browser import chosen, people
from tests.browser.conftest import OpenScreen
from tests.browser.handplay import (
    MINE,
    Keyboard,
    Mouse,
    Pointer,
    play_out,
    take_turn,
)
from tests.browser.people import press
from tests.browser.playing import button, view, wait_for_ply
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE
from tests.stack import Stack

GAME = "WordsWithChilwell"


def begin(pages: list[Page], names: str, **settings: object) -> list[Page]:
    """Sign two people up, and have them begin a match; return their pages by seat."""
    for page, name in zip(pages, ("anna", "ben"), strict=True):
        people.sign_up(page, f"{names}-{name}")
    return people.begin(*pages, game=GAME, pace="correspondence", **settings)


def assert_result(pages: list[Page], site: Stack) -> dict[str, Any]:
    """Hold that both pages show the stored result, and that the log played again gives it."""
    end = view(pages[0])
    assert (end["status"], end["result"]["reason"]) == ("finished", "over")
    lines = {line["label"]: line["points"] for line in end["result"]["breakdown"]}
    assert list(lines) == ["At the start", "Words", "Bonuses", "Left in hand"]
    hands = end["state"]["hands"]
    assert lines["Left in hand"] == [-value_of(hand) for hand in hands]
    scores = end["scores"]
    assert [sum(line[player] for line in lines.values()) for player in (0, 1)] == scores
    for page in pages:
        for player, score in enumerate(scores):
            expect(page.locator(f'[data-score="{player}"]')).to_have_text(str(score))
        expect(page.locator("[data-result]")).to_be_visible()
        expect(page.locator(".rack")).to_be_hidden()
        expect(page.locator(".strip")).to_contain_text("The game is over: ")
        expect(page.locator(".fan .tile-face")).to_have_count(sum(map(len, hands)))
        expect(page.locator(".fan .tile-back")).to_have_count(0)
    said = site.manage("replay", end["id"])
    assert said == f"1 matches, {end['ply']} plies, all as stored.\n"
    return end


@pytest.mark.journey
def test_by_mouse(open_screen: OpenScreen, site: Stack) -> None:
    settings = {"pace": "correspondence", "option_used_limit": 25}
    pages = people.begin_by_pages(open_screen(), open_screen(), "chil-drag", game=GAME, **settings)
    play_out(pages, Mouse(), turns=2)
    chosen.leap(pages)
    play_out(pages, Mouse())
    assert_result(pages, site)


@pytest.mark.thorough
def test_by_touch(open_screen: OpenScreen, site: Stack) -> None:
    pages = begin([open_screen(**PHONE), open_screen(**PHONE)], "chil-tap")
    play_out(pages, Pointer(), turns=2)
    chosen.leap(pages)
    play_out(pages, Pointer())
    end = assert_result(pages, site)
    assert max(end["state"]["used"]) > 50 or max(end["state"]["sizes"]) >= 20
    for page in pages:
        assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.thorough
def test_by_keyboard_alone(open_screen: OpenScreen, site: Stack) -> None:
    pages = begin([open_screen(), open_screen()], "chil-type", option_used_limit=20)
    pointed: list[str] = []
    for page in pages:
        page.expose_function("pointed", lambda words: pointed.append(words))
        page.evaluate(_TELL_OF_POINTERS)
    play_out(pages, Keyboard(), turns=2)
    chosen.leap(pages)
    play_out(pages, Keyboard())
    assert_result(pages, site)
    assert pointed == []


_TELL_OF_POINTERS = """() => {
  for (const name of ["pointerdown", "pointermove", "mousedown", "touchstart"])
    addEventListener(name, (event) => pointed(`${name} on ${event.target.tagName}`), true);
}"""


@pytest.fixture
def table(open_screen: OpenScreen) -> list[Page]:
    """Two at a table with the training hands, by seat."""
    screens = open_screen(), open_screen()
    return chosen.seat(*screens, game="words_with_chilwell", live=True, training=True)


@pytest.mark.thorough
def test_the_sheet_keeps_every_word_of_a_long_match(open_screen: OpenScreen) -> None:
    (page,) = chosen.seat(open_screen(), None, game="words_with_chilwell", turns=14)
    rows = page.locator(".story tbody tr")
    expect(rows).to_have_count(7)
    page.reload()
    page.wait_for_load_state("networkidle")  # what the socket brings tells the last few turns alone
    expect(rows.first.get_by_role("rowheader")).to_have_text("7")
    expect(rows.last.locator("td")).to_have_text([re.compile(r"\S")] * 2)


def test_meanings_are_told_and_insulting_ones_folded_until_somebody_unfolds_them(
    table: list[Page],
) -> None:
    page, other = table
    screens = (page, other, page)
    for ply, (word, screen) in enumerate(zip(("broad", "taco", "thnj"), screens, strict=True), 1):
        screen.wait_for_selector(MINE)
        Pointer().spell(screen, word, word)
        press(button(screen, "play"))
        wait_for_ply(screen, ply)
    press(page.locator("[data-moves] .word-button", has_text="TACO"))
    dialog = page.locator("dialog.meaning")
    expect(dialog.get_by_text("a tortilla rolled cupped around a filling")).to_be_visible()
    insult = dialog.locator("details.fold:not([open])").get_by_text("offensive term for a person")
    expect(insult).to_have_count(1)
    expect(insult).to_be_hidden()
    press(dialog.get_by_text("Show offensive meanings"))
    expect(dialog.get_by_text("offensive term for a person")).to_be_visible()
    page.keyboard.press("Escape")
    press(page.locator("[data-moves] .word-button", has_text="THNJ"))
    expect(dialog).to_contain_text("It doesn't count in this match.")


@pytest.mark.thorough
def test_a_spectator_sees_what_all_have_seen(table: list[Page], open_screen: OpenScreen) -> None:
    page, other = table
    watcher = open_screen()
    watcher.goto(page.url)
    expect(watcher.locator(".fan .tile-back")).to_have_count(30)
    expect(watcher.locator(".rack")).to_be_hidden()
    expect(watcher.locator("[data-tile], .take:visible")).to_have_count(0)
    take_turn(page, Pointer(), "extra")
    wait_for_ply(watcher, 1)
    expect(watcher.locator(".fan .tile-face")).to_have_count(3)
    seen = view(watcher)["state"]
    assert seen["hands"] == [None, None]
    assert view(other)["state"]["hands"][1] == "celzxiotnesmuaa"
    assert "celzxiotnesmuaa" not in json.dumps(view(watcher)) + watcher.content()


@pytest.mark.sometimes
def test_the_board_is_open_to_all(open_screen: OpenScreen) -> None:
    pages = open_screen(), open_screen()
    page, other = chosen.seat(*pages, game="words_with_chilwell", training=True)
    Pointer().spell(page, "hands", "hands")
    assert_open_to_all(page)
    press(button(page, "play"))
    wait_for_ply(other, 1)
    assert_open_to_all(page, ".last-word")
    press(other.locator(".last-word"))
    expect(other.locator("dialog.meaning .badge").first).to_be_visible()
    other.keyboard.press("Escape")
    for mover, ply in ((other, 2), (page, 3), (other, 4)):
        mover.wait_for_selector(MINE)
        Pointer().skip(mover)
        wait_for_ply(mover, ply)
    expect(page.locator("[data-result]")).to_be_visible()
    assert_open_to_all(page, ".board, [data-result]")


def test_its_pages_are_open_to_all(desktop: Page) -> None:
    for path in ("/rules/words_with_chilwell/", "/tables/new/words_with_chilwell/"):
        desktop.goto(path)
        assert_open_to_all(desktop)
