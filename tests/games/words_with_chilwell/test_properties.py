"""Random games: what always holds, and who sees what."""

import dataclasses
import functools
from collections import Counter

import pytest

from games.core.codec import BadData
from games.core.errors import IllegalAction
from games.core.rng import Rng
from games.words.lists.packing import words_of
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.model import Spell, Stop
from games.words_with_chilwell.position.tiles import BLANK, SUPPLIES, VALUES, value_of
from games.words_with_chilwell.rules import WordsWithChilwell
from games.words_with_chilwell.turns.spelling import all_words, tiles_for
from tests.games.words.release import common_words
from tests.games.words_with_chilwell.hidden import dealt_otherwise
from tests.size import runs

TRIED = runs(20_000, quick=1500)
GAMES = runs(2000, quick=50)
ATTEMPTS = 10  # on each of some 2,000 positions


def secret_of(number):
    return number.to_bytes(32, "big")


@functools.cache
def few_words():
    return words_of([word for word in common_words() if hash_of(word) % 8 == 0])


def hash_of(word):
    return sum(place * ord(letter) for place, letter in enumerate(word, start=1))


def table_of(number):
    """Return a game of one of several kinds of table."""
    options = Options(
        supply="uniform" if number % 5 == 1 else "weighted",
        training=number % 7 == 2,
        stopping=number % 3 == 0,
        open_hands=number % 11 == 3,
        used_limit=50 if number % 2 else 20,
    )
    return WordsWithChilwell(options, few_words())


def played(numbers):
    """Yield (game, state, action, state after, ply) of random games."""
    for number in numbers:
        game, secret = table_of(number), secret_of(number)
        state = game.initial_state(2, Rng(secret, 0))
        ply = 0
        while state.to_move is not None:
            ply += 1
            action = Rng(secret, ply, "test").choice(list(game.legal_actions(state)))
            after = game.apply_action(state, action, Rng(secret, ply))
            yield game, state, action, after, ply
            state = after


def test_in_random_games_no_tile_and_no_point_is_lost():
    sums = [0, 0]
    lengths = Counter()
    for game, before, action, after, ply in played(range(GAMES)):
        player = before.to_move
        if ply == 1:
            sums = list(before.scores)
        for event in after.events:
            if event.points:
                sums[event.player] += event.points
        assert tuple(sums) == after.scores
        assert tuple(map(len, after.hands)) == after.sizes
        assert len(after.queue) == game.options.queue_size
        assert after.hands[1 - player] == before.hands[1 - player]
        hand, taken = Counter(before.hands[player]), (before.queue + "?" * 99)
        tiles = tiles_for(action.word, before.hands[player]) if isinstance(action, Spell) else ""
        taken = taken[: len(after.hands[player]) - len(before.hands[player]) + len(tiles)]
        expected = hand - Counter(tiles) + Counter(taken)
        assert Counter(after.hands[player]) == expected or "?" in taken
        assert after.queue.startswith(before.queue[len(taken) :])
        assert after.used[player] - before.used[player] == len(tiles)
        over = after.turns % 2 == 0 and bool(game.end(after))
        assert (after.to_move is None) is over
        if over:
            lengths[after.turns] += 1
    assert sum(lengths.values()) == GAMES
    assert all(turns % 2 == 0 for turns in lengths)


def attempts(game, state, rng):
    """Yield legal words and what becomes of them when letters and numbers are changed."""
    words = [action for action in game.legal_actions(state) if isinstance(action, Spell)]
    letters = "abcdefghijklmnopqrstuvwxyz'é 3"
    for _ in range(ATTEMPTS):
        one = rng.choice(words)
        word, draw = one.word, one.draw
        for _ in range(rng.below(3)):
            at = rng.below(len(word) + 1)
            letter = letters[rng.below(len(letters))]
            word = rng.choice([word[:at] + letter + word[at:], word[:at] + word[at + 1 :]])
        yield Spell(word, rng.choice([draw, draw, len(word), rng.below(20) - 2]))


