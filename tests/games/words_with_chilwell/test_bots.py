"""The computer players: legal, in time, each clearly better than the one before."""

import dataclasses
import itertools

import pytest

from games.core.bots import RANDOM
from games.core.rng import Rng
from games.words.lists.packing import words_of
from games.words_with_chilwell.bots.finding import Choice, best_by_points, sensible_draw
from games.words_with_chilwell.bots.levels import easy, hard, medium
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.model import Spell, Stop
from games.words_with_chilwell.position.tiles import BLANK, TRAINING_HANDS
from games.words_with_chilwell.rules import WordsWithChilwell
from games.words_with_chilwell.turns.spelling import all_words, worthy_words
from tests.games.thinking import ticking
from tests.games.words.release import common_words, release_words
from tests.games.words_with_chilwell.table import SECRET, Table
from tests.size import runs

LEVELS = [easy, medium, hard]


def secret_of(number):
    return number.to_bytes(32, "big")


def wins(first, second, games, words, steps=12):
    """Return how many games the first player wins, seats swapped every game."""
    game = WordsWithChilwell(Options(), words)
    won = 0
    for number in range(games):
        secret = secret_of(100 + number // 2)
        state = game.initial_state(2, Rng(secret, 0))
        seat = number % 2
        for ply in itertools.count(1):
            if state.to_move is None:
                break
            bot = first if state.to_move == seat else second
            view = game.observation(state, state.to_move)
            rng = Rng(secret, ply, "bot")
            action = bot.choose(game, view, state.to_move, rng, ticking(steps))
            state = game.apply_action(state, action, Rng(secret, ply))
        won += state.scores[seat] > state.scores[1 - seat]
    return won


def test_easy_beats_random_play():
    assert wins(easy, RANDOM, 20, common_words()) >= 18


@pytest.mark.thorough
def test_medium_beats_easy():
    assert wins(medium, easy, 20, common_words()) >= 14


@pytest.mark.thorough
def test_hard_beats_medium():
    games = runs(10, quick=5)
    assert wins(hard, medium, games, release_words("everyday"), steps=1000) >= 3 / 5 * games


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
@pytest.mark.parametrize(
    "options",
    [
        Options(supply="uniform"),
        Options(stopping=True, used_limit=200),
        Options(extra=0, queue_size=5, hand_size=5),
        Options(open_hands=True, training=True, penalty=6),
    ],
    ids=["uniform", "stopping", "scarce", "open"],
)
def test_whole_games_of_one_level_at_other_tables(bot, options):
    game = WordsWithChilwell(options, common_words())
    state = game.initial_state(2, Rng(SECRET, 0))
    for ply in itertools.count(1):
        if state.to_move is None or ply > 400:
            break
        view = game.observation(state, state.to_move)
        rng = Rng(SECRET, ply, "bot")
        action = bot.choose(game, view, state.to_move, rng, ticking(4))
        state = game.apply_action(state, action, Rng(SECRET, ply))
    assert state.to_move is None


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
def test_without_a_word_the_turn_is_given_up(bot):
    table = Table().give(0, "xxx")
    assert bot.choose(table.game, table.state, 0, Rng(SECRET, 1), ticking(9)) == Spell("", 3)


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
def test_a_word_that_nobody_wants_to_be_shown_is_the_last_resort(bot):
    words = words_of(["ten", "zzzz"])
    words.unshown = frozenset({"zzzz"})
    game = WordsWithChilwell(Options(), words)
    for hand, word in (("zzzzten", "ten"), ("zzzz", "zzzz")):
        state = Table().give(0, hand).state
        action = bot.choose(game, state, 0, Rng(SECRET, 1), ticking(9))
        assert action.word == word


def test_easy_knows_only_everyday_words():
    words = words_of(["hands", "and", "den"], everyday=words_of(["and", "other"]))
    game = WordsWithChilwell(Options(), words)
    state = Table(Options(training=True)).state
    assert easy.choose(game, state, 0, Rng(SECRET, 1), ticking(9)).word == "and"
    assert medium.choose(game, state, 0, Rng(SECRET, 1), ticking(9)).word == "hands"


def test_of_words_of_equal_points_the_shorter_is_taken():
    game = Table().game
    found = [Choice("tenant", 9), Choice("zoo", 9), Choice("ten", 3)]
    assert best_by_points(found, game) == Choice("zoo", 9)
    assert best_by_points([], game) is None


def test_a_hand_is_kept_full_but_below_the_limit():
    table = Table().give(0, "e" * 15)
    assert sensible_draw(table.game, table.state, 0, "hands") == 8
    table.give(0, "e" * 18)
    assert sensible_draw(table.game, table.state, 0, "hands") == 5
    table.set(used=(48, 0))
    assert sensible_draw(table.game, table.state, 0, "hands") == 0
    table.set(used=(51, 0)).give(1, "e" * 15)
    assert sensible_draw(table.game, table.state, 1, "hands") == 0


NEAR, FAR = (39, 0), (20, 30)  # tiles used: whether one more word of twelve could end the game


@pytest.mark.parametrize(
    ("early_end", "used", "stops"),
    [(False, NEAR, True), (False, FAR, False), (True, FAR, True)],
)
def test_7_4_hard_stops_a_game_as_it_fills_its_hand_near_the_end_or_where_the_table_allows_it(
    early_end, used, stops
):
    """Player two leads by far, and where stopping is allowed can do so with any hand (rule 7.3)."""
    options = Options(stopping=True, early_end=early_end)
    table = Table(options).set(turns=3, to_move=1, scores=(100, 190), used=used)
    table.give(0, "e" * 15).give(1, "hands" + "e" * 5)
    action = hard.choose(table.game, table.state, 1, Rng(SECRET, 1), ticking(200))
    assert (action == Stop()) is stops


@pytest.mark.parametrize(
    ("early_end", "used", "ends"),
    [(False, NEAR, True), (False, FAR, False), (True, FAR, True)],
)
def test_7_4_hard_ends_a_game_it_has_won_near_its_end_or_where_the_table_allows_it(
    early_end, used, ends
):
    """Player two, well ahead, takes tiles to hold twenty: nobody moves after that."""
    table = Table(Options(early_end=early_end)).set(turns=3, to_move=1, scores=(100, 190))
    table.set(used=used)
    table.give(0, "e" * 18).give(1, "hands" + "e" * 13)
    action = hard.choose(table.game, table.state, 1, Rng(SECRET, 1), ticking(9))
    after = table.game.apply_action(table.state, action, Rng(SECRET, 4))
    assert (after.to_move is None) is ends


def rounds_against_a_beginner(options, games, words):
    """Return how many rounds each game of Hard takes against one who knows a few short words."""
    game = WordsWithChilwell(options, words)
    lengths = []
    for number in range(games):
        secret = secret_of(300 + number // 2)
        state = game.initial_state(2, Rng(secret, 0))
        for ply in itertools.count(1):
            player = state.to_move
            if player is None:
                break
            rng = Rng(secret, ply, "bot")
            view = game.observation(state, player)
            if player == number % 2:
                action = hard.choose(game, view, player, rng, ticking(3))
            else:
                short = [word for word in all_words(view.hands[player], words) if len(word) < 6]
                word = rng.choice(short) if short else ""
                action = Spell(word, len(word)) if word else game.no_word
            state = game.apply_action(state, action, Rng(secret, ply))
        lengths.append(state.turns // 2)
    return lengths


@pytest.mark.slow
def test_7_4_no_beginner_is_beaten_in_two_rounds_unless_the_table_allows_it():
    games, words = runs(50, quick=6), common_words(3)
    usual = rounds_against_a_beginner(Options(), games, words)
    assert min(usual) >= 3
    assert sum(usual) / games >= 3.5
    early = rounds_against_a_beginner(Options(early_end=True), games, words)
    assert sum(length == 2 for length in early) >= games / 2


def test_hard_goes_on_when_it_is_behind():
    table = Table(Options(early_end=True)).set(turns=3, to_move=1, scores=(190, 100))
    table.give(0, "e" * 18).give(1, "hands" + "e" * 13)
    action = hard.choose(table.game, table.state, 1, Rng(SECRET, 1), ticking(200))
    assert table.game.apply_action(table.state, action, Rng(SECRET, 4)).to_move == 0


def test_hard_leaves_nothing_of_worth_in_its_last_turn():
    table = Table(words=("zoo", "ten", "eel")).set(turns=3, to_move=1, used=(51, 0))
    table.set(scores=(60, 50)).give(0, "").give(1, "zooeel")
    action = hard.choose(table.game, table.state, 1, Rng(SECRET, 1), ticking(200))
    assert action == Spell("zoo", 0)


@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.level)
def test_a_choice_is_ready_when_the_time_is_up(bot):
    game = WordsWithChilwell(Options(), release_words())
    state = game.initial_state(2, Rng(secret_of(4), 0))
    state = dataclasses.replace(state, hands=(f"eatrinsolchu{BLANK * 3}", state.hands[1]))
    budget = ticking(3)
    bot.choose(game, state, 0, Rng(SECRET, 1), budget)
    assert budget.looks <= 20  # what has to be known is looked for until there is something


@pytest.mark.parametrize("hand", TRAINING_HANDS)
def test_all_words_of_fifteen_tiles_are_found(hand):
    words = release_words("broad")
    found = all_words(hand, words)
    assert len(found) > 1500
    assert set(found) <= set(all_words(hand + BLANK, words))


def test_words_come_with_what_their_tiles_are_worth():
    found = dict(
        worthy_words(f"ctz{BLANK}{BLANK}", words_of(["cat", "zoo", "at", "zax"]), blanks=2)
    )
    assert found == {"cat": 3, "zoo": 5, "at": 1, "zax": 5}
    assert dict(worthy_words(f"ctz{BLANK}{BLANK}", words_of(["cat", "zoo"]), blanks=1)) == {
        "cat": 3
    }


def test_hard_takes_no_tiles_when_the_other_is_about_to_end_the_game():
    table = Table().set(turns=4, to_move=0, scores=(160, 130))
    table.give(0, "hands" + "e" * 3).give(1, "signatures")
    for used, draw in (((20, 50), 0), ((20, 20), 8)):
        table.set(used=used)
        action = hard.choose(table.game, table.state, 0, Rng(SECRET, 1), ticking(9))
        assert action == Spell("hands", draw)
