"""``python -m tools.fitting.tilekingdom ends``: fit again what Tilekingdom's outlook goes by.

    python -m tools.fitting.tilekingdom ends      how likely open ends are closed
    python -m tools.fitting.tilekingdom course    what turns to come bring, how far a lead spreads
    python -m tools.fitting.tilekingdom check     whether what Hard promises comes true

**ends**: A player that takes what looks best at once plays itself. For each road and city with a
subject, the program notes how many of the tiles to come fit at each of its open ends, and whether
it is completed in the end. The numbers make what was seen likeliest: the chance is a product of one
number for each end, by the tiles that fit there, of another for each end but the first, and of
``1 - exp(-left / (tiles * ends))``.

**course**: The same with two and with four players. After each turn, the program compares what
everyone can expect by then (``Outlook.prospects``) with what they have in the end.

**check**: Hard plays itself with few looks. The program compares the chance that a turn promised
with what the next player's weighing says of it, which should be the same on average, and with who
won: of the turns that promised 70 %, about 70 % should be won. It also prints how far the lead that
was promised is from that in the end.
"""

import argparse
import functools
import itertools
import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean, stdev

from games.core.bots import Budget, bot
from games.core.game import Player
from games.core.rng import Rng, derived_secret
from games.core.weighing import shares_of
from games.tilekingdom.bots.evaluation import Outlook
from games.tilekingdom.bots.playout import Line
from games.tilekingdom.bots.search import played, ranked
from games.tilekingdom.bots.stages import CITY_CLOSES, FACING, ROAD_CLOSES, STEPS, WEIGHTS
from games.tilekingdom.bots.weighing import weigh
from games.tilekingdom.options import Options
from games.tilekingdom.position.features import Map
from games.tilekingdom.position.model import Place, State
from games.tilekingdom.position.pieces import CITY, CODES, OPEN, ROAD
from games.tilekingdom.rules import Tilekingdom
from tools.simulating import in_processes, mean_and_error, secret_of, turns

SEED = "tilekingdom"
EVERY = 4  # of so many positions of a game one is looked at for its ends
LOOKS = 300  # of Hard in the check
STAGES = (1, 2, 3, 5, 8, 12, 18, 26, 36, 48, 60, 71)  # tiles to come
STRIDES = (0.1, 0.03, 0.01)  # of the numbers, while what is likeliest is looked for

Ends = tuple[int, tuple[int, ...], int]  # what it is, the step of each open end, tiles to come


@functools.cache
def rules() -> Tilekingdom:
    """Return the rules that are played by."""
    return Tilekingdom(Options())


@bot(seconds=1.0)
def hasty(game: Tilekingdom, view: State, player: Player, _rng: Rng, _budget: Budget) -> Place:
    """Play the turn that promises most at first sight."""
    line = Line(view)
    return ranked(Outlook(game.options, line.bag), line, player)[0].action


def open_ends(index: Map) -> dict[int, list[int]]:
    """Return for each open road and city what the cells at its ends ask for."""
    found: dict[int, list[int]] = {}
    for cell, code in index.frontier.items():
        for move, back, place, _ in FACING[code]:
            first, piece = index.placed[cell + move]
            found.setdefault(index.root(first + piece.ends[back][place]), []).append(code)
    return found


def ends_of(number: int) -> list[tuple[Ends, bool]]:
    """Play a game and return the open ends that were seen, and if all of them were closed."""
    states = [turn.after for turn in turns(rules(), [hasty, hasty], secret_of(SEED, number))]
    last: Map = states[-1].index
    rows = []
    for state in states[number % EVERY : -1 : EVERY]:
        index: Map = state.index
        bag = Counter({**state.bag, state.tile: state.bag.get(state.tile, 0) + 1})
        ends = open_ends(index)
        for root in index.standing():
            kind = index.kinds[root]
            if kind in (CITY, ROAD) and root in ends:
                fitting = [
                    sum(count for tile, count in bag.items() if code in CODES[tile])
                    for code in ends[root]
                ]
                steps = tuple(sum(count >= step for step in STEPS) for count in fitting)
                closed = not last.data[last.root(root)] & OPEN
                rows.append(((kind, tuple(sorted(steps)), bag.total()), closed))
    return rows


def likelihood(seen: Counter[tuple[Ends, bool]], numbers: Sequence[float]) -> float:
    """Return the logarithm of how likely it is to see just that."""
    *closes, end, tiles = numbers
    total = 0.0
    for ((_, steps, left), closed), count in seen.items():
        chance = end ** (len(steps) - 1) * (1 - math.exp(-left / (tiles * len(steps))))
        for step in steps:
            chance *= closes[step - 1]
        chance = min(max(chance, 1e-6), 1 - 1e-6)
        total += count * math.log(chance if closed else 1 - chance)
    return total


def likeliest(seen: Counter[tuple[Ends, bool]], numbers: list[float]) -> list[float]:
    """Return the numbers that make what was seen likeliest, found one after the other."""
    best = likelihood(seen, numbers)
    for stride in STRIDES:
        better = True
        while better:
            better = False
            for place, number in enumerate(numbers):
                for factor in (1 + stride, 1 / (1 + stride)):
                    others = numbers.copy()
                    others[place] = number * factor
                    if place == len(numbers) - 1 or others[place] < 1:
                        likely = likelihood(seen, others)
                        if likely > best:
                            numbers, best, better = others, likely, True
                            break
    return numbers


