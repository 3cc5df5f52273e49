"""A turn of a match that is over, to be found by oneself: its board, and how good a try is."""

import dataclasses
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games.core import codec
from games.core.extras import protocols
from games.core.language.text import Text
from games.core.review.report import Choice, Idea
from games.core.review.trying import LESS, Tried, tried
from games.matches.reading.still import still_entry, still_view
from games.reviews.material import Material
from games.say import said
from games.thinking.question import Ask, Question

View = dict[str, Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Exercise:
    """A turn to be found. ``ideas`` are what was weighed, best first, with so many looks.

    ``names`` are those of the players, as they are shown, ``words`` is the version of the list.
    """

    made: Material
    choice: Choice
    ideas: tuple[Idea, ...]
    names: Sequence[str]
    looks: int
    words: int | None

    @property
    def solution(self) -> codec.JSON:
        """Return the best turn."""
        return self.ideas[0].action

    def view(self, *, now: datetime) -> View:
        """Return the position as its player saw it, as JSON."""
        return still_view(
            self.made.rules,
            self.choice.state,
            player=self.choice.player,
            names=self.names,
            ply=self.choice.ply - 1,
            now=now,
        )

    def after(self, action: codec.JSON, *, now: datetime) -> View:
        """Return the position after an action, as JSON; raise IllegalAction or BadData."""
        rules, choice = self.made.rules, self.choice
        tried = protocols.decode_choice(rules, action)
        after = rules.apply_action(choice.state, tried, self.made.rng(choice.ply))
        entry = still_entry(
            rules, choice.state, tried, after, names=self.names, ply=choice.ply, now=now
        )
        return still_view(
            rules,
            after,
            player=choice.player,
            names=self.names,
            ply=choice.ply,
            now=now,
            log=[entry],
        )

    def in_words(self, action: codec.JSON) -> Text:
        """Return an action in words, as its player saw the position; raise BadData."""
        rules, choice = self.made.rules, self.choice
        seen = rules.observation(choice.state, choice.player)
        return rules.action_in_words(seen, rules.decode_action(action))

    def is_best(self, action: codec.JSON) -> bool:
        """Tell whether an action is the best one; raise BadData."""
        return self._is(action, self.solution)

    def tried(self, action: codec.JSON, ask: Ask) -> Tried:
        """Return how good an action is; raise IllegalAction, BadData, or what ``ask`` does."""
        rules = self.made.rules
        choice = dataclasses.replace(self.choice, action=protocols.decode_choice(rules, action))
        rules.apply_action(choice.state, choice.action, self.made.rng(choice.ply))
        return tried(rules, choice, self.ideas, lambda also: ask(self._question(also)))

    def _question(self, also: tuple[Any, ...]) -> Question:
        rules, choice = self.made.rules, self.choice
        return Question(
            rules=rules,
            words=self.words,
            view=rules.observation(choice.state, choice.player),
            player=choice.player,
            seed=self.made.seed,
            ply=choice.ply,
            stream="review",
            looks=self.looks // LESS,
            also=also,
        )

    def preview(self, action: codec.JSON) -> Mapping[str, Any] | None:
        """Return what an action would bring, where the game tells that; raise BadData."""
        rules, choice = self.made.rules, self.choice
        seen = rules.observation(choice.state, choice.player)
        found = protocols.preview(rules, seen, choice.player, rules.decode_action(action))
        return None if found is None else said(found)

    def _is(self, action: codec.JSON, other: codec.JSON) -> bool:
        rules = self.made.rules
        return bool(rules.decode_action(action) == rules.decode_action(other))
