"""Matches between computer players, and what reviews of them come to."""

import dataclasses
import functools
import itertools
import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import django

from games import registry
from games.core.bots import Bot, Budget
from games.core.review.judging import Grade, judge
from games.core.review.report import Account, By, Choice, Report, finished, look
from games.core.rng import Rng, commitment, derived_secret
from games.puzzles.finding import found_in
from games.reviews import material
from games.reviews.material import Material
from games.thinking.judges import judge_of
from games.words.lists.release import release_words
from tools.simulating import WITHOUT_CLOCK, in_processes, mean_and_error, secret_of, share

SEED = "reviewing"
LOOKS = 20  # that players think about a turn
TEN = 10
OPEN = (0.15, 0.85)  # chances between which a match isn't decided yet
MOST_TURNS = 200  # of a match for one, which may never end
SEEDS = 6  # with which a position is weighed
TRIED = 4  # turns of a match, of which the first that is open is taken
WRONG = (Grade.INACCURATE, Grade.MISTAKE)


@dataclasses.dataclass(frozen=True)
class Task:
    """A match to be looked at: its game, its number, who plays, and how much is thought."""

    game: str
    number: int
    levels: tuple[str, ...]
    looks: int


def played(task: Task) -> Material:
    """Play a match and return what its review is made of."""
    rules, secret = rules_of(task.game), secret_of(SEED, task.number)
    seats = 1 if rules.info.max_players == 1 else 2
    players = [registry.bots(task.game)[level] for level in task.levels[:seats]]
    noise = derived_secret(secret, "bot")
    state = rules.initial_state(seats, Rng(secret, 0))
    log: list[tuple[Any, By]] = []
    while (player := rules.current_player(state)) is not None and len(log) < MOST_TURNS:
        action = _chosen(rules, state, player, players[player], Rng(noise, len(log), "bot"))
        state = rules.apply_action(state, action, Rng(secret, len(log) + 1))
        log.append((rules.encode_action(action), By.PLAYER))
    return material.of_log(
        rules,
        secret,
        log,
        places=rules.placing(state),
        players=seats,
        ended="over",
        commitment=commitment(secret),
    )


def _chosen(rules: Any, state: Any, player: int, bot: Bot, rng: Rng) -> Any:
    view = rules.observation(state, player)
    return bot.choose(rules, view, player, rng, Budget.of_looks(LOOKS))


@functools.cache
def rules_of(game: str) -> Any:
    """Return a game's rules as the players of a match without a clock have them."""
    words = release_words() if registry.game_class(game).info.uses_words else None
    return registry.load_game(game, WITHOUT_CLOCK.get(game), words)


def weighed(made: Material, choice: Choice, looks: int, stream: str, also: Sequence[Any]) -> Any:
    """Return what a turn's choices are worth, with the chance of that name."""
    rules = made.rules
    view = rules.observation(choice.state, choice.player)
    rng = Rng(bytes.fromhex(made.seed), choice.ply, stream)
    by = judge_of(rules.info.slug)
    return by.weigh(rules, view, choice.player, rng, Budget.of_looks(looks), tuple(also))


def open_turn(made: Material, task: Task) -> tuple[Choice, list[Any]] | None:
    """Return a turn at which the match is open, and ten turns there are, by the match's number."""
    order = list(made.choices)
    Rng(made.secret, 0, "turn").shuffle(order)
    for choice in order:
        legal = list(made.rules.legal_actions(made.rules.observation(choice.state, choice.player)))
        if len(legal) < TEN:
            continue
        found = weighed(made, choice, task.looks, "first", ())
        if OPEN[0] <= found[0].chance <= OPEN[1]:
            Rng(made.secret, choice.ply, "ten").shuffle(legal)
            return choice, legal[:TEN]
    return None


# --- Blunders and perfect play --------------------------------------------------------------------


def blunder(task: Task) -> Grade | None:
    """Return what a review says of the worst of ten turns, None where no turn was open."""
    made = played(task)
    opened = open_turn(made, task)
    if opened is None:
        return None
    choice, ten = opened
    first = weighed(made, choice, task.looks, "first", ten)
    worst = min((one for one in first if one.action in ten), key=lambda one: one.chance)
    found = weighed(made, choice, task.looks, "review", (worst.action,))
    judged = judge(found, worst.action)
    return judged.grade if judged else None


def perfect(task: Task) -> Grade | None:
    """Return what a review says of a turn that the reviewer chose with other chance."""
    made = played(task)
    order = list(made.choices)
    Rng(made.secret, 0, "turn").shuffle(order)
    choice = order[0]
    best = weighed(made, choice, task.looks, "first", ())[0]
    judged = judge(weighed(made, choice, task.looks, "review", (best.action,)), best.action)
    return judged.grade if judged else None


# --- How sure the search says it is ---------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Deviation:
    """How a number varies from seed to seed, and how it should by the error told: variances."""

    found: float
    told: float


