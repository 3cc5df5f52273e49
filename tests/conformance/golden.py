"""Golden transcripts and perft counts, written by ``python -m tests.conformance.golden slug``.

A transcript reads like a game told to a friend; a change in the rules shows as a change in it.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from games.core.language.wording import sentence
from games.core.rng import Rng
from games.core.table import options as table_options
from tests.conformance.perft import perft
from tests.conformance.playing import load_game, playout, secret_of

# In counting, one in so many of the 4,000 common words is left, if a game's perft.txt says no other
# number in its first line. Of all of them the cards of Tiled Of It make 99.
ONE_WORD_IN = 20

TESTS = Path(__file__).parents[1] / "games"


def folder(slug):
    return TESTS / slug / "golden"


def variants(slug) -> Iterator[tuple[str, int, dict]]:
    """Yield (file name, players, options): few players, many, and each other choice of a table."""
    info = load_game(slug).info
    yield "fewest-players", info.min_players, {}
    if info.max_players > info.min_players:
        yield "most-players", info.max_players, {}
    for field in table_options.fields(load_game(slug).options_class):
        for value, _ in field.choices:
            if value != field.default:
                yield f"{field.name}-{value}", info.min_players, {field.name: value}


def transcript(slug, players, options, number=1) -> str:
    """Return a whole game played at random, as text."""
    game = load_game(slug, options)
    secret = secret_of(number)
    usual = table_options.in_words(load_game(slug).options)
    agreed = table_options.in_words(game.options)
    changed = ", ".join(f"{row[0]}: {row[1]}" for row in agreed if row not in usual)
    lines = [
        f"{game.info.title}, rules version {game.info.rules_version}",
        f"{players} players; {changed or 'the usual settings'}; secret {secret.hex()}",
        "",
    ]
    state = None
    for ply, (before, action, state) in enumerate(playout(game, players, secret), start=1):
        if ply == 1:
            lines += [described(game, before), ""]
        lines.append(f"{ply}. player {before.to_move + 1}: {game.action_text(before, action)}")
        lines += [f"     {sentence(game.wording, event)}" for event in state.events]
        if any(event.points for event in state.events):
            lines.append(f"     points {' '.join(map(str, game.scores(state)))}")
    lines += ["", described(game, state), f"places {' '.join(map(str, game.placing(state)))}"]
    return "\n".join(lines) + "\n"


def described(game, state) -> str:
    """Return a position in words, as a spectator is told it."""
    return " ".join(map(str, game.describe(state, None)))


def perft_text(slug) -> str:
    """Return perft counts from the start and from the middle of a game, a line for each."""
    game = perft_game(slug)
    words = f"; one word in {one_word_in(slug)}" if game.info.uses_words else ""
    lines = [f"# players secret ply depth count{words}"]
    for players in sorted({game.info.min_players, game.info.max_players}):
        for ply, depths in ((0, (1, 2, 3)), (6, (1, 2)), (30, (1, 2))):
            for depth in depths:
                count = count_from(game, players, 7, ply, depth)
                lines.append(f"{players} 7 {ply} {depth} {count}")
    return "\n".join(lines) + "\n"


def perft_game(slug):
    """Return a game whose positions can be counted by brute force: with few words."""
    return load_game(slug, one_word_in=one_word_in(slug))


def one_word_in(slug) -> int:
    """Return one in how many words is left in counting."""
    path = TESTS / slug / "perft.txt"
    first = path.read_text().partition("\n")[0] if path.exists() else ""
    found = re.search(r"one word in (\d+)", first)
    return int(found[1]) if found else ONE_WORD_IN


def count_from(game, players, number, ply, depth) -> int:
    secret = secret_of(number)
    state = game.initial_state(players, Rng(secret, 0))
    for reached, (_, _, after) in enumerate(playout(game, players, secret), start=1):
        if reached > ply:
            break
        state = after
    return perft(game, state, secret, ply, depth)


def write(slug) -> None:
    folder(slug).mkdir(parents=True, exist_ok=True)
    for name, players, options in variants(slug):
        (folder(slug) / f"{name}.txt").write_text(transcript(slug, players, options))
    (TESTS / slug / "perft.txt").write_text(perft_text(slug))


if __name__ == "__main__":
    for slug in sys.argv[1:]:
        write(slug)
