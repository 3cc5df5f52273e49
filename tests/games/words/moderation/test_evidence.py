"""What we say about a word: its neighbours, its forms, and how long each list has had it."""

from datetime import timedelta
from random import Random

import pytest

from games.words.dictionary import neighbours
from games.words.lists.loading import Release
from games.words.lists.packing import words_of
from games.words.moderation import evidence
from tests.factories import NOW
from tests.games.words.people import accept, publish


def test_neighbours_are_those_of_the_sorted_list() -> None:
    chance = Random(5)
    some = sorted({"".join(chance.choices("abc", k=chance.randint(1, 5))) for _ in range(150)})
    words = words_of(some)
    asked = [*some, "", "a", "abcabc", "cccccc", "bz", "zzz", "b"]
    for word in asked:
        before, after = [w for w in some if w < word], [w for w in some if w > word]
        for count in (1, 3, 500):
            assert neighbours.before(words, word, count) == before[-count:], word
            assert neighbours.after(words, word, count) == after[:count], word


def test_a_list_names_the_version_since_which_a_word_has_been_what_it_is(small: Release) -> None:
    accept("remove", "zax", "broad")
    publish(NOW + timedelta(days=1))
    accept("add", "dax", "broad")
    publish(NOW + timedelta(days=2))
    accept("relabel", "dax", label="vulgar")
    publish(NOW + timedelta(days=3))
    back = accept("add", "zax", "standard")
    publish(NOW + timedelta(days=4))
    told = {one.slug: (one.status, one.number, one.proposal) for one in evidence.statuses("zax")}
    assert told == {
        "everyday": ("out", 1, ""),
        "standard": ("word", 2, back.public_id),
        "broad": ("word", 5, back.public_id),
    }
    # A label says a word again, and it has been one since before.
    assert evidence.statuses("dax")[2].number == 3


@pytest.mark.parametrize("text", ["", "tea room", "x" * 16])
def test_what_is_no_word_stands_nowhere(small: Release, text: str) -> None:
    assert evidence.statuses(text) == evidence.forms_of(text) == []


def test_forms_are_shown_with_the_lists_that_have_them(small: Release) -> None:
    everywhere = ("Everyday", "Standard", "Broad")
    (family,) = evidence.forms_of("mice")
    assert (family.lemma, family.words) == (
        "mouse", (("mice", everywhere), ("mouse", everywhere)),
    )  # fmt: skip
    assert evidence.regular("cat") == (("cats", everywhere),)
    assert evidence.regular("zax") == ()
