"""``python -m tools.fitting.promise upwords``: fit again what a tile in hand is worth.

    python -m tools.fitting.promise upwords                numbers of upwords/bots/evaluation.py
    python -m tools.fitting.promise words_with_chilwell    of words_with_chilwell/bots/evaluation.py
    python -m tools.fitting.promise upwords --quick        fewer games, in under a minute

    python -m tools.fitting.promise upwords --duel 500     and play them against the code's numbers

Two computer players always play the same games, and a regression shows
how much each tile in hand improves what follows. Prints each number, its standard error and the
number in the code, and how long all this took. In the duel, both sides play in the same way except
for these numbers. In Upwords they play as Hard does before it looks at replies, and in
WordsWithChilwell as Hard does when it has time for one look ahead.

**Upwords**: fits what a player's lead still gains to the letters kept after a play, to those that
are there twice, and to how many tiles are still to be drawn. For each letter that isn't kept,
another is drawn, so a number says how much better a letter is than one drawn at random. Here they
play as Hard does before it looks at replies.

**WordsWithChilwell**: fits the points of a word to the tiles in hand before it, and to how many
tiles the hand is short of ``FULL``.
"""

import argparse
import functools
import math
import time
from dataclasses import dataclass

from games.core.table.words import DEFAULT_LIST
from games.upwords.bots.evaluation import CONSONANT, THRICE, TWICE, burdens
from games.upwords.bots.evaluation import PROMISE as UPWORDS
from games.upwords.bots.prospects import spread_of
from games.upwords.options import Options as UpwordsOptions
from games.upwords.position.bag import without
from games.upwords.position.model import Play
from games.upwords.rules import Upwords
from games.words.lists.release import release_words
from games.words_with_chilwell.bots.evaluation import PROMISE as CHILWELL
from games.words_with_chilwell.bots.levels import hard
from games.words_with_chilwell.bots.levels import medium as chilwell_medium
from games.words_with_chilwell.options import Options as ChilwellOptions
from games.words_with_chilwell.rules import WordsWithChilwell
from tools.fitting.duel import Duel, keeper
from tools.fitting.least_squares import Row, fit, rows_of
from tools.simulating import in_processes, secret_of, turns

LIST = "broad"
SEED = "promise"
GAINS = ("word", "bonus")  # topics of the points that a word of WordsWithChilwell brings
LARGEST = 75  # tiles to be drawn: before that, the board is too empty to tell, in Upwords
FULL = 14  # tiles with which there is a long word, in WordsWithChilwell
PILE = 50.0  # tiles to be drawn in the middle of a game
GAMES = {"upwords": 600, "words_with_chilwell": 800}
QUICK = {"upwords": 60, "words_with_chilwell": 60}


@dataclass(frozen=True)
class Found:
    """A fitted number, its standard error, and the number in the code."""

    name: str
    number: float
    error: float
    in_code: float


@functools.cache
def upwords() -> Upwords:
    """Return the rules that are played by."""
    return Upwords(UpwordsOptions(), release_words(DEFAULT_LIST))


@functools.cache
def chilwell() -> WordsWithChilwell:
    """Return the rules that are played by."""
    return WordsWithChilwell(ChilwellOptions(word_list=LIST), release_words(LIST))


def upwords_rows(number: int) -> list[Row]:
    """Play a game and return what it shows of the letters kept, while there is a pile."""
    game, letters = upwords(), list(UPWORDS)
    played = list(turns(game, [keeper, keeper], secret_of(SEED, number)))
    end, rows = played[-1].after.scores, []
    for turn in played:
        player, pile = turn.player, turn.after.pile
        if not isinstance(turn.action, Play) or not 0 < pile <= LARGEST:
            continue
        laid = "".join(letter for _, _, letter in turn.action.tiles)
        rest = without(turn.before.racks[player], laid) or ""
        after = turn.after.scores
        lead = (end[player] - after[player]) - (end[1 - player] - after[1 - player])
        parts = [float(rest.count(letter)) for letter in letters]
        parts += [1.0, pile / PILE, *map(float, burdens(rest))]
        weight = spread_of(round(PILE)) / spread_of(pile)  # the later, the less luck is left
        rows += rows_of([([weight * part for part in parts], weight * lead)])
    return rows


