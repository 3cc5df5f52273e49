"""Random games under two referees that know nothing of each other: every turn, every answer."""

import functools
import random
from collections import Counter

import pytest

from games.core.errors import IllegalAction
from games.core.rng import Rng
from games.tiled_of_it.options import Options
from games.tiled_of_it.position.model import Card, Discard, Place
from games.tiled_of_it.rules import TiledOfIt
from games.words.lists.packing import words_of
from tests.games.tiled_of_it.referee import Referee
from tests.games.words.release import release_words
from tests.size import runs

TABLES = (
    {},
    {"size": 4, "hand_size": 3},
    {"top_only": True, "word_points": 3, "neighbour_points": 2, "bonus": 5},
    {"size": 8, "hand_size": 7, "cards": 28},
    {"cards": 37, "size": 5, "neighbour_points": 0},
    {"top_only": True, "cards": 45, "hand_size": 4, "word_points": 0, "bonus": 0},
    {"size": 4, "hand_size": 7, "cards": 58, "bonus": 9},
)
LISTS = ("broad", "everyday", 3, 15, 60)  # a list of the release, or so many of 100 pairs
TASTES = (
    {"hand": 6, "pile": 2, "discard": 1, "clock": 1},
    {"hand": 9, "pile": 0, "discard": 0, "clock": 0},
    {"hand": 3, "pile": 3, "discard": 3, "clock": 0},
    {"hand": 1, "pile": 5, "discard": 4, "clock": 1},
    {"hand": 4, "pile": 1, "discard": 0, "clock": 4},
    {"hand": 0, "pile": 0, "discard": 9, "clock": 0},
)
VARIANTS = 12  # a turn
NEARBY = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1))


