"""Random games: what always holds, and who sees what."""

import functools
from collections import Counter

import pytest

from games.core.codec import BadData
from games.core.errors import IllegalAction
from games.core.rng import Rng
from games.tiled_of_it.options import Options
from games.tiled_of_it.position.deck import CARDS
from games.tiled_of_it.position.model import Discard, Place
from games.tiled_of_it.rules import TiledOfIt
from games.words.data import source
from games.words.lists.packing import words_of
from tests.games.tiled_of_it.hidden import dealt_otherwise
from tests.size import runs

GAMES = runs(2000, quick=30)


def secret_of(number):
    return number.to_bytes(32, "big")


@functools.cache
def deck_words():
    """Return the words that two cards can make."""
    words = source.tiers()
    return words_of([a + b for a in CARDS for b in CARDS if a != b and a + b in words])


def table_of(number):
    """Return a game of one of several kinds of table."""
    options = Options(
        size=4 + number % 5,
        hand_size=3 + number % 4,
        top_only=number % 3 == 1,
        bonus=number % 2,
        word_points=1 + (number % 7 == 0),
    )
    return TiledOfIt(options, deck_words())


def guess(game, state, rng):
    """Return a random action without listing them all: most turns on the grid, some discards."""
    hand = state.hands[state.to_move]
    pile = [card.text for card in game.open_cards(state)]
    if not game.is_first_turn(state) and rng.below(8) == 0:
        return Discard(rng.choice(hand))
    for _ in range(4):
        pick = "discard" if pile and rng.below(4) == 0 else "hand"
        card = rng.choice(pile if pick == "discard" else hand)
        if places := list(game._placements(state, card, pick)):
            return rng.choice(places)
    return Discard(rng.choice(hand))


def is_allowed(game, state, action):
    try:
        game.apply_action(state, action, Rng(secret_of(0), 1))
    except IllegalAction:
        return False
    return True


def played(numbers):
    """Yield (game, state, action, state after, ply) of random games of 1 to 4 players."""
    for number in numbers:
        game, secret = table_of(number), secret_of(number)
        state = game.initial_state(1 + number % 4, Rng(secret, 0))
        ply = 0
        while state.to_move is not None:
            ply += 1
            action = guess(game, state, Rng(secret, ply, "test"))
            after = game.apply_action(state, action, Rng(secret, ply))
            yield game, state, action, after, ply
            state = after


def all_cards(state):
    cards = Counter([*state.deck, *state.covered])
    cards.update(card.text for card in (*state.grid, *state.pile) if card is not None)
    for hand in state.hands:
        cards.update(hand)
    return cards


def fuel(state):
    """Return the number that falls with every turn, so that every game ends."""
    return 2 * (sum(state.sizes) + state.deck_size) + len(state.pile)


def test_in_random_games_no_card_and_no_point_is_lost():
    full = Counter(CARDS)
    over, sums = 0, []
    for _, before, action, after, ply in played(range(GAMES)):
        if ply == 1:
            sums = [0] * len(after.scores)
        for event in after.events:
            if event.points:
                sums[event.player] += event.points
        assert tuple(sums) == after.scores
        assert fuel(before) > fuel(after)
        assert tuple(map(len, after.hands)) == after.sizes
        assert len(after.deck) == after.deck_size
        from_pile = isinstance(action, Place) and action.source == "discard"
        change = from_pile - 1 + (before.deck_size > 0)
        player = before.to_move
        assert after.sizes[player] == before.sizes[player] + change
        if after.to_move is None:
            over += 1
            assert all_cards(after) == full
            assert min(after.sizes) == 0
            assert after.turns % len(after.scores) == 0
        elif ply % 16 == 0:
            assert all_cards(after) == full
    assert over == GAMES


def mutated(game, state, rng):
    """Return an action that may be legal or not."""
    texts = [*state.hands[state.to_move], *(card.text for card in state.pile)]
    texts.append(rng.choice(CARDS))
    if rng.below(12) == 0:
        return Discard(rng.choice(texts))
    size = game.options.size
    row, col = rng.below(size + 2) - 1, rng.below(size + 2) - 1
    return Place(rng.choice(texts), row, col, rng.choice(["hand", "discard"]))


def test_legal_actions_and_the_referee_agree_on_twenty_thousand_attempts():
    seen = Counter()
    for game, state, _, _, ply in played(range(5000, 5050)):
        if ply % 2:
            continue
        listed = list(game.legal_actions(state))
        allowed = set(listed)
        rng = Rng(secret_of(5000), ply, f"attempts {ply}")
        attempts = [mutated(game, state, rng) for _ in range(12)]
        attempts += [rng.choice(listed) for _ in range(3)]
        for action in attempts:
            assert is_allowed(game, state, action) is (action in allowed)
            seen[action in allowed] += 1
    assert sum(seen.values()) > 20_000
    assert min(seen.values()) > 4000


