"""WordsWithChilwell in the browser: whole matches by mouse, touch and keyboard, and what the board
shows of queue, hands and risk."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.core.rng import Rng
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.tiles import BLANK, value_of
from games.words_with_chilwell.rules import WordsWithChilwell
from tests.browser import chosen, people
from tests.browser.conftest import OpenScreen
from tests.browser.handplay import (
    KINDS,
    MINE,
    Keyboard,
    Mouse,
    Pointer,
    drag,
    letters,
    play_out,
    take,
    take_turn,
    tile,
    turn,
)
from tests.browser.people import press
from tests.browser.playing import button, tab_to, view, wait_for_ply
from tests.browser.site.test_accessible import assert_open_to_all
from tests.chromium import PHONE
from tests.games.words.release import common_words
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


def test_by_touch(open_screen: OpenScreen, site: Stack) -> None:
    pages = begin([open_screen(**PHONE), open_screen(**PHONE)], "chil-tap")
    play_out(pages, Pointer(), turns=2)
    chosen.leap(pages)
    play_out(pages, Pointer())
    end = assert_result(pages, site)
    assert max(end["state"]["used"]) > 50 or max(end["state"]["sizes"]) >= 20
    for page in pages:
        assert page.evaluate("document.documentElement.scrollWidth") == 390


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


@pytest.fixture
def page(open_screen: OpenScreen) -> Page:
    """The first player at such a table."""
    return chosen.seat(open_screen(), None, game="words_with_chilwell", training=True)[0]


def lit(page: Page, kind: str = "is-taken") -> str:
    """Return the tiles of the queue that are lit up."""
    return names(page, f".queue-tile.{kind}")


def names(page: Page, selector: str) -> str:
    """Return the letters of drawn tiles in a row; a blank is a blank."""
    drawn = page.locator(f"{selector} .queue-face")
    return "".join(
        (drawn.nth(place).locator(".tile-letter").or_(drawn.nth(place).locator(".tile-blank")))
        .first.evaluate("node => node.textContent || '▊'")
        .lower()
        for place in range(drawn.count())
    )


def test_the_queue_shows_what_each_choice_takes_before_it_is_made(table: list[Page]) -> None:
    page, other = table
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
    wait_for_ply(other, 1)
    state = view(other)["state"]
    assert (state["queue"], state["sizes"]) == (queue, [10, 15])
    expect(other.locator(".stage-turn")).to_contain_text("spelled")
    expect(letters(other)).to_have_count(5)
    take_turn(other, Pointer(), "extra")
    wait_for_ply(page, 2)
    # The sheet keeps the round: the reader's word, then the other's.
    cells = page.locator(".story tbody tr").get_by_role("cell")
    words = [entry["events"][0]["facts"]["word"] for entry in view(page)["log"]]
    expect(cells.locator(".story-word")).to_have_text(words)
    expect(cells.locator(".story-points")).to_have_text([re.compile(r"^\+\d+$")] * 2)
    sizes = page.locator(".queue-face .tile-face").evaluate_all(
        "tiles => [...new Set(tiles.map((tile) => tile.getAttribute('width')))]"
    )
    assert len(sizes) == 1
    # Everyone saw them go from the queue into the other's hand.
    expect(page.locator(".shared .fan .tile-face")).to_have_count(3)
    assert view(page)["state"]["known"][1] == "".join(sorted(queue[:3]))


def test_the_sheet_keeps_every_word_of_a_long_match(open_screen: OpenScreen) -> None:
    (page,) = chosen.seat(open_screen(), None, game="words_with_chilwell", turns=14)
    rows = page.locator(".story tbody tr")
    expect(rows).to_have_count(7)
    page.reload()
    page.wait_for_load_state("networkidle")  # what the socket brings tells the last few turns alone
    expect(rows.first.get_by_role("rowheader")).to_have_text("7")
    expect(rows.last.locator("td")).to_have_text([re.compile(r"\S")] * 2)


def test_a_word_that_does_not_count(table: list[Page]) -> None:
    page, other = table
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
    wait_for_ply(other, 1)
    state = view(other)["state"]
    assert (state["sizes"], state["scores"], state["used"]) == ([18, 15], [50, 50], [0, 0])
    expect(other.locator(".stage-turn")).to_contain_text("doesn't count")
    expect(page.locator(".rack-tile")).to_have_count(18)
    expect(page.locator(".rack-tile.is-laid")).to_have_count(0)
    press(other.locator("[data-moves] .word-button", has_text="TBHJ"))
    expect(other.locator("dialog.meaning")).to_contain_text("It doesn't count in this match.")


def test_an_insulting_meaning_is_folded_until_somebody_unfolds_it(table: list[Page]) -> None:
    page, other = table
    for screen, watcher, word, ply in ((page, other, "broad", 1), (other, page, "taco", 2)):
        Pointer().spell(screen, word, word)
        press(button(screen, "play"))
        wait_for_ply(watcher, ply)
    press(page.locator("[data-moves] .word-button", has_text="TACO"))
    dialog = page.locator("dialog.meaning")
    expect(dialog.get_by_text("a tortilla rolled cupped around a filling")).to_be_visible()
    insult = dialog.locator("details.fold:not([open])").get_by_text("offensive term for a person")
    expect(insult).to_have_count(1)
    expect(insult).to_be_hidden()
    press(dialog.get_by_text("Show offensive meanings"))
    expect(dialog.get_by_text("offensive term for a person")).to_be_visible()


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


def expect_word(page: Page, word: str) -> None:
    """Hold that this word comes to stand on the stage."""
    expect(page.locator(".word .tile-letter")).to_have_text(list(word.upper()))


def test_the_hand_is_sorted_and_shuffled(page: Page) -> None:
    press(button(page, "sort"))
    assert order(page) == sorted("BTAHANDENONSARJ")
    press(button(page, "sort"))
    assert order(page)[:2] == ["J", "H"]
    press(button(page, "shuffle"))
    assert sorted(order(page)) == sorted("BTAHANDENONSARJ")


def order(page: Page) -> list[str]:
    """Return the letters of the hand in their order."""
    tiles = page.locator(".rack-tile")
    return [tiles.nth(place).get_attribute("aria-label") or "" for place in range(tiles.count())]


def test_a_word_waits_while_the_other_plays(table: list[Page]) -> None:
    page, other = table
    Pointer().spell(other, "exact", "exact"[:4] + "t")
    expect(button(other, "play")).to_be_disabled()
    assert lit(other) == ""  # whoever plays before takes first
    take_turn(page, Pointer())
    wait_for_ply(other, 1)
    expect_word(other, "exact")
    queue = turn(other).state.queue
    expect(other.locator(".queue-tile.is-taken")).to_have_count(5)
    assert lit(other) == queue[:5]


def test_no_word_and_the_end_are_asked_about(table: list[Page]) -> None:
    page, other = table
    press(button(page, "skip"))
    press(page.get_by_role("button", name="Keep playing"))
    assert view(page)["ply"] == 0
    button(page, "skip").hover()
    expect(page.locator(".queue-tile.is-bad")).to_have_count(3)
    Pointer().skip(page)
    wait_for_ply(other, 1)
    expect(other.locator(".stage-turn")).to_contain_text("didn't spell a word.")
    Pointer().skip(other)
    # 18 tiles: three more end the game, and so does any word that doesn't count.
    page.wait_for_selector(f"{MINE}[data-ply='2']")
    Pointer().spell(page, "hands", "hands")
    expect(page.locator(".strip")).to_contain_text("which ends the game")
    press(take(page, "more"))
    expect(take(page, "more").locator(".take-hand")).to_have_text("end")
    press(button(page, "play"))
    expect(page.get_by_role("heading", name="End the game?")).to_be_visible()
    Pointer().agree(page)
    wait_for_ply(other, 3)
    expect(other.locator(".notice-last")).to_contain_text("has 21 tiles in hand.")
    Pointer().skip(other)
    wait_for_ply(page, 4)
    expect(page.locator(".strip")).to_contain_text("someone holds 20 tiles or more")
    expect(page.locator(".stage-verdict")).to_have_text("You win")
    # A turn of the list is shown again.
    press(page.locator('[data-move="3"] .move-ply'))
    expect_word(page, "hands")


def test_a_table_can_tell_what_counts_and_be_stopped(open_screen: OpenScreen) -> None:
    options = {"training": True, "word_check": True, "stopping": True}
    page, other = chosen.seat(open_screen(), open_screen(), game="words_with_chilwell", **options)
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
    wait_for_ply(other, 1)
    expect(other.locator(".notice-last")).to_contain_text("has 21 tiles in hand.")
    assert view(other)["state"]["sizes"] == [21, 15]


def with_blank() -> bytes:
    """Return a secret by which player one begins with one blank and without a Z."""
    game = WordsWithChilwell(Options(), common_words(50))
    for number in range(1000):
        secret = number.to_bytes(32, "big")
        hand = game.initial_state(2, Rng(secret, 0)).hands[0] or ""
        if hand.count(BLANK) == 1 and "z" not in hand and "e" in hand:
            return secret
    raise AssertionError("no such hand")


def test_a_blank_stands_for_a_letter_that_is_not_in_hand(open_screen: OpenScreen) -> None:
    (page,) = chosen.seat(open_screen(), None, game="words_with_chilwell", secret=with_blank())
    page.wait_for_selector(MINE)
    hand = turn(page).hand
    press(tile(page, BLANK))
    expect(page.locator(".letter-key[value=e]")).to_be_disabled()
    assert_open_to_all(page, "dialog[open]")
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