def report_ends(games: int, processes: int) -> list[str]:
    """Return the numbers of the ends, and those in the code."""
    rows = [row for found in in_processes(ends_of, range(games), processes) for row in found]
    lines = []
    for kind, name, closes, end, tiles in (
        (CITY, "city", CITY_CLOSES, WEIGHTS.city_end, WEIGHTS.city_tiles),
        (ROAD, "road", ROAD_CLOSES, WEIGHTS.road_end, WEIGHTS.road_tiles),
    ):
        seen = Counter(row for row in rows if row[0][0] == kind and row[0][1][0])
        dead = [closed for (what, steps, _), closed in rows if what == kind and not steps[0]]
        in_code = [*closes[1:], end, tiles]
        names = [*(f"from {step} tiles" for step in STEPS), "further end", "tiles"]
        lines.append(f"{name}: {seen.total()} seen, {sum(dead)} of {len(dead)} closed without any")
        for what, number, coded in zip(names, likeliest(seen, in_code), in_code, strict=True):
            lines.append(f"{what:>14} {number:6.3f}  in code {coded}")
    return lines


@dataclass(frozen=True)
class Passed:
    """A turn of a game: who took it, with how many tiles to come, and what was expected then."""

    player: Player
    left: int
    chances: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True)
class Course:
    """The turns of a game and how it ended."""

    passed: list[Passed]
    scores: tuple[int, ...]

    def gains(self, turn: Passed) -> list[float]:
        """Return what came after a turn, by player, first whoever was next to move."""
        players = len(self.scores)
        order = [(turn.player + step) % players for step in range(1, players + 1)]
        return [self.scores[seat] - turn.points[seat] for seat in order]


def course_of(task: tuple[int, int]) -> Course:
    """Play a game of so many players and return what could be expected after each turn."""
    players, number = task
    passed = []
    for turn in turns(rules(), [hasty] * players, secret_of(SEED, number)):
        line = Line(turn.before)
        outlook = Outlook(rules().options, line.bag)
        after = played(line, outlook.options, turn.action).after
        points = tuple(outlook.prospects(after))
        passed.append(Passed(turn.player, len(line.bag), (), points))
    return Course(passed, turn.after.scores)


def report_course(games: int, processes: int) -> list[str]:
    """Return by tiles to come what a turn still brings, and how far leads still spread."""
    lines = []
    for players in (2, 4):
        tasks = [(players, number) for number in range(games)]
        courses = list(in_processes(course_of, tasks, processes))
        lines.append(f"{players} players: tiles to come, points a turn, spread of a lead")
        for low, high in itertools.pairwise(STAGES):
            seen = [
                (turn.left, course.gains(turn))
                for course in courses
                for turn in course.passed
                if low <= turn.left < high
            ]
            brought = sum(sum(gains) for _, gains in seen) / sum(left for left, _ in seen)
            spread = stdev(gains[0] - gains[-1] for _, gains in seen)
            left = mean(left for left, _ in seen)
            lines.append(f"{left:>14.1f} {brought:6.2f} {spread:6.2f}")
    return lines


def weighed_course(task: tuple[int, int]) -> Course:
    """Let Hard play a game of so many players and return what each turn promised."""
    players, number = task
    secret = secret_of(SEED, number)
    noise = derived_secret(secret, "bot")
    state = rules().initial_state(players, Rng(secret, 0))
    passed: list[Passed] = []
    while (player := state.to_move) is not None:
        rng = Rng(noise, len(passed), "bot")
        best = weigh(rules(), state, player, rng, Budget.of_looks(LOOKS))[0]
        passed.append(Passed(player, sum(state.bag.values()), best.chances, best.points))
        state = rules().apply_action(state, best.action, Rng(secret, len(passed)))
    return Course(passed, state.scores)


def report_check(games: int, processes: int) -> list[str]:
    """Return whether promises are kept: until the next turn, and in the end."""
    tasks = [(2, number) for number in range(games)]
    courses = list(in_processes(weighed_course, tasks, processes))
    lines = ["tiles to come, turns, what the next player sees less what was promised, its error"]
    kept: list[tuple[int, float]] = []
    promised: list[tuple[float, float]] = []
    for course in courses:
        shares = shares_of(course.scores)
        later = [turn.chances for turn in course.passed[1:]] + [shares]
        for turn, chances in zip(course.passed, later, strict=True):
            chance = turn.chances[turn.player]
            kept.append((turn.left, chances[turn.player] - chance))
            promised.append((chance, shares[turn.player]))
    for low, high in [*zip((0, *STAGES), STAGES, strict=False), (0, STAGES[-1])]:
        gaps = [gap for left, gap in kept if low <= left < high]
        gap, error = mean_and_error(gaps)
        lines.append(f"{low:>5} to {high - 1:>2} {len(gaps):6} {gap:+8.4f} {error:8.4f}")
    lines.append("chance promised, turns, share won")
    for tenth in range(10):
        those = [pair for pair in promised if tenth <= 10 * pair[0] < tenth + 1 + (tenth == 9)]
        if those:
            said, won = mean(pair[0] for pair in those), mean(pair[1] for pair in those)
            lines.append(f"{said:>14.3f} {len(those):6} {won:8.3f}")
    return lines


REPORTS: dict[str, tuple[Callable[[int, int], list[str]], int]] = {
    "ends": (report_ends, 300),
    "course": (report_course, 300),
    "check": (report_check, 60),
}


def main() -> None:
    """Play, and print what was found."""
    form = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("what", choices=REPORTS)
    parser.add_argument("--games", type=int, help="how many games to play")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    report, games = REPORTS[given.what]
    began = time.monotonic()
    print("\n".join(report(given.games or games, given.processes)))
    print(f"That took {time.monotonic() - began:.0f} seconds.")


if __name__ == "__main__":
    main()
