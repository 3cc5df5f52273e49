"""What computer players do first: they find the turns worth a thought, by points and tiles kept.

What others may reply to these is in ``replies``, the end without tiles to draw in ``endgame``.
"""

import dataclasses
import itertools
from collections.abc import Iterable, Iterator, Sequence

from games.core.game import Player
from games.core.weighing import Weighed, preference, shares_of
from games.upwords.bots.evaluation import PROMISE, late_promise, promise
from games.upwords.position.bag import without
from games.upwords.position.model import Action, Exchange, Pass, Play, State
from games.upwords.position.tiles import Rows, lay, spelled
from games.upwords.rules import Upwords
from games.upwords.turns.ending import LONG_ROUNDS
from games.upwords.turns.generation import Found, play_of

WIDTH = 8  # plays that compete
LEAST = 3  # turns that are always weighed, if there are so many
MARGIN = 10.0  # points by which a play can at first look worse than the best and still compete
LAST = 7  # tiles in two hands, without a pile, from which on every turn competes
ENOUGH = 100.0  # points by which swaps that lead nowhere are made to look worse


@dataclasses.dataclass(slots=True)
class Choice:
    """A turn that can be taken now, what is kept of the rack, and how good it looks."""

    action: Action
    points: int
    rest: str
    value: float  # points, and what the letters kept promise
    # What replies were worth, and after each the next turn, beyond what the tiles kept promised.
    tries: list[tuple[float, float]] = dataclasses.field(default_factory=list)


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
    """Return what letters promise that stay on the rack."""
    return promise(rest) if view.pile else late_promise(rest, game.options.left)


def competing(
    game: Upwords, view: State, player: Player, also: Sequence[Action] = ()
) -> list[Choice]:
    """Return the turns that compete, judged by points and tiles kept, the best first.

    Those of ``also`` are among them. At the very end all compete that a computer can bring up.
    """
    every = is_last(view)
    rack = view.racks[player] or ""
    plays: dict[Found, Choice] = {}
    for found in game.survey(view).plays(rack):
        rest = without(rack, found[3]) or ""
        value = found[0] + kept(game, view, rest)
        plays[found] = Choice(Pass(), found[0], rest, value)  # its action follows if it competes
    ordered = sorted(plays, key=lambda found: -plays[found].value)
    best = []
    for found in itertools.islice(presentable(game, view, ordered), None if every else WIDTH):
        plays[found].action = play_of(found, len(view.board))
        best.append(plays[found])
    best += (choice_of(game, view, player, action) for action in _asides(view, player))
    best.sort(key=lambda choice: -choice.value)
    limit = best[0].value - MARGIN
    close = [
        choice
        for number, choice in enumerate(best)
        if every or choice.value > limit or number < LEAST
    ]
    known = {choice.action for choice in close}
    more = [action for action in dict.fromkeys(also) if action not in known]
    return close + [choice_of(game, view, player, action) for action in more]


def is_last(view: State) -> bool:
    """Tell whether so few tiles are left, and in two hands, that the end is searched in full."""
    return not view.pile and sum(map(bool, view.held)) <= 2 and sum(view.held) <= LAST


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
    """Tell whether the game is over after a turn, as far as the player to move can see.

    That is by their last tile (rules 5.1, 5.6), or because nobody has laid one (5.3, 5.4).
    """
    everyone = sum(held > 0 for held in view.held)
    if isinstance(action, Play):
        is_out = not view.pile and view.held[view.to_move or 0] == len(action.tiles)
        return is_out and (everyone == 1 or not game.options.old_ending)
    if view.idle + 1 >= LONG_ROUNDS * everyone:
        return True
    may_end = game.options.passes_end == "always" or not view.pile
    return isinstance(action, Pass) and view.passes + 1 >= everyone and may_end


def final(game: Upwords, view: State, player: Player, choice: Choice) -> Weighed[Action]:
    """Return what a turn brings that ends the game."""
    laid = len(choice.action.tiles) if isinstance(choice.action, Play) else 0
    held = [count - laid * (seat == player) for seat, count in enumerate(view.held)]
    points = [float(s - game.options.left * h) for s, h in zip(view.scores, held, strict=True)]
    points[player] += choice.points
    return Weighed(choice.action, player, shares_of(points), tuple(points))


def in_order(weighed: Iterable[Weighed[Action]], player: Player) -> list[Weighed[Action]]:
    """Return what was weighed, the best first: by chances, then by the lead."""
    return sorted(
        weighed, key=lambda one: preference(player, one.chances, one.points), reverse=True
    )
