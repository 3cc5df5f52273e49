"""What boards say of the last turn: who made it, if its player didn't."""

import re

import pytest
from playwright.sync_api import expect

from tests.scripts.conftest import OpenBoard
from tests.scripts.tables import Table
from tests.size import one_of

TURNS = {"upwords": 2, "tiled_of_it": 4, "words_with_chilwell": 2}
OWN = re.compile(
    r"You (played|swapped|passed|put|made|discarded|spelled|didn't spell)|Your \w+ does"
)
WHOM = {
    "human": "",
    "prepared": "",
    "clock": "The clock moved for {name}.",
    "computer": "The computer moved for {name}.",
}


@pytest.mark.parametrize("slug", one_of([*TURNS], __file__))
def test_nobody_is_told_that_they_made_a_turn_which_was_made_for_them(
    slug: str, open_board: OpenBoard
) -> None:
    table = Table(slug)
    table.play(TURNS[slug])
    last = table.log[-1]
    player = last["player"]
    for actor, whom in WHOM.items():
        last["actor"] = actor
        for seat in (player, 1 - player):
            body = open_board(table, player=seat).locator("main")
            if whom:
                expect(body).to_contain_text(whom.format(name=table.names[player]))
                expect(body).not_to_contain_text(OWN)
            elif seat == player:
                expect(body).to_contain_text(OWN)
                expect(body).not_to_contain_text("moved for")
