"""What happens, in words."""

import pytest

from games.core.language.events import Event
from games.core.language.wording import sentence
from games.tiled_of_it.rules import TiledOfIt


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Event("placed", 0, {"card": "LE"}), "Player 1 put LE on the grid."),
        (Event("discarded", 0, {"card": "LE"}), "Player 1 discarded LE."),
        (Event("word", 1, {"word": "PILE"}, 1, "word"), "Player 2 made PILE for 1 point."),
        (
            Event("neighbour", 2, {"card": "STA", "word": "STALE"}, 2, "neighbour"),
            "Player 3 got 2 points for STA in STALE.",
        ),
        (Event("turned", 0, {"cards": 1}), "Player 1 took over 1 card."),
        (Event("turned", 0, {"cards": 2}), "Player 1 took over 2 cards."),
        (Event("over"), "Someone has run out of cards, so the game is over."),
        (
            Event("bonus", 0, {"cards": 1}, 1, "bonus"),
            "Player 1 got 1 point for 1 card on the grid.",
        ),
        (
            Event("bonus", 1, {"cards": 8}, 16, "bonus"),
            "Player 2 got 16 points for 8 cards on the grid.",
        ),
    ],
    ids=lambda value: value.kind if isinstance(value, Event) else "",
)
def test_what_happened_is_told(event, told):
    assert str(sentence(TiledOfIt.wording, event)) == told
