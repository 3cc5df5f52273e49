"""What the strongest computer player thinks about: points, tiles kept, and replies to come.

A turn is worth its points and what the tiles kept promise, less what the next player can be
expected to reply. That player's rack is dealt at random from the unseen tiles, the same racks for
all turns that compete. The end, without tiles to draw, is in ``endgame``.
"""

import dataclasses
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence

from games.core.bots import Budget
from games.core.game import Player
from games.core.rng import Rng
from games.core.weighing import Weighed, shares_of
from games.upwords.bots.prospects import chances_of, expected_points
from games.upwords.position.bag import arranged, take, without
from games.upwords.position.model import Action, Exchange, Pass, Play, State
from games.upwords.position.tiles import Rows, lay, spelled
from games.upwords.rules import Upwords
from games.upwords.turns.ending import LONG_ROUNDS
from games.upwords.turns.generation import Found, Survey, play_of

# How many points a letter on the rack added to a player's next three turns or took from them,
# compared with a tile drawn at random: a regression over 16,000 turns of the middle level against
# itself on the large board with the longest list. tools.fitting.promise fits them.
PROMISE = {
    "a": 2.1, "b": -1.9, "c": -2.7, "d": -1.6, "e": 2.9, "f": -3.4, "g": -2.8, "h": -0.9,
    "i": -0.8, "j": -4.4, "k": -2.6, "l": -1.0, "m": -1.8, "n": -0.8, "o": -0.1, "p": -1.1,
    "q": -4.4, "r": -0.1, "s": 2.2, "t": -0.1, "u": -2.1, "v": -3.1, "w": -3.0, "x": -4.4,
    "y": -2.2, "z": -4.6,
}  # fmt: skip

WIDTH = 8  # plays that compete
LEAST = 3  # turns that are always weighed, if there are so many
MARGIN = 10.0  # points by which a play can at first look worse than the best and still compete
ENOUGH = 100.0  # points by which swaps that lead nowhere are made to look worse
DOUBT = 8  # after so many racks the replies seen count for half
ROUNDS = 160  # after so many racks there is little more to learn


@dataclasses.dataclass(slots=True)
class Choice:
    """A turn that can be taken now, what is kept of the rack, and how good it looks."""

    action: Action
    points: int
    rest: str
    value: float  # points, and what the letters kept promise
    replies: float = 0.0  # points of the replies that were tried, less their mean over all choices
    squares: float = 0.0  # the squares of these


def set_aside(view: State, player: Player) -> Action:
    """Return what to do without a play: swap the worst tile, or pass if that leads nowhere."""
    rack = view.racks[player]
    if not rack or not view.pile or swaps_lead_nowhere(view):
        return Pass()
    return Exchange(min(rack, key=PROMISE.__getitem__))


def swaps_lead_nowhere(view: State) -> bool:
    """Tell whether everyone has swapped or passed twice, so that more of it is a waste of time."""
    return view.idle >= 2 * len(view.racks)


def presentable(game: Upwords, view: State, plays: Iterable[Found]) -> Iterator[Found]:
    """Yield the plays whose words a computer can bring up (rule 6.5), or all if there are none."""
    size = len(view.board)
    coarse: list[Found] = []
    any_left = False
    for found in plays:
        verdict = game.verdict(view, play_of(found, size))
        if verdict.problem:
            continue  # an everyday word that the list of this table lacks
        if all(game.words.is_showable(spelled(word.letters)) for word in verdict.words):
            any_left = True
            yield found
        elif not any_left:
            coarse.append(found)
    if not any_left:
        yield from coarse


def kept(game: Upwords, view: State, rest: str) -> float:
    """Return what letters promise that stay on the rack, or cost without tiles to draw."""
    if view.pile:
        return sum(map(PROMISE.__getitem__, rest))
    return float(-game.options.left * len(rest))


def competing(
    game: Upwords, view: State, player: Player, also: Sequence[Action] = ()
) -> list[Choice]:
    """Return the turns that compete, judged by points and tiles kept, the best first.

    Those of ``also`` are among them.
    """
    rack = view.racks[player] or ""
    plays: dict[Found, Choice] = {}
    for found in game.survey(view).plays(rack):
        rest = without(rack, found[3]) or ""
        value = found[0] + kept(game, view, rest)
        plays[found] = Choice(Pass(), found[0], rest, value)  # its action follows if it competes
    ordered = sorted(plays, key=lambda found: -plays[found].value)
    best = []
    for found in itertools.islice(presentable(game, view, ordered), WIDTH):
        plays[found].action = play_of(found, len(view.board))
        best.append(plays[found])
    best += (choice_of(game, view, player, action) for action in _asides(view, player))
    best.sort(key=lambda choice: -choice.value)
    limit = best[0].value - MARGIN
    close = [choice for number, choice in enumerate(best) if choice.value > limit or number < LEAST]
    known = {choice.action for choice in close}
    more = [action for action in dict.fromkeys(also) if action not in known]
    return close + [choice_of(game, view, player, action) for action in more]