def deviations(task: Task) -> tuple[Deviation, Deviation] | None:
    """Return how the chance of the best turn varies, and by how much it's better than another.

    The other is what was played, or what comes next where that is the best. None where no turn of
    the match was open, or all was certain.
    """
    made = played(task)
    order = list(made.choices)
    Rng(made.secret, 0, "turn").shuffle(order)
    for choice in order[:TRIED]:
        first = weighed(made, choice, task.looks, "first", (choice.action,))
        if len(first) < 2 or not OPEN[0] <= first[0].chance <= OPEN[1]:
            continue
        others = [one for one in first[1:] if one.action == choice.action] or first[1:]
        pair = first[0].action, others[0].action
        seeds = [weighed(made, choice, task.looks, f"seed {at}", pair) for at in range(SEEDS)]
        by_action = [{one.action: one for one in found} for found in seeds]
        rows = [tuple(found[action] for action in pair) for found in by_action]
        if not any(one.error for one in itertools.chain(*rows)):
            continue
        best = [found[0] for found in seeds]
        return (
            _deviation([one.chance for one in best], [one.error for one in best]),
            _deviation(
                [one.chance - other.chance for one, other in rows],
                [math.hypot(one.error_beside, other.error_beside) for one, other in rows],
            ),
        )
    return None


def _deviation(values: Sequence[float], errors: Sequence[float]) -> Deviation:
    told = statistics.fmean(error * error for error in errors)
    return Deviation(statistics.variance(values), told)


def ratio(found: Sequence[Deviation]) -> float:
    """Return by how much numbers vary for each 1 that was told, over all positions."""
    return math.sqrt(sum(one.found for one in found) / sum(one.told for one in found))


def tell_errors(tasks: list[Task], processes: int) -> Iterator[str]:
    """Yield how far chances vary, compared with the errors told."""
    found = [one for one in worked(deviations, tasks, processes) if one is not None]
    yield f"{len(found)} positions, {SEEDS} seeds each"
    for name, rows in zip(("chance", "loss"), zip(*found, strict=True), strict=True):
        true, told = (
            100 * math.sqrt(statistics.fmean(getattr(row, part) for row in rows))
            for part in ("found", "told")
        )
        yield f"{name:<7} varies by {true:.2f}%, told are {told:.2f}%: {ratio(rows):.2f} times"


# --- Whole reviews --------------------------------------------------------------------------------


def reviewed(made: Material, looks: int) -> Report:
    """Review a whole match."""
    by = judge_of(made.rules.info.slug)
    turns = [look(made.rules, by, one, seed=made.seed, looks=looks) for one in made.choices]
    return finished(
        made.rules,
        turns,
        made.result,
        was_played_out=made.was_played_out,
        version="",
        seed=made.seed,
        looks=looks,
    )


def accounts(task: Task) -> Sequence[Account]:
    """Return what made the result, in the order of the levels, not the seats."""
    swapped = task.number % 2 == 1
    levels = task.levels[::-1] if swapped else task.levels
    one = dataclasses.replace(task, number=task.number // 2, levels=levels)
    found = reviewed(played(one), task.looks).players
    return found[::-1] if swapped else found


def speed(task: Task) -> tuple[float, int, int]:
    """Return the seconds of the processor for one review, its turns, and the puzzles in it."""
    made = played(task)
    began = time.process_time()
    report = reviewed(made, task.looks)
    spent = time.process_time() - began
    return spent, len(report.turns), len(found_in(made, report.turns, looks=task.looks))


# --- The program ----------------------------------------------------------------------------------


worked = functools.partial(in_processes, prepare=django.setup)


def _graded(judge_one: Callable[[Task], Grade | None]) -> Callable[..., Iterator[str]]:
    def tell(tasks: list[Task], processes: int) -> Iterator[str]:
        grades = [one for one in worked(judge_one, tasks, processes) if one is not None]
        count = len(grades)
        for name, wanted in (("mistakes", WRONG[1:]), ("mistakes or inaccurate", WRONG)):
            part, error = share(sum(grade in wanted for grade in grades), count)
            yield f"{count} turns: {part:.1f}% called {name}, standard error {error:.1f}."

    return tell


def tell_luck(tasks: list[Task], processes: int) -> Iterator[str]:
    """Yield what luck comes to over many matches, and that it adds up."""
    found = list(worked(accounts, tasks, processes))
    for name in ("luck", "own", "others", "result"):
        mean, error = mean_and_error([getattr(each[0], name) for each in found])
        yield f"{name:<8}{mean:+.4f}, standard error {error:.4f}"
    parts = ("start", "own", "others", "luck", "left")
    wrong = sum(
        abs(sum(getattr(one, part) for part in parts) - one.result) > 1e-9
        for each in found
        for one in each
    )
    yield f"{len(found)} matches; in {wrong} of them the parts don't add up to the result."


def tell_speed(tasks: list[Task], processes: int) -> Iterator[str]:
    """Yield how long reviews take."""
    found = list(worked(speed, tasks, processes))
    seconds, turns = sum(one[0] for one in found), sum(one[1] for one in found)
    slowest, puzzles = max(one[0] for one in found), sum(one[2] for one in found)
    yield f"{len(found)} matches: {seconds / len(found):.1f} s each, {slowest:.1f} s at most."
    yield f"{1000 * seconds / turns:.0f} ms a turn; {puzzles} puzzles."


WHAT = {
    "blunders": _graded(blunder),
    "errors": tell_errors,
    "perfect": _graded(perfect),
    "luck": tell_luck,
    "speed": tell_speed,
}
