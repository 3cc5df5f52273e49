"""``python -m tools.fitting.outlook upwords``: fit again how many turns are left; try the forecast.

    python -m tools.fitting.outlook upwords               numbers of upwords/turns/outlook.py
    python -m tools.fitting.outlook words_with_chilwell   of words_with_chilwell/turns/outlook.py
    python -m tools.fitting.outlook tiled_of_it           and so on: tilekingdom, counting_tiles
    python -m tools.fitting.outlook upwords --quick       fewer games, in under a minute

Easy and Medium computer players always play the same games, with the Standard list in word games.
Half of the games are used to fit the numbers. The other half test the forecast in the code: how
often was the outcome within 1.28 deviations of it? That would be 80 in 100 if people were as alike
as computer players; the code allows for more. Prints each number, its standard error (by leaving
out a tenth of the games at a time) and the number in the code, and how long all this took.

Computer players' games can't tell how much people differ, so ``PEOPLE`` and ``DOUBT`` are guesses,
and so are ``WEIGHT`` and ``SPREAD`` of WordsWithChilwell.
"""

import argparse
import importlib
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from games.words.lists.release import release_words
from tools.fitting.least_squares import fit, rows_of
from tools.simulating import WITHOUT_CLOCK, in_processes, secret_of, share, turns

LIST = "standard"
SEED = "outlook"
LEVELS = ("easy", "medium")
GROUPS = 10  # of games, of which one is left out at a time
WITHIN, ROUNDING = 1.28, 0.5  # deviations, and the half turn by which a whole number may be off
# Games of each level and number of seats; those of Counting Tiles are long.
GAMES = {
    "upwords": 80, "words_with_chilwell": 150, "tiled_of_it": 60, "tilekingdom": 20,
    "counting_tiles": 20,
}  # fmt: skip
QUICK = 8
EVERY = {
    "upwords": 1,
    "words_with_chilwell": 1,
    "counting_tiles": 8,
}  # which positions are looked at


@dataclass(frozen=True)
class Task:
    """A game to be played: which, by whom, with how many seats, and its number."""

    game: str
    level: str
    players: int
    number: int


@dataclass(frozen=True)
class Position:
    """What was seen of a position, and how many turns of each seat came after it."""

    state: Any
    left: tuple[int, ...]


Games = Sequence[list[Position]]
Numbers = dict[str, float]


def play(task: Task) -> list[Position]:
    """Play a game and return its positions."""
    rules, bot = _rules(task.game), _bot(task.game, task.level)
    secret = secret_of(f"{SEED}/{task.game}/{task.level}/{task.players}", task.number)
    played = list(turns(rules, [bot] * task.players, secret, looks=4))
    movers = [turn.player for turn in played]
    step = EVERY.get(task.game, 1)
    return [
        Position(
            rules.observation(turn.before, None),
            tuple(movers[ply:].count(player) for player in range(task.players)),
        )
        for ply, turn in enumerate(played)
        if ply % step == 0
    ]


def _rules(slug: str) -> Any:
    package: Any = importlib.import_module(f"games.{slug}")
    options = package.game.options_class(**WITHOUT_CLOCK.get(slug, {}))
    words = release_words(LIST) if package.game.info.uses_words else None
    return package.game(options, words)


def _bot(slug: str, level: str) -> Any:
    package: Any = importlib.import_module(f"games.{slug}")
    return next(bot for bot in package.bots if bot.level == level)


def outlook_of(slug: str) -> Any:
    """Return the module whose numbers are fitted."""
    return importlib.import_module(f"games.{slug}.turns.outlook")


def tasks(slug: str, games: int) -> list[Task]:
    """Return the games to play: of each level and number of seats so many, one after the other."""
    info = _rules(slug).info
    seats = range(info.min_players, info.max_players + 1)
    return [
        Task(slug, level, players, number)
        for number in range(games)
        for level in LEVELS
        for players in seats
    ]


# --- The numbers of each game ---------------------------------------------------------------------


def upwords(games: Games) -> Numbers:
    """Fit turns to tiles: in the bag and on racks, then on racks alone."""
    drawing = [[p for p in game if p.state.pile] for game in games]
    last = [[p for p in game if not p.state.pile] for game in games]
    turns_fit = fit(
        [rows_of(((p.state.pile, sum(p.state.held), 1), sum(p.left)) for p in g) for g in drawing],
        3,
    )
    end_fit = fit([rows_of(((sum(p.state.held),), sum(p.left)) for p in g) for g in last], 1)
    bag, rack, besides = turns_fit.numbers
    (last_tiles,) = end_fit.numbers
    spread = fit(
        [
            rows_of(
                (
                    (len(p.left) ** 2, p.state.pile),
                    (sum(p.left) - bag * p.state.pile - rack * sum(p.state.held) - besides) ** 2,
                )
                for p in g
            )
            for g in drawing
        ],
        2,
    )
    end_spread = fit(
        [
            rows_of(
                (
                    (len(p.left) * sum(p.state.held),),
                    (sum(p.left) - last_tiles * sum(p.state.held)) ** 2,
                )
                for p in g
            )
            for g in last
        ],
        1,
    )
    return {
        "BAG": bag,
        "RACK": rack,
        "BESIDES": besides,
        "LAST_TILES": last_tiles,
        "SEATS_SPREAD": spread.numbers[0],
        "BAG_SPREAD": spread.numbers[1],
        "LAST_SPREAD": end_spread.numbers[0],
    }


def words_with_chilwell(games: Games) -> Numbers:
    """Fit the tiles of a word and what is added for whole rounds.

    What that guess is worth and what varies are judged: each level always plays alike, so in games
    of computer players the first word would tell all that come.
    """
    outlook, rules = outlook_of("words_with_chilwell"), _rules("words_with_chilwell")
    return searched(outlook, ("USUAL", "ROUNDED"), lambda: _squares(rules, games))


