"""The board of WordsWithChilwell: a word spelled, what it risks and takes, queue and hands."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.words_with_chilwell.position.model import Spell
from games.words_with_chilwell.position.tiles import BLANK
from tests.browser.handplay import (
    KINDS,
    Keyboard,
    Mouse,
    Pointer,
    Turn,
    Way,
    drag,
    letters,
    take,
    take_turn,
    tile,
    turn,
)
from tests.browser.people import press
from tests.browser.playing import button, tab_to, view, wait_for_ply
from tests.browser.site.test_accessible import assert_open_to_all
from tests.scripts.conftest import OpenBoard
from tests.scripts.tables import Table

GAME = "words_with_chilwell"


@pytest.fixture
def table() -> Table:
    """Two at a table with the training hands."""
    return Table(GAME, options={"training": True})


@pytest.fixture
def page(table: Table, open_board: OpenBoard) -> Page:
    """The board of the first player at such a table."""
    return open_board(table)


def play_longest(page: Page, table: Table, more: int = 0) -> str:
    """Have the other spell the longest word and take so many more tiles; return the word."""
    assert table.mover is not None
    word = Turn(table.ply, table.mover, table.rules, table.state).longest()
    table.apply(Spell(word, len(word) + more))
    page.evaluate("bare.refresh()")
    return word


def lit(page: Page, kind: str = "is-taken") -> str:
    """Return the tiles of the queue that are lit up."""
    return names(page, f".queue-tile.{kind}")


def names(page: Page, selector: str) -> str:
    """Return the letters of drawn tiles in a row; a blank is a blank."""
    found: list[str] = page.locator(f"{selector} .queue-face").evaluate_all(
        "faces => faces.map(face => face.querySelector('.tile-letter, .tile-blank').textContent)"
    )
    return "".join(letter.lower() or BLANK for letter in found)


def expect_word(page: Page, word: str) -> None:
    """Hold that this word comes to stand on the stage."""
    expect(page.locator(".word .tile-letter")).to_have_text(list(word.upper()))


def order(page: Page) -> list[str]:
    """Return the letters of the hand in their order."""
    tiles = page.locator(".rack-tile")
    return tiles.evaluate_all("tiles => tiles.map(tile => tile.getAttribute('aria-label'))")


# --- Turns ----------------------------------------------------------------------------------------


def finish(page: Page, table: Table, way: Way) -> None:
    """Play three turns, each taking tiles in another way, leap to the last ones and play these."""
    for kind in ("same", "extra", "none"):
        take_turn(page, way, kind)
        table.play()
        page.evaluate("bare.refresh()")
    assert len(table.sent) == 3
    leap(table)
    page.evaluate("bare.refresh()")
    while table.mover is not None:
        if table.mover == table.player:
            take_turn(page, way, "more")
        else:
            table.play()
            page.evaluate("bare.refresh()")
    expect(page.locator(".rack")).to_be_hidden()
    expect(page.locator(".strip")).to_contain_text("The game is over: ")
    expect(page.locator(".fan .tile-face")).to_have_count(sum(map(len, table.state.hands)))
    expect(page.locator(".fan .tile-back")).to_have_count(0)


def leap(table: Table) -> None:
    """Play until two turns are left of those that Easy would play."""
    state, log = table.state, list(table.log)
    table.play(1000)
    turns = table.ply - len(log)
    table.state, table.log = state, log
    table.play(turns - 2)


@pytest.mark.sometimes
def test_turns_by_touch(table: Table, open_board: OpenBoard) -> None:
    page = open_board(table, touch=True)
    finish(page, table, Pointer())
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_turns_by_keyboard_alone(table: Table, page: Page) -> None:
    finish(page, table, Keyboard())
    assert page.evaluate("bare.pointed") == []


def test_a_mouse_drags_a_word_to_the_stage(table: Table, page: Page) -> None:
    take_turn(page, Mouse())
    assert len(table.sent) == 1


def test_the_queue_shows_what_each_choice_takes_before_it_is_made(
    table: Table, open_board: OpenBoard
) -> None:
    page = open_board(table)
    now = turn(page)
    queue = now.state.queue
    assert names(page, ".queue-tile") == queue
    assert lit(page) == ""
    for kind, said in (("same", "as many as you use"), ("more", "3 more than you use")):
        assert take(page, kind).inner_text().strip() == said
    Pointer().spell(page, "hands", "hands")
    for kind in KINDS:
        take(page, kind).hover()
        count = now.count(kind, "hands")
        expect(page.locator(".queue-tile.is-taken")).to_have_count(count)
        assert lit(page) == now.taken(kind, "hands")
        assert lit(page, "is-left") == queue[count:]
        # What is left is numbered as the other player will find it.
        numbers = page.locator(".queue-number").all_text_contents()
        left = [str(place + 1) for place in range(len(queue) - count)]
        assert numbers == [str(place + 1) for place in range(count)] + left
        expect(take(page, kind).locator(".take-count")).to_have_text(str(count))
        after = now.size - len("hands") + count
        expect(take(page, kind).locator(".take-hand")).to_have_text(f"hand {after}")
    # Only looked at, the choice is what it was.
    page.mouse.move(5, 5)
    assert lit(page) == now.taken("same", "hands")
    press(take(page, "none"))
    expect(page.locator(".effect-own")).to_have_text("You take nothing")
    press(button(page, "play"))
    wait_for_ply(page, 1)
    assert table.sent == [{"type": "Spell", "word": "hands", "draw": 0}]
    page = open_board(table, player=1)
    state = view(page)["state"]
    assert (state["queue"], state["sizes"]) == (queue, [10, 15])
    expect(page.locator(".stage-turn")).to_contain_text("spelled")
    expect(letters(page)).to_have_count(5)


def test_the_sheet_keeps_the_words_of_each_round(table: Table, page: Page) -> None:
    queue = table.state.queue
    take_turn(page, Pointer(), "none")
    word = play_longest(page, table, more=3)
    # The reader's word, then the other's.
    cells = page.locator(".story tbody tr").get_by_role("cell")
    words = [entry["events"][0]["facts"]["word"] for entry in view(page)["log"]]
    expect(cells.locator(".story-word")).to_have_text(words)
    expect(cells.locator(".story-points")).to_have_text([re.compile(r"^\+\d+$")] * 2)
    sizes = page.locator(".queue-face .tile-face").evaluate_all(
        "tiles => [...new Set(tiles.map((tile) => tile.getAttribute('width')))]"
    )
    assert len(sizes) == 1
    # Everyone saw them go from the queue into the other's hand.
    taken = len(word) + 3
    expect(page.locator(".shared .fan .tile-face")).to_have_count(taken)
    assert view(page)["state"]["known"][1] == "".join(sorted(queue[:taken]))


def test_the_sheet_keeps_every_word_of_a_long_match(open_board: OpenBoard) -> None:
    table = Table(GAME)
    table.play(14)
    page = open_board(table)
    rows = page.locator(".story tbody tr")
    expect(rows).to_have_count(7)
    page.evaluate("bare.board.render({...bare.board.view, log: bare.board.view.log.slice(-3)})")
    expect(rows.first.get_by_role("rowheader")).to_have_text("7")
    expect(rows.last.locator("td")).to_have_text([re.compile(r"\S")] * 2)
    # Only turns that are taken back go.
    log = "bare.board.view.log.slice(0, -2)"
    page.evaluate(f"bare.board.render({{...bare.board.view, ply: 12, log: {log}}})")
    expect(rows).to_have_count(6)


def test_a_word_that_does_not_count(table: Table, page: Page, open_board: OpenBoard) -> None:
    strip = page.locator(".strip")
    press(tile(page, "t"))
    expect(strip).to_have_text("A word needs at least 2 letters.")
    expect(button(page, "play")).to_be_disabled()
    Pointer().spell(page, "bhj", "bhj")
    expect(strip).to_contain_text("If it doesn't count, you score nothing, lose your turn")
    queue = turn(page).state.queue
    risked = strip.locator(".small-tiles").get_attribute("aria-label")
    assert risked == ", ".join("blank" if one == BLANK else one.upper() for one in queue[:3])
    press(button(page, "play"))
    wait_for_ply(page, 1)
    state = view(page)["state"]
    assert (state["sizes"], state["scores"], state["used"]) == ([18, 15], [50, 50], [0, 0])
    expect(page.locator(".rack-tile")).to_have_count(18)
    expect(page.locator(".rack-tile.is-laid")).to_have_count(0)
    page = open_board(table, player=1)
    expect(page.locator(".stage-turn")).to_contain_text("doesn't count")


def test_a_word_waits_while_the_other_plays(table: Table, open_board: OpenBoard) -> None:
    page = open_board(table, player=1)
    Pointer().spell(page, "exact", "exact")
    expect(button(page, "play")).to_be_disabled()
    assert lit(page) == ""  # whoever plays before takes first
    play_longest(page, table)
    expect_word(page, "exact")
    queue = turn(page).state.queue
    expect(page.locator(".queue-tile.is-taken")).to_have_count(5)
    assert lit(page) == queue[:5]


def test_no_word_and_the_end_are_asked_about(
    table: Table, page: Page, open_board: OpenBoard
) -> None:
    press(button(page, "skip"))
    press(page.get_by_role("button", name="Keep playing"))
    assert (table.ply, table.sent) == (0, [])
    button(page, "skip").hover()
    expect(page.locator(".queue-tile.is-bad")).to_have_count(3)
    Pointer().skip(page)
    wait_for_ply(page, 1)
    open_board(table, player=1)
    expect(page.locator(".stage-turn")).to_contain_text("didn't spell a word.")
    Pointer().skip(page)
    wait_for_ply(page, 2)
    # 18 tiles: three more end the game, and so does any word that doesn't count.
    open_board(table, player=0)
    Pointer().spell(page, "hands", "hands")
    expect(page.locator(".strip")).to_contain_text("which ends the game")
    press(take(page, "more"))
    expect(take(page, "more").locator(".take-hand")).to_have_text("end")
    press(button(page, "play"))
    expect(page.get_by_role("heading", name="End the game?")).to_be_visible()
    Pointer().agree(page)
    wait_for_ply(page, 3)
    open_board(table, player=1)
    expect(page.locator(".notice-last")).to_contain_text("has 21 tiles in hand.")
    Pointer().skip(page)
    wait_for_ply(page, 4)
    open_board(table, player=0)
    expect(page.locator(".strip")).to_contain_text("Anna holds 20 tiles or more")
    result = "{reason: 'over', places: [1, 2]}"
    page.evaluate(f"bare.board.render({{...bare.board.view, result: {result}}})")
    expect(page.locator(".stage-verdict")).to_have_text("You win")
    # A turn of the list is shown again.
    page.evaluate("bare.board.point(3)")
    expect_word(page, "hands")


def test_a_table_can_tell_what_counts_and_be_stopped(open_board: OpenBoard) -> None:
    table = Table(GAME, options={"training": True, "word_check": True, "stopping": True})
    page = open_board(table)
    # The address of a match, from which words can be proposed.
    page.evaluate("document.querySelector('[data-match]').dataset.base = location.pathname")
    Pointer().spell(page, "bhj", "bhj")
    expect(page.locator(".chip-sign")).to_have_text("✗")
    problem = page.locator(".preview-problem")
    expect(problem).to_have_text("BHJ isn't in the word list. Propose BHJ")
    expect(button(page, "play")).to_be_disabled()
    press(button(page, "recall"))
    Pointer().spell(page, "hands", "hands")
    expect(page.locator(".chip-sign")).to_have_text("✓")
    press(button(page, "stop"))
    Pointer().agree(page)
    wait_for_ply(page, 1)
    open_board(table, player=1)
    expect(page.locator(".notice-last")).to_contain_text("has 21 tiles in hand.")
    assert view(page)["state"]["sizes"] == [21, 15]


def test_a_spectator_sees_what_all_have_seen(table: Table, open_board: OpenBoard) -> None:
    page = open_board(table, player=None)
    expect(page.locator(".fan .tile-back")).to_have_count(30)
    expect(page.locator(".rack")).to_be_hidden()
    expect(page.locator("[data-tile], .take:visible")).to_have_count(0)
    table.apply(Spell("hands", 3))
    page.evaluate("bare.refresh()")
    expect(page.locator(".fan .tile-face")).to_have_count(3)
    assert view(page)["state"]["hands"] == [None, None]


# --- Word and hand --------------------------------------------------------------------------------


def test_points_and_places_of_the_word(page: Page) -> None:
    expect(page.locator(".slot")).to_have_count(8)
    assert page.locator(".slot-bonus").all_text_contents() == ["+5", "+20"]
    Pointer().spell(page, "banana", "banana")
    expect(page.locator(".stage-sum")).to_have_text("7 + 5 = 12 points")
    press(button(page, "recall"))
    Pointer().spell(page, "abandons", "abandons")
    expect(page.locator(".stage-sum")).to_have_text("10 + 20 = 30 points")
    expect(button(page, "play")).to_have_text("Play · 30")
    # A press on a letter takes it back; one can be put in between, and others moved.
    press(letters(page).nth(7))
    expect_word(page, "abandon")
    drag(page, letters(page).first, page.locator(".word"), at=0.995)
    expect_word(page, "bandona")
    drag(page, letters(page).nth(1), page.locator(".rack"))
    expect_word(page, "bndona")
    expect(page.locator(".rack-tile.is-laid")).to_have_count(6)
    page.keyboard.press("Escape")
    tab_to(page, ".word")
    page.keyboard.type("had")
    page.keyboard.press("Home")
    page.keyboard.type("s")
    page.keyboard.press("Delete")
    expect_word(page, "sad")
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    page.keyboard.type("zt")  # there is no Z
    expect_word(page, "sat")


def test_the_hand_is_sorted_and_shuffled(page: Page) -> None:
    press(button(page, "sort"))
    assert order(page) == sorted("BTAHANDENONSARJ")
    press(button(page, "sort"))
    assert order(page)[:2] == ["J", "H"]
    press(button(page, "shuffle"))
    assert sorted(order(page)) == sorted("BTAHANDENONSARJ")


def with_blank() -> Table:
    """Return a table at which player one begins with one blank and without a Z."""
    for number in range(1000):
        table = Table(GAME, secret=number.to_bytes(32, "big"))
        hand = table.state.hands[0]
        if hand.count(BLANK) == 1 and "z" not in hand and "e" in hand:
            return table
    raise AssertionError("no such hand")


def test_a_blank_stands_for_a_letter_that_is_not_in_hand(open_board: OpenBoard) -> None:
    page = open_board(with_blank())
    hand = turn(page).hand
    press(tile(page, BLANK))
    expect(page.locator(".letter-key[value=e]")).to_be_disabled()
    assert_open_to_all(page, "dialog[open]")
    page.emulate_media(color_scheme="light")
    press(page.locator(".letter-key[value=z]"))
    expect_word(page, "z")
    tab_to(page, ".word")
    page.keyboard.type("e")
    expect(page.locator(".stage-sum")).to_have_text("1 point")
    # With all its own E used, the hand has no tile left for another one.
    page.keyboard.type("e" * hand.count("e"))
    expect(letters(page)).to_have_count(1 + hand.count("e"))
    press(letters(page).first)
    page.keyboard.type("e")
    expect(letters(page)).to_have_count(1 + hand.count("e"))
    # The letter goes first, whichever was pressed: the blank is what is left over.
    press(letters(page).first)
    expect(page.locator(".rack-tile.is-laid")).to_have_count(hand.count("e"))
    expect(tile(page, BLANK)).to_be_visible()
