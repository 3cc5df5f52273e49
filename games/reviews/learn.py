"""Learning from a review: the turns somebody got wrong, each to be found by themselves.

It has the form of a lesson (``games.matches.pages.lessons``), so its page does the rest.
"""

import dataclasses
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.core import codec
from games.core.bots import Budget
from games.core.extras import protocols
from games.core.language.text import Plural, Text
from games.core.review.judging import Grade, grade_of, judge
from games.core.review.report import Choice, Report, Turn
from games.core.rng import Rng
from games.matches.reading import Loaded
from games.matches.reading.still import still_entry, still_view
from games.registry import judge_of
from games.reviews import wording
from games.reviews.material import Material
from games.say import said, say

View = dict[str, Any]

WRONG = (Grade.INACCURATE, Grade.MISTAKE)
MOST = 8  # turns to learn from: those that cost most
LESS = 4  # a turn that the review didn't look at gets a fraction of its looks

TASK = Text("Find a better turn.")
FOUND = Text("Well found: that's the best turn there was.")
AS_GOOD = Text("Well found: that's about as good as the best turn.")
SAME = Text("That's what was played. There was something better.")


class UnknownStep(LookupError):
    """There's no such turn to learn from."""


@dataclasses.dataclass(frozen=True, slots=True)
class Learning:
    """What somebody can learn from a match: its turns, by the order in which they were played."""

    loaded: Loaded
    made: Material
    report: Report
    player: int

    @property
    def turns(self) -> list[Turn]:
        """Return the turns to learn from."""
        wrong = [t for t in self.report.turns if t.player == self.player and t.grade in WRONG]
        return sorted(sorted(wrong, key=lambda turn: -turn.loss)[:MOST], key=lambda turn: turn.ply)

    def step(self, number: int) -> tuple[Turn, Choice]:
        """Return a turn to learn from by its number, from 1; raise UnknownStep."""
        turns = self.turns
        if not 1 <= number <= len(turns):
            raise UnknownStep(number)
        turn = turns[number - 1]
        choice = self.made.choice(turn.ply)
        if choice is None:
            raise UnknownStep(number)
        return turn, choice


def steps(learning: Learning, *, now: datetime) -> list[View]:
    """Return all turns as the steps of a lesson, as JSON."""
    return [_step(learning, number, now) for number in range(1, len(learning.turns) + 1)]


def _step(learning: Learning, number: int, now: datetime) -> View:
    turn, choice = learning.step(number)
    names, played = learning.loaded.names, turn.played
    return {
        "title": say(Text("Move {n}", n=turn.ply)),
        "text": say(
            Plural(
                "You played {move}. It gave away one percent of the chance to win.",
                "You played {move}. It gave away {n} percent of the chance to win.",
                n=max(1, round(100 * turn.loss)),
                move=played.text if played else "",
            )
        ),
        "task": say(TASK),
        "solution": turn.ideas[0].action,
        "view": still_view(
            learning.made.rules,
            choice.state,
            player=turn.player,
            names=names,
            ply=turn.ply - 1,
            now=now,
        ),
    }


def attempt(learning: Learning, *, number: int, action: codec.JSON, now: datetime) -> View:
    """Return what a try comes to, as JSON, with the view after it if it's good enough.

    Raise IllegalAction, BadData or UnknownStep.
    """
    turn, choice = learning.step(number)
    rules = learning.made.rules
    tried = rules.decode_action(action)
    after = rules.apply_action(choice.state, tried, learning.made.rng(turn.ply))
    if turn.played is not None and tried == rules.decode_action(turn.played.action):
        return {"ok": True, "reached": False, "text": say(SAME), "view": None}
    loss, error = _loss(learning, turn, choice, tried)
    if grade_of(loss, error) in WRONG:
        text = Plural(
            "That would still give away one percent of the chance to win. Try something else.",
            "That would still give away {n} percent of the chance to win. Try something else.",
            n=max(1, round(100 * loss)),
        )
        return {"ok": True, "reached": False, "text": say(text), "view": None}
    names = learning.loaded.names
    entry = still_entry(rules, choice.state, tried, after, names=names, ply=turn.ply, now=now)
    best = tried == rules.decode_action(turn.ideas[0].action)
    praise = [FOUND if best else AS_GOOD, *(wording.reasons(turn) if best else ())]
    view = still_view(
        rules, after, player=turn.player, names=names, ply=turn.ply, now=now, log=[entry]
    )
    return {"ok": True, "reached": True, "text": say(praise), "view": view}


def _loss(learning: Learning, turn: Turn, choice: Choice, action: Any) -> tuple[float, float]:
    """Return the chance that an action gives away, and its error."""
    rules = learning.made.rules
    for idea in turn.ideas:
        if rules.decode_action(idea.action) == action:
            return turn.ideas[0].chance - idea.chance, idea.error
    view = rules.observation(choice.state, choice.player)
    rng = Rng(bytes.fromhex(learning.report.seed), turn.ply, "review")
    best = rules.decode_action(turn.ideas[0].action)
    budget = Budget.of_looks(max(1, learning.report.looks // LESS))
    by = judge_of(rules.info.slug)
    found = by.weigh(rules, view, choice.player, rng, budget, (best, action))
    judged = judge(found, action)
    return (judged.loss, judged.error) if judged else (1.0, 0.0)


def preview(learning: Learning, *, number: int, action: codec.JSON) -> Mapping[str, Any] | None:
    """Return what a turn would bring, where the game tells that; raise BadData or UnknownStep."""
    _, choice = learning.step(number)
    rules = learning.made.rules
    seen = rules.observation(choice.state, choice.player)
    found = protocols.preview(rules, seen, choice.player, rules.decode_action(action))
    return None if found is None else said(found)
