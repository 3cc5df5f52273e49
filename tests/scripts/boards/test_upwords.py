"""The board of Upwords: a play laid out, judged and played, the rack, and what squares tell."""

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.upwords.position.model import Pass, Play
from games.upwords.position.tiles import spelled
from games.upwords.turns.generation import play_of
from tests.browser.people import press
from tests.browser.playing import button, tab_to, view
from tests.browser.wordplay import (
    Keyboard,
    Mouse,
    Pointer,
    Turn,
    Way,
    square,
    take_turn,
    tile,
    tiles_of,
    turn,
)
from tests.scripts.conftest import OpenBoard
from tests.scripts.tables import Table


def dealt(letters: str = "", **options: Any) -> Table:
    """Return a table at which whoever begins has a word in hand, and these letters."""
    for number in range(1000):
        table = Table("upwords", secret=number.to_bytes(32, "big"), options=options)
        now = turn_of(table)
        if set(letters) <= set(now.rack) and now.best():
            return table
    raise AssertionError("no such deal")


def turn_of(table: Table) -> Turn:
    """Return the turn of whoever is to move."""
    assert table.mover is not None
    return Turn(table.ply, table.mover, table.rules, table.state)


@pytest.fixture
def table() -> Table:
    """Two at a table of Upwords, of whom the one who begins has a word in hand."""
    return dealt()


def order(page: Page) -> list[str]:
    """Return the letters of the rack from left to right."""
    return page.locator(".rack-tile").all_inner_texts()


def play(page: Page, table: Table, turns: int = 1) -> None:
    """Have the others play, and the page look again."""
    table.play(turns)
    page.evaluate("bare.refresh()")


def best_of(table: Table) -> Play:
    """Return the longest play of whoever is to move."""
    best = turn_of(table).best()
    assert best is not None
    return best


# --- Turns ----------------------------------------------------------------------------------------


def finish(page: Page, table: Table, way: Way) -> None:
    """Play three turns, leap to the last ones and play these, all on the small board."""
    for _ in range(3):
        take_turn(page, way, "8x8")
        play(page, table)
    assert [action["type"] for action in table.sent] == ["Play"] * 3
    leap(table)
    page.evaluate("bare.refresh()")
    while table.mover is not None:
        if table.mover == table.player:
            take_turn(page, way, "8x8")
        else:
            play(page, table)
    expect(page.locator(".rack")).to_be_hidden()
    assert tiles_of(view(page)["state"]) == 64


def leap(table: Table) -> None:
    """Play until two turns are left of those that Easy would play."""
    state, log = table.state, list(table.log)
    table.play(1000)
    turns = table.ply - len(log)
    table.state, table.log = state, log
    table.play(turns - 2)


@pytest.mark.sometimes
def test_turns_by_touch_on_the_small_board(open_board: OpenBoard) -> None:
    table = dealt(board="8x8")
    page = open_board(table, touch=True)
    finish(page, table, Pointer())
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_turns_by_keyboard_alone(open_board: OpenBoard) -> None:
    table = dealt(board="8x8")
    page = open_board(table)
    finish(page, table, Keyboard())
    assert page.evaluate("bare.pointed") == []


def test_a_mouse_drags_a_word_to_the_board(table: Table, open_board: OpenBoard) -> None:
    page = open_board(table)
    take_turn(page, Mouse(), "10x10")
    assert len(table.sent) == 1


def test_a_word_is_judged_before_it_is_played(table: Table, open_board: OpenBoard) -> None:
    page = open_board(table, player=1 - (table.mover or 0))
    strip = page.locator(".strip-words")
    expect(button(page, "play")).to_have_accessible_description("It isn't your turn yet.")
    expect(strip).to_contain_text("until it's your turn")
    page = open_board(table)
    expect(button(page, "play")).to_be_disabled()
    expect(button(page, "play")).to_have_accessible_description("Lay tiles on the board first.")
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

    for row, column, letter in best_of(table).tiles:
        press(tile(page, letter))
        press(square(page, row, column))
    expect(strip.locator(".chip")).to_have_count(1)
    expect(strip.locator(".chip-sign")).to_have_text("✓")
    assert (table.ply, table.sent) == (0, [])
    page.keyboard.press("Escape")
    expect(page.locator("[data-mine]")).to_have_count(0)
    expect(page.locator(".is-laid")).to_have_count(0)


