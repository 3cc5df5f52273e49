"""The referee of Tiled Of It: sections 1 to 8 of the rules, a method for each kind of turn."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from typing_extensions import override

from games.core.codec import JSON
from games.core.errors import GameOver, IllegalAction
from games.core.extras.conditions import Condition
from games.core.extras.outlook import Turns
from games.core.extras.protocols import Forecasts, HasDeck, Prepares, Previews
from games.core.game import Chance, Game, GameInfo, Player, put_at
from games.core.language.events import Event
from games.core.language.text import Text
from games.core.rng import SECRET_BYTES, Rng
from games.tiled_of_it.display import description
from games.tiled_of_it.display.picture import draw, miniature
from games.tiled_of_it.display.wording import WORDING
from games.tiled_of_it.options import Options
from games.tiled_of_it.position.deck import CARDS
from games.tiled_of_it.position.make_deck import cards_of
from games.tiled_of_it.position.model import Action, Card, Discard, Place, Source, State
from games.tiled_of_it.position.restoring import checked
from games.tiled_of_it.turns import notation, outlook, preparing, trying
from games.tiled_of_it.turns.building import Joins, build, joined, joins_of, put, words_at
from games.tiled_of_it.turns.scoring import final_bonus, tell_build


class TiledOfIt(
    Game[Options, State, Action],
    Previews[State, Action],
    Prepares[State, Action],
    Forecasts[State],
    HasDeck,
):
    """Words of two cards on a grid, and colours that flow along them (rule 1.1)."""

    info = GameInfo(
        slug="tiled_of_it",
        title="Tiled Of It",
        summary=Text(
            "Join cards to make words, and let your colour flow through everyone else's cards."
        ),
        min_players=1,
        max_players=4,
        rules_version=2,
        hidden_information=True,
        clock_move=Text(
            "a random card is discarded; on a first turn, it goes onto a random empty cell"
        ),
        uses_words=True,
        word_topic="word",
        topics=(
            ("word", Text("Words made")),
            ("neighbour", Text("Cards in words")),
            ("bonus", Text("Cards at the end")),
        ),
        minutes=Text("20 to 30 minutes"),
        line=Text(
            "a card and its cell, with {pile} after them if you take the card from the discard"
            " pile;"
            " or {discard} and a card",
            pile="pile",
            discard="discard",
        ),
        example="LE C2",
        agreements=("draw",),
    )
    wording = WORDING
    options_class = Options
    state_class = State
    action_class = Action
    chance = {"draw": Chance(out_of="deck", into=("hands", "first"), dealt=("hands", "deck"))}

    @override
    @classmethod
    def cards(cls) -> tuple[str, ...]:
        return CARDS

    @override
    @classmethod
    def make_cards(cls, known: frozenset[str], unwanted: frozenset[str]) -> tuple[str, ...]:
        """Return sixty cards that make as many words as possible (rule 1.3)."""
        return cards_of(known, unwanted)

    @property
    def deck(self) -> tuple[str, ...]:
        """Return the cards of the table: those made for its version of the word list, if any."""
        return self.words.cards.get(self.info.slug) or CARDS

    @property
    def joins(self) -> Joins:
        """Return which cards make a word together."""
        return joins_of(self.words)

    @override
    def initial_state(self, players: int, rng: Rng) -> State:
        """Deal the hands and draw who begins (rules 1.3, 1.4)."""
        cards = list(self.deck)
        rng.shuffle(cards)
        del cards[self.options.cards :]
        size = self.options.hand_size
        hands = tuple(tuple(cards[size * seat : size * (seat + 1)]) for seat in range(players))
        deck = tuple(sorted(cards[size * players :]))
        first = rng.choice(range(players))
        return State(
            to_move=first,
            first=first,
            turns=0,
            grid=(None,) * self.options.size**2,
            covered=(),
            pile=(),
            hands=hands,
            sizes=(size,) * players,
            deck=deck,
            deck_size=len(deck),
            scores=(0,) * players,
        )

    def is_first_turn(self, state: State) -> bool:
        """Tell whether the player to move has had no turn yet (rule 3)."""
        return state.turns < len(state.scores)

    def open_cards(self, state: State) -> tuple[Card, ...]:
        """Return the cards of the discard pile that can be played (rule 4.4)."""
        if self.is_first_turn(state):
            return ()
        return state.pile[-1:] if self.options.top_only else state.pile

    @override
    def legal_actions(self, state: State) -> Iterator[Action]:
        """Yield what can be placed from the hand, then from the pile, then the discards."""
        player = state.to_move
        hand = None if player is None else state.hands[player]
        if hand is None:
            return
        for card in sorted(hand):
            yield from self._placements(state, card, "hand")
        for open_card in self.open_cards(state):
            yield from self._placements(state, open_card.text, "discard")
        if not self.is_first_turn(state):
            for card in sorted(hand):
                yield Discard(card)

    def _placements(self, state: State, card: str, source: Source) -> Iterator[Place]:
        size, grid, joins = self.options.size, state.grid, self.joins
        first_turn = self.is_first_turn(state)
        for cell in range(size * size):
            if first_turn:
                allowed = grid[cell] is None
            else:
                allowed = bool(words_at(grid, size, cell, card, joins))
            if allowed:
                yield Place(card, *divmod(cell, size), source)

    @override
    def apply_action(self, state: State, action: Action, rng: Rng) -> State:
        """Play a whole turn: the card, control, points, the draw, perhaps the end."""
        player = state.to_move
        if player is None:
            raise GameOver
        if isinstance(action, Discard):
            after = self._discard(state, action, player)
        elif self.is_first_turn(state):
            after = self._place_first(state, action, player)
        else:
            after = self._place(state, action, player)
        after = _drawn(after, player, rng)
        turns = state.turns + 1
        players = len(state.scores)
        to_move = (state.first + turns) % players
        after = dataclasses.replace(after, turns=turns, to_move=to_move)
        if turns % players == 0 and min(after.sizes) == 0:
            return self._finished(after)
        return after

    def _discard(self, state: State, action: Discard, player: Player) -> State:
        """Put a card from the hand on the pile (rule 4.1)."""
        if self.is_first_turn(state):
            raise IllegalAction(
                "You can't discard on your first turn. Put a card on any empty cell."
            )
        card = action.card
        hands, sizes = _without(state, player, card)
        event = Event("discarded", player, {"card": card.upper()})
        pile = (*state.pile, Card(card, player))
        return dataclasses.replace(state, events=(event,), hands=hands, sizes=sizes, pile=pile)

    def _place_first(self, state: State, action: Place, player: Player) -> State:
        """Put a card on an empty cell: no words, no control, no points (rule 3)."""
        cell = self._cell(action)
        if action.source == "discard":
            raise IllegalAction("On your first turn you can only play a card from your hand.")
        if state.grid[cell] is not None:
            raise IllegalAction("On your first turn the card has to go on an empty cell.")
        text = action.card
        hands, sizes = _without(state, player, text)
        grid = tuple(put(state.grid, cell, Card(text, player), set()))
        event = Event("placed", player, {"card": text.upper()})
        return dataclasses.replace(state, events=(event,), hands=hands, sizes=sizes, grid=grid)

    def _place(self, state: State, action: Place, player: Player) -> State:
        """Put a card where it makes at least one word (rules 4.2, 5, 6)."""
        cell = self._cell(action)
        hands, sizes, pile, card = self._take(state, action, player)
        players = len(state.scores)
        built = build(state.grid, cell, card, player, self.options, self.joins, players)
        if built is None:
            where = notation.cell_text(action.row, action.col)
            raise IllegalAction(
                "{card} doesn't make a word at {cell}.", card=card.text.upper(), cell=where
            )
        below = state.grid[cell]
        return dataclasses.replace(
            state,
            events=tuple(tell_build(self.options, state.grid, card, player, built)),
            grid=tuple(put(state.grid, cell, card, built.taken)),
            covered=state.covered if below is None else (*state.covered, below.text),
            pile=pile,
            hands=hands,
            sizes=sizes,
            scores=tuple(a + b for a, b in zip(state.scores, built.gains, strict=True)),
        )

    def _cell(self, action: Place) -> int:
        """Return the number of the cell; raise IllegalAction if there is none."""
        size = self.options.size
        if action.row not in range(size) or action.col not in range(size):
            raise IllegalAction("The grid has {n} rows and {n} columns.", n=size)
        return action.row * size + action.col

    def _take(
        self, state: State, action: Place, player: Player
    ) -> tuple[Any, tuple[int, ...], tuple[Card, ...], Card]:
        """Return hands, their sizes and pile without the card to play, and the card (4.2, 5.5)."""
        text = action.card
        if action.source == "hand":
            return *_without(state, player, text), state.pile, Card(text, player)
        for card in self.open_cards(state):
            if card.text == text:
                rest = tuple(other for other in state.pile if other.text != text)
                return state.hands, state.sizes, rest, card
        if self.options.top_only:
            raise IllegalAction("{card} isn't on top of the discard pile.", card=text.upper())
        raise IllegalAction("{card} isn't in the discard pile.", card=text.upper())

    def _finished(self, state: State) -> State:
        """Return the end: a bonus for each card controlled (rule 7)."""
        bonus, events = final_bonus(self.options, state)
        return dataclasses.replace(
            state,
            to_move=None,
            events=(*state.events, *events),
            scores=tuple(a + b for a, b in zip(state.scores, bonus, strict=True)),
        )

    @override
    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    @override
    def observation(self, state: State, player: Player | None) -> State:
        """Return the position without the others' hands; their cards look like the deck's."""
        words = joined(state.grid, self.options.size, self.joins)
        state = dataclasses.replace(state, joined=words)
        if state.to_move is None:
            return state
        hidden = [
            card
            for seat, hand in enumerate(state.hands)
            if hand is not None and seat != player
            for card in hand
        ]
        hands = tuple(hand if seat == player else None for seat, hand in enumerate(state.hands))
        return dataclasses.replace(state, hands=hands, deck=tuple(sorted((*state.deck, *hidden))))

    @override
    def timeout_action(self, state: State, rng: Rng) -> Action:
        """Discard a random card; on a first turn place it anywhere (rule 8.2)."""
        hand = None if state.to_move is None else state.hands[state.to_move]
        if hand is None:
            raise GameOver
        if not self.is_first_turn(state):
            return rng.choice([Discard(card) for card in sorted(hand)])
        card = rng.choice(sorted(hand))
        return rng.choice(list(self._placements(state, card, "hand")))

    @override
    def hints(self, state: State, player: Player) -> Mapping[str, Any]:
        """Return whether it's a first turn, what the pile offers, and at some tables the cells."""
        if state.to_move != player:
            return {}
        hints: dict[str, Any] = {
            "first": self.is_first_turn(state),
            "pile": [card.text for card in self.open_cards(state)],
        }
        if self.options.show_places:
            places: dict[str, list[list[int]]] = {}
            for action in self.legal_actions(state):
                if isinstance(action, Place):
                    places.setdefault(action.card, []).append([action.row, action.col])
            hints["places"] = places
        return hints

    @override
    def preview(self, state: State, player: Player, action: Action) -> Mapping[str, Any] | None:
        """Return the words, points and cells a card would get, for whoever tries it out."""
        if state.to_move is None or not isinstance(action, Place):
            return None
        return trying.preview(self, state, player, action)

    @override
    def refusal(self, view: State, action: Action) -> Text | None:
        """Return why the player to move can't play a card like this."""
        try:
            self.apply_action(
                view, action, Rng(bytes(SECRET_BYTES), 0)
            )  # what it draws is not shown
        except IllegalAction as refusal:
            return refusal.text
        return None

    @override
    def conditions(self, action: Action) -> Mapping[Condition, Text]:
        return preparing.conditions(action)

    @override
    def foresee(self, view: State, player: Player) -> State | None:
        """Return the position as if it were the player's turn: grid, pile and hand are known."""
        if view.to_move is None or len(view.scores) == 1:
            return None
        return preparing.as_if_moving(view, player)

    @override
    def laid(self, view: State, action: Action) -> State | None:
        """Return the grid with the card and all that it takes."""
        player = view.to_move
        if player is None or not isinstance(action, Place) or self.refusal(view, action):
            return None
        first = self.is_first_turn(view)
        after = (self._place_first if first else self._place)(view, action, player)
        return self.observation(after, player)

    @override
    def footing(self, view: State, action: Action) -> JSON:
        return preparing.footing(self, view, action) if isinstance(action, Place) else None

    @override
    def bag_is_empty(self, view: State) -> bool:
        return not view.deck_size

    @override
    def restore(self, state: State) -> State:
        return checked(state, self.options, self.deck)

    @override
    def turns_left(self, view: State) -> Turns:
        return outlook.turns_left(view)

    @override
    def action_in_words(self, state: State, action: Action) -> Text:
        return notation.choice(action)

    @override
    def action_text(self, state: State, action: Action) -> str:
        return notation.action_text(action)

    @override
    def parse_action(self, state: State, text: str) -> Action:
        return notation.parse_action(text)

    @override
    @classmethod
    def read_log(cls, player: Player, text: str) -> Event | None:
        return notation.read_log(player, text)

    @override
    def describe(self, state: State, player: Player | None) -> tuple[Text, ...]:
        seen = self.observation(state, player)
        return description.describe(seen, player, self.options.size)

    @override
    def picture(self, state: State, player: Player | None, names: Sequence[str] = ()) -> str:
        return draw(self.observation(state, player), player, self.options.size)

    @override
    def miniature(self, state: State, names: Sequence[str] = ()) -> str:
        return miniature(state, self.options.size)


def _without(state: State, player: Player, card: str) -> tuple[Any, tuple[int, ...]]:
    """Return the hands and their sizes without a card of the player's."""
    hand = state.hands[player]
    if hand is None or card not in hand:
        raise IllegalAction("{card} isn't in your hand.", card=card.upper())
    at = hand.index(card)
    rest = hand[:at] + hand[at + 1 :]
    return put_at(state.hands, player, rest), put_at(state.sizes, player, len(rest))


def _drawn(state: State, player: Player, rng: Rng) -> State:
    """Return the position after the player drew a card, if any is left (rule 4.5)."""
    hand = state.hands[player]
    if not state.deck_size or hand is None:
        return state
    card = rng.choice(state.deck)
    return dataclasses.replace(
        state,
        hands=put_at(state.hands, player, (*hand, card)),
        sizes=put_at(state.sizes, player, len(hand) + 1),
        deck=tuple(other for other in state.deck if other != card),
        deck_size=state.deck_size - 1,
    )
