"""The end of a game, once no tiles are left to draw: the racks are known, or dealt at random.

With two players, the unseen tiles are the other rack, so a search can follow both to the end: a few
plays of each, deeper and deeper, and where it stops the rest is played out by points. The last
seven tiles are searched in full, every play and pass, so what they bring is certain: each turn is
answered by the one that leaves its player furthest ahead.

With more players nobody knows who has which of the unseen tiles. The racks are dealt again and
again, and every deal is played out, so whatever doesn't end the game at once is unsure to the last.
Only where all but two have laid their tiles (rule 5.6), the rest can be searched in full, too. Then
each plays for their own chance to win, which may be none whatever they do (``preference``).
"""

import math
from collections.abc import Sequence

from games.core.bots import Budget
from games.core.game import Player
from games.core.rng import Rng
from games.core.weighing import Weighed, chances_to_win, shares_of
from games.upwords.bots.following import ENDLESS, Ending, Gains, OutOfTime, lead_of, put
from games.upwords.bots.search import (
    LEAST,
    Choice,
    board_after,
    ends_at_once,
    final,
    in_order,
    is_last,
)
from games.upwords.position.bag import arranged, take
from games.upwords.position.model import Action, Pass, State
from games.upwords.rules import Upwords

DEEPEST = 12
GLANCE = 3  # plays looked ahead before the last tiles are searched in full
EXACT = 6  # turns, if there are so many, of which the full search tells exactly what they bring
# Looks that the full search can take, however few are left. In 60 ends of games between Medium
# players the longest took 2,100, and 3,000 in 20 with the seven commonest letters: 3 seconds.
WHOLE = 10_000
DEALS = 60  # after which there is little more to learn
UNSURE = 8.0  # points that a lead may still change where lines were not followed to their end
TILE_POINTS = 4.0  # that a tile on a rack still brings, or costs


def weigh_endings(
    game: Upwords,
    view: State,
    player: Player,
    choices: list[Choice],
    rng: Rng,
    budget: Budget,
    also: Sequence[Action] = (),
) -> list[Weighed[Action]]:
    """Weigh turns by how the game ends after them, as far as it can see; the best first."""
    over = [choice for choice in choices if ends_at_once(game, view, choice.action)]
    going_on = [choice for choice in choices if not ends_at_once(game, view, choice.action)]
    weighed = [final(game, view, player, choice) for choice in over]
    last = is_last(view)
    ending = Ending(game, budget.at_least(WHOLE) if last else budget)
    if going_on and len(view.held) == 2:
        weighed += _deepened(ending, view, player, going_on, frozenset(also))
    elif going_on:
        dealt = _dealt(ending, view, player, going_on, rng, 1 if last else DEALS)
        weighed += (last and _settled(ending, view, player, going_on)) or dealt
    return in_order(weighed, player)


def _deepened(
    ending: Ending, view: State, player: Player, choices: list[Choice], also: frozenset[Action]
) -> list[Weighed[Action]]:
    """Weigh turns against a known rack, searched deeper while there is time, the last in full."""
    other = "".join(letter * count for letter, count in (view.unseen or {}).items())
    found = {choice.action: _guessed(choice, len(other)) for choice in choices}
    depths: tuple[float, ...] = tuple(range(1, DEEPEST))
    sure, most = False, LEAST
    if is_last(view):
        depths, most = (*range(1, GLANCE + 1), math.inf), EXACT
    try:
        for depth in depths:
            ending.begin()
            found = _searched(ending, view, choices, other, depth, most, also)
            sure = ending.is_whole
            choices.sort(key=lambda choice: -lead_of(found[choice.action]))
            if sure:
                break
    except OutOfTime:
        pass
    if sure:  # only bounds are known of those left out
        floor = lead_of(found[choices[:most][-1].action])
        choices = [
            one for one in choices if one.action in also or lead_of(found[one.action]) >= floor
        ]
    return [_known(view, player, choice.action, found[choice.action], sure) for choice in choices]


