"""Challenges as pages get them: positions on the game's board, solutions, a result to share."""

import dataclasses
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from accounts.edge.links import site_link
from games.core import codec
from games.core.extras import protocols
from games.core.language.text import Plural, Text
from games.core.review.judging import Grade
from games.core.review.report import Idea, Turn
from games.daily.acts import Judged
from games.daily.binding import Posed, posed_of
from games.daily.judging import FULL
from games.daily.models import Answer, Challenge
from games.matches.reading.still import still_entry, still_view
from games.registry import game_class
from games.reviews import wording
from games.say import said, say

View = dict[str, Any]

YOU = Text("You")
OTHERS = (Text("Opponent"), Text("Second opponent"), Text("Third opponent"))
LEVELS = {
    1: Text("Position 1: a warm-up"),
    2: Text("Position 2"),
    3: Text("Position 3: the hard one"),
}
TASK = Text("Find the best turn. You have one try.")
BEHIND, AHEAD = 0.4, 0.6  # chances below and above which that's worth a word
SQUARES = ((90, "best", "🟩"), (50, "good", "🟨"), (1, "some", "🟧"), (0, "none", "⬜"))


class UnknownPosition(LookupError):
    """There's no such position."""


def all_posed(challenge: Challenge) -> list[Posed]:
    """Return all positions of a challenge; raise Outdated."""
    return [posed_of(challenge, one) for one in challenge.positions.order_by("number")]


def posed(challenge: Challenge, number: int) -> Posed:
    """Return a position by its number; raise UnknownPosition or Outdated."""
    position = challenge.positions.filter(number=number).first()
    if position is None:
        raise UnknownPosition(number)
    return posed_of(challenge, position)


def step(one: Posed, *, now: datetime) -> View:
    """Return a position as the step of a lesson, as JSON, with nothing of its solution."""
    return {
        "title": say(LEVELS[one.number]),
        "text": say(_standing(one)),
        "task": say(TASK),
        "view": _view(one, one.state, one.ply - 1, now, ()),
    }


def _names(one: Posed) -> list[str]:
    others = iter(OTHERS)
    players = len(one.turn.before)
    return [say(YOU if player == one.player else next(others)) for player in range(players)]


def _view(one: Posed, state: Any, ply: int, now: datetime, log: Sequence[View]) -> View:
    names = _names(one)
    return still_view(one.rules, state, player=one.player, names=names, ply=ply, now=now, log=log)


def _standing(one: Posed) -> Text:
    scores = one.rules.scores(one.state)
    lead = scores[one.player] - max(
        points for player, points in enumerate(scores) if player != one.player
    )
    if lead > 0:
        return Plural("You're one point ahead.", "You're {n} points ahead.", n=lead)
    if lead < 0:
        return Plural("You're one point behind.", "You're {n} points behind.", n=-lead)
    return Text("You have as many points as your opponent.")


def after(one: Posed, action: Any, *, now: datetime) -> View:
    """Return the view after a turn, with what came of it; raise IllegalAction."""
    rules = one.rules
    state = rules.apply_action(one.state, action, one.rng)
    entry = still_entry(rules, one.state, action, state, names=_names(one), ply=one.ply, now=now)
    return _view(one, state, one.ply, now, [entry])


def judged(found: Judged, *, now: datetime) -> View:
    """Return what an answer came to, as JSON, with the view after it but not the best turn."""
    answer = found.answer
    return {
        "ok": True,
        "reached": True,
        "points": answer.points,
        "text": say([points_text(answer.points), verdict(answer)]),
        "view": after(found.posed, found.action, now=now),
    }


def points_text(points: int) -> Text:
    """Return how many of the points of a position somebody got."""
    return Plural("One point of {most}.", "{n} points of {most}.", n=points, most=FULL)


def verdict(answer: Answer) -> Text:
    """Return how good an answer was, in words."""
    turn = codec.decode(answer.turn, Turn)
    if turn.grade in (Grade.BEST, Grade.ONLY):
        return Text("That's the best turn, or as good as that.")
    return wording.verdict(turn)


def preview(one: Posed, action: codec.JSON) -> Mapping[str, Any] | None:
    """Return what a turn would bring, where the game tells that; raise BadData."""
    seen = one.rules.observation(one.state, one.player)
    found = protocols.preview(one.rules, seen, one.player, one.rules.decode_action(action))
    return None if found is None else said(found)


# --- When the day is over -------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Solution:
    """A position with its best turns in words, and how a reader did there."""

    title: str
    best: Idea
    reasons: list[str]
    ideas: tuple[Idea, ...]
    plain: Idea | None  # what takes most at once, if that isn't best
    own: Idea | None
    points: int | None
    verdict: str

    @property
    def chances(self) -> list[tuple[Idea, int]]:
        """Return the best turns, each with its chance to win in percent."""
        return [(idea, round(100 * idea.chance)) for idea in self.ideas]