def test_legal_actions_and_the_referee_agree_on_twenty_thousand_attempts():
    """What is listed scores; any other text is accepted and comes to the same as no word."""
    seen = Counter()
    for number, (game, state, _, _, ply) in enumerate(played(range(1000, 1700))):
        if sum(seen.values()) > TRIED:
            break
        if number % 3:
            continue
        listed = set(game.legal_actions(state))
        failed = game.apply_action(state, Spell("", 3), Rng(secret_of(1), ply))
        for action in attempts(game, state, Rng(secret_of(number), ply, "attempts")):
            clean = not action.word or (action.word.isascii() and action.word.isalpha())
            length = len(action.word)
            allowed = clean and length <= 20 and action.draw in {0, 3, length, length + 3}
            try:
                after = game.apply_action(state, action, Rng(secret_of(1), ply))
            except IllegalAction:
                assert not allowed
                assert action not in listed
                seen["refused"] += 1
                continue
            assert allowed
            scored = action in listed and action.word != ""
            assert game.wordless(state, action) == (action if scored else game.no_word)
            assert (after.used != state.used) is scored
            if not scored:
                assert dataclasses.replace(after, events=failed.events) == failed
            seen["scored" if scored else "failed"] += 1
    assert sum(seen.values()) > TRIED
    assert min(seen.values()) > TRIED / 10


def test_every_listed_action_is_accepted():
    for number, (game, state, _, _, ply) in enumerate(played(range(2000, 2020))):
        if number % 5 == 0:
            for action in game.legal_actions(state):
                after = game.apply_action(state, action, Rng(secret_of(2), ply))
                scored = isinstance(action, Spell) and action.word != ""
                assert (after.used != state.used) is scored


def test_all_words_are_those_that_brute_force_finds():
    words = sorted(common_words())
    for number in range(60):
        rng = Rng(secret_of(number), 0)
        hand = SUPPLIES["weighted"].draw(rng, 4 + rng.below(14))
        expected = [word for word in words if len(word) > 1 and tiles_for(word, hand) is not None]
        assert all_words(hand, common_words()) == expected


def test_nothing_that_is_shown_depends_on_the_others_hand():
    """Two hundred positions, each with two different unseen hands, look the same."""
    seen = 0
    for number, (game, state, action, _, ply) in enumerate(played(range(3000, 3060))):
        if seen == 200:
            break
        player = number % 2
        unseen = state.sizes[1 - player] - len(state.known[1 - player])
        if game.options.open_hands or unseen < 6:
            continue
        seen += 1
        rng = Rng(secret_of(number), ply, "swap")
        first, second = (dealt_otherwise(game, state, player, rng) for _ in range(2))
        assert first.hands != second.hands
        assert game.observation(first, player) == game.observation(second, player)
        assert game.describe(first, player) == game.describe(second, player)
        assert game.picture(first, player) == game.picture(second, player)
        for one in (first, second):
            text = str(game.encode_state(game.observation(one, player)))
            assert one.hands[1 - player] not in text
        if state.to_move != player:
            continue
        views = [game.observation(one, player) for one in (first, second)]
        assert list(game.legal_actions(views[0])) == list(game.legal_actions(state))
        assert game.hints(views[0], player) == game.hints(views[1], player)
        events = [
            game.apply_action(one, action, Rng(secret_of(7), ply)).events for one in (first, second)
        ]
        told = [[event for event in some if event.topic != "hand"] for some in events]
        assert told[0] == told[1]
    assert seen == 200


def test_a_failed_attempt_shows_nothing_of_the_hand():
    """The others cannot know from the log whether a tile or the word was missing."""
    game = table_of(1)
    state = game.initial_state(2, Rng(secret_of(1), 0))
    for word in ("zzzz", "qi", "notaword"):
        told = set()
        for number in range(20):
            hand = SUPPLIES["weighted"].draw(Rng(secret_of(number), 0), 15)
            one = dataclasses.replace(state, hands=(hand, state.hands[1]))
            told.add(game.apply_action(one, Spell(word, 3), Rng(secret_of(3), 1)).events)
        assert len(told) == 1


def test_what_is_known_of_a_hand_is_in_it():
    for _, _, _, after, _ in played(range(4000, 4100)):
        for hand, known in zip(after.hands, after.known, strict=True):
            assert Counter(known) <= Counter(hand)


def test_a_spoilt_position_is_refused():
    game = table_of(1)
    data = game.encode_state(game.initial_state(2, Rng(secret_of(1), 0)))
    spoilt = [
        {"hands": ["abc", None]},
        {"hands": [data["hands"][0][:-1] + "A", None]},
        {"sizes": [15]},
        {"known": ["a" * 16, ""]},
        {"known": ["zzzzzzzz", ""]},
        {"queue": data["queue"][1:]},
        {"used": [-1, 0]},
        {"turns": 1},
        {"turns": -2},
        {"to_move": 1},
    ]
    for change in spoilt:
        with pytest.raises(BadData):
            game.decode_state({**data, **change})


def test_stopping_is_listed_where_the_table_allows_it():
    game = table_of(0)
    state = game.initial_state(2, Rng(secret_of(1), 0))
    assert list(game.legal_actions(state))[-1] == Stop()
    assert value_of(BLANK) == 0
    assert len(VALUES) == 27