def _settled(
    ending: Ending, view: State, player: Player, choices: list[Choice]
) -> list[Weighed[Action]]:
    """Weigh turns by the end they lead to, all racks being known; none without the time."""
    unseen = "".join(letter * count for letter, count in (view.unseen or {}).items())
    racks = tuple(unseen if held else "" for held in view.held)
    points = tuple(map(float, view.scores))
    found = []
    for choice in choices:
        board, is_pass = board_after(view.board, choice.action), isinstance(choice.action, Pass)
        try:
            end = ending.best_end(
                board,
                put(racks, player, choice.rest),
                put(points, player, points[player] + choice.points),
                (player + 1) % len(racks),
                view.passes + 1 if is_pass else 0,
            )
        except OutOfTime:
            return []
        found.append(Weighed(choice.action, player, shares_of(end), end))
    return found


def _guessed(choice: Choice, held: int) -> Gains:
    """Return what a turn seems to bring by its points and the tiles kept, before any search."""
    total = choice.points + TILE_POINTS * (held + len(choice.rest))
    return (total + choice.value) / 2, (total - choice.value) / 2


def _searched(
    ending: Ending,
    view: State,
    choices: list[Choice],
    other: str,
    depth: float,
    most: int,
    also: frozenset[Action],
) -> dict[Action, Gains]:
    """Return what each turn brings; exact for so many of the best and ``also``, else a bound."""
    found: dict[Action, Gains] = {}
    for choice in choices:
        low: float = -ENDLESS
        if len(found) >= most and choice.action not in also:
            low = sorted(map(lead_of, found.values()))[-most] - 1
        found[choice.action] = ending.after_turn(view.board, choice, other, depth, low)
    return found


def _known(
    view: State, player: Player, action: Action, gains: Gains, sure: bool
) -> Weighed[Action]:
    """Return what a turn promises after which both gain so much to the end."""
    own, theirs = gains
    points = tuple(
        float(score + (own if seat == player else theirs)) for seat, score in enumerate(view.scores)
    )
    if sure:
        return Weighed(action, player, shares_of(points), points)
    return Weighed(action, player, chances_to_win(points, UNSURE), points, 0.1)


def _dealt(
    ending: Ending, view: State, player: Player, choices: list[Choice], rng: Rng, deals: int
) -> list[Weighed[Action]]:
    """Weigh turns by how they end on average when the unseen racks are dealt at random."""
    # What was thought at first counts a little.
    first = [chances_to_win(_early(view, player, choice), UNSURE) for choice in choices]
    chances = [[share / 2 for share in shares] for shares in first]
    points = [[one / 2 for one in _early(view, player, choice)] for choice in choices]
    weight = 0.5
    for _ in range(deals):
        racks = _deal(view, player, rng)
        try:
            ends = [_end_of(ending, view, player, choice, racks) for choice in choices]
        except OutOfTime:
            break
        weight += 1
        for number, end in enumerate(ends):
            chances[number] = _added(chances[number], shares_of(end))
            points[number] = _added(points[number], end)
    return [
        Weighed(
            choice.action,
            player,
            tuple(share / weight for share in chances[number]),
            tuple(one / weight for one in points[number]),
            math.sqrt(0.25 / (weight + 1)),
        )
        for number, choice in enumerate(choices)
    ]


def _added(totals: Sequence[float], more: Sequence[float]) -> list[float]:
    return [total + one for total, one in zip(totals, more, strict=True)]


def _early(view: State, player: Player, choice: Choice) -> list[float]:
    """Return the points of a turn before any thought of what follows."""
    return [score + choice.value * (seat == player) for seat, score in enumerate(view.scores)]


def _deal(view: State, player: Player, rng: Rng) -> list[str]:
    racks, pool = [], view.unseen or {}
    for seat, held in enumerate(view.held):
        letters = ""
        if seat != player:
            letters, pool = take(pool, held, rng)
        racks.append(arranged(letters))
    return racks


def _end_of(
    ending: Ending, view: State, player: Player, choice: Choice, racks: list[str]
) -> list[float]:
    """Return everyone's points in the end if all take what scores most after a turn."""
    after = [choice.rest if seat == player else rack for seat, rack in enumerate(racks)]
    if ending.is_out(choice.rest):
        gains = [-ending.left * len(rack) for rack in after]
    else:
        board = board_after(view.board, choice.action)
        passes = view.passes + 1 if isinstance(choice.action, Pass) else 0
        gains = ending.played_out(board, after, (player + 1) % len(after), passes=passes)
    gains[player] += choice.points
    return [float(score + gain) for score, gain in zip(view.scores, gains, strict=True)]
