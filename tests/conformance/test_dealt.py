"""What a table says of its numbers is what is dealt."""

from typing import Any

import pytest

from games.core.rng import Rng
from games.core.table import options as table_options
from tests.conformance.playing import SLUGS, load_game, secret_of

TABLES = 40
# By game, what a position shows of the settings that tell how it begins; of some it shows nothing.
DEALT: dict[str, dict[str, Any]] = {
    "tiled_of_it": {
        "size": lambda state: {len(state.grid) ** 0.5},
        "hand_size": lambda state: {*map(len, state.hands)},
        "cards": lambda state: {sum(map(len, state.hands)) + len(state.deck)},
    },
    "tilekingdom": {"subjects": lambda state: {*state.supplies}},
    "upwords": {
        "rack": lambda state: {*map(len, state.racks)},
        "board": lambda state: {f"{len(state.board)}x{len(state.board[0])}"},
    },
    "words_with_chilwell": {
        "hand_size": lambda state: {*map(len, state.hands)},
        "queue_size": lambda state: {len(state.queue)},
        "start_score": lambda state: {*state.scores},
    },
}


def draw(fields: list[table_options.Field], rng: Rng) -> dict[str, Any]:
    """Return a value for each setting; numbers are the least, the usual or the most."""
    several = {
        field.name: [value for value, _ in field.choices]
        or ([field.low, field.default, field.high] if field.kind == "number" else [False, True])
        for field in fields
    }
    return {name: rng.choice(values) for name, values in several.items()}


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_told_is_dealt(slug: str) -> None:
    cls = load_game(slug).options_class
    fields = {field.name: field for field in table_options.fields(cls) if field.asked}
    assert DEALT.get(slug, {}).keys() <= fields.keys()
    begun = 0
    for number in range(TABLES):
        rng = Rng(secret_of(number), 0, "options")
        drawn = draw([*fields.values()], rng)
        if cls(**drawn).contradiction():
            continue
        game = load_game(slug, drawn)
        rows = table_options.in_words(game.options)
        told = {str(label): str(value) for label, value, _ in rows}
        players = rng.choice(range(game.info.min_players, game.info.max_players + 1))
        state = game.initial_state(players, Rng(secret_of(number), 0))
        begun += 1
        for name, seen in DEALT.get(slug, {}).items():
            assert seen(state) == {drawn[name]}
            if fields[name].kind == "number":
                assert told[str(fields[name].label)] == str(drawn[name])
    assert begun > TABLES // 8