@functools.cache
def words_named(name):
    """Return a word list for the game and, as a plain set, the words of two cards in it."""
    pairs = {a + b for a in TiledOfIt.cards() for b in TiledOfIt.cards()}
    if isinstance(name, str):
        packed = release_words(name)
        return packed, {word for word in pairs if word in packed}
    chosen = random.Random(name).sample(sorted(pairs), len(pairs) * name // 100)
    return words_of(chosen), set(chosen)


class Match:
    """One game in both referees, every turn of it compared."""

    def __init__(self, number):
        self.luck = random.Random(number)
        self.secret = number.to_bytes(32, "big")
        self.taste = TASTES[number % len(TASTES)]
        packed, words = words_named(LISTS[number % len(LISTS)])
        self.game = TiledOfIt(Options(**TABLES[number % len(TABLES)]), packed)
        self.players = 1 + (number + number // len(TASTES)) % 4
        state = self.state = self.game.initial_state(self.players, Rng(self.secret, 0))
        self.check_deal()
        self.other = Referee(
            words, self.game.options, first=state.first, hands=state.hands, deck=state.deck
        )
        self.counts = Counter(games=1)

    def check_deal(self):
        """Hold that the deal is one that chance could make (1.2 to 1.4)."""
        state, options = self.state, self.game.options
        dealt = [card for hand in state.hands for card in hand] + list(state.deck)
        assert len(dealt) == len(set(dealt)) == options.cards
        assert set(dealt) <= set(TiledOfIt.cards())
        assert {len(hand) for hand in state.hands} == {options.hand_size}
        assert state.first in range(self.players)

    def play(self):
        self.compare(self.state, self.other)
        while self.state.to_move is not None:
            self.check_all_actions()
            action = self.choose()
            self.check_variants(action)
            self.state = self.follow(action)
            self.counts["plies"] += 1
        self.check_end()
        return self.counts

    # --- What is played -------------------------------------------------------------------------

    def choose(self):
        legal = {"hand": [], "pile": [], "discard": []}
        for action in self.legal:
            match action:
                case Discard():
                    legal["discard"].append(action)
                case Place(source="hand"):
                    legal["hand"].append(action)
                case _:
                    legal["pile"].append(action)
        kinds = [kind for kind in (*legal, "clock") if self.taste[kind] and legal.get(kind, True)]
        weights = [self.taste[kind] for kind in kinds]
        kind = self.luck.choices(kinds, weights)[0] if kinds else "clock"
        if kind == "clock":
            return self.timed_out()
        if kind != "discard" and self.luck.random() < 0.3:
            return max(legal[kind], key=self.other.worth)
        return self.luck.choice(legal[kind])

    def timed_out(self):
        """Return what the clock plays: a random discard, a random empty cell at first (8.2)."""
        action = self.game.timeout_action(self.state, Rng(self.secret, self.ply, "timeout"))
        assert self.other.objection(action) == ""
        assert isinstance(action, Place if self.state.turns < self.players else Discard)
        return action

    @property
    def ply(self):
        return self.counts["plies"] + 1

    # --- What is compared -----------------------------------------------------------------------

    def check_all_actions(self):
        """Hold that both offer the same actions, each once, in a position before a turn."""
        offered = list(self.game.legal_actions(self.state))
        self.legal = [one for one in self.other.everything() if not self.other.objection(one)]
        assert len(offered) == len(set(offered))
        assert set(offered) == set(self.legal)

    def check_variants(self, action):
        """Hold that both say the same to variants of a turn, and to whoever tries them out."""
        before = self.game.encode_state(self.state)
        mover = self.state.to_move
        view = self.game.observation(self.state, mover)
        for variant in self.luck.sample(self.variants(action), VARIANTS):
            self.counts["variants"] += 1
            problem = self.other.objection(variant)
            assert bool(self.game.refusal(view, variant)) == bool(problem), (variant, problem)
            self.check_trial(view, variant, problem)
            if not problem:
                self.counts["legal variants"] += 1
                self.follow(variant, self.other.twin())
                continue
            with pytest.raises(IllegalAction):
                self.game.apply_action(self.state, variant, Rng(self.secret, self.ply))
        assert self.game.encode_state(self.state) == before

    def check_trial(self, view, variant, problem):
        """Hold that trying a card out tells what it would bring (8.3)."""
        if isinstance(variant, Discard):
            return
        told = self.game.preview(view, self.state.to_move, variant)
        assert bool(told["problem"]) == bool(problem), (variant, problem, told)
        if not problem:
            assert told["points"] == self.other.worth(variant)

    def variants(self, action):
        """Return changes of an action: other cards, cells and kinds, most of them not allowed."""
        side = self.game.options.size
        card = action.card
        row, col, source = 0, 0, "hand"
        if isinstance(action, Place):
            row, col, source = action.row, action.col, action.source
        away = "discard" if source == "hand" else "hand"
        found = [Place(card, row, col, away), Place(card, col, row, source)]
        found += [Place(card, row + down, col + right, source) for down, right in NEARBY]
        beyond = [(-1, col), (row, -1), (side, col), (row, side), (side - 1, -1), (-side, 0)]
        found += [Place(card, *cell, source) for cell in self.luck.sample(beyond, 2)]
        for _ in range(4):
            found.append(Place(card, self.luck.randrange(side), self.luck.randrange(side), source))
        for other in self.some_cards(card):
            found.append(Discard(other))
            found.append(Place(other, row, col, source))
            found.append(Place(other, row, col, away))
        return [one for one in found if one != action]

    def some_cards(self, card):
        """Return cards from every place where cards are, and what is no card at all."""
        other, mover = self.other, self.state.to_move
        elsewhere = [hand for player, hand in enumerate(other.hands) if player != mover]
        places = [
            other.hands[mover],
            *elsewhere,
            other.deck,
            other.under,
            {letters for letters, _ in other.cells.values()},
            {letters for letters, _ in other.pile},
            {letters for letters, _ in other.pile[-1:]},
            {"", card.upper(), card + "s", card[:1], "xyz"},
        ]
        return [self.luck.choice(sorted(place)) for place in places if place]

    def follow(self, action, other=None):
        """Carry an action out in both and return the next state, having compared the two."""
        other = other or self.other
        mover = self.state.to_move
        after = self.game.apply_action(self.state, action, Rng(self.secret, self.ply))
        drawn = set(after.hands[mover]) - other.hands[mover]
        other.play(action, drawn)
        self.compare(after, other)
        told = Counter()
        for event in after.events:
            told[event.player, event.topic] += event.points
        gains = Counter()
        for player, points, topic in other.gains:
            gains[player, topic] += points
        assert +told == gains
        return after

    def compare(self, state, other):
        assert state.to_move == other.mover()
        assert state.turns == sum(other.turns)
        assert state.scores == self.game.scores(state) == tuple(other.points)
        assert state.grid == self.grid_of(other)
        assert sorted(state.covered) == sorted(other.under)
        assert state.pile == tuple(Card(*entry) for entry in other.pile)
        assert [sorted(hand) for hand in state.hands] == [sorted(hand) for hand in other.hands]
        assert state.sizes == tuple(len(hand) for hand in other.hands)
        assert state.deck == tuple(sorted(other.deck))
        assert state.deck_size == len(other.deck)
        self.compare_view(state, other, self.luck.choice([None, *range(self.players)]))

    def compare_view(self, state, other, player):
        """Hold that a viewer sees what lies open, their own hand, and no more (1.5, 2.3)."""
        view = self.game.observation(state, player)
        side = self.game.options.size
        arrows = {(a * side + b, c * side + d) for (a, b), (c, d) in other.arrows()}
        assert set(view.joined) == arrows
        assert (view.grid, view.pile, view.scores) == (state.grid, state.pile, state.scores)
        assert (view.sizes, view.deck_size) == (state.sizes, state.deck_size)
        if other.over:
            return
        unseen = set(other.deck)
        for seat, hand in enumerate(other.hands):
            if seat == player:
                assert set(view.hands[seat]) == hand
            else:
                assert view.hands[seat] is None
                unseen |= hand
        assert view.deck == tuple(sorted(unseen))

    def grid_of(self, other):
        side = range(self.game.options.size)
        cells = [other.cells.get((row, col)) for row in side for col in side]
        return tuple(cell and Card(*cell) for cell in cells)

    def check_end(self):
        """Hold that the end is one, with places, and that nothing can be played after it (7)."""
        assert self.game.placing(self.state) == self.other.places()
        assert list(self.game.legal_actions(self.state)) == []
        assert 0 in self.state.sizes
        for card in TiledOfIt.cards()[:7]:
            for action in (Discard(card), Place(card, 0, 0), Place(card, 1, 1, "discard")):
                assert self.other.objection(action) == "7.1"
                with pytest.raises(IllegalAction):
                    self.game.apply_action(self.state, action, Rng(self.secret, self.ply))


BLOCKS = 6


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_games_go_alike_under_both_referees(block):
    """Whole games of all tables, word lists and player numbers, and what is not allowed in them."""
    counts = Counter()
    for number in range(block, runs(300, quick=BLOCKS), BLOCKS):
        counts += Match(number).play()
    print(dict(counts))  # noqa: T201 - a gauge to read
    assert counts["variants"] == VARIANTS * counts["plies"]
