"""The word data of the release: what must be in it, what must not, and how much there is."""

from collections import Counter

import pytest

from games.words.data import source

TIERS = source.tiers()
COUNTS = [4_028, 7_161, 29_919, 4_990, 18_695, 5_978, 10_530, 35_382, 131_035]


IN_BROAD = "PILE LEND STALE LESS CATER BELATED QI ZA AA QUIXOTRY VLOG WIFI OK EW APP APPS"
IN_NONE = "LONDON DNA ETC MICHAEL ING BS KB MS XS GB CD TV BBC"
KNOWN_TO_ALL = "pile lend belated wizard quiz vlog at ox"
RARE = "za aa quixotry qi xu zax"
ORDINARY = (
    "god fat lust weed thug niggard niggardly chink dyke queer gay lesbian dickens snigger shitake"
    " cockatoo assess spade taco cretin breast"
)


def has(word: str, up_to: int) -> bool:
    return TIERS.get(word.lower(), 99) <= up_to


def test_how_many_words_there_are_in_each_tier() -> None:
    counted = Counter(TIERS.values())
    assert [counted[tier] for tier in source.TIERS] == COUNTS
    assert sum(counted.values()) == len(TIERS)


@pytest.mark.parametrize("word", IN_BROAD.split())
def test_broad_has_the_words_of_the_rules_and_modern_ones(word: str) -> None:
    assert has(word, 80)


@pytest.mark.parametrize("word", IN_NONE.split())
def test_no_list_has_names_and_abbreviations(word: str) -> None:
    assert not has(word, 80)


def test_the_lists_differ_as_they_should() -> None:
    everyday, standard = 60, 70
    assert all(has(word, everyday) for word in KNOWN_TO_ALL.split())
    assert not any(has(word, everyday) for word in RARE.split())
    assert has("qi", standard)
    assert has("quixotry", standard)
    assert not has("za", standard)


def test_words_have_two_to_fifteen_plain_letters_and_stand_in_order() -> None:
    words = [word for word, _ in source.rows("words.tsv.gz")]
    assert words == sorted(set(words))
    assert all(2 <= len(w) <= 15 and w.isascii() and w.isalpha() and w.islower() for w in words)


def test_the_two_letter_words_are_those_chosen_by_hand() -> None:
    by_hand = {word: int(tier) for word, tier, _ in source.rows("two_letters.txt")}
    assert {word: tier for word, tier in TIERS.items() if len(word) == 2} == by_hand
    assert len(by_hand) == 106


def test_labels_are_of_our_words_and_say_where_they_are_from() -> None:
    for word, label, origin in source.labels():
        assert word in TIERS
        assert label in source.LABELS
        assert origin


@pytest.mark.parametrize(
    "word",
    ORDINARY.split(),
)
def test_ordinary_words_are_not_labelled(word: str) -> None:
    assert word not in {labelled for labelled, _, _ in source.labels()}


def test_the_files_are_what_their_rows_make_them() -> None:
    """The gzip holds no time or name, so that the same words always give the same file."""
    body = (source.FOLDER / "words.tsv.gz").read_bytes()
    assert body[4:8] == bytes(4)  # the time
    assert body[3] == 0  # no name, no extra fields