def test_a_table_can_choose_that_words_are_judged_when_played(open_board: OpenBoard) -> None:
    table = dealt(word_check=False)
    page = open_board(table)
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
    assert (table.ply, len(table.sent)) == (0, 1)
    page.keyboard.press("Escape")
    take_turn(page, Pointer(), "10x10")


def test_words_are_laid_out_while_the_other_thinks(table: Table, open_board: OpenBoard) -> None:
    mover = table.mover or 0
    page = open_board(table, player=1 - mover)
    now = turn(page)
    press(page.locator(".rack-tile").nth(0))
    press(square(page, 4, 4))
    press(page.locator(".rack-tile").nth(1))
    press(square(page, 4, 5))
    expect(page.locator(".strip-words .chip")).to_have_count(1)
    expect(button(page, "play")).to_be_disabled()
    assert table.sent == []
    # One of the squares is taken now: what changed under a tile sends it back.
    survey = table.rules.survey(table.state)
    plays = [play_of(found, survey.size) for found in survey.plays(table.state.racks[mover])]
    table.apply(next(one for one in plays if covered(one) & {(4, 4), (4, 5)} == {(4, 5)}))
    page.evaluate("bare.refresh()")
    expect(page.locator("[data-mine]")).to_have_count(1)
    expect(square(page, 4, 4).locator("[data-mine]")).to_have_count(1)
    expect(page.locator("[data-announcer]")).to_contain_text("so they're back on your rack")
    assert sorted(order(page)) == sorted("Qu" if x == "q" else x.upper() for x in now.rack)


def covered(found: Play) -> set[tuple[int, int]]:
    """Return the squares that a play lays tiles on."""
    return {(row, column) for row, column, _ in found.tiles}


def test_an_exchange_and_a_pass(table: Table, open_board: OpenBoard) -> None:
    first = table.mover or 0
    page = open_board(table, player=1 - first)
    expect(button(page, "exchange")).to_have_accessible_description("It isn't your turn yet.")
    page = open_board(table)
    swap = button(page, "exchange")
    expect(swap).to_be_disabled()
    expect(swap).to_have_accessible_description("Choose the tile to swap first.")
    letter = turn(page).rack[0]
    press(tile(page, letter))
    press(swap)
    expect(page.locator("[data-ply='1']")).to_be_visible()
    (entry,) = view(page)["log"]
    kinds = [event["kind"] for event in entry["events"]]
    assert (entry["text"], kinds) == ("exchange", ["exchanged"])
    assert table.sent == [{"type": "Exchange", "letter": letter}]
    expect(page.locator(".rack-tile")).to_have_count(7)
    table.apply(Pass())
    page.evaluate("bare.refresh()")
    expect(page.locator(".strip-words")).to_contain_text("passed.")

    press(button(page, "pass"))
    expect(page.locator("dialog[open]")).to_contain_text("You could swap one instead.")
    press(page.get_by_role("button", name="Keep playing"))
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert table.ply == 2
    press(button(page, "pass"))
    press(page.locator("dialog[open]").get_by_role("button", name="Pass"))
    expect(page.locator("[data-ply='3']")).to_be_visible()
    expect(page.locator(".strip-words")).to_contain_text("You passed.")


def test_players_are_told_what_they_can_do_on_every_turn(
    table: Table, open_board: OpenBoard
) -> None:
    page = open_board(table)
    take_turn(page, Pointer(), "10x10")
    play(page, table)
    strip = page.locator(".strip-words")
    expect(strip).to_contain_text("Lay a word to play it, or choose a tile to swap.")


