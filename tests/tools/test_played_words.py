"""What is said of the words of computer players' games."""

from collections import Counter

from tools.played_words import explained, shares


def test_words_are_explained_by_themselves_or_by_what_they_are_of() -> None:
    words = {"quiz", "mice", "hoped", "qi", "zzyzx"}
    assert words & explained() == {"quiz", "mice", "hoped", "qi"}


def test_each_word_counts_as_often_as_it_is_made() -> None:
    games = [Counter(quiz=1, zax=3), Counter(quiz=2, zax=6)]
    assert shares(games, frozenset({"quiz"})) == (75.0, 0.0)
