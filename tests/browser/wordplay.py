"""Playing Upwords on its board: plays found by the site's own rules from what a player sees, then
made by mouse, by touch or by keyboard alone."""

import dataclasses
from collections.abc import Sequence
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect

from games.upwords.options import Options
from games.upwords.position.model import Play, State
from games.upwords.position.tiles import shown
from games.upwords.rules import Upwords
from games.upwords.turns.generation import play_of
from tests.browser.people import press
from tests.browser.playing import button, tab_to, view, wait_for_ply
from tests.games.words.release import release_words

MINE = "[data-match].my-turn"


@dataclasses.dataclass(frozen=True)
class Turn:
    """What a player knows in their turn: the rules and all they see."""

    ply: int
    player: int
    game: Upwords
    state: State

    @property
    def rack(self) -> str:
        return self.state.racks[self.player] or ""

    def best(self) -> Play | None:
        """Return the play that lays most tiles, of those the one with most points."""
        survey = self.game.survey(self.state)
        plays = [play_of(found, survey.size) for found in survey.plays(self.rack)]
        most = max((len(play.tiles) for play in plays), default=0)
        longest = [play for play in plays if len(play.tiles) == most]
        return max(longest, key=self.points, default=None)

    def points(self, play: Play) -> int:
        return self.game.verdict(self.state, play).points


def turn(page: Page, board: str = "10x10") -> Turn:
    """Return the turn as the server shows it to this page's player."""
    seen = view(page)
    player = seen["player"]
    racks = seen["state"]["racks"]
    assert [rack is not None for rack in racks] == [seat == player for seat in range(len(racks))]
    game = Upwords(Options(board=board), release_words())
    return Turn(seen["ply"], player, game, game.decode_state(seen["state"]))


def square(page: Page, row: int, column: int) -> Locator:
    """Return a square of the board."""
    return page.locator(f'[data-square="{row},{column}"]')


def tile(page: Page, letter: str) -> Locator:
    """Return the first tile of a letter that is still on the rack."""
    name = "Qu" if letter == "q" else letter.upper()
    return page.locator(f'.rack-tile[aria-label="{name}"]').first


class Way(Protocol):
    """How a player does what a turn is made of."""

    def lay(self, page: Page, now: Turn, play: Play) -> None:
        """Lay the tiles of a play."""

    def press(self, page: Page, action: str) -> None:
        """Press a button of the board."""

    def choose(self, page: Page, letter: str) -> None:
        """Choose a tile of the rack."""

    def agree(self, page: Page) -> None:
        """Say yes in the dialog, if there is one."""


def take_turn(page: Page, way: Way, board: str) -> int:
    """Play the longest play there is, else exchange a tile, else pass; return the new ply."""
    page.wait_for_selector(MINE)
    now = turn(page, board)
    play = now.best()
    if play:
        way.lay(page, now, play)
        expect(button(page, "play")).to_have_text(f"Play · {now.points(play)}")
        way.press(page, "play")
    elif now.state.pile:
        way.choose(page, now.rack[0])
        way.press(page, "exchange")
    else:
        way.press(page, "pass")
        way.agree(page)
    wait_for_ply(page, now.ply + 1)
    return now.ply + 1


def play_out(pages: Sequence[Page], way: Way, *, board: str = "10x10", turns: int = 80) -> int:
    """Play for whoever is to move, each on their own page (by seat); return the ply.

    To the end, unless a number of turns says otherwise.
    """
    ply = 0
    for _ in range(turns):
        mover = pages[0].locator("[data-match]").get_attribute("data-to-move")
        if not mover:
            return ply
        ply = take_turn(pages[int(mover)], way, board)
        for page in pages:
            wait_for_ply(page, ply)
    return ply


class Pointer:
    """Clicks, or taps on a touch screen: a tile, then a square."""

    def lay(self, page: Page, now: Turn, play: Play) -> None:
        for row, column, letter in play.tiles:
            self.choose(page, letter)
            press(square(page, row, column))

    def press(self, page: Page, action: str) -> None:
        press(button(page, action))

    def choose(self, page: Page, letter: str) -> None:
        press(tile(page, letter))

    def agree(self, page: Page) -> None:
        dialog = page.locator("dialog[open]")
        if dialog.count():
            press(dialog.get_by_role("button", name="Pass"))


class Mouse(Pointer):
    """Drags the tiles to the board."""

    def lay(self, page: Page, now: Turn, play: Play) -> None:
        for row, column, letter in play.tiles:
            _go_to(page, tile(page, letter))
            page.mouse.down()
            _go_to(page, square(page, row, column))
            page.mouse.up()


def _go_to(page: Page, target: Locator) -> None:
    box = target.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=2)


class Keyboard:
    """Keys alone: the arrows to a square, then the whole word."""

    def lay(self, page: Page, now: Turn, play: Play) -> None:
        if not page.evaluate("document.activeElement.matches('.field')"):
            tab_to(page, ".field")
        field = page.locator(".field")
        (top, left), (bottom, right) = [play.tiles[place][:2] for place in (0, -1)]
        way = "down" if bottom > top else "across"
        if field.get_attribute("data-way") != way:
            page.keyboard.press("Space")
        row, column = map(int, (field.get_attribute("data-cursor") or "").split(","))
        _press_times(page, "ArrowDown" if top > row else "ArrowUp", abs(top - row))
        _press_times(page, "ArrowRight" if left > column else "ArrowLeft", abs(left - column))
        page.keyboard.type(shown(_letters(now.state, play, (bottom, right))).lower())

    def press(self, page: Page, action: str) -> None:
        if action == "play":
            page.keyboard.press("Enter")
            return
        tab_to(page, f"[data-action={action}]")
        page.keyboard.press("Enter")

    def choose(self, page: Page, letter: str) -> None:
        tab_to(page, "[data-tile]")
        name = "Qu" if letter == "q" else letter.upper()
        for _ in range(9):
            if page.evaluate("document.activeElement.getAttribute('aria-label')") == name:
                break
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")

    def agree(self, page: Page) -> None:
        if page.locator("dialog[open]").count():
            page.keyboard.press("Shift+Tab")
            page.keyboard.press("Enter")


def _press_times(page: Page, key: str, times: int) -> None:
    for _ in range(times):
        page.keyboard.press(key)


def _letters(state: State, play: Play, last: tuple[int, int]) -> str:
    """Return what to type from the first tile to the last: over letters that stay, too."""
    laid = {(row, column): letter for row, column, letter in play.tiles}
    (row, column), letters = min(laid), ""
    step = (1, 0) if last[0] > row else (0, 1)
    while (row, column) <= last:
        letters += laid.get((row, column)) or state.board[row][column][-1]
        row, column = row + step[0], column + step[1]
    return letters


def tiles_of(state: dict[str, Any]) -> int:
    """Return how many tiles a finished match accounts for."""
    on_board = sum(len(stack) for row in state["board"] for stack in row)
    return on_board + sum(map(len, state["racks"])) + sum(state["bag"].values())
