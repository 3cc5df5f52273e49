"""The referee of Upwords: turns, the end and its deductions, and who may see what."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from typing_extensions import override

from games.core.codec import JSON
from games.core.errors import GameOver, IllegalAction
from games.core.extras.conditions import Condition
from games.core.extras.gcg import GcgHead, GcgMatch
from games.core.extras.outlook import Turns
from games.core.extras.protocols import Forecasts, Passes, Prepares, Previews, WritesGcg
from games.core.game import Chance, Game, GameInfo, Player
from games.core.language.events import Event
from games.core.language.text import OR, OVER, Text, listed
from games.core.rng import Rng
from games.core.table.words import Words
from games.upwords.display import description
from games.upwords.display.picture import draw, miniature
from games.upwords.display.wording import WORDING
from games.upwords.options import Options
from games.upwords.position.bag import (
    arranged,
    draw_for_first,
    first_player,
    give_back,
    take,
    without,
)
from games.upwords.position.model import Action, Exchange, Pass, Play, State, TimeOut
from games.upwords.position.restoring import restored, unseen_by
from games.upwords.position.tiles import empty_rows, full_bag, lay, shown, size_of, spelled
from games.upwords.turns import ending, gcg, notation, outlook, preparing
from games.upwords.turns.generation import Survey, play_of
from games.upwords.turns.legality import Verdict, judge


class Upwords(
    Game[Options, State, Action],
    Previews[State, Action],
    Passes[State, Action],
    Prepares[State, Action],
    Forecasts[State],
    WritesGcg[State],
):
    """Words that cross each other and grow upwards, tile on tile."""

    info = GameInfo(
        slug="upwords",
        title="Upwords",
        summary=Text(
            "Make words across and down, and build upwards: your tiles can go on top of others."
        ),
        min_players=2,
        max_players=4,
        rules_version=2,
        hidden_information=True,
        clock_move=Text(
            "the turn is passed, and that pass doesn't count towards the end of the game"
        ),
        uses_words=True,
        word_topic="words",
        topics=(
            ("words", Text("Words")),
            ("bonus", Text("Whole racks")),
            ("left", Text("Tiles left")),
        ),
        minutes=Text("30 to 60 minutes"),
        line=Text(
            "the square your word starts on, {ways}, and the whole word as it will read; or {swap}"
            " and a letter; or {nothing}",
            ways=listed(("across", "down"), OR),
            swap="exchange",
            nothing="pass",
        ),
        example="D4 across WORD",
        passes=True,
        agreements=("draw", "end"),
    )
    wording = WORDING
    options_class = Options
    state_class = State
    action_class = Action
    clock_actions = (TimeOut,)
    chance = {"draw": Chance(out_of="bag", into=("racks", "draws"))}

    @override
    def initial_state(self, players: int, rng: Rng) -> State:
        """Draw for the first turn, put those tiles back, and fill the racks (rules 1.5, 1.6)."""
        bag = full_bag(self.options.board)
        draws = draw_for_first(bag, players, rng)
        racks = []
        for _ in range(players):
            letters, bag = take(bag, self.options.rack, rng)
            racks.append(arranged(letters))
        first = first_player(draws)
        drawn = [
            Event("drew", player, {"tiles": list(letters)}) for player, letters in enumerate(draws)
        ]
        return State(
            to_move=first,
            events=(*drawn, Event("begins", first)),
            board=empty_rows(self.options.board),
            racks=tuple(racks),
            held=tuple(map(len, racks)),
            pile=sum(bag.values()),
            bag=bag,
            scores=(0,) * players,
            draws=draws,
        )

    # --- Choices --------------------------------------------------------------------------------

    @override
    def legal_actions(self, state: State) -> Iterator[Action]:
        """Yield every play along rows and columns, then every exchange, then the pass."""
        if state.to_move is None:
            return
        rack = state.racks[state.to_move]
        if rack is not None:
            size = size_of(self.options.board)
            for found in self.survey(state).plays(rack):
                yield play_of(found, size)
            if state.pile:
                yield from map(Exchange, sorted(set(rack)))
        yield Pass()

    def survey(self, state: State) -> Survey:
        """Return the board ready to be searched for plays."""
        return Survey(state.board, self.options, self.words)

    def verdict(self, state: State, action: Play) -> Verdict:
        """Return what a play would bring on this board, whoever has the tiles."""
        return judge(state.board, action.tiles, self.options, self.words)

    def _judged(self, state: State, player: Player, action: Play, words: Words | None) -> Verdict:
        """Return what a play would bring from a player's own rack; see ``judge``."""
        if without(state.racks[player] or "", (letter for _, _, letter in action.tiles)) is None:
            return Verdict((), 0, Text("You can only lay tiles from your rack."))
        return judge(state.board, action.tiles, self.options, words)

    @override
    def pass_action(self, state: State) -> Pass | None:
        """Return the pass, which is always allowed (rule 4.1)."""
        return None if state.to_move is None else Pass()

    @override
    def timeout_action(self, state: State, rng: Rng) -> TimeOut:
        """Return the pass that the clock plays (rule 6.2)."""
        if state.to_move is None:
            raise GameOver
        return TimeOut()

    @override
    def refusal(self, view: State, action: Action) -> Text | None:
        """Return why the player to move can't play an action (section 2, rule 4.2)."""
        if view.to_move is None:
            return OVER
        match action:
            case Play():
                return self._judged(view, view.to_move, action, self.words).problem
            case Exchange() if not view.pile:
                return Text("There are no tiles left to draw, so you can't swap one.")
            case Exchange() if without(view.racks[view.to_move] or "", [action.letter]) is None:
                return Text("You can only swap a tile from your rack.")
            case Exchange() | Pass() | TimeOut():
                return None

    # --- Turns ----------------------------------------------------------------------------------

    @override
    def apply_action(self, state: State, action: Action, rng: Rng) -> State:
        """Play a turn, and end the game if nothing more is to come (section 5)."""
        if state.to_move is None:
            raise GameOver
        rack, bag = state.racks[state.to_move], state.bag
        if rack is None or bag is None:
            raise ValueError("a turn can only be played in a position with nothing hidden")
        match action:
            case Play():
                after = self._play(state, action, rack, bag, rng)
            case Exchange():
                after = self._exchange(state, action, rack, bag, rng)
            case Pass():
                after = dataclasses.replace(
                    state,
                    events=(Event("passed", state.to_move),),
                    passes=state.passes + 1,
                    idle=state.idle + 1,
                )
            case TimeOut():
                passed = Event("passed", state.to_move)
                after = dataclasses.replace(state, events=(passed,), passes=0)
                return dataclasses.replace(after, to_move=ending.next_player(after))
        over = ending.end(after, self.options, self.words)
        if over:
            return ending.ended(after, self.options, over)
        return dataclasses.replace(after, to_move=ending.next_player(after))

    def _play(self, state: State, action: Play, rack: str, bag: dict[str, int], rng: Rng) -> State:
        """Lay tiles, score every word, and fill the rack again (sections 2 and 3)."""
        player = state.to_move
        assert player is not None  # noqa: S101 - whose rack this is
        verdict = self._judged(state, player, action, self.words)
        rest = without(rack, (letter for _, _, letter in action.tiles))
        if verdict.problem or rest is None:
            raise IllegalAction(verdict.problem or IllegalAction.usual)
        letters, bag = take(bag, self.options.rack - len(rest), rng)
        scores = list(state.scores)
        scores[player] += verdict.points
        return dataclasses.replace(
            _with_rack(state, player, rest + letters, bag),
            events=tuple(_told(player, verdict)),
            board=lay(state.board, action.tiles),
            scores=tuple(scores),
            passes=0,
            idle=0,
            last=tuple((row, column) for row, column, _ in action.tiles),
        )

    def _exchange(
        self, state: State, action: Exchange, rack: str, bag: dict[str, int], rng: Rng
    ) -> State:
        """Draw a tile first, then give one back, so it can't come straight back (4.2)."""
        player = state.to_move
        assert player is not None  # noqa: S101 - whose rack this is
        problem = self.refusal(state, action)
        rest = without(rack, [action.letter])
        if problem or rest is None:
            raise IllegalAction(problem or IllegalAction.usual)
        drawn, bag = take(bag, 1, rng)
        return dataclasses.replace(
            _with_rack(state, player, rest + drawn, give_back(bag, action.letter)),
            events=(Event("exchanged", player),),
            passes=0,
            idle=state.idle + 1,
        )

    @override
    def preview(self, state: State, player: Player, action: Action) -> Mapping[str, Any] | None:
        """Return the words that a play would make, their points, and why it can't be played.

        Whether a word counts is told only if the table wants it (rule 2.11). Works out of turn too:
        it looks only at the board and the player's own rack.
        """
        rack = state.racks[player]
        if not isinstance(action, Play) or rack is None or state.to_move is None:
            return None
        known = self.words if self.options.word_check else None
        verdict = self._judged(state, player, action, known)
        return {
            "words": [
                {
                    "word": shown(word.letters),
                    "points": word.points,
                    "valid": None if known is None else spelled(word.letters) in known,
                }
                for word in verdict.words
            ],
            "bonus": verdict.bonus,
            "points": verdict.points,
            "problem": verdict.problem,
        }

    # --- Turns prepared -------------------------------------------------------------------------

    @override
    def conditions(self, action: Action) -> Mapping[Condition, Text]:
        return preparing.conditions(action)

    @override
    def foresee(self, view: State, player: Player) -> State | None:
        """Return the position as if it were the player's turn: board and rack are known."""
        if view.to_move is None or not view.held[player]:
            return None
        return dataclasses.replace(view, to_move=player)

    @override
    def laid(self, view: State, action: Action) -> State | None:
        """Return the board with the tiles of a play, and the rack without them."""
        player = view.to_move
        if player is None or not isinstance(action, Play):
            return None
        verdict = self._judged(view, player, action, self.words)
        rest = without(view.racks[player] or "", (letter for _, _, letter in action.tiles))
        if verdict.problem or rest is None:
            return None
        racks, scores = list(view.racks), list(view.scores)
        racks[player] = rest
        scores[player] += verdict.points
        return dataclasses.replace(
            view,
            board=lay(view.board, action.tiles),
            racks=tuple(racks),
            scores=tuple(scores),
            last=tuple((row, column) for row, column, _ in action.tiles),
        )

    @override
    def footing(self, view: State, action: Action) -> JSON:
        return preparing.footing(view.board, action.tiles) if isinstance(action, Play) else None

    @override
    def bag_is_empty(self, view: State) -> bool:
        return not view.pile

    # --- Views ----------------------------------------------------------------------------------

    @override
    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    @override
    def observation(self, state: State, player: Player | None) -> State:
        """Return the position with other racks and the bag hidden; at the end all is shown."""
        if state.to_move is None:
            return state
        racks = tuple(rack if seat == player else None for seat, rack in enumerate(state.racks))
        unseen = unseen_by(state.board, racks, self.options)
        return dataclasses.replace(state, racks=racks, bag=None, unseen=unseen)

    @override
    def hints(self, state: State, player: Player) -> Mapping[str, Any]:
        """Return whether a tile can be swapped; finding words is up to the player."""
        return {"exchange": state.pile > 0} if state.to_move == player else {}

    @override
    def restore(self, state: State) -> State:
        return restored(state, self.options)

    @override
    def turns_left(self, view: State) -> Turns:
        return outlook.turns_left(view)

    @override
    def action_in_words(self, state: State, action: Action) -> Text:
        return notation.choice(state, action)

    @override
    def action_text(self, state: State, action: Action) -> str:
        return notation.action_text(state, action)

    @override
    def log_text(self, state: State, action: Action) -> str:
        """Return the action without naming the tile that is given back."""
        return "exchange" if isinstance(action, Exchange) else self.action_text(state, action)

    @override
    def parse_action(self, state: State, text: str) -> Action:
        return notation.parse_action(state, text)

    @override
    def write_gcg(self, head: GcgHead, states: Sequence[State], entries: Sequence[Any]) -> str:
        return gcg.write(head, states, entries)

    @override
    @classmethod
    def read_gcg(cls, text: str) -> GcgMatch:
        return gcg.read(text)

    @override
    def describe(self, state: State, player: Player | None) -> tuple[Text, ...]:
        return description.describe(state, player)

    @override
    def picture(self, state: State, player: Player | None, names: Sequence[str] = ()) -> str:
        return draw(state, player)

    @override
    def miniature(self, state: State, names: Sequence[str] = ()) -> str:
        return miniature(state)


def _with_rack(state: State, player: Player, letters: str, bag: dict[str, int]) -> State:
    racks, held = list(state.racks), list(state.held)
    racks[player], held[player] = arranged(letters), len(letters)
    return dataclasses.replace(
        state, racks=tuple(racks), held=tuple(held), bag=bag, pile=sum(bag.values())
    )


def _told(player: Player, verdict: Verdict) -> Iterator[Event]:
    """Yield an event for each word, and one for the bonus (rule 3.4)."""
    for word in verdict.words:
        yield Event("word", player, {"word": shown(word.letters)}, word.points, "words")
    if verdict.bonus:
        yield Event("bonus", player, {}, verdict.bonus, "bonus")