def solution_step(one: Posed, *, now: datetime) -> View:
    """Return a position of a day that is over as the step of a lesson."""
    return {**step(one, now=now), "task": say(Text("Find the best turn."))}


def shown(one: Posed, *, now: datetime) -> View:
    """Return the best turn in a position of a day that is over, as JSON, with the view after it."""
    text = say([Text("This is the best turn."), *_why(one, _plain(one))])
    view = after(one, one.rules.decode_action(one.turn.ideas[0].action), now=now)
    return {"ok": True, "shown": True, "text": text, "view": view}


def attempt(one: Posed, action: codec.JSON, *, now: datetime) -> View:
    """Return what a try comes to once the day is over, as JSON; nothing is thought or stored.

    Raise IllegalAction, or BadData if it's no action of the game.
    """
    tried = one.rules.decode_action(action)
    view = after(one, tried, now=now)
    for place, idea in enumerate(one.turn.ideas):
        if one.rules.decode_action(idea.action) != tried:
            continue
        lost = round(100 * (one.turn.ideas[0].chance - idea.chance))
        if place == 0 or lost <= 0:
            praise = [Text("That's the best turn."), *_why(one, _plain(one))]
            return {"ok": True, "reached": True, "text": say(praise), "view": view}
        text: Text = Plural(
            "That gives away one percent of the chance to win. Try something else.",
            "That gives away {n} percent of the chance to win. Try something else.",
            n=lost,
        )
        return {"ok": True, "reached": False, "text": say(text), "view": None}
    text = Text("There's something better. Try something else.")
    return {"ok": True, "reached": False, "text": say(text), "view": None}


def solution(one: Posed, answer: Answer | None) -> Solution:
    """Return a position with its best turns, and why the best is better than what was played."""
    own = codec.decode(answer.turn, Turn) if answer else None
    best, plain = one.turn.ideas[0], _plain(one)
    played = own.played if own else None
    reasons = _why(one, plain if played is None or played.action == best.action else played)
    return Solution(
        title=say(LEVELS[one.number]),
        best=_in_words(one, best),
        reasons=[say(text) for text in reasons],
        ideas=tuple(_in_words(one, idea) for idea in one.turn.ideas[:5]),
        plain=plain and _in_words(one, plain),
        own=played and _in_words(one, played),
        points=answer.points if answer else None,
        verdict=say(verdict(answer)) if answer else "",
    )


def _in_words(one: Posed, idea: Idea) -> Idea:
    """Return an idea whose text is in words, and not in notation."""
    seen = one.rules.observation(one.state, one.player)
    words = one.rules.action_in_words(seen, one.rules.decode_action(idea.action))
    return dataclasses.replace(idea, text=say(words))


def _plain(one: Posed) -> Idea | None:
    """Return the turn of a plain player, if that isn't best."""
    plain = one.turn.played
    return None if plain is None or plain.action == one.turn.ideas[0].action else plain


def _why(one: Posed, other: Idea | None) -> list[Text]:
    """Return why the best turn is better than another, or than what comes next to it."""
    best, *more = one.turn.ideas
    other = other or next(iter(more), None)
    return wording.why(best, other) if other else []


# --- A result to share ----------------------------------------------------------------------------


def tone(points: int) -> str:
    """Return which of four tones stands for the points of a position."""
    return next(named for least, named, _ in SQUARES if points >= least)


def _square(points: int) -> str:
    return next(sign for least, _, sign in SQUARES if points >= least)


def result_text(
    *, game: str, day: date, points: int, answers: Sequence[Answer], streak: int
) -> str:
    """Return a result to paste elsewhere, which gives nothing away."""
    head = gettext("%(site)s daily · %(game)s · %(day)s") % {
        "site": settings.SITE_NAME,
        "game": game_class(game).info.title,
        "day": date_format(day, "j F"),
    }
    parts = ["".join(_square(one.points) for one in answers)] if answers else []
    if answers:
        of = gettext("%(points)s/%(most)s") % {"points": points, "most": FULL * len(answers)}
        parts[0] += f" {of}"
    else:
        parts.append(ngettext("%(n)s point", "%(n)s points", points) % {"n": points})
    if streak > 1:
        in_row = ngettext("%(n)s day in a row", "%(n)s days in a row", streak)
        parts.append(in_row % {"n": streak})
    return "\n".join([head, " · ".join(parts), site_link(reverse("daily-day", args=[game, day]))])
