"""The word data in the release: what has to be in it, what mustn't be, and how much there is."""

from collections import Counter

import pytest

from games.words.data import source
from tools.word_data.make_definitions import OURS

TIERS = source.tiers()
COUNTS = [4_029, 7_163, 29_958, 5_008, 18_827, 5_998, 11_074, 35_542, 130_349]


IN_BROAD = "PILE LEND STALE LESS CATER BELATED QI ZA AA QUIXOTRY VLOG WIFI OK EW APP APPS"
NAMES = "PARIS TEXAS RUSSIA ALASKA BOSTON JAMES JEFF BETTY KLEENEX PYREX TEXASES"
WORDS_TOO = (
    "PANINI LABRADOR FRISBEE JONES DEVONIAN MADELEINE PARKER ROBBINS CHINA JERSEY BOBBY TOLEDO"
    " TALBOT VEGAS TARA JORDANS BRISTOL NED YALE MOE"
)
IN_NONE = "LONDON DNA ETC MICHAEL ING BS KB MS XS GB CD TV BBC"
KNOWN_TO_ALL = (
    "pile lend belated wizard quiz vlog at ox lockdown yay wellbeing ebook ramen storyline"
    " storylines unfollow unfollowed infographic mixtapes cafe cafes fiancee cliche melee intro"
    " admin maths"
)
RARE = "za aa quixotry qi xu zax"
ORDINARY = (
    "god fat lust weed thug niggard niggardly chink dyke queer gay lesbian dickens snigger shitake"
    " cockatoo assess spade taco cretin breast"
)


def explained() -> set[str]:
    """The words the site has a meaning for."""
    lemmas = {lemma for lemma, *_ in source.rows("definitions.tsv.gz")}
    return lemmas | {form for form, lemma, *_ in source.rows("forms.tsv.gz") if lemma in lemmas}


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


@pytest.mark.parametrize("word", NAMES.split())
def test_no_list_has_names_that_are_nothing_else(word: str) -> None:
    assert not has(word, 80)


@pytest.mark.parametrize("word", WORDS_TOO.split())
def test_names_that_are_words_too_stay(word: str) -> None:
    assert has(word, 80)


def test_no_list_has_a_name_that_was_taken_out() -> None:
    names = [word for (word,) in source.rows("names_out.txt")]
    assert len(names) > 350
    assert [word for word in names if word in TIERS] == []


def test_names_that_stay_say_what_else_they_mean() -> None:
    kept = {word for word, _ in source.rows("by_hand/names_kept.txt")}
    assert kept <= TIERS.keys()
    assert kept <= explained()


def test_words_are_where_they_were_placed_by_hand() -> None:
    placed = {
        word: int(tier)
        for tier, _, words in source.rows("by_hand/placements.txt")
        for word in words.split()
    }
    assert len(placed) > 300
    assert {word: TIERS[word] for word in placed} == placed
    added = {word: int(tier) for word, tier, _ in source.rows("by_hand/additions.txt")}
    assert {word: TIERS[word] for word in added} == added


def test_every_word_that_was_placed_or_added_or_has_two_letters_has_a_meaning() -> None:
    by_hand = {word for row in source.rows("by_hand/placements.txt") for word in row[2].split()}
    by_hand |= {row[0] for name in OURS for row in source.rows(name)}
    assert sorted(by_hand - explained()) == []


def test_every_addition_stands_below_its_reason() -> None:
    """This shows what such words are for, and that none is listed twice."""
    reasons: dict[str, list[str]] = {}
    told = ""
    for line in (source.FOLDER / "by_hand/additions.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            told = line.removeprefix("## ")
        elif not line.startswith("#"):
            reasons.setdefault(told, []).append(line.split("\t")[0])
    assert "" not in reasons
    assert list(reasons) == sorted(reasons)
    assert all(words == sorted(set(words)) for words in reasons.values())
    assert sum(map(len, reasons.values())) == len(set().union(*reasons.values()))


def test_our_own_meanings_are_one_plain_line() -> None:
    for name in OURS:
        for word, *_, meaning in source.rows(name):
            assert 2 <= len(meaning) <= 90, word
            assert not meaning.endswith("."), word
            assert meaning.strip() == meaning, word


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
    by_hand = {word: int(tier) for word, tier, _ in source.rows("by_hand/two_letters.txt")}
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
