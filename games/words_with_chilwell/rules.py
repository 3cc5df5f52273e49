"""The referee of WordsWithChilwell: sections 1 to 7 of the rules.

``legal_actions`` and the referee differ on purpose. A word that doesn't count isn't an illegal turn
but a bad one (rule 4), so the referee takes any letters as an attempt. All failed attempts come to
the same thing, and ``legal_actions`` lists one for all of them: no word.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from typing_extensions import override

from games.core.codec import JSON
from games.core.errors import GameOver, IllegalAction
from games.core.extras.conditions import Condition
from games.core.extras.outlook import Turns
from games.core.extras.protocols import Forecasts, Passes, Prepares, Previews, TakesWords
from games.core.game import Chance, Game, GameInfo, Player, put_at
from games.core.language.events import Event
from games.core.language.naming import Reader
from games.core.language.text import OR, OVER, Text, listed
from games.core.rng import Rng
from games.words_with_chilwell.display import description
from games.words_with_chilwell.display.picture import draw, miniature
from games.words_with_chilwell.display.wording import WORDING
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.model import Action, Spell, State, Stop
from games.words_with_chilwell.position.restoring import checked
from games.words_with_chilwell.position.tiles import SUPPLIES, TRAINING_HANDS, value_of
from games.words_with_chilwell.turns import notation, outlook, preparing, trying
from games.words_with_chilwell.turns.scoring import points_of, tell_hands, tell_word
from games.words_with_chilwell.turns.spelling import SHORTEST, all_words, tiles_for, without

PLAYERS = 2


class WordsWithChilwell(
    Game[Options, State, Action],
    Previews[State, Action],
    Passes[State, Action],
    Prepares[State, Action],
    Forecasts[State],
    TakesWords[State, Action],
):
    """Words from a hand of many tiles, fed by a queue that both can see (rule 1.1)."""

    info = GameInfo(
        slug="words_with_chilwell",
        title="WordsWithChilwell",
        summary=Text("Spell words from a hand of 15 tiles, and choose how many new ones to take."),
        min_players=PLAYERS,
        max_players=PLAYERS,
        rules_version=2,
        hidden_information=True,
        clock_move=Text("it counts as a turn without a word"),
        uses_words=True,
        word_topic="word",
        topics=(
            ("start", Text("At the start")),
            ("word", Text("Words")),
            ("bonus", Text("Bonuses")),
            ("hand", Text("Left in hand")),
        ),
        minutes=Text("10 to 20 minutes"),
        line=Text(
            "a word from your hand, or {no_word}, and how many tiles to take from the queue if the"
            " word counts",
            no_word=notation.NO_WORD,
        ),
        example=notation.EXAMPLE,
        passes=True,
        agreements=("draw",),
    )
    wording = WORDING
    options_class = Options
    state_class = State
    action_class = Action
    chance = {"draw": Chance(into=("hands", "queue"), tail="queue")}

    @override
    def initial_state(self, players: int, rng: Rng) -> State:
        """Fill the queue and deal both hands from its front (rules 1.2, 2.4)."""
        size = self.options.hand_size
        hands = TRAINING_HANDS
        stream = ""
        if not self.options.training:
            stream = self._supply(rng, PLAYERS * size)
            hands = (stream[:size], stream[size:])
        return State(
            to_move=0,
            events=self._start_events(),
            turns=0,
            hands=hands,
            sizes=tuple(map(len, hands)),
            known=("",) * PLAYERS,
            queue=self._supply(rng, self.options.queue_size),
            used=(0,) * PLAYERS,
            scores=(self.options.start_score,) * PLAYERS,
        )

    def _supply(self, rng: Rng, count: int) -> str:
        return SUPPLIES[self.options.supply].draw(rng, count)

    def draws(self, length: int) -> tuple[int, ...]:
        """Return how many tiles a player can choose to take after a word, most first (rule 3.3)."""
        extra = self.options.extra
        return tuple(sorted({0, extra, length, length + extra}, reverse=True))

    @override
    def legal_actions(self, state: State) -> Iterator[Action]:
        """Yield every word that counts with each number of tiles to take, then no word."""
        hand = None if state.to_move is None else state.hands[state.to_move]
        if hand is None:
            return
        for word in all_words(hand, self.words):
            for draw_count in self.draws(len(word)):
                yield Spell(word, draw_count)
        yield self.no_word
        if self.options.stopping:
            yield Stop()

    @property
    def no_word(self) -> Spell:
        """Return the attempt that stands for all that fail."""
        return Spell("", self.options.extra)

    @override
    def apply_action(self, state: State, action: Action, rng: Rng) -> State:
        """Play a whole turn: the word, the tiles taken, and after the round perhaps the end."""
        player = state.to_move
        if player is None:
            raise GameOver
        hand = state.hands[player]
        if hand is None:
            raise IllegalAction("You can't see the hand of the player whose turn it is.")
        events: list[Event] = []
        used = ""
        match action:
            case Stop():
                count = self._check_stop(hand)
                events.append(Event("filled_hand", player, {"tiles": count}))
            case Spell(word, count):
                word = self._check_spell(word, count)
                tiles = self._spelled(word, hand)
                if tiles is None:
                    count = self.options.penalty
                    facts = {"word": word.upper()}
                    failed = (
                        Event("word_failed", player, facts) if word else Event("no_word", player)
                    )
                    events.append(failed)
                else:
                    used = tiles
                    events += tell_word(player, word, tiles, self.options)
        return self._advance(state, player, hand, used, count, events, rng)

    def _start_events(self) -> tuple[Event, ...]:
        points = self.options.start_score
        players = range(PLAYERS) if points else ()
        return tuple(Event("start", player, {}, points, "start") for player in players)

    def _check_stop(self, hand: str) -> int:
        """Return how many tiles fill the hand to one above its limit (rule 7.3)."""
        if not self.options.stopping:
            raise IllegalAction("At this table you can't fill your hand to end the game.")
        return self.options.hand_limit + 1 - len(hand)

    def _check_spell(self, word: str, count: int) -> str:
        """Return the word in small letters; raise IllegalAction if it can't even be tried."""
        if problem := trying.shape_problem(word):
            raise IllegalAction(problem)
        if count not in self.draws(len(word)):
            counts = listed(sorted(self.draws(len(word))), OR)
            if word:
                raise IllegalAction("With this word, you can take {counts} tiles.", counts=counts)
            raise IllegalAction(
                "If you don't spell a word, you can take {counts} tiles.", counts=counts
            )
        return word.lower()

    def _spelled(self, word: str, hand: str) -> str | None:
        """Return the tiles that spell the word if it counts (rules 3.1, 3.2), otherwise None."""
        if len(word) < SHORTEST or word not in self.words:
            return None
        return tiles_for(word, hand)

    def _advance(
        self,
        state: State,
        player: Player,
        hand: str,
        used: str,
        count: int,
        events: list[Event],
        rng: Rng,
    ) -> State:
        """Return the position after tiles are played and others taken from the queue."""
        stream = state.queue + self._supply(rng, count)
        taken, queue = stream[:count], stream[count:]
        if taken:
            events.append(Event("took", player, {"tiles": list(taken)}))
        points = points_of(used, self.options).total if used else 0
        hand = without(hand, used) + taken
        after = State(
            to_move=1 - player,
            events=tuple(events),
            turns=state.turns + 1,
            hands=put_at(state.hands, player, hand),
            sizes=put_at(state.sizes, player, len(hand)),
            known=put_at(state.known, player, _still_known(state.known[player], used, taken)),
            queue=queue,
            used=put_at(state.used, player, state.used[player] + len(used)),
            scores=put_at(state.scores, player, state.scores[player] + points),
        )
        over = self.end(after) if after.turns % PLAYERS == 0 else None
        return self._finished(after, over) if over else after

    def end(self, state: State) -> Event | None:
        """Return the event that ends the game with this round, None if it goes on (6.1, 6.2)."""
        if (most := max(state.used)) > self.options.used_limit:
            return Event("over_used", state.used.index(most), {"limit": self.options.used_limit})
        if (most := max(state.sizes)) >= self.options.hand_limit:
            return Event("over_hand", state.sizes.index(most), {"limit": self.options.hand_limit})
        return None

    def _finished(self, state: State, over: Event) -> State:
        hands = [hand or "" for hand in state.hands]
        return dataclasses.replace(
            state,
            to_move=None,
            events=(*state.events, over, *tell_hands(hands)),
            scores=tuple(
                score - value_of(hand) for score, hand in zip(state.scores, hands, strict=True)
            ),
        )

    @override
    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    @override
    def observation(self, state: State, player: Player | None) -> State:
        """Return the position without the other hand, which only the end reveals (rule 2.5)."""
        if self.options.open_hands or state.to_move is None:
            return state
        hands = tuple(hand if seat == player else None for seat, hand in enumerate(state.hands))
        return dataclasses.replace(state, hands=hands)

    @override
    def timeout_action(self, state: State, rng: Rng) -> Action:
        """Return no word: the turn ends, with the tiles of a failed attempt to take (7.2)."""
        return self.no_word

    @override
    def pass_action(self, state: State) -> Action | None:
        """Return no word, which is always possible (rule 4.1)."""
        return None if state.to_move is None else self.no_word

    @override
    def refusal(self, view: State, action: Action) -> Text | None:
        """Return why an action isn't a turn at all; a word that doesn't count is one (rule 4.1)."""
        if view.to_move is None:
            return OVER
        try:
            match action:
                case Stop():
                    self._check_stop(view.hands[view.to_move] or "")
                case Spell(word, count):
                    self._check_spell(word, count)
        except IllegalAction as refusal:
            return refusal.text
        return None

    @override
    def wordless(self, state: State, action: Action) -> Action:
        """Return no word for one that doesn't count, which comes to the same thing (rule 4.1)."""
        hand = None if state.to_move is None else state.hands[state.to_move]
        if not isinstance(action, Spell) or hand is None or self.refusal(state, action):
            return action
        return action if self._spelled(action.word.lower(), hand) else self.no_word

    @override
    def conditions(self, action: Action) -> Mapping[Condition, Text]:
        if isinstance(action, Spell) and action.draw not in self.draws(len(action.word)):
            return {}
        return preparing.conditions(action)

    @override
    def foresee(self, view: State, player: Player) -> State | None:
        """Return the position as if it were the player's turn: hand and queue are known."""
        if view.to_move is None:
            return None
        turns = view.turns + (player != view.to_move)
        return dataclasses.replace(view, to_move=player, turns=turns)

    @override
    def footing(self, view: State, action: Action) -> JSON:
        return preparing.footing(view, action)

    @override
    def hints(self, state: State, player: Player) -> Mapping[str, Any]:
        """Return what there is to choose from in taking tiles; words are for the player to find."""
        if state.to_move != player:
            return {}
        return {
            "extra": self.options.extra,
            "penalty": self.options.penalty,
            "stop": self.options.stopping,
        }

    @override
    def preview(self, state: State, player: Player, action: Action) -> Mapping[str, Any] | None:
        """Return the points of a word tried out; whether it counts only if the table tells."""
        if state.to_move is None or not isinstance(action, Spell):
            return None
        known = self.words if self.options.word_check else None
        return trying.preview(action.word, state.hands[player], self.options, known)

    @override
    def restore(self, state: State) -> State:
        return checked(state, self.options)

    @override
    def turns_left(self, view: State) -> Turns:
        return outlook.turns_left(view, self.options)

    @override
    def action_in_words(self, state: State, action: Action) -> Text:
        return notation.choice(action)

    @override
    def action_text(self, state: State, action: Action) -> str:
        return notation.action_text(action)

    @override
    def parse_action(self, state: State, text: str) -> Action:
        return notation.parse_action(text, stopping=self.options.stopping)

    @override
    def describe(self, state: State, player: Player | None) -> tuple[Text, ...]:
        seen = self.observation(state, player)
        return tuple(description.describe(seen, player, self.options))

    @override
    def picture(self, state: State, player: Player | None, names: Sequence[str] = ()) -> str:
        return draw(self.observation(state, player), Reader(player, names))

    @override
    def miniature(self, state: State, names: Sequence[str] = ()) -> str:
        return miniature(self.observation(state, None))


def _still_known(known: str, used: str, taken: str) -> str:
    """Return the tiles everyone saw a player take, and that they haven't played since."""
    return "".join(sorted(without(known, used) + taken))