# --- Rack, board and fingers ----------------------------------------------------------------------


def test_the_rack_is_put_in_order(table: Table, open_board: OpenBoard) -> None:
    page = open_board(table)
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


def test_the_u_of_a_qu_need_not_be_typed_apart(open_board: OpenBoard) -> None:
    table = dealt("qu")
    page = open_board(table)
    tab_to(page, ".field")
    page.keyboard.type("qu")
    expect(page.locator("[data-mine]")).to_have_count(1)
    expect(page.locator(".field")).to_have_attribute("data-cursor", "4,5")
    page.keyboard.type("u")
    expect(page.locator("[data-mine]")).to_have_count(2)
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    expect(page.locator("[data-mine]")).to_have_count(0)
    expect(page.locator(".field")).to_have_attribute("data-cursor", "4,4")


def test_a_square_tells_what_lies_below(table: Table, open_board: OpenBoard) -> None:
    table.play()
    page = open_board(table)
    row, column = view(page)["state"]["last"][0]
    press(square(page, row, column))
    expect(page.locator(".square-facts .chip").first).to_be_visible()
    # Some letter goes on another one and makes a word, sooner or later.
    while not (high := stacked(table)):
        table.play()
    page = open_board(table)
    (r, c), letters = high[0]
    stack = ["Qu" if letter == "q" else letter.upper() for letter in letters]
    press(square(page, r, c))
    expect(page.locator(".stack-list li")).to_have_text(stack)
    expect(page.locator(".peek span")).to_have_text(stack[::-1])


def stacked(table: Table) -> list[tuple[tuple[int, int], str]]:
    """Return the squares with more than one tile, and what lies there from the bottom up."""
    rows = enumerate(table.state.board)
    return [((r, c), x) for r, row in rows for c, x in enumerate(row) if len(x) > 1]


def test_a_spectator_sees_no_rack(table: Table, open_board: OpenBoard) -> None:
    page = open_board(table, player=None)
    expect(page.locator(".field")).to_be_visible()
    expect(page.locator(".rack")).to_be_hidden()
    expect(page.locator("[data-tile]")).to_have_count(0)
    seen = view(page)["state"]
    assert (seen["racks"], seen["bag"], sum(seen["unseen"].values())) == ([None, None], None, 100)
    expect(page.locator(".unseen-count").nth(4)).to_have_text("8")
    table.apply(best_of(table))
    page.evaluate("bare.refresh()")
    expect(page.locator(".tile-last").first).to_be_visible()


def test_a_finger_drags_a_tile_and_comes_nearer(table: Table, open_board: OpenBoard) -> None:
    page = open_board(table, touch=True)
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
    _drag(page, (start["x"] + 20, start["y"] + 20), (x, y))
    expect(square(page, 4, 4).locator("[data-mine]")).to_have_count(1)


def _drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    fingers = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    send("touchStart", start)
    for step in range(1, 6):
        part = step / 5
        x, y = [a + (b - a) * part for a, b in zip(start, end, strict=True)]
        send("touchMove", (x, y))
    send("touchEnd")
    fingers.detach()


def test_a_result_keeps_clear_of_the_whole_last_word(open_board: OpenBoard, table: Table) -> None:
    while not re.search(r"\(|\)", text := table.log[-1]["text"] if table.log else ""):
        table.play()
    letters = re.findall("QU|[A-Z]", text.split()[-1])
    assert open_board(table).evaluate("bare.board.latest().filter(Boolean).length") == len(letters)


def test_the_end_names_who_has_no_tiles_left(open_board: OpenBoard, table: Table) -> None:
    table.play(400)
    out = table.names[table.state.held.index(0)]
    said = f"The game is over: {out} has no tiles left and there are none to draw."
    expect(open_board(table).locator(".strip-words")).to_contain_text(said)
