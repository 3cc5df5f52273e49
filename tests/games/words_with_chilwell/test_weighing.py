"""Turns are weighed by what can be seen: exactly at the end, and always in the same way."""

import dataclasses
import math
from itertools import islice, product

import pytest

from games.core.rng import Rng
from games.core.table.words import Words
from games.words.lists import packing
from games.words_with_chilwell import judge
from games.words_with_chilwell.bots import signatures
from games.words_with_chilwell.bots.evaluation import Outlook, Seen, Sight, end_margin, outlook
from games.words_with_chilwell.bots.search import Option
from games.words_with_chilwell.bots.signatures import SLUG, make_index, signatures_of
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.model import Spell
from games.words_with_chilwell.position.tiles import BLANK, SUPPLIES, value_of
from games.words_with_chilwell.rules import WordsWithChilwell
from games.words_with_chilwell.turns.scoring import bonus_for, points_of
from games.words_with_chilwell.turns.spelling import tiles_for, worthy_words
from tests.games.thinking import overrun, ticking
from tests.games.words.release import common_words, release_words
from tests.games.words_with_chilwell.table import SECRET, Table
from tests.size import runs

OPEN = Options(open_hands=True)


def weigh(game, view, player, looks=judge.looks, also=()):
    return judge.weigh(game, view, player, Rng(SECRET, 1), ticking(looks), also=also)


def test_the_same_looks_bring_the_same_choices_and_each_is_legal_and_there_once():
    game = WordsWithChilwell(Options(training=True), common_words())
    state = game.initial_state(2, Rng(SECRET, 0))
    view = game.observation(state, 0)
    asked = (Spell("no", 0), Spell("zzzz", 3), Spell("", 3))
    for looks in (judge.looks, 20, 2, 0):
        found = weigh(game, view, 0, looks, asked)
        assert found == weigh(game, view, 0, looks, asked)
        actions = [one.action for one in found]
        assert len(set(actions)) == len(actions) >= len(asked) + 3
        assert set(asked) <= set(actions)
        for one in found:
            game.apply_action(state, one.action, Rng(SECRET, 1))
            assert sum(one.chances) == pytest.approx(1)
            assert 0 <= one.chance <= 1
        assert [one.chance for one in found] == sorted((o.chance for o in found), reverse=True)


def test_what_a_player_cant_see_makes_no_difference():
    game = WordsWithChilwell(Options(), common_words())
    state = game.initial_state(2, Rng(SECRET, 0))
    other = dataclasses.replace(state, hands=(state.hands[0], "z" * 15))
    assert weigh(game, game.observation(state, 0), 0) == weigh(game, game.observation(other, 0), 0)


@pytest.mark.parametrize(("ahead", "chance"), [(-1, 0.0), (0, 0.5), (1, 1.0)])
def test_6_3_the_last_turn_of_a_game_is_counted_out(ahead, chance):
    """ZOO brings 7 points and leaves EEL, which costs 4; the other keeps N."""
    table = Table(OPEN, words=("zoo", "ten", "eel")).set(turns=3, to_move=1, used=(51, 0))
    table.set(scores=(60, 60 - 1 - 7 + 4 + ahead)).give(0, "n").give(1, "zooeel")
    first, *rest = weigh(table.game, table.state, 1)
    assert (first.action, first.chance, first.error) == (Spell("zoo", 0), chance, 0.0)
    after = table.game.apply_action(table.state, first.action, Rng(SECRET, 4))
    assert first.points == table.game.scores(after)
    assert all(one.chance <= chance for one in rest)


@pytest.mark.parametrize(("ahead", "chance"), [(1, 1.0), (0, 0.5), (-1, 0.0)])
def test_6_5_who_ends_a_game_first_is_judged_by_the_last_word_of_the_other(ahead, chance):
    """HANDS ends it and leaves nothing; the other plays TEN and keeps A."""
    table = Table(OPEN, words=("hands", "ten", "net")).set(turns=4, to_move=0, used=(48, 0))
    hands = points_of("hands", OPEN).total
    table.give(0, "hands").give(1, "tena").set(scores=(50 - hands + 3 - 1 + ahead, 50))
    found = weigh(table.game, table.state, 0, also=(Spell("hands", 0),))
    (one,) = (one for one in found if one.action == Spell("hands", 0))
    assert (one.chance, one.error) == (chance, 0.0)


