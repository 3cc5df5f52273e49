"""The smallest game with chance and two kinds of action: take 1 or 2 from a heap, or pass once."""

import dataclasses
from collections.abc import Iterator, Sequence

from typing_extensions import override

from games.core.errors import BadNotation, IllegalAction
from games.core.game import BaseState, Game, GameInfo, Player
from games.core.language.events import Event
from games.core.language.text import Text, verbatim
from games.core.language.wording import told
from games.core.rng import Rng
from games.core.table.options import number


@dataclasses.dataclass(frozen=True, slots=True)
class Options:
    most: int = number(2, Text("Most to take"), low=1, high=5)


@dataclasses.dataclass(frozen=True, slots=True)
class Take:
    count: int


@dataclasses.dataclass(frozen=True, slots=True)
class Pass:
    pass


Action = Take | Pass


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class State(BaseState):
    heap: int
    taken: tuple[int, ...]
    passed: bool = False


class Nim(Game[Options, State, Action]):
    info = GameInfo(
        "nim",
        "Nim",
        Text("Take the last."),
        2,
        2,
        1,
        hidden_information=False,
        clock_move=Text("one is taken"),
    )
    wording = {"took": told(Text("{player} took {count}."))}
    options_class = Options
    state_class = State
    action_class = Action

    @override
    def initial_state(self, players: int, rng: Rng) -> State:
        return State(to_move=0, heap=4 + rng.below(6), taken=(0,) * players)

    @override
    def legal_actions(self, state: State) -> Iterator[Action]:
        if state.to_move is None:
            return
        for count in range(1, min(self.options.most, state.heap) + 1):
            yield Take(count)
        if not state.passed:
            yield Pass()

    @override
    def apply_action(self, state: State, action: Action, rng: Rng) -> State:
        if action not in self.legal_actions(state):
            raise IllegalAction("You cannot do that.")
        player = state.to_move or 0
        count = action.count if isinstance(action, Take) else 0
        heap = state.heap - count
        taken = tuple(t + count * (i == player) for i, t in enumerate(state.taken))
        return State(
            to_move=1 - player if heap else None,
            events=(Event("took", player, {"count": count}, count),),
            heap=heap,
            taken=taken,
            passed=isinstance(action, Pass),
        )

    @override
    def scores(self, state: State) -> tuple[int, ...]:
        return state.taken

    @override
    def timeout_action(self, state: State, rng: Rng) -> Action:
        return Take(1)

    @override
    def action_in_words(self, state: State, action: Action) -> Text:
        return verbatim(self.action_text(state, action))

    @override
    def action_text(self, state: State, action: Action) -> str:
        return str(action.count) if isinstance(action, Take) else "pass"

    @override
    def parse_action(self, state: State, text: str) -> Action:
        if text == "pass":
            return Pass()
        if not text.isdigit():
            raise BadNotation("Write a number or pass.")
        return Take(int(text))

    @override
    def describe(self, state: State, player: Player | None) -> tuple[Text, ...]:
        return (Text("{heap} left.", heap=state.heap),)

    @override
    def picture(self, state: State, player: Player | None, names: Sequence[str] = ()) -> str:
        return "<svg/>"
