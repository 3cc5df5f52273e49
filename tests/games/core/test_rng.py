"""Chance: fixed values for ever, since stored matches are replayed with it."""

import hashlib
import hmac
from collections import Counter

import pytest

from games.core.rng import Rng, commitment

SECRET = bytes(range(32))
BELOW_72 = [45, 51, 47, 56, 12, 61, 60, 53, 4, 55]
PLIES = [773, 0, 485, 300, 394, 451]
SHUFFLED = "HBDEGFCA"
CHOSEN = "c"
WEIGHTED = ["y", "y", "y", "x", "y", "y"]
NOISE = [4166128430, 4182062640, 3927278328]


def test_the_commitment_is_the_sha256_of_the_secret():
    expected = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SECRET) == expected


def test_below_gives_fixed_values():
    rng = Rng(SECRET, 0)
    assert [rng.below(72) for _ in range(10)] == BELOW_72
    assert [Rng(SECRET, ply).below(1000) for ply in range(6)] == PLIES


def test_words_beyond_the_last_whole_multiple_are_passed_over():
    """Three quarters of the words are below 3 << 62; of the others none is folded back."""
    words, most = Rng(SECRET, 1), 3 << 62
    drawn = [words.below(1 << 64) for _ in range(40)]
    kept = [word for word in drawn if word < most]
    rng = Rng(SECRET, 1)
    assert 20 < len(kept) < 40
    assert [rng.below(most) for _ in kept] == kept


def test_shuffle_choice_weighted_and_noise_give_fixed_values():
    rng = Rng(SECRET, 3, "fixed")
    cards = list("ABCDEFGH")
    rng.shuffle(cards)
    assert "".join(cards) == SHUFFLED
    assert rng.choice("abcdefgh") == CHOSEN
    assert [rng.weighted([("x", 1), ("y", 5), ("z", 0)]) for _ in range(6)] == WEIGHTED
    assert rng.noise(3) == NOISE


def test_the_stream_is_the_documented_one():
    block = hmac.digest(SECRET, b"tilepost/draw/5/0", hashlib.sha256)
    words = [int.from_bytes(block[i : i + 8], "big") for i in range(0, 32, 8)]
    rng = Rng(SECRET, 5)
    assert [rng.below(1 << 64) for _ in range(4)] == words


def test_streams_plies_and_secrets_are_independent():
    draws = {
        tuple(rng.below(1 << 32) for _ in range(3))
        for rng in (
            Rng(SECRET, 1),
            Rng(SECRET, 2),
            Rng(SECRET, 1, "bot"),
            Rng(SECRET, 1).substream("bot"),
            Rng(bytes(32), 1),
        )
    }
    assert len(draws) == 5


def test_the_values_of_a_stream_are_the_same_at_every_ply():
    values = [Rng(SECRET, ply).at("hand", 3).below(1 << 60) for ply in (0, 5, 900)]
    assert len(set(values)) == 1
    assert Rng(SECRET, 7, "draw").at("hand", 3).below(1 << 60) == values[0]


def test_a_stream_has_the_documented_values():
    block = hmac.digest(SECRET, b"tilepost/at.hand/3/0", hashlib.sha256)
    word = int.from_bytes(block[:8], "big")
    assert Rng(SECRET, 5).at("hand", 3).below(1 << 64) == word


def test_streams_and_their_values_are_independent():
    rng = Rng(SECRET, 3)
    others = (rng.at("hand", 3), rng.at("hand", 4), rng.at("drop", 3), rng, Rng(SECRET, 3, "hand"))
    assert len({other.below(1 << 60) for other in others}) == 5


def test_a_substream_leaves_its_parent_alone():
    one, other = Rng(SECRET, 9), Rng(SECRET, 9)
    one.substream("noise").below(10)
    assert one.below(1 << 60) == other.below(1 << 60)


@pytest.mark.parametrize("n", [1, 2, 6, 7, 71])
def test_below_is_uniform(n):
    rng = Rng(SECRET, 1, f"uniform{n}")
    draws = Counter(rng.below(n) for _ in range(2000 * n if n < 10 else 30000))
    total = sum(draws.values())
    expected = total / n
    assert set(draws) == set(range(n))
    chi_square = sum((count - expected) ** 2 / expected for count in draws.values())
    assert chi_square < n + 5 * (2 * n) ** 0.5


def test_weighted_follows_the_weights():
    rng = Rng(SECRET, 1, "weights")
    draws = Counter(rng.weighted([("a", 1), ("b", 3), ("c", 0)]) for _ in range(8000))
    assert set(draws) == {"a", "b"}
    assert 0.72 < draws["b"] / 8000 < 0.78


def test_a_ticket_is_drawn_again_until_its_copy_is_there():
    tickets = [(item, copy) for item, count in (("a", 6), ("b", 4)) for copy in range(count)]
    there = {"a": 2, "b": 4}
    for ply in range(200):
        plain = Rng(SECRET, ply, "tickets")
        numbers = [plain.below(10) for _ in range(60)]
        fitting = (tickets[n][0] for n in numbers if tickets[n][1] < there[tickets[n][0]])
        assert Rng(SECRET, ply, "tickets").ticket(tickets, there) == next(fitting)
    draws = Counter(Rng(SECRET, ply, "more").ticket(tickets, there) for ply in range(6000))
    assert 0.31 < draws["a"] / 6000 < 0.36


def test_every_order_of_a_shuffle_is_equally_likely():
    rng = Rng(SECRET, 1, "orders")
    orders = Counter()
    for _ in range(6000):
        items = [1, 2, 3]
        rng.shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 6
    assert max(orders.values()) < 1.15 * min(orders.values())


@pytest.mark.parametrize("n", [0, -1])
def test_below_needs_something_to_choose_from(n):
    with pytest.raises(ValueError, match="n >= 1"):
        Rng(SECRET, 0).below(n)