def fit_upwords(games: int, processes: int = 1) -> list[Found]:
    """Return what each letter is worth, from so many games."""
    found = fit(list(in_processes(upwords_rows, range(games), processes)), len(UPWORDS) + 5)
    rest = {len(UPWORDS) + 2: ("TWICE", TWICE), len(UPWORDS) + 3: ("THRICE", THRICE)}
    rest[len(UPWORDS) + 4] = ("CONSONANT", CONSONANT)
    return [
        Found(name, found.numbers[i], found.errors[i], in_code)
        for i, (name, in_code) in {**dict(enumerate(UPWORDS.items())), **rest}.items()
    ]


def chilwell_rows(number: int) -> list[Row]:
    """Play a game and return what it shows of the tiles in a hand."""
    game, tiles = chilwell(), list(CHILWELL)
    bot, rows = chilwell_medium, []
    for turn in turns(game, [bot, bot], secret_of(SEED, number)):
        hand = turn.before.hands[turn.player]
        points = sum(event.points for event in turn.after.events if event.topic in GAINS)
        parts = {0: 1.0, 1: float(-max(0, FULL - len(hand)))}
        for tile in hand:
            parts[2 + tiles.index(tile)] = parts.get(2 + tiles.index(tile), 0.0) + 1.0
        rows.append(Row(parts, float(points)))
    return rows


def without_part(row: Row, part: int) -> Row:
    """Return a row without one of its parts; the rest move up."""
    kept = {i - (i > part): amount for i, amount in row.parts.items() if i != part}
    return Row(kept, row.value)


def fit_chilwell(games: int, processes: int = 1) -> list[Found]:
    """Return what each tile is worth, from so many games."""
    games_rows = list(in_processes(chilwell_rows, range(games), processes))
    first = 2
    # What a missing tile costs can't be told if no hand was ever short, as in few games none is.
    if not any(row.parts[1] for rows in games_rows for row in rows):
        games_rows = [[without_part(row, 1) for row in rows] for rows in games_rows]
        first = 1
    found = fit(games_rows, first + len(CHILWELL))
    return [
        Found(tile, found.numbers[i], found.errors[i], in_code)
        for i, (tile, in_code) in enumerate(CHILWELL.items(), start=first)
    ]


FITS = {"upwords": fit_upwords, "words_with_chilwell": fit_chilwell}


def distance(found: list[Found]) -> tuple[float, float]:
    """Return how far the numbers in the code are from those fitted, and how far errors reach.

    Both are roots of mean squares; the first is hardly more than the second if they agree.
    """
    apart = sum((one.number - one.in_code) ** 2 for one in found) / len(found)
    errors = sum(one.error**2 for one in found) / len(found)
    return math.sqrt(apart), math.sqrt(errors)


def duel(slug: str, found: list[Found]) -> Duel:
    """Return the duel of fitted numbers against those in the code."""
    tables = {"upwords": UPWORDS, "words_with_chilwell": CHILWELL}
    numbers = {one.name: one.number for one in found if one.name in tables[slug]}
    if slug == "upwords":
        return Duel(upwords(), keeper, UPWORDS, numbers, looks=1)
    return Duel(chilwell(), hard, CHILWELL, numbers, looks=2)


def main() -> None:
    """Fit, and print what was found."""
    form = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("game", choices=FITS)
    parser.add_argument("--games", type=int, help="how many games to play")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--duel", type=int, default=0, help="how many pairs of games in the duel")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    games = given.games or (QUICK if given.quick else GAMES)[given.game]
    began = time.monotonic()
    found = FITS[given.game](games, given.processes)
    print(f"{given.game}, {games} games")
    for one in found:
        print(f"{one.name!r:>10} {one.number:6.2f}  error {one.error:.2f}  in code {one.in_code}")
    apart, errors = distance(found)
    print(f"The numbers in the code are {apart:.2f} away from these; the errors are {errors:.2f}.")
    if given.duel:
        print("\n".join(duel(given.game, found).report(given.duel)))
    print(f"That took {time.monotonic() - began:.0f} seconds.")


if __name__ == "__main__":
    main()
