"""Playing Counting Tiles on its board: what is best by the site's own rules, done by mouse, by
touch or by keyboard alone."""

import dataclasses
from typing import Any, Protocol, TypeVar

from playwright.sync_api import Locator, Page, expect
from typing_extensions import override

from games.core.table.options import read
from games.counting_tiles.bots.sketch import Sketch, ranked
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import (
    COLUMNS,
    Action,
    Change,
    Combine,
    Discard,
    Move,
    Place,
    Remove,
    State,
    Wild,
)
from games.counting_tiles.rules import CountingTiles
from tests.browser import people
from tests.browser.people import press
from tests.browser.playing import button, tab_to, view

GAME = "Counting Tiles"
MINUS = "\u2212"
A = TypeVar("A", bound=Action)
ORDER = (Discard, Remove, Change, Wild)
KNOWN = ".hand .tile[data-value]"  # the next tile has come


@dataclasses.dataclass(frozen=True)
class Turn:
    """What a player knows: the rules and the whole position."""

    ply: int
    game: CountingTiles
    state: State

    def best(self) -> Action:
        """Return the action that gains most at once."""
        return ranked(self.game, self.state, Sketch(self.state, pairs=True))[0][1]

    def first(self, kind: type[A]) -> A:
        """Return the first action of a kind."""
        return next(a for a in self.game.legal_actions(self.state) if isinstance(a, kind))


def turn(page: Page) -> Turn:
    """Return the position as the server shows it to this page's player."""
    seen = view(page)
    game = CountingTiles(read(seen["options"], Options))
    return Turn(seen["ply"], game, game.decode_state(seen["state"]))


def start(page: Page) -> None:
    """Begin a game whose clock waits for its player."""
    press(button(page, "begin"))
    expect(page.locator(".gate")).to_be_hidden()
    page.wait_for_selector(KNOWN)


def cell(page: Page, number: int) -> Locator:
    """Return a cell of the board."""
    return page.locator(f'[data-cell="{number}"]')


def bonus(page: Page, kind: type[Action]) -> Locator:
    """Return the button of a bonus."""
    return page.locator(f'[data-bonus="{kind.__name__}"]')


class Way(Protocol):
    """How a player acts."""

    def act(self, page: Page, action: Action) -> None:
        """Do what can be done."""


def tile(page: Page, number: int) -> Locator:
    """Return the tile on a cell."""
    return cell(page, number).locator(".tile")


def alone(page: Page, **settings: object) -> Page:
    """Begin a game for one and start its clock."""
    people.play_alone(page, game=GAME, **settings)
    if settings.get("pace") != "correspondence":
        start(page)
    page.wait_for_selector(KNOWN)
    return page


def assert_shown(page: Page) -> dict[str, Any]:
    """Hold that the page shows the position as the server has it; return the view.

    A random tile may fall between the two looks: then both are taken again.
    """
    for _ in range(5):
        seen = view(page)
        try:
            _compare(page, seen)
        except AssertionError:
            if view(page)["ply"] == seen["ply"]:
                raise
        else:
            return seen
    raise AssertionError("the position never stood still")


def _compare(page: Page, seen: dict[str, Any]) -> None:
    expect(page.locator(".match")).to_have_attribute("data-ply", str(seen["ply"]), timeout=4000)
    state = seen["state"]
    shown = page.locator(".cell").evaluate_all(
        "cells => cells.map(cell => Number(cell.querySelector('.tile')?.dataset.value ?? 0))"
    )
    assert shown == [tile["value"] if tile else 0 for tile in state["grid"]]
    missing = [
        target - sum(tile["value"] for tile in state["grid"][row * 6 : row * 6 + 6] if tile)
        for row, target in enumerate(state["targets"])
    ]
    texts = [str(number).replace("-", MINUS) for number in missing]
    expect(page.locator(".end-missing")).to_have_text(texts, timeout=4000)
    score = state["score"]
    expect(page.locator("[data-points]")).to_have_text(f"{score:,}" if score > 9999 else str(score))
    expect(page.locator("[data-rows]")).to_have_text(str(state["rows"]))
    for index, name in enumerate(("Discard", "Remove", "Change", "Wild")):
        button_of = page.locator(f'[data-bonus="{name}"]')
        expect(button_of).to_have_attribute("data-standing", state["bonuses"][index])


def play_out(page: Page, way: Way, *, turns: int = 400) -> list[Action]:
    """Play what gains most until the game is over, or so many turns; return what was done."""
    done: list[Action] = []
    while len(done) < turns:
        now = turn(page)
        if now.state.to_move is None:
            return done
        done.append(now.best())
        way.act(page, done[-1])
        wait_until_told(page, now.ply + 1)
    return done


def wait_until_told(page: Page, ply: int) -> None:
    """Wait until the page knows of a ply and nothing is on its way."""
    page.wait_for_function(
        """ply => Number(document.querySelector("[data-match]")?.dataset.ply) >= ply
          && !document.querySelector("[data-pending]")""",
        arg=ply,
    )


class Pointer:
    """Clicks, or taps on a touch screen: a tile or a bonus, then a cell."""

    def act(self, page: Page, action: Action) -> None:
        match action:
            case Place(at):
                press(cell(page, at))
            case Move(at, to) | Combine(at, to):
                self._carry(page, cell(page, at), cell(page, to))
            case Discard():
                press(bonus(page, Discard))
            case Remove(at) | Change(at) | Wild(at):
                press(bonus(page, type(action)))
                press(cell(page, at))

    def _carry(self, page: Page, start: Locator, end: Locator) -> None:
        press(start)
        press(end)


class Mouse(Pointer):
    """Drags the tiles."""

    @override
    def act(self, page: Page, action: Action) -> None:
        if isinstance(action, Place):
            self._carry(page, page.locator(".hand"), cell(page, action.cell))
        else:
            super().act(page, action)

    @override
    def _carry(self, page: Page, start: Locator, end: Locator) -> None:
        _go_to(page, start)
        page.mouse.down()
        _go_to(page, end)
        page.mouse.up()


def _go_to(page: Page, target: Locator) -> None:
    box = target.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)


class Keyboard:
    """Keys alone: the arrows to a cell, Enter, 1 to 4 for the bonuses."""

    def act(self, page: Page, action: Action) -> None:
        if not page.evaluate("document.activeElement.matches('[data-cell]')"):
            tab_to(page, "[data-cell]")
        match action:
            case Place(at):
                self._enter(page, at)
            case Move(at, to) | Combine(at, to):
                self._enter(page, at)
                self._enter(page, to)
            case Discard():
                page.keyboard.press("1")
            case Remove(at) | Change(at) | Wild(at):
                page.keyboard.press(str(ORDER.index(type(action)) + 1))
                self._enter(page, at)

    def _enter(self, page: Page, at: int) -> None:
        focused = page.evaluate("document.activeElement.dataset.cell")
        (row, column), (down, right) = divmod(int(focused), COLUMNS), divmod(at, COLUMNS)
        for _ in range(abs(down - row)):
            page.keyboard.press("ArrowDown" if down > row else "ArrowUp")
        for _ in range(abs(right - column)):
            page.keyboard.press("ArrowRight" if right > column else "ArrowLeft")
        page.keyboard.press("Enter")
