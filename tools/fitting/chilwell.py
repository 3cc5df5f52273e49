"""``python -m tools.fitting.chilwell``: fit again who is likely to win WordsWithChilwell.

    python -m tools.fitting.chilwell            numbers of words_with_chilwell/bots/evaluation.py
    python -m tools.fitting.chilwell --kept     how often each tile stays in hand (bots/search.py)
    python -m tools.fitting.chilwell --review   whether chances hold, in games of Hard

Games are played with both hands open. Each turn is the best by the numbers in the code, but one
turn of each game is any that was considered, so that odd positions are met, too. A logistic
regression fits who won to all positions after that turn. The numbers are held to those in the code,
as far as few games can't tell: fit, put them into the code, fit again. Prints the numbers of each
stage, how many positions it had, what a unit is worth in points, and a table that says how often
those won who had a chance of so much.

The review plays games of Hard as a review weighs them and prints the same table. Then it prints the
mean of a player's chance as the next one weighs the position, less the chance promised before: 0 if
nothing but luck lies between them.
"""

import argparse
import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.core.bots import Budget
from games.core.rng import Rng
from games.words.lists.release import release_words
from games.words_with_chilwell import judge
from games.words_with_chilwell.bots import evaluation
from games.words_with_chilwell.bots.evaluation import Seen, Sight
from games.words_with_chilwell.bots.search import NEAR
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.tiles import SUPPLIES, WEIGHTED, value_of
from games.words_with_chilwell.rules import WordsWithChilwell
from games.words_with_chilwell.turns.spelling import LONGEST, without
from tools.fitting.least_squares import inverted
from tools.simulating import mean_and_error, secret_of

SEED = "chilwell"
WORDS = 5  # of a hand that are considered
PLIES = 40  # of a game at most
ROUNDS = 9  # turns of which one is odd
SUPPLY = SUPPLIES["weighted"]
HOLD = 3.0  # how hard numbers are held to those in the code: the weight of a prior


@dataclass(frozen=True)
class Row:
    """A position that was met: its stage and facts, the final margin of the player to move."""

    stage: tuple[int, int]
    facts: tuple[float, ...]
    margin: int


def considered(sight: Sight, seen: Seen, words: int, chance: Rng) -> list[Seen]:
    """Return the positions after the turns of whoever is to move."""
    options, player = sight.options, seen.to_move
    hand, stream = seen.hands[player], seen.queue + SUPPLY.draw(chance, LONGEST)
    near = options.used_limit + 1 - max(seen.used) < NEAR
    found = list(sight.top(hand, words))
    if ending := sight.ending(hand, options.used_limit + 1 - seen.used[player]):
        found.append(ending)
    after = []
    for word in dict.fromkeys(found):
        length, kept = len(word.tiles), without(hand, word.tiles)
        used = [*seen.used]
        used[player] += length
        for draw in sight.game.draws(length) if length else (options.penalty,):
            full = len(kept) + draw >= options.hand_limit
            if (full and not sight.may_fill(max(used))) or (draw < length and not near):
                continue
            hands = [*seen.hands]
            hands[player] = kept + stream[:draw]
            after.append(
                Seen(
                    1 - player,
                    seen.lead + (-word.points if player else word.points),
                    (hands[0], hands[1]),
                    (used[0], used[1]),
                    stream[draw : draw + len(seen.queue)],
                )
            )
    return after


def play(game: WordsWithChilwell, chance: Rng) -> list[Row]:
    """Play a game and return the positions after its odd turn."""
    size = game.options.hand_size
    hands = SUPPLY.draw(chance, size), SUPPLY.draw(chance, size)
    seen, sight = (
        Seen(0, 0, hands, (0, 0), SUPPLY.draw(chance, game.options.queue_size)),
        Sight(game),
    )
    odd, met = chance.below(ROUNDS), []
    for ply in range(PLIES):
        if seen.to_move == 0 and sight.is_over(seen):
            break
        last = seen.to_move == 1 and sight.is_over(seen)
        margin = None if last else evaluation.end_margin(sight, seen)
        if ply > odd and not last and (margin is None or margin <= 0):
            met.append((seen.to_move, *evaluation.features(sight, seen, margin)))
        after = considered(sight, seen, 2 * WORDS if ply == odd else WORDS, chance)
        if not after:
            break
        if ply == odd and not last:
            seen = chance.choice(after)
        else:
            seen = max(after, key=lambda one: evaluation.outlook_behind(sight, one))
    lead = seen.lead - value_of(seen.hands[0]) + value_of(seen.hands[1])
    return [Row(stage, facts, -lead if player else lead) for player, stage, facts in met]


def result(margin: float) -> float:
    """Return how much of a win a final margin is."""
    return evaluation.settled(int(margin)).chance


def dot(weights: Sequence[float], facts: Sequence[float]) -> float:
    """Return the logit of a position, held within bounds."""
    return max(-30.0, min(30.0, math.fsum(a * b for a, b in zip(weights, facts, strict=True))))


def loss(rows: list[Row], weights: Sequence[float], prior: Sequence[float]) -> float:
    """Return how badly numbers tell who won, and how far they are from those held to."""
    held = HOLD / 2 * math.fsum((a - b) ** 2 for a, b in zip(weights, prior, strict=True))
    logits = ((dot(weights, row.facts), result(row.margin)) for row in rows)
    return held + math.fsum(math.log1p(math.exp(-z)) + (1 - won) * z for z, won in logits)


