"""A puzzle as its page gets it: one step in the form of a lesson, and what a try comes to."""

from datetime import datetime
from typing import Any

from games.core import codec
from games.core.language.text import Plural, Text
from games.puzzles.models import Attempt, Puzzle
from games.puzzles.rating import Rating
from games.reviews import wording
from games.reviews.exercise import Exercise
from games.say import say

View = dict[str, Any]

YOU = Text("You")
OTHERS = ("Ben", "Clara", "David", "Eva")

TASK = Text("Find the best turn. One is clearly better than all others.")
SOLVED = Text("That's it!")
MISSED = Text("That counts as missed, but do try again.")


def step(puzzle: Puzzle, exercise: Exercise, tried: Attempt | None, *, now: datetime) -> View:
    """Return a puzzle as the step of a lesson, as JSON, without its solution."""
    return {
        "title": say(Text("Your turn")),
        "text": say(_about(puzzle, tried)),
        "task": say(TASK),
        "view": exercise.view(now=now),
    }


def _about(puzzle: Puzzle, tried: Attempt | None) -> Text:
    rating = Rating(puzzle.mu, puzzle.sigma).difficulty
    if tried is None:
        return Text("Difficulty: {rating}.", rating=rating)
    if tried.solved:
        return Text("Difficulty: {rating}. You've solved this one before.", rating=rating)
    return Text("Difficulty: {rating}. You've seen this one before.", rating=rating)


def reached(exercise: Exercise, action: codec.JSON, noted: Attempt | None, now: datetime) -> View:
    """Return what a solver is told and shown, as JSON."""
    praise = [SOLVED, *wording.why(*exercise.ideas[:2])] if exercise.is_best(action) else [SOLVED]
    text = say([*praise, *_rating(noted)])
    return {"ok": True, "reached": True, "text": text, "view": exercise.after(action, now=now)}


def missed(loss: float, noted: Attempt | None) -> View:
    """Return what somebody is told who hasn't found it, as JSON."""
    lost = Plural(
        "That would give away one percent of the chance to win.",
        "That would give away {n} percent of the chance to win.",
        n=max(1, round(100 * loss)),
    )
    more = [MISSED, *_rating(noted)] if noted else [Text("Try again.")]
    return {"ok": True, "reached": False, "text": say([lost, *more]), "view": None}


def shown(exercise: Exercise, noted: Attempt | None, now: datetime) -> View:
    """Return the solution, as JSON, for somebody who gives up."""
    text = say([Text("This is the best turn."), *wording.why(*exercise.ideas[:2]), *_rating(noted)])
    view = exercise.after(exercise.solution, now=now)
    return {"ok": True, "shown": True, "text": text, "view": view}


def _rating(noted: Attempt | None) -> list[Text]:
    if noted is None:
        return []
    change = noted.change
    if change < 0:
        return [Text("Your puzzle rating goes down by {n}.", n=-change)]
    return [Text("Your puzzle rating goes up by {n}.", n=change)] if change else []