def _asides(view: State, player: Player) -> Iterator[Action]:
    """Yield what can be done instead of a play: the best swaps, and the pass."""
    yield Pass()
    if view.pile:
        letters = sorted(set(view.racks[player] or ""), key=PROMISE.__getitem__)
        yield from map(Exchange, letters[:LEAST])


def choice_of(game: Upwords, view: State, player: Player, action: Action) -> Choice:
    """Return a legal turn with its points, and with what is kept."""
    points, lost, rest = 0, 0.0, view.racks[player] or ""
    match action:
        case Play():
            points = game.verdict(view, action).points
            rest = without(rest, (letter for _, _, letter in action.tiles)) or ""
        case Exchange():
            rest = without(rest, [action.letter]) or ""
            lost = ENOUGH if swaps_lead_nowhere(view) else 0.0
    return Choice(action, points, rest, points + kept(game, view, rest) - lost)


def board_after(rows: Rows, action: Action) -> Rows:
    """Return the board after a turn."""
    return lay(rows, action.tiles) if isinstance(action, Play) else rows


def ends_at_once(game: Upwords, view: State, action: Action) -> bool:
    """Tell whether the game is over because nobody has laid a tile (rules 5.3, 5.4)."""
    everyone = sum(held > 0 for held in view.held)
    if isinstance(action, Play):
        return False
    if view.idle + 1 >= LONG_ROUNDS * everyone:
        return True
    may_end = game.options.passes_end == "always" or not view.pile
    return isinstance(action, Pass) and view.passes + 1 >= everyone and may_end


def final(game: Upwords, view: State, player: Player, choice: Choice) -> Weighed[Action]:
    """Return what a turn brings that ends the game."""
    points = [float(s - game.options.left * h) for s, h in zip(view.scores, view.held, strict=True)]
    return Weighed(choice.action, player, shares_of(points), tuple(points))


def in_order(weighed: Iterable[Weighed[Action]], player: Player) -> list[Weighed[Action]]:
    """Return what was weighed, the best first: by chances, then by points."""
    return sorted(weighed, key=lambda one: (-one.chance, -one.points[player]))


def weigh_replies(
    game: Upwords, view: State, player: Player, choices: list[Choice], rng: Rng, budget: Budget
) -> list[Weighed[Action]]:
    """Weigh turns by what the next player may reply, the best first."""
    ending = [choice for choice in choices if ends_at_once(game, view, choice.action)]
    going_on = [choice for choice in choices if not ends_at_once(game, view, choice.action)]
    rounds = _try_replies(game, view, player, going_on, rng, budget)
    return in_order(
        [
            *(final(game, view, player, choice) for choice in ending),
            *(_weighed(view, player, choice, rounds) for choice in going_on),
        ],
        player,
    )


def _try_replies(
    game: Upwords, view: State, player: Player, choices: list[Choice], rng: Rng, budget: Budget
) -> int:
    """Try replies to each turn and return how many racks were dealt for them."""
    if len(choices) < 2:
        return 0
    surveys = [
        Survey(board_after(view.board, choice.action), game.options, game.words)
        for choice in choices
    ]
    held = view.held[(player + 1) % len(view.held)]
    for rounds in range(ROUNDS):
        rack = arranged(take(view.unseen or {}, held, rng)[0])
        replies = []
        for survey in surveys:
            if budget.spent():
                return rounds
            replies.append(max((found[0] for found in survey.plays(rack)), default=0))
        mean = sum(replies) / len(replies)
        for choice, reply in zip(choices, replies, strict=True):
            choice.replies += reply - mean
            choice.squares += (reply - mean) ** 2
    return ROUNDS


def _weighed(view: State, player: Player, choice: Choice, rounds: int) -> Weighed[Action]:
    """Return what a turn promises by its points, the tiles kept, and the replies tried."""
    next_player = (player + 1) % len(view.scores)
    drawn = 0 if isinstance(choice.action, Pass | Exchange) else view.held[player]
    pile = max(0, view.pile - max(0, drawn - len(choice.rest)))
    points = expected_points(view.scores, pile, next_player)
    points[player] += choice.value
    points[next_player] += choice.replies / (rounds + DOUBT)  # few racks tell less than many
    chances = chances_of(points, pile)
    points[player] += 0.5
    slope = chances_of(points, pile)[player] - chances[player]
    points[player] -= 0.5
    error = 2 * slope * math.sqrt(choice.squares) / max(1, rounds) if rounds else 0.5
    return Weighed(choice.action, player, chances, tuple(points), error)
