"""The smallest word game: say a word from the table's list for as long as you can think of one."""

import dataclasses
import sys
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

import pytest
from typing_extensions import override

from games import registry
from games.core.errors import IllegalAction
from games.core.game import BaseState, Game, GameInfo, Player
from games.core.language.events import Event
from games.core.language.text import Plural, Text, verbatim
from games.core.language.wording import told
from games.core.rng import Rng
from games.core.table.words import WordOptions
from games.matches import play
from games.matches.models import Match
from tests.factories import NOW


@dataclasses.dataclass(frozen=True, slots=True)
class Options(WordOptions):
    pass


@dataclasses.dataclass(frozen=True, slots=True)
class Say:
    word: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class State(BaseState):
    said: tuple[str, ...]
    points: tuple[int, ...]


class Toy(Game[Options, State, Say]):
    info = GameInfo(
        "toy", "Toy", Text("Say a word."), 2, 2, 1, False, Text("the first word is said"),
        uses_words=True, word_topic="said",
    )  # fmt: skip
    wording = {"said": told(Text("{player} said {word} for {points}."))}
    options_class = Options
    state_class = State
    action_class = Say

    @override
    def initial_state(self, players: int, rng: Rng) -> State:
        return State(to_move=0, said=(), points=(0,) * players)

    @override
    def legal_actions(self, state: State) -> Iterator[Say]:
        return (Say(word) for word in self.words if word not in state.said)

    @override
    def apply_action(self, state: State, action: Say, rng: Rng) -> State:
        if action.word not in self.words or action.word in state.said:
            raise IllegalAction("{word} is not in the list.", word=action.word.upper())
        player = state.to_move or 0
        points = tuple(p + len(action.word) * (i == player) for i, p in enumerate(state.points))
        facts = {"word": action.word.upper()}
        return State(
            to_move=1 - player,
            events=(Event("said", player, facts, len(action.word), "said"),),
            said=(*state.said, action.word),
            points=points,
        )

    @override
    def scores(self, state: State) -> tuple[int, ...]:
        return state.points

    @override
    def timeout_action(self, state: State, rng: Rng) -> Say:
        return next(self.legal_actions(state))

    @override
    def action_in_words(self, state: State, action: Say) -> Text:
        return verbatim(self.action_text(state, action))

    @override
    def action_text(self, state: State, action: Say) -> str:
        return action.word.upper()

    @override
    def parse_action(self, state: State, text: str) -> Say:
        return Say(text.lower())

    @override
    def describe(self, state: State, player: Player | None) -> tuple[Text, ...]:
        return (Plural("{n} word said.", "{n} words said.", n=len(state.said)),)

    @override
    def picture(self, state: State, player: Player | None, names: Sequence[str] = ()) -> str:
        return "<svg/>"


@pytest.fixture
def toy(settings: Any) -> Iterator[None]:
    """The toy game is one of the site's games."""
    module: Any = ModuleType("games.toy")
    module.game, module.bots = Toy, ()
    sys.modules["games.toy"] = module
    settings.GAMES = (*settings.GAMES, "toy")
    yield
    del sys.modules["games.toy"]
    registry.package.cache_clear()


def say(match: Match, word: str) -> None:
    """Whoever's turn it is says a word."""
    match.refresh_from_db()
    play.submit(
        match_id=match.pk,
        player=match.to_move or 0,
        action={"type": "Say", "word": word},
        expected_ply=match.ply,
        now=NOW,
    )
