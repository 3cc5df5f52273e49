"""The arrows on the diagrams go where cards make words, and nowhere else."""

import pytest

from games.core import diagrams as drawing
from games.tiled_of_it.diagrams import DIAGRAMS
from games.tiled_of_it.options import Options
from games.tiled_of_it.turns.notation import cell_text
from tools import diagrams as tool

SIZE = Options().size


@pytest.mark.parametrize("diagram", DIAGRAMS.each, ids=lambda one: one.name)
def test_an_arrow_leads_from_each_card_that_starts_a_word_to_the_one_that_ends_it(diagram):
    game = tool.rules("tiled_of_it")
    state = game.observation(drawing.shown(game, DIAGRAMS, diagram), None)
    joined = {
        f"{cell_text(*divmod(start, SIZE))}>{cell_text(*divmod(end, SIZE))}"
        for start, end in state.joined
    }
    assert set(diagram.arrows.split()) == joined
