"""The graph of a word list gives the same answers as a set, and leads to all its words."""

import random
from itertools import product

import pytest

from games.core.codec import BadData
from games.core.table.words import ALPHABET, HEADER, NOWHERE, Words
from games.words.data import source
from games.words.lists.packing import pack, words_of

STANDARD = sorted(word for word, tier in source.tiers().items() if tier <= 35)
SMALL = ["a", "ab", "abs", "cab", "cabs", "zoo", "zoos"]


@pytest.fixture(scope="module")
def standard() -> Words:
    return Words(pack(STANDARD))


def test_it_holds_its_words_in_order_and_nothing_else(standard: Words) -> None:
    assert list(standard) == STANDARD
    assert len(standard) == len(STANDARD)


def test_it_answers_like_a_set(standard: Words) -> None:
    oracle = set(STANDARD)
    chance = random.Random(7)
    asked = chance.sample(STANDARD, 5000)
    asked += [word[:-1] + chance.choice(ALPHABET) for word in asked]
    asked += ["".join(letters) for letters in product(ALPHABET, repeat=3)]
    assert [word in standard for word in asked] == [word in oracle for word in asked]


@pytest.mark.parametrize(
    "text", ["", "PILE", "pil\u00e9", "pile\0", "\0", "\0pile", "{", "`", "a b", "\ud800", "pile1"]
)
def test_what_is_no_word_is_no_word(standard: Words, text: str) -> None:
    assert text not in standard


def test_every_ending_is_found_by_walking(standard: Words) -> None:
    for beginning in ("", "q", "qu", "belat", "zz", "e"):
        node = standard.follow(standard.root, beginning)
        found = [beginning + ending for ending in standard.endings(node)]
        assert found == [word for word in STANDARD if word.startswith(beginning)]


def test_each_step_agrees_with_the_children_and_the_letters() -> None:
    words = words_of(SMALL)
    seen = {words.root}
    open_nodes = [words.root]
    while open_nodes:
        node = open_nodes.pop()
        children = dict(words.children(node))
        assert {letter: words.step(node, letter) or None for letter in ALPHABET} == {
            letter: children.get(letter) for letter in ALPHABET
        }
        mask = sum(1 << ALPHABET.index(letter) for letter in children)
        assert words.letters(node) == mask
        open_nodes += set(children.values()) - seen
        seen |= set(children.values())
    assert len(seen) == 8  # root, a, ab or cab, their s, c, ca, z, zo, zoo: equal endings shared


def test_nothing_leads_on_from_nowhere() -> None:
    words = words_of(SMALL)
    assert words.follow(words.root, "xyz") == NOWHERE
    assert words.step(NOWHERE, "a") == NOWHERE
    assert words.step(words.root, "\u00e9") == NOWHERE
    assert list(words.children(NOWHERE)) == []
    assert not words.is_word(NOWHERE)


def test_built_twice_it_is_the_same_to_the_byte() -> None:
    assert pack(STANDARD) == pack(list(STANDARD))


def test_an_empty_list_is_a_list() -> None:
    words = words_of([])
    assert list(words) == []
    assert "a" not in words


def test_a_damaged_file_is_refused() -> None:
    packed = pack(SMALL)
    broken = bytearray(packed)
    broken[HEADER.size + 9] ^= 1
    for bad in (b"", packed[:-1], packed + b"\0", b"x" + packed[1:], bytes(broken)):
        with pytest.raises(BadData):
            Words(bad)


def test_labelled_words_may_be_played_but_are_not_brought_up() -> None:
    words = Words(pack(SMALL), unshown=frozenset(["cab"]))
    assert "cab" in words
    assert not words.is_showable("cab")
    assert words.is_showable("cabs")
    assert words.everyday is words
