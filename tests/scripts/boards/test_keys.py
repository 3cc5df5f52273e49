"""The list of keys is that of the board on the page: each does something, and no other does."""

import string
from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page

from games.tiled_of_it.position.model import Discard
from tests.browser.people import press
from tests.browser.playing import wait_for_turn
from tests.scripts.conftest import OpenBoard
from tests.scripts.tables import Table

LETTERS = set(string.ascii_lowercase)
ARROWS = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]
# What a keyboard has, but for the keys of every page and those by which one leaves the board.
NAMED = {
    *ARROWS, "Home", "End", "PageUp", "PageDown", "Insert", "Enter", "Escape", "Backspace",
    "Delete", "F2", " ",
}  # fmt: skip
KEYBOARD = {*NAMED, *string.ascii_letters, *string.digits, *string.punctuation} - {"n", "?"}

# Notes for each key whether it was taken, and whether anything on the page is otherwise since.
_WATCH = """() => {
  const changed = (count) => (window.changes += count);
  const all = {subtree: true, childList: true, attributes: true, characterData: true};
  new MutationObserver((list) => changed(list.length)).observe(document.body, all);
  document.addEventListener("focusin", () => changed(1));
  addEventListener("keydown", (event) => taken.push([event.key, event.defaultPrevented]));
}"""
# Begins anew, and returns on which part of a board the focus is.
_ANEW = """() => {
  window.taken = [];
  window.changes = 0;
  const at = document.activeElement;
  return at.closest(".rack") ? "rack " : at.closest(".pile") ? "pile " : "";
}"""
# Returns the last key with whether it was taken, and how much is otherwise once the page is drawn.
_SINCE = "() => new Promise(requestAnimationFrame).then(() => [taken.at(-1), changes])"
# Presses keys where the focus is, and returns those that were taken; none is a browser's own.
_TRY = """(keys) => keys.filter((key) => {
  const event = new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true});
  return !document.activeElement.dispatchEvent(event);
})"""


def listed(page: Page) -> tuple[set[str], bool]:
    """Return the keys of the board that a list of them shows, and whether letters are among them.

    Those that mean something on a part of the board alone stand behind its name: "rack ArrowLeft".
    """
    rows = page.evaluate("bare.rowsHere().map((row) => [row.does, row.keys, Boolean(row.letters)])")
    keys = {f"{part_of(does)}{key}" for does, names, _ in rows for key in names}
    return keys, any(letters for _, _, letters in rows)


def part_of(does: str) -> str:
    """Return the part of a board that a line of the list is about, "" for the whole."""
    if does.startswith("Go to your next"):
        return "rack "
    return "pile " if "the discard pile" in does and "take" not in does.lower() else ""


class Hands:
    """Presses keys one after the other, and remembers which were taken and changed something."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.useful: set[str] = set()
        page.evaluate(_WATCH)

    def press(self, *keys: str) -> None:
        for key in keys:
            part = self.page.evaluate(_ANEW)
            self.page.keyboard.press("Space" if key == " " else key)
            heard, changes = self.page.evaluate(_SINCE)
            if heard and heard[1] and changes:
                self.useful.add(f"{part}{heard[0]}")


def tilekingdom(hands: Hands) -> None:
    page = hands.page
    wait_for_turn(page)
    page.locator("[data-place]").first.focus()
    hands.press("+", "-", "=", "0", *ARROWS, *ARROWS)
    for number in range(page.locator("[data-place]").count()):  # at one it can be turned
        page.locator("[data-place]").nth(number).focus()
        hands.press("Enter", "r", "R", " ", "s", "S", "Backspace", "Enter", "Escape")
    hands.press(" ", "Enter")
    page.wait_for_selector("[data-match]:not(.my-turn)")


def upwords(hands: Hands) -> None:
    page = hands.page
    page.locator(".field").focus()
    hands.press(*ARROWS, " ", " ")
    letter = letter_of(page)
    hands.press(letter, "Backspace", letter, "ArrowLeft", "Delete", letter, "Escape")
    press(page.locator("[data-tile]").first)
    page.locator(".field").focus()
    hands.press("Enter", "Escape")
    along_the_rack(hands)


def along_the_rack(hands: Hands) -> None:
    hands.page.locator("[data-tile]").first.focus()
    hands.press("ArrowRight", "ArrowLeft", "Shift+ArrowRight")


def words_with_chilwell(hands: Hands) -> None:
    page = hands.page
    page.locator(".word").focus()
    letter = letter_of(page)
    hands.press(letter, "ArrowLeft", "ArrowRight", "Home", "End", "Backspace")
    hands.press(letter, "Home", "Delete", letter, "Escape", "ArrowDown", "ArrowUp", "Enter")
    along_the_rack(hands)


def tiled_of_it(hands: Hands) -> None:
    page = hands.page
    page.locator(".field").focus()
    hands.press(*ARROWS)
    letter = letter_of(page)
    hands.press(letter, "Backspace", letter, "Delete", letter, "Escape", " ", "Enter")
    along_the_rack(hands)
    page.locator(".pile-open").press("Enter")
    page.locator("[data-pile]").first.focus()
    hands.press("ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft", "Escape")


def counting_tiles(hands: Hands) -> None:
    page = hands.page
    page.locator("[data-cell]").first.focus()
    hands.press(*ARROWS, "End", "Home", *ARROWS, "1", "2", "3", "4")
    page.locator("[data-cell]:has(.tile:not(.is-unknown))").first.focus()
    hands.press("Enter", "Escape", " ", "Escape")


def letter_of(page: Page) -> str:
    """Return with which letter one of the player's own tiles is laid."""
    tile = page.locator("[data-tile]").filter(has_text="").first
    return (tile.get_attribute("aria-label") or "")[0].lower()


