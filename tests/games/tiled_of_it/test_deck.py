"""The cards: made from the project's words, many words in them, none that anybody minds."""

from pathlib import Path

import pytest

import games.words.data
from games.tiled_of_it.position.deck import CARDS
from games.tiled_of_it.position.make_deck import DECK, LISTS, MIX, count_words, make, read, splits

DATA = Path(games.words.data.__file__).parent


@pytest.fixture(scope="module")
def data():
    return read(DATA)


def test_the_deck_is_what_its_maker_makes_of_the_words():
    assert make(DATA) == DECK.read_text()


def test_the_mix_of_lengths():
    assert {length: sum(len(card) == length for card in CARDS) for length in MIX} == MIX
    assert list(CARDS) == sorted(set(CARDS))


def test_the_deck_makes_hundreds_of_words(data):
    tiers, _ = data
    counts = {name: count_words(list(CARDS), tiers, tier) for name, tier in LISTS.items()}
    assert counts == {"everyday": 508, "standard": 596, "broad": 828}


def test_every_card_has_four_partners_at_least_one_on_each_side(data):
    tiers, _ = data
    known = {word for word, tier in tiers.items() if tier <= LISTS["everyday"]}
    for card in CARDS:
        others = [other for other in CARDS if other != card]
        starts = sum(card + other in known for other in others)
        ends = sum(other + card in known for other in others)
        assert starts >= 1, card
        assert ends >= 1, card
        assert starts + ends >= 4, card


def test_no_two_cards_make_a_word_that_nobody_wants_to_be_shown(data):
    _, unwanted = data
    assert len(unwanted) > 100
    assert unwanted.isdisjoint(CARDS)
    assert unwanted.isdisjoint(one + other for one in CARDS for other in CARDS)


def test_a_word_is_split_into_cards_of_two_and_three_letters():
    assert list(splits("pile")) == [("pi", "le")]
    assert list(splits("stale")) == [("st", "ale"), ("sta", "le")]
    assert list(splits("signal")) == [("sig", "nal")]
    assert list(splits("tea")) == []