def test_a_turn_that_wins_at_once_is_seen_by_the_other():
    table = Table(OPEN, words=("hands", "ten")).give(0, "ee").give(1, "hands" + "e" * 13)
    sight = Sight(table.game)
    seen = Seen(1, -20, ("ee", "hands" + "e" * 13), (0, 40), "e" * 20)
    assert end_margin(sight, seen) == 20 + points_of("hands", OPEN).total - 13 - 8 + 2
    assert outlook(sight, seen).chance == 1.0
    assert end_margin(sight, dataclasses.replace(seen, used=(0, 20))) is None  # too soon (7.4)


def test_the_best_words_of_a_hand_are_those_of_a_search_through_all():
    words, options = common_words(), Options()
    found_by, chance = signatures_of(words, options), Rng(SECRET, 3)
    for number in range(runs(200, quick=30)):
        hand = SUPPLIES["weighted"].draw(chance, 12 + number % 7) + BLANK * (number % 2)
        least = (0, 8, 11)[number % 3]
        walked = (
            worth + bonus_for(len(word), options)
            for word, worth in worthy_words(hand, words, blanks=hand.count(BLANK))
            if len(word) >= max(6, least)
        )
        found = found_by.best(hand, 1, least)
        assert [one.points for one in found] == sorted(walked, reverse=True)[:1]
        for one in found_by.best(hand, 5, least):
            assert one.tiles == tiles_for(one.word, hand)
            assert one.points == value_of(one.tiles) + bonus_for(len(one.word), options)


def test_a_hand_that_comes_twice_tells_no_more_than_once():
    """Four samples of which two are alike, twice: as many as two; all of them known: four."""
    option = Option(Spell("hands", 5), 8, "", 5, 5)
    option.first = [Outlook(chance, 0.0) for chance in (0.4, 0.4, 0.6, 0.6)]
    plain = 0.1 * math.sqrt(4 / 3) / 2
    assert option.error(1.0) == pytest.approx(plain)
    assert option.error(0.5) == pytest.approx(plain * math.sqrt(2))


def test_what_few_replies_change_is_as_unsure_as_they_are_few():
    option = Option(Spell("hands", 5), 8, "", 5, 5)
    option.first = [Outlook(0.5, 0.0)] * 24
    option.closer = [Outlook(chance, 0.0) for chance in (0.3, 0.5)]
    assert option.error(1.0) == pytest.approx(0.1)  # 24 that agree don't make these two sure
    assert option.error(1.0, ([0.5] * 24, [0.3, 0.5])) == 0.0  # as it is after any turn


def test_a_single_sample_makes_nothing_certain_but_an_end():
    option = Option(Spell("hands", 5), 8, "", 5, 5, [Outlook(0.5, 0.0)])
    assert option.error(1.0) == pytest.approx(0.1)
    option.first = [Outlook(1.0, 9.0)]
    assert option.error(1.0) == 0.0


@pytest.mark.parametrize("bonus", [20, 24])
def test_the_first_turn_with_a_list_and_its_bonuses_hardly_waits(bonus):
    """Tables with other bonuses are all first ones, in whatever order they come."""
    signatures.opened.cache_clear()
    game = WordsWithChilwell(Options(long_bonus=bonus), release_words())
    view = game.observation(game.initial_state(2, Rng(SECRET, 0)), 0)

    def choose(budget):
        judge.weigh(game, view, 0, Rng(SECRET, 1), budget)

    assert overrun(choose, 30) < 100_000  # calls; a list that is read takes a million


def test_words_that_are_not_to_be_shown_are_not_found_though_their_anagrams_are():
    words = Words(
        packing.pack(texts := ["admirer", "married", "remarry"], {SLUG: make_index(texts)}),
        unshown=frozenset(["admirer", "remarry"]),
    )
    assert [one.word for one in signatures_of(words, Options()).best("admirery", 5)] == ["married"]


def test_an_index_that_is_packed_with_a_list_finds_what_one_made_at_once_does():
    alone, options, chance = common_words(), Options(), Rng(SECRET, 4)
    packed = Words(packing.pack(texts := list(alone), {SLUG: make_index(texts)}))
    for _ in range(5):
        hand = SUPPLIES["weighted"].draw(chance, 15)
        found = signatures_of(packed, options).best(hand, 9)
        assert found == signatures_of(alone, options).best(hand, 9)


def test_a_list_of_many_words_that_are_alike_has_an_index():
    texts = ["".join(one) for one in islice(product("aeioudnrst", repeat=6), 66_000)]
    words = Words(packing.pack(texts[:1], {SLUG: make_index(texts)}))
    assert [one.word for one in signatures_of(words, Options()).best("aaaaaa", 1)] == ["aaaaaa"]
