"""Whoever plays by keys has their place on every board after each turn, their own or another's."""

from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page

from games.core.rng import Rng
from games.registry import bots
from tests.browser.playing import wait_for_ply
from tests.games.thinking import ticking
from tests.scripts.conftest import OpenBoard
from tests.scripts.tables import SECRET, Table

HOMES = {
    "tilekingdom": "[data-place], .map",
    "upwords": ".field",
    "words_with_chilwell": ".word",
    "tiled_of_it": ".field",
    "counting_tiles": "[data-cell]",
}
# Where Enter plays what is laid out.
SPOTS = {
    **HOMES,
    "tilekingdom": '[data-place][tabindex="0"]',
    "counting_tiles": "[data-cell]:not(:has(.tile))",
}
PLAYS = '[data-action="play"], [data-action="confirm"]'
TURNS = 2  # that the player makes

# Where the focus is, once the page was drawn: a browser takes it from what can't have it just then.
_FOCUSED = """async (home) => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const at = document.activeElement;
  return at.matches(home) ? "home" : at.outerHTML.slice(0, 200);
}"""


@pytest.mark.parametrize("game", settings.GAMES)
def test_the_keyboard_keeps_its_place_after_each_turn(open_board: OpenBoard, game: str) -> None:
    keep_playing(open_board, game, SPOTS[game])


@pytest.mark.sometimes
@pytest.mark.parametrize("game", sorted({*settings.GAMES} - {"counting_tiles"}))
def test_it_keeps_its_place_if_a_button_plays(open_board: OpenBoard, game: str) -> None:
    keep_playing(open_board, game, PLAYS)


def keep_playing(open_board: OpenBoard, game: str, spot: str) -> None:
    alone = game == "counting_tiles"
    table = Table(game, players=1 if alone else 2)
    page = open_board(table)
    for _ in range(TURNS):
        lay_out(page, table)
        ply = table.ply + 1
        page.locator(spot).first.focus()
        page.keyboard.press("Enter")
        wait_for_ply(page, ply)
        assert page.evaluate(_FOCUSED, HOMES[game]) == "home"
        if not alone:
            table.play()
            page.evaluate("bare.refresh()")
            assert page.evaluate(_FOCUSED, HOMES[game]) == "home"


def lay_out(page: Page, table: Table) -> None:
    """Lay Easy's turn out on the board; have others made until there is one to lay."""
    while not page.evaluate("(action) => bare.board.layOut(action)", chosen(table)):
        if table.rules.info.slug == "counting_tiles":
            return
        table.play(2)
        page.evaluate("bare.refresh()")


def chosen(table: Table) -> Any:
    mover, rules = table.mover, table.rules
    assert mover is not None
    seen = rules.observation(table.state, mover)
    easy, rng = bots(rules.info.slug)["easy"], Rng(SECRET, table.ply + 1, "bare")
    return rules.encode_action(easy.choose(rules, seen, mover, rng, ticking(50)))
