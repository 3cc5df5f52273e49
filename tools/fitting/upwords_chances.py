"""``python -m tools.fitting.upwords_chances``: whether chances come true, and what luck is left.

    python -m tools.fitting.upwords_chances               numbers of upwords/bots/prospects.py
    python -m tools.fitting.upwords_chances --games 20    fewer games, in a few minutes

Hard plays Hard, and each turn is noted with the chance it promised, with the lead it was expected
to bring in the end, and with the chance that the next player then saw for whoever had played it.

It prints how often turns with such a chance were won; by how much the next player saw less in them
than was promised, on average; and how far the end was from the lead expected, by the tiles left to
draw, to which the variance is fitted.
"""

import argparse
import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from games.core.bots import Budget
from games.core.rng import Rng, derived_secret
from games.core.table.words import DEFAULT_LIST
from games.core.weighing import Weighed, shares_of
from games.upwords.bots.weighing import weigh
from games.upwords.options import Options
from games.upwords.position.model import Action, State
from games.upwords.rules import Upwords
from games.words.lists.release import release_words
from tools.fitting.least_squares import fit, rows_of
from tools.simulating import in_processes, mean_and_error, secret_of, share

SEED = "chances"
GAMES, LOOKS = 150, 80
BINS = 10  # of chances
PILES = 10  # tiles to draw that are looked at together


@dataclass(frozen=True)
class Promise:
    """A turn: tiles to draw after it, what it promised, what was seen next, and what came true."""

    pile: int
    chance: float
    lead: float
    seen: float
    won: float
    final: float


def played(number: int, looks: int = LOOKS) -> list[Promise]:
    """Play a game and return what its turns promised."""
    game = Upwords(Options(), release_words(DEFAULT_LIST))
    told: list[tuple[State, Weighed[Action]]] = []
    end = _played(game, secret_of(SEED, number), looks, told)
    final, won = game.scores(end), shares_of(game.scores(end))
    return [
        Promise(
            pile=later.pile,
            chance=one.chance,
            lead=one.points[one.player] - one.points[1 - one.player],
            seen=after.chances[one.player],
            won=won[one.player],
            final=float(final[one.player] - final[1 - one.player]),
        )
        for (_, one), (later, after) in itertools.pairwise(told)
    ]


def _played(
    game: Upwords, secret: bytes, looks: int, told: list[tuple[State, Weighed[Action]]]
) -> State:
    noise, state = derived_secret(secret, "bot"), game.initial_state(2, Rng(secret, 0))
    for ply in itertools.count(1):
        if (player := state.to_move) is None:
            return state
        view, budget = game.observation(state, player), Budget.of_looks(looks)
        best = weigh(game, view, player, Rng(noise, ply), budget)[0]
        told.append((view, best))
        state = game.apply_action(state, best.action, Rng(secret, ply))
    raise AssertionError("unreachable: every game ends")


def grouped(
    promises: Iterable[Promise], key: Callable[[Promise], int]
) -> Iterator[tuple[int, list[Promise]]]:
    """Yield promises that have something in common, with that."""
    for number, group in itertools.groupby(sorted(promises, key=key), key):
        yield number, list(group)


def report(games: list[list[Promise]]) -> Iterator[str]:
    """Yield the lines that tell how chances came true and how much luck was left."""
    promises = [one for game in games for one in game]
    yield "promised    won  error  turns"
    for _, group in grouped(promises, lambda one: min(BINS - 1, int(one.chance * BINS))):
        said = 100 * sum(one.chance for one in group) / len(group)
        _, error = share(sum(one.won >= 0.5 for one in group), len(group))
        won = 100 * sum(one.won for one in group) / len(group)
        yield f"{said:6.1f} % {won:6.1f} {error:6.1f} {len(group):6}"
    yield "to draw  seen less promised   error   final less lead   error  deviation"
    for number, group in [*grouped(promises, lambda one: -(-one.pile // PILES)), (-1, promises)]:
        drift, error = mean_and_error([100 * (one.seen - one.chance) for one in group])
        off, wide = mean_and_error([one.final - one.lead for one in group])
        name = "all" if number < 0 else f"{number * PILES}"
        spread = wide * math.sqrt(len(group))
        yield f"{name:>7} {drift:14.2f} % {error:9.2f} {off:13.2f} {wide:10.2f} {spread:8.1f}"
    rows = [
        rows_of(([1.0, float(one.pile)], (one.final - one.lead) ** 2) for one in game if one.pile)
        for game in games
    ]
    found = fit(rows, 2)
    (racks, tile), (wide, wider) = found.numbers, found.errors
    yield f"The variance is {racks:.0f} ({wide:.0f}) and {tile:.1f} ({wider:.1f}) for each tile."


def main() -> None:
    """Play, and print what was found."""
    form = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    began = time.monotonic()
    print("\n".join(report(list(in_processes(played, range(given.games), given.processes)))))
    print(f"That took {time.monotonic() - began:.0f} seconds.")


if __name__ == "__main__":
    main()