def walk(game, grid, at, card):
    """Return words, points and colours by the plainest reading of the rules, for comparison."""
    size, words = game.options.size, game.words
    cells = {divmod(i, size): [c.text, c.player] for i, c in enumerate(grid) if c is not None}
    cells[at] = [card.text, card.player]
    row, col = at

    def follow(cell):
        for nearby in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1])):
            if nearby in cells and cells[cell][0] + cells[nearby][0] in words:
                cells[nearby][1] = card.player
                follow(nearby)

    follow(at)
    ends = [(row, col + 1), (row + 1, col)]
    starts = [(row, col - 1), (row - 1, col)]
    made = [cell for cell in ends if cell in cells and card.text + cells[cell][0] in words]
    made += [cell for cell in starts if cell in cells and cells[cell][0] + card.text in words]
    return len(made), [cells[cell][1] for cell in made], cells


def test_words_control_and_points_are_those_of_a_plain_reading():
    compared = 0
    for game, state, action, after, _ in played(range(6000, 6050)):
        if isinstance(action, Discard) or game.is_first_turn(state) or after.to_move is None:
            continue
        size = game.options.size
        card = after.grid[action.row * size + action.col]
        made, owners, cells = walk(game, state.grid, (action.row, action.col), card)
        gains = [0] * len(state.scores)
        gains[state.to_move] += made * game.options.word_points
        for owner in owners:
            gains[owner] += game.options.neighbour_points
        assert [a - b for a, b in zip(after.scores, state.scores, strict=True)] == gains
        expected = {at: tuple(value) for at, value in cells.items()}
        grid = enumerate(after.grid)
        assert {divmod(i, size): (c.text, c.player) for i, c in grid if c is not None} == expected
        compared += 1
    assert compared > 1500


def test_nothing_that_is_shown_depends_on_what_is_hidden():
    """Two hundred positions, each with two other deals of the unseen cards, look the same."""
    seen = 0
    for number, (game, state, action, _, ply) in enumerate(played(range(7001, 7040))):
        if seen == 200:
            break
        if number % 7 or len(state.scores) == 1 or sum(state.sizes) < 4:
            continue
        player = number % len(state.scores)
        rng = Rng(secret_of(number), ply, "swap")
        first, second = (dealt_otherwise(game, state, player, rng) for _ in range(2))
        if first.hands == second.hands:
            continue
        seen += 1
        assert game.observation(first, player) == game.observation(second, player)
        assert game.observation(first, None) == game.observation(second, None)
        assert game.describe(first, player) == game.describe(second, player)
        assert game.picture(first, player) == game.picture(second, player)
        if state.to_move != player:
            continue
        view, other = (game.observation(one, player) for one in (first, second))
        assert list(game.legal_actions(view)) == list(game.legal_actions(state))
        assert game.hints(view, player) == game.hints(other, player)
        assert game.preview(view, player, action) == game.preview(state, player, action)
        told = [
            game.apply_action(one, action, Rng(secret_of(7), ply)).events for one in (first, second)
        ]
        assert told[0] == told[1]
    assert seen == 200


def test_a_drawn_card_is_named_to_nobody():
    for _, before, action, after, _ in played(range(8000, 8012)):
        if after.to_move is None or not before.deck_size:
            continue
        drawn = (set(after.hands[before.to_move]) - set(before.hands[before.to_move])).pop()
        told = {fact for event in after.events for fact in event.facts.values()}
        shown = {card.text for card in after.grid if card is not None}
        assert drawn.upper() not in told or drawn in shown or drawn == action.card


def test_a_spoilt_position_is_refused():
    game = table_of(2)
    *_, (_, state, _, _, _) = (step for step in played(range(2, 3)) if step[4] < 20)
    data = game.encode_state(state)
    spoilt = [
        {"scores": [1, 2, 3, 4, 5]},
        {"scores": [-1, 0, 0]},
        {"first": 3},
        {"turns": data["turns"] + 1},
        {"to_move": (data["to_move"] + 1) % 3},
        {"grid": data["grid"][1:]},
        {"grid": [{"text": "al", "player": 7}, *data["grid"][1:]]},
        {"covered": ["al", "al"]},
        {"sizes": [9, 9, 9]},
        {"deck_size": data["deck_size"] + 1},
        {"deck": data["deck"][1:], "deck_size": data["deck_size"] - 1},
    ]
    assert game.decode_state(data) == state
    for change in spoilt:
        with pytest.raises(BadData):
            game.decode_state({**data, **change})
