"""Positions worth a thought: turns of a game of two computer players at which the choice matters.

The game is played by Medium, who takes what brings most at once. How hard a position is follows
from what that gives away: nothing where the plain turn is right, much where it's a mistake.
"""

import dataclasses
import itertools
import math
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from games.core.bots import Budget
from games.core.extras.protocols import AnyGame
from games.core.review.judging import DOUBT
from games.core.review.report import Choice, Idea, Turn, look
from games.core.rng import Rng, derived_secret
from games.core.weighing import Judge
from games.registry import bots

LEVEL = "medium"
PLAYERS = 2
FEW_LOOKS = 50  # which Medium hardly needs
LONGEST = 300  # plies of a game
MOST_LOOKED_AT = 16  # turns of it
EARLY, LATE = 0.08, 0.92  # parts of a game before and after which no turn is taken
FEW = 5  # legal turns there have to be more of
LOST, WON = 0.15, 0.92  # chances below and above which not much can change
UNSURE = 0.03  # of a chance: the most by which the best may be misjudged
CLEAR = 0.02  # of a chance: what the other ideas usually give away at least
MIDDLING, HARD = 0.03, 0.10  # what the plain turn gives away in positions that are not easy
UNFIT = 1.0  # what speaks against a position at which the choice matters too little
OTHER = 0.5  # what speaks against a position that's easier or harder than is wanted
IDEAS = 12  # that are kept
COUNT = 3  # positions of a challenge: an easy one, a middling and a hard one, of a game each
MOST_GAMES = 12  # that are played to find them; then the best there is has to do


@dataclasses.dataclass(frozen=True, slots=True)
class Candidate:
    """A turn that might be taken: by its ply, how clear the best choice is and how hard to find."""

    ply: int
    fits: bool
    clear: float
    hard: float

    @property
    def level(self) -> int:
        """Return how hard it is: 0 easy, 1 middling, 2 hard."""
        return (self.hard >= MIDDLING) + (self.hard >= HARD)


# The candidates of games by their slots, as far as they are weighed; and each slot's secret.
Found = dict[int, list[Candidate]]
SecretOf = Callable[[int], bytes]


def game_of(rules: AnyGame, secret: bytes) -> list[Choice]:
    """Return the turns of a game that two computer players play; the same each time."""
    player_of, chance = bots(rules.info.slug)[LEVEL], derived_secret(secret, "bot")
    state = rules.initial_state(PLAYERS, Rng(secret, 0))
    turns: list[Choice] = []
    while (player := rules.current_player(state)) is not None and len(turns) < LONGEST:
        ply = len(turns) + 1
        view, rng = rules.observation(state, player), Rng(chance, ply, f"bot.{player}")
        action = player_of.choose(rules, view, player, rng, Budget.of_looks(FEW_LOOKS))
        turns.append(Choice(ply, player, state, action))
        state = rules.apply_action(state, action, Rng(secret, ply))
    return turns


def worth_a_look(turns: list[Choice]) -> list[Choice]:
    """Return turns from the whole of a game but its beginning and its end, evenly spread."""
    inner = turns[int(len(turns) * EARLY) : int(len(turns) * LATE) + 1]
    every = max(1, -(-len(inner) // MOST_LOOKED_AT))
    return inner[::every]


def seed_of(secret: bytes) -> str:
    """Return the seed by which the turns of a game are weighed."""
    return derived_secret(secret, "weigh").hex()


def weighed(rules: AnyGame, by: Judge, choice: Choice, *, secret: bytes, looks: int) -> Turn:
    """Return a turn as judged, with the ideas that are kept."""
    return look(rules, by, choice, seed=seed_of(secret), looks=looks, most=IDEAS)


def candidate(rules: AnyGame, choice: Choice, turn: Turn) -> Candidate:
    """Return what speaks for a position, as judged."""
    best, *others = turn.ideas
    clear = statistics.median([_given_away(best, idea) for idea in others]) if others else 0.0
    hard = max(0.0, turn.loss - DOUBT * turn.error)
    view = rules.observation(choice.state, choice.player)
    many = len(list(islice(rules.legal_actions(view), FEW + 1))) > FEW
    sure = best.error <= UNSURE and LOST <= best.chance <= WON
    fits = many and sure and clear >= CLEAR
    return Candidate(choice.ply, fits, round(clear, 4), round(hard, 4))


def _given_away(best: Idea, idea: Idea) -> float:
    return max(0.0, best.chance - idea.chance - DOUBT * math.hypot(best.error, idea.error))


def weighing(
    rules: AnyGame, by: Judge, found: Found, *, secret_of: SecretOf, looks: int
) -> Iterator[tuple[int, Candidate]]:
    """Yield candidates that are not in ``found`` yet, of the last game begun and then of more.

    They end when they are enough, if each is put into ``found`` as it comes.
    """
    for slot in range(max(found, default=1), MOST_GAMES + 1):
        if slot not in found and are_enough(found):
            return
        turns = worth_a_look(game_of(rules, secret_of(slot)))
        for choice in turns[len(found.get(slot, ())) :]:
            turn = weighed(rules, by, choice, secret=secret_of(slot), looks=looks)
            yield slot, candidate(rules, choice, turn)


def picked(found: Mapping[int, Sequence[Candidate]]) -> list[tuple[int, Candidate]]:
    """Return candidates of some games by their slots, from an easy position to a hard one."""
    chosen = _chosen(found)
    return sorted(chosen, key=lambda one: (one[1].hard, one[0]))


def are_enough(found: Mapping[int, Sequence[Candidate]]) -> bool:
    """Tell whether no more games are needed: there's one of each level, or many were played."""
    if len(found) < COUNT:
        return False
    each = all(one.fits and one.level == at for at, (_, one) in enumerate(_chosen(found)))
    return each or len(found) >= MOST_GAMES


def positions(
    rules: AnyGame, by: Judge, found: Found, *, secret_of: SecretOf, looks: int
) -> list[tuple[int, Choice, Turn]]:
    """Return what is picked of some games, the easiest first: slot, position and turn as judged."""
    made = []
    for slot, one in picked(found):
        secret = secret_of(slot)
        choice = game_of(rules, secret)[one.ply - 1]
        turn = weighed(rules, by, choice, secret=secret, looks=looks)
        made.append((slot, choice, turn))
    return made


def _chosen(found: Mapping[int, Sequence[Candidate]]) -> list[tuple[int, Candidate]]:
    """Return what suits the levels best, each of a game of its own, by level."""
    suited = {
        (slot, level): min(ones, key=_costs(level))
        for slot, ones in found.items()
        for level in range(COUNT)
    }
    orders = itertools.permutations(found, COUNT)
    chosen = ([(slot, suited[slot, at]) for at, slot in enumerate(order)] for order in orders)
    return min(chosen, key=lambda ones: sum(_costs(at)(one)[0] for at, (_, one) in enumerate(ones)))


def _costs(level: int) -> Callable[[Candidate], tuple[float, float, int]]:
    """Return how badly candidates suit a level, 0 easy and 2 hard; clear ones before others."""

    def costs(one: Candidate) -> tuple[float, float, int]:
        off = abs(min(one.hard, HARD) - (0.0, MIDDLING, HARD)[level])
        off += (0.0 if one.level == level else OTHER) + (0.0 if one.fits else UNFIT)
        return off, -one.clear, one.ply

    return costs
