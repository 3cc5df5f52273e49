"""Lessons as pages and boards get them: views in the form of a match, with no match behind them.

Nothing is stored. A turn is judged by the real rules on the position of its step, whoever asks and
however often.
"""

import dataclasses
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.core import codec, lessons
from games.core.extras import protocols
from games.core.game import Game, Player
from games.core.language.text import Text
from games.core.lessons import Lesson, Step
from games.core.table import options as table_options
from games.core.table.words import DEFAULT_LIST, Words
from games.matches.reading.still import still_entry, still_view
from games.registry import lesson_of, load_game
from games.say import said, say
from games.words.lists.lexicon import NotLoaded, lexicon, newest
from games.words.lists.packing import words_of

View = dict[str, Any]

YOU = Text("You")
SHOWN = Text("This is how it's done.")
OTHERS = ("Ben", "Clara", "David", "Eva")


class UnknownStep(LookupError):
    """The lesson has no such step."""


@dataclasses.dataclass(frozen=True, slots=True)
class Loaded:
    """A lesson with the rules it is played by."""

    slug: str
    lesson: Lesson[Any, Any]
    rules: Game[Any, Any, Any]

    def step(self, number: int) -> Step[Any, Any]:
        """Return a step by its number, from 1; raise UnknownStep."""
        if not 1 <= number <= len(self.lesson.steps):
            raise UnknownStep(number)
        return self.lesson.steps[number - 1]


def load(slug: str) -> Loaded:
    """Return a game's lesson with its rules; raise UnknownGame."""
    lesson = lesson_of(slug)
    words = _words(lesson) if lesson.words else None
    options = table_options.write(lesson.options)
    return Loaded(slug, lesson, load_game(slug, options, words))


def _words(lesson: Lesson[Any, Any]) -> Words:
    """Return the list that tables usually play by, or the lesson's own few words.

    A lesson must work on a site without lists, and whatever has been struck off them.
    """
    try:
        words = lexicon(newest(DEFAULT_LIST))
    except NotLoaded:
        return words_of(lesson.words)
    return words if all(word in words for word in lesson.words) else words_of(lesson.words)


def told(loaded: Loaded, *, now: datetime) -> list[View]:
    """Return all steps as JSON: words, and the view before the turn."""
    return [_told(loaded, number, now) for number in range(1, len(loaded.lesson.steps) + 1)]


def _told(loaded: Loaded, number: int, now: datetime) -> View:
    step, rules = loaded.step(number), loaded.rules
    state = lessons.begin(rules, step)
    return {
        "title": say(step.title),
        "text": say(step.text),
        "task": say(step.task),
        "view": _view(loaded, state, state.to_move, [], now),
    }


def attempt(loaded: Loaded, *, number: int, action: codec.JSON, now: datetime) -> View:
    """Return what a turn comes to, as JSON; with the view after it if it reaches the goal.

    Raise IllegalAction, BadData if it is no action of the game, or UnknownStep.
    """
    step, rules = loaded.step(number), loaded.rules
    state = lessons.begin(rules, step)
    choice = protocols.decode_choice(rules, action)
    after, missed = lessons.attempt(rules, step, choice)
    if missed:
        return {"ok": True, "reached": False, "text": say(missed), "view": None}
    view = _after(loaded, state, choice, after, now)
    return {"ok": True, "reached": True, "text": say(step.praise), "view": view}


def shown(loaded: Loaded, *, number: int, now: datetime) -> View:
    """Return how a step is done, as JSON; raise UnknownStep."""
    step, rules = loaded.step(number), loaded.rules
    state, choice = lessons.begin(rules, step), lessons.solution(rules, step)
    after, _ = lessons.attempt(rules, step, choice)
    view = _after(loaded, state, choice, after, now)
    return {"ok": True, "shown": True, "text": say([SHOWN, step.praise]), "view": view}


def _after(loaded: Loaded, state: Any, choice: Any, after: Any, now: datetime) -> View:
    """Return the view after a turn, with what came of it."""
    rules, ply = loaded.rules, lessons.PLY + 1
    names = _names(len(rules.scores(state)), state.to_move)
    entry = still_entry(rules, state, choice, after, names=names, ply=ply, now=now)
    return _view(loaded, after, state.to_move, [entry], now)


def preview(loaded: Loaded, *, number: int, action: codec.JSON) -> Mapping[str, Any] | None:
    """Return what a turn would bring, where the game tells that; raise BadData or UnknownStep."""
    rules = loaded.rules
    state = lessons.begin(rules, loaded.step(number))
    seen = rules.observation(state, state.to_move)
    found = protocols.preview(rules, seen, state.to_move, rules.decode_action(action))
    return None if found is None else said(found)


# --- A view like that of a match ------------------------------------------------------------------


def _view(loaded: Loaded, state: Any, player: Player, log: list[View], now: datetime) -> View:
    rules = loaded.rules
    names = _names(len(rules.scores(state)), player)
    ended = rules.current_player(state) is None
    result = _result(rules, state) if ended else None
    ply = lessons.PLY + len(log)
    return still_view(
        rules, state, player=player, names=names, ply=ply, now=now, log=log, result=result
    )


def _names(players: int, learner: Player) -> list[str]:
    others = iter(OTHERS)
    return [str(YOU) if player == learner else next(others) for player in range(players)]


def _result(rules: Game[Any, Any, Any], state: Any) -> View:
    players = range(len(rules.scores(state)))
    return {
        "places": list(rules.placing(state)),
        "reason": "over",
        "short": False,
        "secret": lessons.SECRET.hex(),
        "seal": "",
        "away": None,
        "breakdown": [
            {
                "topic": topic,
                "label": say(label),
                "points": [lessons.gained(state, player, topic) for player in players],
            }
            for topic, label in rules.info.topics
        ],
    }
