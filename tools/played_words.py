"""``python -m tools.played_words``: which words games are made of, and how well known they are.

    python -m tools.played_words --list broad --games 400
    python -m tools.played_words --list broad --games 3000 --game upwords --unexplained 300

Two Medium computer players play games, always the same ones. Prints for how many of their words the
site has no meaning, and how many aren't in the Everyday list, each with its standard error (between
games, because the games are drawn at random). If asked, it also lists the words played most often
among those without a meaning. A word counts each time it is made.
"""

import argparse
import functools
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.core.bots import Bot
from games.core.table.words import WORD_LISTS
from games.upwords.options import Options as UpwordsOptions
from games.upwords.rules import Upwords
from games.words.data import source
from games.words.lists.release import release_words
from games.words_with_chilwell.bots.levels import medium as chilwell_medium
from games.words_with_chilwell.options import Options as ChilwellOptions
from games.words_with_chilwell.rules import WordsWithChilwell
from tools.greedy import greedy
from tools.simulating import AnyGame, in_processes, mean_and_error, secret_of, turns

GAMES = ("upwords", "words_with_chilwell")
SEED = "played words"


@dataclass(frozen=True)
class Task:
    """A game to be played: which one, with which list, and its number."""

    game: str
    word_list: str
    number: int


@functools.cache
def table(game: str, word_list: str) -> tuple[AnyGame, Bot]:
    """Return a game bound to a list, and who plays it."""
    words = release_words(word_list)
    if game == "upwords":
        return Upwords(UpwordsOptions(word_list=word_list), words), greedy
    return WordsWithChilwell(ChilwellOptions(word_list=word_list), words), chilwell_medium


def words_of(task: Task) -> Counter[str]:
    """Play a game and return how often each word was made in it."""
    game, bot = table(task.game, task.word_list)
    made: Counter[str] = Counter()
    for turn in turns(game, [bot, bot], secret_of(SEED, task.number)):
        for event in turn.after.events:
            if event.topic == game.info.word_topic and "word" in event.facts:
                made[str(event.facts["word"]).lower()] += 1
    return made


@functools.cache
def explained() -> frozenset[str]:
    """Return the words that the site has a meaning for, their own or that of what they are of."""
    lemmas: dict[str, set[str]] = {}
    for lemma, part, *_ in source.rows("definitions.tsv.gz"):
        lemmas.setdefault(lemma, set()).add(part)
    forms = {
        form
        for form, lemma, part, _ in source.rows("forms.tsv.gz")
        if lemma in lemmas and (not part or lemmas[lemma] & {part, ""})
    }
    return frozenset(lemmas.keys() | forms)


def everyday() -> frozenset[str]:
    """Return the words of the Everyday list."""
    largest = source.LARGEST_TIER["everyday"]
    return frozenset(word for word, tier in source.tiers().items() if tier <= largest)


def shares(games: Sequence[Counter[str]], known: frozenset[str]) -> tuple[float, float]:
    """Return how many of a hundred words made are not known, and the error of that.

    The error is that of a ratio of sums over games.
    """
    totals = [made.total() for made in games]
    missing = [sum(n for word, n in made.items() if word not in known) for made in games]
    ratio = sum(missing) / sum(totals)
    mean = sum(totals) / len(totals)
    residuals = [(m - ratio * n) / mean for m, n in zip(missing, totals, strict=True)]
    return 100 * ratio, 100 * mean_and_error(residuals)[1]


def unexplained(games: Iterable[Counter[str]]) -> list[tuple[str, int]]:
    """Return the words without a meaning, the most played first."""
    made = sum(games, Counter[str]())
    rest = ((word, n) for word, n in made.items() if word not in explained())
    return sorted(rest, key=lambda pair: (-pair[1], pair[0]))


def report(word_list: str, played: dict[str, list[Counter[str]]]) -> list[str]:
    """Return the lines that tell of the games played with a list."""
    lines = []
    together = [made for games in played.values() for made in games]
    parts = {**played, "both together": together} if len(played) > 1 else played
    for name, games in parts.items():
        count = sum(made.total() for made in games)
        silent, silent_error = shares(games, explained())
        rare, rare_error = shares(games, everyday())
        lines.append(
            f"{word_list}, {name}: {len(games)} games, {count} words;"
            f" {silent:.1f} % (error {silent_error:.1f}) have no meaning to show,"
            f" {rare:.1f} % (error {rare_error:.1f}) lie outside Everyday."
        )
    return lines


def main() -> None:
    """Play, and print what was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    slugs = [slug for slug, _ in WORD_LISTS]
    parser.add_argument("--list", choices=slugs, action="append", help="the default is all lists")
    parser.add_argument("--game", choices=GAMES, action="append", help="the default is both games")
    parser.add_argument("--games", type=int, default=400, help="how many of each kind")
    parser.add_argument(
        "--unexplained", type=int, default=0, help="how many unexplained words to list"
    )
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    for word_list in given.list or slugs:
        began = time.monotonic()
        played = {}
        for game in given.game or GAMES:
            tasks = [Task(game, word_list, number) for number in range(given.games)]
            played[game] = list(in_processes(words_of, tasks, given.processes))
        print("\n".join(report(word_list, played)))
        print(f"That took {time.monotonic() - began:.0f} seconds.")
        if given.unexplained:
            together = [made for games in played.values() for made in games]
            for word, times in unexplained(together)[: given.unexplained]:
                print(f"{word}\t{times}")


if __name__ == "__main__":
    main()