def logistic(rows: list[Row], prior: Sequence[float]) -> list[float]:
    """Return the numbers that tell best who won, by Newton's method."""
    weights, count = list(prior), len(prior)
    for _ in range(12):
        slope = [HOLD * (a - b) for a, b in zip(weights, prior, strict=True)]
        curve = [[HOLD * (i == j) for j in range(count)] for i in range(count)]
        for row in rows:
            chance = 1 / (1 + math.exp(-dot(weights, row.facts)))
            off, width = chance - result(row.margin), chance * (1 - chance)
            for i, fact in enumerate(row.facts):
                slope[i] += off * fact
                if fact:
                    curve[i] = [
                        a + width * fact * b for a, b in zip(curve[i], row.facts, strict=True)
                    ]
        step = [
            math.fsum(a * b for a, b in zip(line, slope, strict=True)) for line in inverted(curve)
        ]
        part, before = 1.0, loss(rows, weights, prior)
        while part > 1e-3:
            tried = [a - part * b for a, b in zip(weights, step, strict=True)]
            if loss(rows, tried, prior) <= before:
                weights = tried
                break
            part /= 2
        if max(map(abs, step)) < 1e-3:
            break
    return weights


def reliability(pairs: Iterable[tuple[float, float]]) -> list[str]:
    """Return how often those won who had a chance of so much."""
    by_tenth: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for chance, won in pairs:
        by_tenth[min(9, int(10 * chance))].append((chance, won))
    lines = []
    for tenth in sorted(by_tenth):
        found = by_tenth[tenth]
        mean = math.fsum(chance for chance, _ in found) / len(found)
        won = math.fsum(won for _, won in found) / len(found)
        lines.append(f"chance {100 * mean:5.1f} %, won {100 * won:5.1f} %, {len(found)} positions")
    return lines


def fit(rows: list[Row]) -> None:
    """Print the numbers for all stages, and how well they tell who wins."""
    pairs = []
    for stage, prior in evaluation.WEIGHTS.items():
        here = [row for row in rows if row.stage == stage]
        weights = logistic(here, prior) if here else list(prior)
        logits = [dot(weights, row.facts) for row in here]
        squares = math.fsum(z * z for z in logits)
        scale = math.fsum(z * row.margin for z, row in zip(logits, here, strict=True))
        print(f"{stage}: ({', '.join(f'{one:.2f}' for one in weights)}),  # {len(here)}")
        print(f"    scale {scale / squares if squares else 0:.1f}")
        chances = [1 / (1 + math.exp(-z)) for z in logits]
        pairs += [(one, result(row.margin)) for one, row in zip(chances, here, strict=True)]
    print("\n".join(reliability(pairs)))


def kept(game: WordsWithChilwell, games: int) -> None:
    """Print how often a tile stays in hand when the best word is played, compared with others."""
    chance, left, dealt = Rng(secret_of(SEED, 0), 0), Counter[str](), Counter[str]()
    for _ in range(games):
        hand = SUPPLY.draw(chance, game.options.hand_size)
        rest = without(hand, Sight(game).top(hand)[0].tiles)
        dealt.update(hand)
        left.update(rest)
    mean = left.total() / dealt.total()
    for tile in WEIGHTED:
        print(f"{tile!r}: {left[tile] / max(1, dealt[tile]) / mean:.2f}")


def review(game: WordsWithChilwell, games: int) -> None:
    """Play games of Hard, and print whether the chances it saw held."""
    said: list[tuple[float, tuple[float, ...], int]] = []  # chance and points of player one, by ply
    luck: list[float] = []
    held: list[tuple[float, float]] = []
    off: list[float] = []
    seconds, turns = 0.0, 0
    for number in range(games):
        secret = secret_of(SEED, number)
        state, said, ply = game.initial_state(2, Rng(secret, 0)), [], 0
        while (player := state.to_move) is not None:
            ply += 1
            began = time.process_time()
            view, rng = game.observation(state, player), Rng(secret, ply, "review")
            best = judge.weigh(game, view, player, rng, Budget.of_looks(judge.looks))[0]
            seconds += time.process_time() - began
            said.append((best.chances[0], best.points, player))
            state = game.apply_action(state, best.action, Rng(secret, ply))
        turns += ply
        final = evaluation.settled(state.scores[0] - state.scores[1]).chance
        after = [*(chance for chance, _, _ in said[1:]), final]
        for (chance, points, player), next_chance in zip(said, after, strict=True):
            luck.append((next_chance - chance) * (-1 if player else 1))
            held.append((1 - chance, 1 - final) if player else (chance, final))
            off.append(sum(state.scores) - sum(points))
        print(f"{number + 1} games: luck {_told(luck)}; points off by {_told(off, 1)}", flush=True)
    print("\n".join(reliability(held)))
    print(f"{seconds / turns:.2f} seconds a turn, {seconds / games:.1f} a match.")


def _told(values: list[float], times: float = 100) -> str:
    mean, error = mean_and_error(values)
    return f"{times * mean:+.2f} ({times * error:.2f})"


def main() -> None:
    """Play, fit and print."""
    form = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--games", type=int, help="how many games to play")
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--review", action="store_true")
    given = parser.parse_args()
    game = WordsWithChilwell(Options(), release_words())
    if given.kept:
        kept(game, given.games or 1000)
    elif given.review:
        review(game, given.games or 40)
    else:
        chance = Rng(secret_of(SEED, 0), 0)
        fit([row for _ in range(given.games or 500) for row in play(game, chance)])


if __name__ == "__main__":
    main()
