"""Boards on which somebody plays for everyone: nobody is "you" there."""

import re

import pytest
from playwright.sync_api import Page

from games.registry import game_class
from tests.conformance.playing import SLUGS
from tests.scripts.conftest import OpenBoard
from tests.scripts.tables import Table
from tests.size import some_of

SHARED = [slug for slug in SLUGS if game_class(slug).info.max_players > 1]
# What is said to a player of what they did, have or are. "You can play any card" is said to
# whoever plays for them.
TO_A_PLAYER = re.compile(
    r"\b[Yy]ou(?:'re (?:blue|orange|green|pink)"
    r"| (?:didn't|discarded|drew|filled|had|have|made|passed|played|put|spelled|swapped)\b)"
    r"|\byou \u2212|^You$|\b[Yy]our hand\b|\bYour tile\b|\byours\b|\bHow you're doing\b",
    re.MULTILINE,
)


def said(page: Page) -> str:
    """Return all that a board says, what is only read out too."""
    return str(
        page.evaluate(
            """() => [document.querySelector("[data-match]").innerText,
              ...[...document.querySelectorAll("[data-match] [aria-label]")].map((one) =>
                one.getAttribute("aria-label"))].join("\\n")"""
        )
    )


@pytest.mark.parametrize("slug", some_of(SHARED, __file__))
def test_everyone_goes_by_name(open_board: OpenBoard, slug: str) -> None:
    table = Table(slug)
    table.by_name = True
    for turns in (0, 1, 1):  # at the start, and after a turn of each
        table.play(turns)
        assert TO_A_PLAYER.search(said(open_board(table))) is None
    table.by_name = False
    assert TO_A_PLAYER.search(said(open_board(table)))  # the words are those that boards use
