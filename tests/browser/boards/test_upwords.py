"""Upwords in the browser: whole matches by mouse, touch and keyboard, and the board in the hand."""

import functools
import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from games.core.rng import Rng
from games.upwords.options import Options
from games.upwords.position.tiles import spelled
from games.upwords.rules import Upwords
from tests.browser import chosen, people, wordplay
from tests.browser.conftest import OpenScreen
from tests.browser.people import press
from tests.browser.playing import button, tab_to, view, wait_for_ply
from tests.browser.site.test_accessible import assert_open_to_all
from tests.browser.wordplay import (
    MINE,
    Keyboard,
    Mouse,
    Pointer,
    play_out,
    square,
    take_turn,
    tile,
    tiles_of,
    turn,
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


def order(page: Page) -> list[str]:
    """Return the letters of the rack from left to right."""
    return page.locator(".rack-tile").all_inner_texts()


def test_a_word_is_judged_before_it_is_played(table: list[Page]) -> None:
    page, other = table
    strip = page.locator(".strip-words")
    expect(button(page, "play")).to_be_disabled()
    expect(button(page, "play")).to_have_accessible_description("Lay tiles on the board first.")
    expect(button(other, "play")).to_have_accessible_description("It isn't your turn yet.")
    expect(other.locator(".strip-words")).to_contain_text("until it's your turn")
    # In a corner nothing may begin.
    press(page.locator(".rack-tile").first)
    press(square(page, 0, 0))
    expect(strip).to_contain_text("has to cover one of the 4 squares in the middle")
    expect(button(page, "play")).to_be_disabled()
    told = re.compile("has to cover one of the 4 squares in the middle")
    expect(button(page, "play")).to_have_accessible_description(told)
    # A click on a laid tile takes it back, and so does Escape.
    press(square(page, 0, 0))
    expect(page.locator("[data-mine]")).to_have_count(0)
    expect(button(page, "recall")).to_be_disabled()

    play = turn(page).best()
    assert play is not None
    for row, column, letter in play.tiles:
        press(tile(page, letter))
        press(square(page, row, column))
    expect(strip.locator(".chip")).to_have_count(1)
    expect(strip.locator(".chip-sign")).to_have_text("✓")
    assert view(page)["ply"] == 0
    page.keyboard.press("Escape")
    expect(page.locator("[data-mine]")).to_have_count(0)
    expect(page.locator(".is-laid")).to_have_count(0)


def test_a_table_can_choose_that_words_are_judged_when_played(
    open_screen: OpenScreen, console: list[str]
) -> None:
    secret, mover = first_with_a_word()
    screens = [None, open_screen()][:: 1 if mover else -1]
    (page,) = chosen.seat(*screens, game="upwords", secret=secret, word_check=False)
    strip = page.locator(".strip-words")
    now = turn(page)
    pairs = itertools.permutations(now.rack, 2)
    letters = next(pair for pair in pairs if spelled("".join(pair)) not in now.game.words)
    for column, letter in enumerate(letters, start=4):
        press(tile(page, letter))
        press(square(page, 4, column))
    # The word and its points, no verdict, and nothing to look it up with.
    expect(strip.locator(".chip")).to_have_count(1)
    expect(strip.locator(".chip-sign, .word-button")).to_have_count(0)
    expect(strip).to_contain_text("You'll find out whether it counts when you play it.")
    press(button(page, "play"))
    expect(page.locator(".preview-problem")).to_contain_text("isn't in the word list.")
    expect(button(page, "play")).to_be_disabled()
    assert view(page)["ply"] == 0
    assert [line.split("status of ")[1][:3] for line in console] == ["422"]
    console.clear()
    page.keyboard.press("Escape")
    take_turn(page, Pointer(), "10x10")


def test_words_are_laid_out_while_the_other_thinks(table: list[Page]) -> None:
    page, other = table
    now = turn(other)
    press(other.locator(".rack-tile").nth(0))
    press(square(other, 4, 4))
    press(other.locator(".rack-tile").nth(1))
    press(square(other, 4, 5))
    expect(other.locator(".strip-words .chip")).to_have_count(1)
    expect(button(other, "play")).to_be_disabled()
    expect(page.locator("[data-mine]")).to_have_count(0)
    take_turn(page, Pointer(), "10x10")
    wait_for_ply(other, 1)
    # The squares are taken now: what changed under a tile sends it back.
    last = {tuple(spot) for spot in view(other)["state"]["last"]}
    kept = len({(4, 4), (4, 5)} - last)
    expect(other.locator("[data-mine]")).to_have_count(kept)
    assert sorted(order(other)) == sorted("Qu" if x == "q" else x.upper() for x in now.rack)


def test_the_rack_is_put_in_order(desktop: Page) -> None:
    (page,) = seated(desktop)
    before = order(page)
    press(button(page, "shuffle"))
    assert sorted(order(page)) == sorted(before)
    shuffled = order(page)
    tab_to(page, "[data-tile]")
    page.keyboard.press("Shift+ArrowRight")
    assert order(page) == [shuffled[1], shuffled[0], *shuffled[2:]]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    assert order(page)[1] == shuffled[2]
    # By mouse: the last tile to the front.
    boxes = [page.locator(".rack-tile").nth(place).bounding_box() for place in (6, 0)]
    last, first = [(box["x"] + 8, box["y"] + 8) for box in boxes if box]
    moved = order(page)[6]
    page.mouse.move(*last)
    page.mouse.down()
    page.mouse.move(*first, steps=4)
    page.mouse.up()
    assert order(page)[0] == moved


def test_an_exchange_and_a_pass(table: list[Page]) -> None:
    page, other = table
    swap = button(page, "exchange")
    expect(swap).to_be_disabled()
    expect(swap).to_have_accessible_description("Choose the tile to swap first.")
    expect(button(other, "exchange")).to_have_accessible_description("It isn't your turn yet.")
    letter = turn(page).rack[0]
    press(tile(page, letter))
    press(button(page, "exchange"))
    wait_for_ply(other, 1)
    entry = view(other)["log"][0]
    kinds = [event["kind"] for event in entry["events"]]
    assert (entry["text"], kinds) == ("exchange", ["exchanged"])
    expect(page.locator(".rack-tile")).to_have_count(7)

    other.wait_for_selector(MINE)
    press(button(other, "pass"))
    press(other.get_by_role("button", name="Keep playing"))
    assert view(other)["ply"] == 1
    press(button(other, "pass"))
    press(other.locator("dialog[open]").get_by_role("button", name="Pass"))
    wait_for_ply(page, 2)
    expect(page.locator(".strip-words")).to_contain_text("passed.")


def test_players_are_told_what_they_can_do_on_every_turn(table: list[Page]) -> None:
    page, other = table
    take_turn(page, Pointer(), "10x10")
    wait_for_ply(other, 1)
    take_turn(other, Pointer(), "10x10")
    wait_for_ply(page, 2)
    strip = page.locator(".strip-words")
    expect(strip).to_contain_text("Lay a word to play it, or choose a tile to swap.")


def test_what_a_word_means_and_what_lies_below(table: list[Page]) -> None:
    page, other = table
    take_turn(page, Pointer(), "10x10")
    wait_for_ply(other, 1)
    press(other.locator("[data-moves] .word-button").first)
    dialog = other.locator("dialog.meaning")
    expect(dialog).to_contain_text("It counts in this match.")
    expect(dialog).to_contain_text("Broad: yes")
    other.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

    state = view(other)["state"]
    row, column = state["last"][0]
    press(square(other, row, column))
    expect(other.locator(".square-facts .chip").first).to_be_visible()
    # Some letter goes on another one and makes a word, sooner or later.
    for _ in range(40):
        chosen.play_on([page, other], 1)
        board = view(page)["state"]["board"]
        high = [(r, c) for r, row in enumerate(board) for c, x in enumerate(row) if len(x) > 1]
        if high:
            break
    r, c = high[0]
    stack = ["Qu" if letter == "q" else letter.upper() for letter in board[r][c]]
    press(square(page, r, c))
    expect(page.locator(".stack-list li")).to_have_text(stack)
    expect(page.locator(".peek span")).to_have_text(stack[::-1])


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


def test_a_finger_drags_a_tile_and_comes_nearer(open_screen: OpenScreen) -> None:
    (page,) = seated(open_screen(**PHONE))
    aim = square(page, 4, 4).bounding_box()
    assert aim is not None
    press(button(page, "zoom"))
    expect(button(page, "zoom")).to_have_attribute("aria-pressed", "true")
    nearer = square(page, 4, 4).bounding_box()
    assert nearer is not None
    assert nearer["width"] > 1.6 * aim["width"]
    assert nearer["width"] > 44
    press(button(page, "zoom"))
    expect(button(page, "zoom")).to_have_attribute("aria-pressed", "false")
    assert square(page, 4, 4).bounding_box() == pytest.approx(aim, abs=1)

    start = page.locator(".rack-tile").first.bounding_box()
    assert start is not None
    # The picture hangs above the finger and falls where the picture is.
    x, y = aim["x"] + aim["width"] / 2, aim["y"] + aim["height"] / 2 + 46
    fingers = page.context.new_cdp_session(page)
    _drag(fingers, (start["x"] + 20, start["y"] + 20), (x, y))
    expect(square(page, 4, 4).locator("[data-mine]")).to_have_count(1)


def _drag(fingers: CDPSession, start: tuple[float, float], end: tuple[float, float]) -> None:
    def send(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    send("touchStart", start)
    for step in range(1, 6):
        part = step / 5
        x, y = [a + (b - a) * part for a, b in zip(start, end, strict=True)]
        send("touchMove", (x, y))
    send("touchEnd")


def test_the_board_is_open_to_all(table: list[Page]) -> None:
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
    expect(other.locator("dialog.meaning .badge").first).to_be_visible()
    assert_open_to_all(other, "dialog[open]")