def tiled_of_it(games: Games) -> Numbers:
    """Fit how many more turns a lone player takes, and how far that varies."""
    outlook = outlook_of("tiled_of_it")
    alone = [
        [(outlook.turns_by_cards(p.state), p.left[0]) for p in g if len(p.left) == 1] for g in games
    ]
    alone = [game for game in alone if game]
    (more,) = fit([rows_of(((n,), left - n) for n, left in game) for game in alone], 1).numbers
    rows = [rows_of(((1.0, n * n), (left - n - more * n) ** 2) for n, left in g) for g in alone]
    both = fit(rows, 2).numbers
    together = [
        (sum(p.left) - outlook.turns_by_cards(p.state)) ** 2
        for game in games
        for p in game
        if len(p.left) > 1
    ]
    return {
        "FROM_PILE": more,
        "ALONE": both[1],
        "VARIANCE": sum(together) / max(1, len(together)),
    }


def tilekingdom(games: Games) -> Numbers:
    """Fit how many tiles are never laid."""
    over = [
        1 + sum(p.state.bag.values()) + len(p.state.order) - sum(p.left) for g in games for p in g
    ]
    mean = sum(over) / len(over)
    return {
        "LEFT_OVER": mean,
        "VARIANCE": sum((one - mean) ** 2 for one in over) / len(over),
    }


def counting_tiles(games: Games) -> Numbers:
    """Fit how many cells an action fills, and how far what is left varies."""
    outlook, rules = outlook_of("counting_tiles"), _rules("counting_tiles")
    filled = actions = 0
    for game in games:
        if game:
            filled += outlook.CELLS - outlook.OPENING
            actions += game[0].left[0]
    told = [(rules.turns_left(p.state)[0][0], p.left[0]) for game in games for p in game]
    parts = [((left - mean) / mean) ** 2 for mean, left in told]
    return {"USUAL": filled / actions, "SPREAD": math.sqrt(sum(parts) / len(parts))}


FITS: dict[str, Callable[[Games], Numbers]] = {
    "upwords": upwords,
    "words_with_chilwell": words_with_chilwell,
    "tiled_of_it": tiled_of_it,
    "tilekingdom": tilekingdom,
    "counting_tiles": counting_tiles,
}


# --- Searching and trying -------------------------------------------------------------------------


@contextmanager
def put(module: Any, numbers: Numbers) -> Iterator[None]:
    """Let a module have other numbers for a while."""
    before = {name: getattr(module, name) for name in numbers if hasattr(module, name)}
    for name in before:
        setattr(module, name, numbers[name])
    try:
        yield
    finally:
        for name, number in before.items():
            setattr(module, name, number)


def searched(module: Any, names: Sequence[str], loss: Callable[[], float]) -> Numbers:
    """Return the numbers with the least loss, one changed at a time in ever finer steps."""
    best: Numbers = {name: getattr(module, name) for name in names}
    with put(module, best):
        least = loss()
    step = 0.4
    while step > 0.02:
        better = False
        for name in names:
            for factor in (1 + step, 1 / (1 + step)):
                trial = {**best, name: best[name] * factor}
                with put(module, trial):
                    value = loss()
                if value < least:
                    best, least, better = trial, value, True
        if not better:
            step /= 2
    return best


def _squares(rules: Any, games: Games) -> float:
    """Return the sum of squares of how far the forecast is off."""
    return math.fsum(
        (mean - left) ** 2
        for game in games
        for p in game
        for (mean, _), left in zip(rules.turns_left(p.state), p.left, strict=True)
    )


def errors(slug: str, games: Games) -> Numbers:
    """Return the standard error of each number: a jackknife over tenths of the games."""
    found = [
        FITS[slug]([game for number, game in enumerate(games) if number % GROUPS != group])
        for group in range(GROUPS)
    ]
    result = {}
    for name in found[0]:
        values = [one[name] for one in found]
        mean = sum(values) / GROUPS
        squares = sum((value - mean) ** 2 for value in values)
        result[name] = math.sqrt(squares * (GROUPS - 1) / GROUPS)
    return result


def tried(slug: str, games: Games) -> tuple[int, int, float]:
    """Return how many forecasts held, of how many, and how many turns off they are on average."""
    rules = _rules(slug)
    held = count = 0
    off = 0.0
    for game in games:
        for p in game:
            for (mean, variance), left in zip(rules.turns_left(p.state), p.left, strict=True):
                held += abs(mean - left) <= WITHIN * math.sqrt(variance) + ROUNDING
                off += mean - left
                count += 1
    return held, count, off / count


def main() -> None:
    """Fit, and print what was found."""
    form = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("game", choices=FITS)
    parser.add_argument("--games", type=int, help="how many for each level and number of seats")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    began = time.monotonic()
    wanted = tasks(given.game, given.games or (QUICK if given.quick else GAMES[given.game]))
    played = list(in_processes(play, wanted, given.processes))
    half = len(played) // 2
    numbers, spread = FITS[given.game](played[:half]), errors(given.game, played[:half])
    print(f"{given.game}, {len(played)} games, {half} of them used for fitting")
    for name, number in numbers.items():
        in_code = getattr(outlook_of(given.game), name, "-")
        print(f"{name:>14} {number:7.3f}  error {spread[name]:.3f}  in code {in_code}")
    held, count, off = tried(given.game, played[half:])
    percent, _ = share(held, count)
    right = f"{percent:.0f}% were right; they were {off:+.2f} turns off"
    print(f"Of {count} forecasts from the code, {right}.")
    print(f"That took {time.monotonic() - began:.0f} seconds.")


if __name__ == "__main__":
    main()
