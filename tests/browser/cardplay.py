"""Playing Tiled Of It on its board: turns found by the site's own rules from what a player sees,
then made by mouse, by touch or by keyboard alone."""

import dataclasses
from collections.abc import Sequence
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect

from games.core.table.options import read
from games.tiled_of_it.bots.search import builds
from games.tiled_of_it.options import Options
from games.tiled_of_it.position.model import Action, Discard, Place, State
from games.tiled_of_it.rules import TiledOfIt
from tests.browser.people import press
from tests.browser.playing import button, tab_to, view, wait_for_ply
from tests.games.words.release import release_words

MINE = "[data-match].my-turn"


@dataclasses.dataclass(frozen=True)
class Turn:
    """What a player knows in their turn: the rules and all they see."""

    ply: int
    player: int
    game: TiledOfIt
    state: State

    @property
    def hand(self) -> tuple[str, ...]:
        return self.state.hands[self.player] or ()

    def best(self) -> Action:
        """Return the turn that brings most points, else a card to discard; in a first turn any."""
        if self.game.is_first_turn(self.state):
            return next(self.game.legal_actions(self.state))
        found = builds(self.game, self.state, self.player, self.game.words)
        best = max(found, key=lambda choice: choice.built.gains[self.player], default=None)
        return best.action if best else Discard(self.hand[0])

    def preview(self, action: Place) -> dict[str, Any]:
        """Return what the rules tell of a card before it is played."""
        return dict(self.game.preview(self.state, self.player, action) or {})


def turn(page: Page) -> Turn:
    """Return the turn as the server shows it to this page's player."""
    seen = view(page)
    player = seen["player"]
    hands = seen["state"]["hands"]
    assert [hand is not None for hand in hands] == [seat == player for seat in range(len(hands))]
    game = TiledOfIt(read(seen["options"], Options), release_words())
    return Turn(seen["ply"], player, game, game.decode_state(seen["state"]))


def cell(page: Page, row: int, col: int, size: int = 6) -> Locator:
    """Return a cell of the grid."""
    return page.locator(f'[data-cell="{row * size + col}"]')


def card(page: Page, text: str) -> Locator:
    """Return a card of the hand."""
    return page.locator(f'.rack-tile[aria-label="{text.upper()}"]')


def discarded(page: Page, text: str) -> Locator:
    """Return a card of the discard pile that can be taken."""
    return page.locator(f'[data-pile="{text}"]')


class Way(Protocol):
    """How a player does what a turn is made of."""

    def lay(self, page: Page, action: Place) -> None:
        """Lay a card of the hand or the pile on its cell."""

    def choose(self, page: Page, text: str) -> None:
        """Choose a card of the hand."""

    def press(self, page: Page, action: str) -> None:
        """Press a button of the board."""


def take_turn(page: Page, way: Way) -> int:
    """Play the turn that brings most; return the new ply."""
    page.wait_for_selector(MINE)
    now = turn(page)
    action = now.best()
    if isinstance(action, Place):
        way.lay(page, action)
        seen = now.preview(action)
        text = f"Play · {seen['points']}" if seen["words"] else "Play"
        expect(button(page, "play")).to_have_text(text)
        expect(button(page, "play")).to_be_enabled()
        way.press(page, "play")
    else:
        way.choose(page, action.card)
        way.press(page, "discard")
    wait_for_ply(page, now.ply + 1)
    return now.ply + 1


def play_out(pages: Sequence[Page], way: Way, *, turns: int = 80) -> int:
    """Play for whoever is to move, each on their own page (by seat); return the ply.

    To the end, unless a number of turns says otherwise."""
    ply = 0
    for _ in range(turns):
        mover = pages[0].locator("[data-match]").get_attribute("data-to-move")
        if not mover:
            return ply
        ply = take_turn(pages[int(mover)], way)
        for page in pages:
            wait_for_ply(page, ply)
    return ply


class Pointer:
    """Clicks, or taps on a touch screen: a card, then a cell."""

    def lay(self, page: Page, action: Place) -> None:
        if action.source == "discard":
            if not discarded(page, action.card).is_visible():
                press(page.locator(".pile-open"))
            press(discarded(page, action.card))
        else:
            self.choose(page, action.card)
        press(cell(page, action.row, action.col))

    def choose(self, page: Page, text: str) -> None:
        press(card(page, text))

    def press(self, page: Page, action: str) -> None:
        press(button(page, action))


class Mouse(Pointer):
    """Drags the cards to the grid."""

    def lay(self, page: Page, action: Place) -> None:
        from_pile = action.source == "discard"
        start = discarded(page, action.card) if from_pile else card(page, action.card)
        drag(page, start, cell(page, action.row, action.col))


def drag(page: Page, start: Locator, end: Locator) -> None:
    """Drag from the middle of one thing to the middle of another."""
    _go_to(page, start)
    page.mouse.down()
    _go_to(page, end)
    page.mouse.up()


def _go_to(page: Page, target: Locator) -> None:
    box = target.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=2)


class Keyboard:
    """Keys alone: the arrows to a cell, then the letters of the card."""

    def lay(self, page: Page, action: Place) -> None:
        if not page.evaluate("document.activeElement.matches('.field')"):
            tab_to(page, ".field")
        row, col = divmod(int(page.locator(".field").get_attribute("data-cursor") or 0), 6)
        _press_times(page, "ArrowDown" if action.row > row else "ArrowUp", abs(action.row - row))
        _press_times(page, "ArrowRight" if action.col > col else "ArrowLeft", abs(action.col - col))
        page.keyboard.type(action.card)
        laid = cell(page, action.row, action.col).locator(".word-card.is-mine")
        if laid.get_attribute("data-card") != action.card:
            page.keyboard.press(action.card[0])
        expect(laid).to_have_attribute("data-card", action.card)

    def choose(self, page: Page, text: str) -> None:
        tab_to(page, "[data-tile]")
        for _ in range(9):
            if page.evaluate("document.activeElement.getAttribute('aria-label')") == text.upper():
                break
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")

    def press(self, page: Page, action: str) -> None:
        if action != "play":
            tab_to(page, f"[data-action={action}]")
        page.keyboard.press("Enter")


def _press_times(page: Page, key: str, times: int) -> None:
    for _ in range(times):
        page.keyboard.press(key)


def cards_of(state: dict[str, Any]) -> int:
    """Return how many cards a finished match accounts for."""
    on_grid = sum(lying is not None for lying in state["grid"])
    apart = [state["covered"], state["pile"], *state["hands"], state["deck"]]
    return on_grid + sum(map(len, apart))