SCENES: dict[str, Callable[[Hands], None]] = {
    "tilekingdom": tilekingdom,
    "upwords": upwords,
    "words_with_chilwell": words_with_chilwell,
    "tiled_of_it": tiled_of_it,
    "counting_tiles": counting_tiles,
}
SPOTS = {
    "tilekingdom": ["[data-place]", ".map", '[data-action="rotate"]'],
    "upwords": [".field", "[data-tile]", '[data-action="shuffle"]'],
    "words_with_chilwell": [".word", "[data-tile]", '[data-action="shuffle"]'],
    "tiled_of_it": [".field", "[data-tile]", ".pile-open", "[data-pile]"],
    "counting_tiles": ["[data-cell]", "[data-hand]", "[data-bonus]"],
}
ENDS_IT = {"Enter", " "}  # they may play, which is not to happen where every key is tried


@pytest.mark.sometimes
@pytest.mark.parametrize("game", settings.GAMES)
def test_each_key_that_is_listed_does_something(open_board: OpenBoard, game: str) -> None:
    page = open_board(at_a_board(game))
    keys, spells = listed(page)
    hands = Hands(page)
    SCENES[game](hands)
    letters = hands.useful & LETTERS if spells else set()
    assert sorted(hands.useful - letters) == sorted(keys)
    assert bool(letters) == spells


@pytest.mark.parametrize("game", settings.GAMES)
def test_no_other_key_does_anything(open_board: OpenBoard, game: str) -> None:
    page = open_board(at_a_board(game))
    keys, spells = listed(page)
    own = {key.split()[-1] for key in keys - {" "}} | ENDS_IT
    others = KEYBOARD - own - (set(string.ascii_letters) if spells else set())
    for spot in SPOTS[game]:
        found = page.locator(spot)
        if found.count():
            found.first.focus()
            assert (spot, page.evaluate(_TRY, sorted(others))) == (spot, [])


@pytest.mark.parametrize("game", ["tilekingdom", "upwords"])
def test_whoever_only_watches_reads_no_key_to_play_by(open_board: OpenBoard, game: str) -> None:
    page = open_board(Table(game), player=None)
    keys, spells = listed(page)
    assert (keys & {"Enter", "Escape", "r"}, spells) == (set(), False)
    assert {*ARROWS} <= keys


def at_a_board(game: str) -> Table:
    """Return a table where it's somebody's turn, with something of each kind to do."""
    table = Table(game, players=1 if game == "counting_tiles" else 2)
    if game == "tilekingdom":
        table.play(6)
    if game == "tiled_of_it":
        table.play(2)
        for _ in range(2):  # so that the pile has two cards
            table.apply(Discard(table.state.hands[table.mover][0]))
    return table
