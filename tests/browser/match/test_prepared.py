"""Turns prepared on the board during someone else's turn, and played at once when they come."""

import itertools
import re

from playwright.sync_api import Page, expect

from tests.browser import chosen, people, wordplay
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import button, look, place, view, wait_for_ply
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE

SLOW = {"pace": "correspondence"}


def prepared(page: Page) -> list[str]:
    """Return what the list of one's prepared turns says, a line for each."""
    rows = page.locator(".prepared-turn").all_inner_texts()
    return [re.sub(r"\s*\n\s*", ": ", row.strip()) for row in rows]


def choose(page: Page, words: str) -> None:
    """Choose the condition on which to play a turn."""
    dialog = page.get_by_role("dialog", name="Play this when it's my turn")
    press(dialog.get_by_label(words, exact=False))
    press(dialog.get_by_role("button", name="Prepare it"))
    expect(dialog).to_be_hidden()


def by_whom(page: Page) -> list[tuple[int, str]]:
    return [(entry["player"], entry["actor"]) for entry in view(page)["log"]]


def lay_out_next(anna: Page, ben: Page) -> str:
    """Have the one who waits lay out a tile; return where the other's can lie beside it."""
    press(button(ben, "prepare"))
    expect(ben.locator(".hand-words")).to_have_text("Your next tile")
    pairs = itertools.product(look(anna).places, look(ben).places)
    elsewhere, here = next(pair for pair in pairs if pair[0] != pair[1])
    press(place(ben, here))
    return elsewhere


def test_a_prepared_tile_is_laid_at_once(open_screen: OpenScreen) -> None:
    one, two = open_screen(), open_screen(**PHONE)
    anna, ben = chosen.seat(one, two, game="tilekingdom", mode="chess")
    elsewhere = lay_out_next(anna, ben)
    expect(button(ben, "confirm")).to_have_text("Prepare")
    press(button(ben, "confirm"))
    expect(ben.get_by_role("dialog")).to_be_visible()
    assert_open_to_all(ben, "dialog[open]")
    choose(ben, "if it's still possible")
    expect(ben.locator(".prepared-turn")).to_have_count(1)
    expect(ben.locator(".hand-words")).to_contain_text("has this tile")
    assert_open_to_all(ben, ".prepared, .board")
    (line,) = prepared(ben)
    assert line.endswith(": if it's still possible")
    # Nobody else is told.
    assert view(anna)["prepared"]["list"] == []

    press(place(anna, elsewhere))
    press(button(anna, "confirm"))
    wait_for_ply(ben, 2)
    wait_for_ply(anna, 2)
    assert by_whom(anna) == [(0, "human"), (1, "prepared")]
    expect(anna.locator("[data-move='2'] .move-who")).to_have_text("A prepared turn")
    expect(ben.locator(".prepared-turn")).to_have_count(0)
    expect(ben.locator("[data-turn]")).to_contain_text("'s turn.")


def test_a_prepared_word_is_played_by_its_condition_and_the_list_is_kept_in_order(
    open_screen: OpenScreen,
) -> None:
    one, two = open_screen(), open_screen(**PHONE)
    pages = chosen.seat(one, two, game="upwords")
    # Whose turn it is by the draw; whoever waits afterwards prepares.
    mover = int(one.locator("[data-match]").get_attribute("data-to-move") or 0)
    first, second = pages[mover], pages[1 - mover]
    wordplay.take_turn(first, wordplay.Pointer(), "10x10")
    wait_for_ply(second, 1)
    now = wordplay.turn(first)
    word = now.best()
    assert word is not None
    wordplay.Pointer().lay(first, now, word)
    expect(button(first, "play")).to_have_text(f"Prepare · {now.points(word)}")
    press(button(first, "play"))
    choose(first, "if it's still possible")
    expect(first.locator(".prepared-turn")).to_have_count(1)
    press(button(first, "recall"))
    press(button(first, "pass"))
    choose(first, "whatever happens")
    expect(first.locator(".prepared-turn")).to_have_count(2)
    press(first.get_by_role("button", name="Pass if there's nothing left to draw"))
    expect(first.locator(".prepared-turn")).to_have_count(3)
    assert [line.split(": ", 1)[1] for line in prepared(first)] == [
        "if it's still possible",
        "whatever happens",
        "if there's nothing left to draw, on every turn",
    ]
    press(first.locator(".prepared-turn").nth(1).get_by_role("button", name=re.compile("^Put")))
    expect(first.locator(".prepared-turn").first).to_contain_text("whatever happens")
    press(first.locator(".prepared-turn").first.get_by_role("button", name=re.compile("^Remove")))
    expect(first.locator(".prepared-turn")).to_have_count(2)
    with first.expect_response("**/prepared/forced"):
        press(first.get_by_label("Play automatically when I have only one move"))
    assert_open_to_all(first, ".prepared")
    first.reload()
    first.wait_for_selector("[data-match] .field")
    expect(first.locator(".prepared-turn")).to_have_count(2)
    expect(first.get_by_label("Play automatically when I have only one move")).to_be_checked()

    wordplay.Pointer().choose(second, wordplay.turn(second).rack[0])
    press(button(second, "exchange"))
    wait_for_ply(second, 3)
    wait_for_ply(first, 3)
    assert by_whom(second)[1:] == [(1 - mover, "human"), (mover, "prepared")]
    expect(first.locator(".prepared-turn")).to_have_count(1)


def test_a_card_and_a_word_are_prepared_by_keyboard_and_by_touch(open_screen: OpenScreen) -> None:
    one, two = open_screen(), open_screen(**PHONE)
    people.sign_up(one, "cards-anna")
    people.sign_up(two, "cards-ben")
    for game in ("Tiled Of It", "WordsWithChilwell"):
        pages = people.begin(one, two, game=game, **SLOW)
        mover = int(pages[0].locator("[data-match]").get_attribute("data-to-move") or 0)
        waiting = pages[1 - mover]
        if game == "Tiled Of It":
            press(waiting.locator(".rack-tile").first)
            press(waiting.locator('[data-cell="0"]'))
            expect(button(waiting, "play")).to_have_text("Prepare")
            button(waiting, "play").focus()
            waiting.keyboard.press("Enter")
            expect(waiting.get_by_role("dialog")).to_be_visible()
            waiting.keyboard.press("Tab")
            waiting.keyboard.press("Enter")  # Cancel
            expect(waiting.get_by_role("dialog")).to_have_count(0)
            expect(waiting.locator(".prepared-turn")).to_have_count(0)
            expect(button(waiting, "play")).to_be_enabled()
            button(waiting, "play").focus()
            waiting.keyboard.press("Enter")
            expect(waiting.get_by_role("dialog")).to_be_visible()
            waiting.keyboard.press("Enter")
            expect(waiting.locator(".prepared-turn")).to_have_count(1)
        else:
            press(button(waiting, "skip"))
            choose(waiting, "whatever happens")
        expect(waiting.locator(".prepared-turn")).to_have_count(1)
        assert_open_to_all(waiting, ".prepared")
