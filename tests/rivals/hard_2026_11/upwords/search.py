"""What the strongest computer player thinks about: points, tiles kept, and replies to come.

A play is worth its points and what the tiles kept promise, less what the next player can be
expected to reply. That player's rack is dealt at random from the unseen tiles, the same racks for
all plays that compete. The end, without tiles to draw, is in ``endgame``.
"""

import dataclasses
import itertools
from collections.abc import Iterable, Iterator

from games.core.bots import Budget
from games.core.game import Player
from games.core.rng import Rng
from games.upwords.position.bag import arranged, take, without
from games.upwords.position.model import Action, Exchange, Pass, State
from games.upwords.position.tiles import Rows, lay, spelled
from games.upwords.rules import Upwords
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
MARGIN = 10.0  # points by which a play can at first look worse than the best and still compete
DOUBT = 8  # after so many racks the replies seen count for half
ROUNDS = 160  # after so many racks there is little more to learn


@dataclasses.dataclass(slots=True)
class Choice:
    """A play that can be made now, the rest of the rack, and how good it looks."""

    found: Found
    rest: str
    value: float
    replies: float = 0.0  # points of the replies that were tried, less their mean over all choices


def set_aside(view: State, player: Player) -> Action:
    """Return what to do without a play: swap the worst tile, or pass if that leads nowhere."""
    rack = view.racks[player]
    if not rack or not view.pile or view.idle >= 2 * len(view.racks):
        return Pass()
    return Exchange(min(rack, key=PROMISE.__getitem__))


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


def competing(game: Upwords, view: State, player: Player) -> list[Choice]:
    """Return the plays that compete, judged by points and tiles kept, the best first."""
    rack, left = view.racks[player] or "", game.options.left
    choices = {}
    for found in game.survey(view).plays(rack):
        rest = without(rack, found[3]) or ""
        kept = sum(map(PROMISE.__getitem__, rest)) if view.pile else -left * len(rest)
        choices[found] = Choice(found, rest, found[0] + kept)
    ordered = sorted(choices, key=lambda found: -choices[found].value)
    best = [choices[found] for found in itertools.islice(presentable(game, view, ordered), WIDTH)]
    return [choice for choice in best if choice.value > best[0].value - MARGIN]


def board_after(rows: Rows, found: Found) -> Rows:
    """Return the board after a play."""
    return lay(rows, play_of(found, len(rows)).tiles)


def weigh_replies(
    game: Upwords, view: State, player: Player, choices: list[Choice], rng: Rng, budget: Budget
) -> Found:
    """Return the best play, less what the next player may reply."""
    surveys = [
        Survey(board_after(view.board, choice.found), game.options, game.words)
        for choice in choices
    ]
    held = view.held[(player + 1) % len(view.held)]
    rounds = 0
    while rounds < ROUNDS:
        rack = arranged(take(view.unseen or {}, held, rng)[0])
        replies = []
        for survey in surveys:
            if budget.spent():
                break
            replies.append(max((found[0] for found in survey.plays(rack)), default=0))
        if len(replies) < len(choices):
            break
        mean = sum(replies) / len(replies)
        for choice, reply in zip(choices, replies, strict=True):
            choice.replies += reply - mean
        rounds += 1
    # A reply hurts less the more rivals there are; few racks tell less than many.
    weight = 1 / (rounds + DOUBT) / (len(view.held) - 1)
    return max(choices, key=lambda choice: choice.value - weight * choice.replies).found
