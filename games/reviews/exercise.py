"""A turn of a match that is over, to be found by oneself: its board, and how good a try is."""

import dataclasses
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games.core import codec
from games.core.bots import Budget
from games.core.extras import protocols
from games.core.review.report import Choice, Idea
from games.core.review.trying import LESS, Tried, tried
from games.core.rng import Rng
from games.core.weighing import Weighed
from games.matches.reading.still import still_entry, still_view
from games.registry import judge_of
from games.reviews.material import Material
from games.say import said

View = dict[str, Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Exercise:
    """A turn to be found. ``ideas`` are what was weighed, best first, with so many looks.

    ``names`` are those of the players, as they are shown.
    """

    made: Material
    choice: Choice
    ideas: tuple[Idea, ...]
    names: Sequence[str]
    looks: int

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
        tried = rules.decode_action(action)
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

    def is_best(self, action: codec.JSON) -> bool:
        """Tell whether an action is the best one; raise BadData."""
        return self._is(action, self.solution)

    def tried(self, action: codec.JSON) -> Tried:
        """Return how good an action is; raise IllegalAction or BadData."""
        rules = self.made.rules
        choice = dataclasses.replace(self.choice, action=rules.decode_action(action))
        rules.apply_action(choice.state, choice.action, self.made.rng(choice.ply))
        return tried(rules, choice, self.ideas, self._weigh)

    def _weigh(self, also: tuple[Any, ...]) -> Sequence[Weighed[Any]]:
        rules, choice = self.made.rules, self.choice
        view = rules.observation(choice.state, choice.player)
        rng = Rng(bytes.fromhex(self.made.seed), choice.ply, "review")
        budget = Budget.of_looks(max(1, self.looks // LESS))
        return judge_of(rules.info.slug).weigh(rules, view, choice.player, rng, budget, also)

    def preview(self, action: codec.JSON) -> Mapping[str, Any] | None:
        """Return what an action would bring, where the game tells that; raise BadData."""
        rules, choice = self.made.rules, self.choice
        seen = rules.observation(choice.state, choice.player)
        found = protocols.preview(rules, seen, choice.player, rules.decode_action(action))
        return None if found is None else said(found)

    def _is(self, action: codec.JSON, other: codec.JSON) -> bool:
        rules = self.made.rules
        return bool(rules.decode_action(action) == rules.decode_action(other))
