"""Learning from a review: the turns somebody got wrong, each to be found by themselves.

It has the form of a lesson (``games.matches.pages.lessons``), so its page does the rest.
"""

import dataclasses
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.core import codec
from games.core.errors import Refusal
from games.core.language.text import Plural, Text
from games.core.review.judging import Grade
from games.core.review.report import Report, Turn
from games.matches.reading import Loaded
from games.reviews import wording
from games.reviews.exercise import Exercise
from games.reviews.material import Material
from games.say import say
from games.thinking.question import Ask

View = dict[str, Any]

WRONG = (Grade.INACCURATE, Grade.MISTAKE)
MOST = 8  # turns to learn from: those that cost most

TASK = Text("Find a better turn.")
FOUND = Text("Well found: that's the best turn there was.")
AS_GOOD = Text("Well found: that's about as good as the best turn.")
SHOWN = Text("This was the best turn.")
SAME = Text("That's what was played. There was something better.")


class UnknownStep(Refusal):
    """A turn that isn't to be learnt from, perhaps no longer: the review was made anew."""

    code = "unknown_step"
    usual = Text("This turn is no longer in the review. Reload the page for the new one.")


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

    def step(self, ply: int) -> tuple[Turn, Exercise]:
        """Return a turn to learn from by its ply; raise UnknownStep."""
        turn = next((turn for turn in self.turns if turn.ply == ply), None)
        choice = self.made.choice(ply) if turn else None
        if turn is None or choice is None:
            raise UnknownStep
        names, looks = self.loaded.names, self.report.looks
        words = self.loaded.match.word_list_version_id
        return turn, Exercise(self.made, choice, turn.ideas, names, looks, words)


def steps(learning: Learning, *, now: datetime) -> list[View]:
    """Return all turns as the steps of a lesson, as JSON."""
    return [_step(learning, turn.ply, now) for turn in learning.turns]


def _step(learning: Learning, ply: int, now: datetime) -> View:
    turn, exercise = learning.step(ply)
    played = Plural(
        "You played: {move}. It gave away one percent of the chance to win.",
        "You played: {move}. It gave away {n} percent of the chance to win.",
        n=max(1, round(100 * turn.loss)),
        move=exercise.in_words(turn.played.action) if turn.played else "",
    )
    return {
        "number": ply,
        "title": say(Text("Move {n}", n=turn.ply)),
        "text": say(played),
        "task": say(TASK),
        "view": exercise.view(now=now),
    }


def attempt(learning: Learning, *, ply: int, action: codec.JSON, ask: Ask, now: datetime) -> View:
    """Return what a try comes to, as JSON, with the view after it if it's good enough.

    Raise IllegalAction, BadData, UnknownStep, or what ``ask`` does.
    """
    turn, exercise = learning.step(ply)
    rules = learning.made.rules
    played = turn.played and rules.decode_action(turn.played.action)
    if rules.decode_action(action) == played:
        return _missed(SAME)
    found = exercise.tried(action, ask)
    if found.grade in WRONG:
        return _missed(
            Plural(
                "That would still give away one percent of the chance to win. Try something else.",
                "That would still give away {n} percent of the chance to win. Try something else.",
                n=max(1, round(100 * found.loss)),
            )
        )
    best = exercise.is_best(action)
    praise = [FOUND if best else AS_GOOD, *(wording.reasons(turn) if best else ())]
    view = exercise.after(action, now=now)
    return {"ok": True, "reached": True, "text": say(praise), "view": view}


def shown(learning: Learning, *, ply: int, now: datetime) -> View:
    """Return the best turn, as JSON, for somebody who gives up; raise UnknownStep."""
    turn, exercise = learning.step(ply)
    text = say([SHOWN, *wording.reasons(turn)])
    view = exercise.after(exercise.solution, now=now)
    return {"ok": True, "shown": True, "text": text, "view": view}


def _missed(text: Text) -> View:
    return {"ok": True, "reached": False, "text": say(text), "view": None}


def preview(learning: Learning, *, ply: int, action: codec.JSON) -> Mapping[str, Any] | None:
    """Return what a turn would bring, where the game tells that; raise BadData or UnknownStep."""
    return learning.step(ply)[1].preview(action)
