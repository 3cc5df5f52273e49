"""The numbered rules, each in a position as small as it can be."""

from collections import Counter

import pytest

from games.core.errors import IllegalAction
from games.core.language.events import Event
from games.core.rng import Rng
from games.words_with_chilwell.options import TRAINING_SIZE, Options
from games.words_with_chilwell.position.model import Spell, Stop
from games.words_with_chilwell.position.tiles import (
    BLANK,
    SUPPLIES,
    TRAINING_HANDS,
    UNIFORM,
    VALUES,
    WEIGHTED,
)
from games.words_with_chilwell.turns.spelling import tiles_for
from tests.games.words_with_chilwell.table import QUEUE, SECRET, TRAINING, Table


def secret_of(number):
    return number.to_bytes(32, "big")


def test_1_1_players_take_turns():
    table = Table()
    movers = []
    for _ in range(5):
        movers.append(table.state.to_move)
        table.give(table.state.to_move, "hands").play("HANDS +5")
    assert movers == [0, 1, 0, 1, 0]


def test_1_2_both_begin_with_50_points_and_15_tiles():
    state = Table().state
    assert state.scores == (50, 50)
    assert state.sizes == (15, 15)
    assert [len(hand) for hand in state.hands] == [15, 15]


def test_1_2_only_the_start_shows_its_points():
    table = Table(TRAINING)
    told = [(event.player, event.points, event.topic) for event in table.state.events]
    assert told == [(0, 50, "start"), (1, 50, "start")]
    table.play("HANDS +5")
    assert "start" not in {event.topic for event in table.state.events}


def test_1_3_word_and_tiles_are_one_action():
    table = Table(TRAINING).set(queue=QUEUE).play("HANDS +8")
    assert table.state.scores == (58, 50)
    assert table.state.sizes == (18, 15)
    assert table.state.to_move == 1


def test_2_1_what_tiles_are_worth():
    rows = {0: BLANK, 1: "aeinorst", 2: "bcdglmpu", 3: "fhkvwy", 5: "jqxz"}
    assert {tile: worth for worth, tiles in rows.items() for tile in tiles} == VALUES


def test_2_2_how_often_tiles_come():
    assert sum(WEIGHTED.values()) == 10_000
    assert (WEIGHTED[BLANK], WEIGHTED["e"], WEIGHTED["z"]) == (1000, 1143, 7)
    assert UNIFORM.keys() == WEIGHTED.keys() - {BLANK}


@pytest.mark.parametrize(("supply", "weights"), [("weighted", WEIGHTED), ("uniform", UNIFORM)])
def test_2_2_every_tile_is_drawn_with_its_weight(supply, weights):
    tickets = sum(weights.values())
    assert dict(SUPPLIES[supply].weights) == weights
    counts = Counter(SUPPLIES[supply].draw(Rng(SECRET, 3), 20_000))
    expected = {tile: 20_000 * weight / tickets for tile, weight in weights.items()}
    chi_square = sum((counts[tile] - n) ** 2 / n for tile, n in expected.items())
    assert chi_square < 60  # 26 degrees of freedom; above 60 once in six thousand


@pytest.mark.parametrize(
    ("word", "hand", "tiles"),
    [
        ("cat", f"a{BLANK}ct", "cat"),
        ("cat", f"ta{BLANK}", f"{BLANK}at"),
        ("tee", f"e{BLANK}t", f"te{BLANK}"),
        ("zoo", BLANK * 3, BLANK * 3),
        ("zoo", f"z{BLANK}", None),
        ("cat", "cta", "cat"),
        ("tent", "tenn", None),
    ],
)
def test_2_3_letters_are_used_before_blanks(word, hand, tiles):
    assert tiles_for(word, hand) == tiles


def test_2_3_a_blank_is_worth_nothing_whatever_it_stands_for():
    table = Table().give(0, f"{BLANK}ooest").play("ZOO +0")
    assert table.gains(0) == [("word", 2)]
    assert table.state.hands[0] == "est"
    event = table.state.events[0]
    assert (event.kind, event.facts) == ("word_with_blanks", {"word": "ZOO", "blanks": ["Z"]})


def test_2_4_tiles_come_from_the_front_and_others_enter_at_the_rear():
    table = Table(TRAINING).set(queue=QUEUE).play("HANDS +5")
    assert table.state.hands[0] == "btaenonarj" + QUEUE[:5]
    assert table.state.queue[:15] == QUEUE[5:]
    assert len(table.state.queue) == 20
    assert table.state.queue[15:] == SUPPLIES["weighted"].draw(Rng(SECRET, 1), 5)


def test_2_4_the_hands_are_dealt_from_the_queue_player_one_first():
    stream = SUPPLIES["weighted"].draw(Rng(SECRET, 0), 50)
    state = Table().state
    assert (*state.hands, state.queue) == (stream[:15], stream[15:30], stream[30:])


def test_2_4_what_enters_the_queue_is_drawn_when_it_enters():
    game = Table(TRAINING).game
    state = game.initial_state(2, Rng(SECRET, 0))
    after = [game.apply_action(state, Spell("hands", 8), Rng(secret_of(n), 1)) for n in range(9)]
    assert len({one.queue for one in after}) == 9
    assert len({one.hands for one in after}) == 1


def test_2_4_more_tiles_can_be_taken_than_the_queue_shows():
    table = Table(Options(training=True, queue_size=5)).set(queue="aeiou").play("ABANDONS +11")
    assert table.state.hands[0][7:12] == "aeiou"
    assert (table.state.sizes[0], len(table.state.queue)) == (18, 5)


def test_2_5_hands_are_seen_by_their_owners_alone():
    table = Table(TRAINING)
    seen = [table.game.observation(table.state, player).hands for player in (0, 1, None)]
    first, second = TRAINING_HANDS
    assert seen == [(first, None), (None, second), (None, None)]


def test_2_5_everyone_sees_which_tiles_are_taken_and_which_of_them_are_played():
    table = Table(TRAINING).set(queue="te" + QUEUE[2:]).play("HANDS +3", "no word +3")
    assert table.state.known == ("aet", "ino")
    table.set(hands=("atenxx", "x"), sizes=(6, 1), known=("aet", ""))
    table.play("TEN +0")
    assert table.state.known[0] == "a"
    assert "took" not in {event.kind for event in table.state.events}


def test_2_5_open_hands_are_seen_by_all():
    table = Table(Options(open_hands=True, training=True))
    assert table.game.observation(table.state, None).hands == TRAINING_HANDS


def test_2_5_at_the_end_all_hands_are_shown():
    table = Table(TRAINING).set(used=(51, 0)).play("no word +3", "no word +3")
    assert table.state.to_move is None
    assert table.game.observation(table.state, None) == table.state


def test_2_6_training_hands():
    assert Table(TRAINING).state.hands == ("btahandenonsarj", "celzxiotnesmuaa")
    assert {*map(len, TRAINING_HANDS)} == {TRAINING_SIZE}


def test_3_1_a_word_counts_if_it_is_in_the_list():
    assert Table(TRAINING).play("HANDS +5").gains(0) == [("word", 8)]
    assert Table(TRAINING, words=("other",)).play("HANDS +5").gains(0) == []
    assert Table(TRAINING).play("AT +0").gains(0) == [("word", 2)]
    assert Table(TRAINING).play("A +0").gains(0) == []


def test_3_2_each_tile_is_used_once():
    assert Table().give(0, "banan").play("BANANA +0").gains(0) == []
    assert Table().give(0, "aabnan").play("BANANA +0").gains(0) == [("word", 7), ("bonus", 5)]


@pytest.mark.parametrize(("draw", "size"), [(5, 15), (3, 13), (8, 18), (0, 10)])
def test_3_3_the_four_choices_of_tiles(draw, size):
    table = Table(TRAINING).set(queue=QUEUE).play(f"HANDS +{draw}")
    assert table.state.sizes[0] == len(table.state.hands[0]) == size
    assert table.state.hands[0][10:] == QUEUE[:draw]
    assert len(table.state.queue) == 20


def test_3_3_no_other_number_can_be_chosen():
    table = Table(TRAINING)
    assert table.refused("HANDS +4") == "With this word, you can take 0, 3, 5 or 8 tiles."
    assert table.refused("AND +5") == "With this word, you can take 0, 3 or 6 tiles."
    assert table.refused("no word +1") == "If you don't spell a word, you can take 0 or 3 tiles."


def test_3_4_a_hand_may_grow_beyond_the_limit_within_a_round():
    table = Table().give(0, "hands" + "e" * 13).set(queue=QUEUE).play("HANDS +8")
    assert table.state.sizes[0] == 21
    assert table.state.to_move == 1


@pytest.mark.parametrize("text", ["THOUSAND +8", "NAHDS +5", "A +1", "no word +3", "thousand +0"])
def test_4_1_a_word_that_does_not_count_costs_the_turn_and_brings_three_tiles(text):
    table = Table(TRAINING).set(queue=QUEUE).play(text)
    assert table.state.hands[0] == TRAINING_HANDS[0] + QUEUE[:3]
    assert table.state.scores == (50, 50)
    assert table.state.used == (0, 0)
    assert table.state.to_move == 1


def test_4_1_what_is_no_text_of_letters_is_no_attempt():
    table = Table(TRAINING)
    for word, why in (
        ("hand's", "A word can only use the letters A to Z."),
        ("hän", "A word can only use the letters A to Z."),
        ("a" * 21, "A word can have up to 20 letters."),
    ):
        with pytest.raises(IllegalAction, match=why.replace(".", r"\.")):
            table.game.apply_action(table.state, Spell(word, 3), Rng(SECRET, 1))


def test_4_1_capitals_are_read_as_small_letters():
    table = Table(TRAINING)
    after = table.game.apply_action(table.state, Spell("HanDs", 0), Rng(SECRET, 1))
    assert after.scores == (58, 50)


def test_4_2_nobody_is_told_why_a_word_did_not_count():
    for text in ("THOUSAND +3", "NAHDS +3"):
        table = Table(TRAINING).set(queue=QUEUE).play(text)
        assert table.state.events == (
            Event("word_failed", 0, {"word": text.split()[0]}),
            Event("took", 0, {"tiles": ["e", "t", "a"]}),
        )


def test_4_3_a_word_tried_out_shows_its_points_but_not_whether_it_is_in_the_list():
    table = Table(TRAINING)
    for word in ("hands", "dhans"):
        assert table.game.preview(table.state, 0, Spell(word, 0)) == {
            "words": [{"word": word.upper(), "points": 8, "valid": None}],
            "points": 8,
            "tiles": list(word),
            "problem": None,
        }


def test_4_3_a_word_tried_out_shows_which_tiles_are_missing():
    table = Table(TRAINING)
    seen = table.game.preview(table.state, 0, Spell("thousand", 0))
    assert str(seen["problem"]) == "You're missing U for THOUSAND."
    assert (seen["points"], seen["tiles"]) == (0, [])
    table.give(0, f"c{BLANK}")
    seen = table.game.preview(table.state, 0, Spell("cat", 0))
    assert str(seen["problem"]) == "You're missing A and T for CAT, and you only have 1 blank."


def test_4_3_a_table_can_agree_to_show_whether_a_word_counts():
    table = Table(Options(training=True, word_check=True))
    seen = table.game.preview(table.state, 0, Spell("HANDS", 0))
    assert seen["words"] == [{"word": "HANDS", "points": 8, "valid": True}]
    seen = table.game.preview(table.state, 0, Spell("dhans", 0))
    assert seen["words"] == [{"word": "DHANS", "points": 0, "valid": False}]
    assert seen["points"] == 0
    assert str(seen["problem"]) == "DHANS isn't in the word list."


@pytest.mark.parametrize(
    ("word", "gains"),
    [
        ("HANDS", [("word", 8)]),
        ("BANANA", [("word", 7), ("bonus", 5)]),
        ("BANDANA", [("word", 9), ("bonus", 5)]),
        ("ABANDON", [("word", 9), ("bonus", 5)]),
        ("ABANDONS", [("word", 10), ("bonus", 20)]),
    ],
)
def test_5_1_points_of_words_from_the_training_hand(word, gains):
    table = Table(TRAINING).play(f"{word} +0")
    assert table.gains(0) == gains
    assert table.state.scores == (50 + sum(points for _, points in gains), 50)


def test_5_2_blanks_count_for_the_long_bonus():
    table = Table().give(0, "signat" + BLANK * 3).play("SIGNATURE +0")
    assert table.gains(0) == [("word", 7), ("bonus", 20)]


def test_5_3_blanks_count_for_the_middle_bonus():
    table = Table().give(0, "nat" + BLANK * 3).play("NATURE +0")
    assert table.gains(0) == [("word", 3), ("bonus", 5)]
    assert table.state.used == (6, 0)


def test_6_1_more_than_50_tiles_used_end_the_game_after_the_round():
    table = Table().set(used=(48, 0), hands=("ten", "net"), sizes=(3, 3)).play("TEN +0")
    assert (table.state.used[0], table.state.to_move) == (51, 1)
    table.play("NET +0")
    assert (table.state.used, table.state.to_move) == ((51, 3), None)


def test_6_1_fifty_tiles_are_not_enough():
    table = Table().set(used=(47, 0), hands=("ten", "net"), sizes=(3, 3)).play("TEN +0", "NET +0")
    assert (table.state.used, table.state.to_move) == ((50, 3), 0)


@pytest.mark.parametrize(("size", "over"), [(16, False), (17, True)])
def test_6_2_a_hand_of_twenty_ends_the_game_after_the_round(size, over):
    table = Table().give(0, "e" * size).give(1, "net").play("no word +3")
    assert table.state.to_move == 1
    table.play("NET +0")
    assert (table.state.to_move is None) is over


def test_6_3_what_is_left_in_hand_is_taken_off():
    table = Table().set(used=(51, 51), scores=(60, 5), turns=3, to_move=1)
    table.give(0, f"qz{BLANK}a").give(1, "jkbet" + "net").play("NET +0")
    assert table.state.scores == (60 - 11, 5 + 3 - 12)
    assert [
        (event.kind, event.player, event.facts, event.points)
        for event in table.state.events
        if event.topic == "hand"
    ] == [
        ("left", 0, {"tiles": ["q", "z", BLANK, "a"]}, -11),
        ("left", 1, {"tiles": ["j", "k", "b", "e", "t"]}, -12),
    ]


def test_6_3_points_can_fall_below_zero():
    table = Table().set(used=(51, 0), scores=(5, 0), turns=3, to_move=1)
    table.give(0, "jkbet").give(1, "net").play("NET +0")
    assert table.state.scores == (-7, 3)
    assert table.game.placing(table.state) == (2, 1)


def test_6_4_equal_points_are_a_draw():
    table = Table().set(used=(51, 0), scores=(23, 20), turns=3, to_move=1)
    table.give(0, "").give(1, "net").play("NET +0")
    assert table.game.placing(table.state) == (1, 1)


def test_6_5_player_two_always_has_the_last_turn():
    for hands in (("ten", "net"), ("e" * 19, "net")):
        table = Table().set(used=(49, 0), hands=hands, sizes=tuple(map(len, hands)))
        table.play("no word +3" if len(hands[0]) > 3 else "TEN +0")
        assert table.state.to_move == 1
        table.play("NET +0")
        assert (table.state.to_move, table.state.turns) == (None, 2)


def test_7_1_the_table_can_choose_other_numbers():
    options = Options(
        training=True, start_score=10, extra=2, penalty=4, long_length=6, long_bonus=7,
        middle_length=3, middle_bonus=1, queue_size=9, used_limit=10, hand_limit=25,
    )  # fmt: skip
    table = Table(options).play("BANANA +8")
    assert (table.state.scores, table.state.sizes) == ((24, 10), (17, 15))
    table.play("no word +2")
    assert (table.state.sizes, len(table.state.queue)) == ((17, 19), 9)
    table.set(hands=("hands", "x"), sizes=(5, 1), known=("", "")).play("HANDS +0")
    assert (table.gains(0), table.state.used) == ([("word", 8), ("bonus", 1)], (11, 0))
    table.play("no word +0")
    assert table.state.to_move is None


def test_7_1_without_points_at_the_start_there_is_nothing_to_tell_of_them():
    assert Table(Options(start_score=0)).state.events == ()


def test_7_2_out_of_time_means_no_word():
    table = Table(TRAINING)
    action = table.game.timeout_action(table.state, Rng(SECRET, 1, "timeout"))
    assert action == Spell("", 3)
    after = table.game.apply_action(table.state, action, Rng(SECRET, 1))
    assert (after.sizes, after.scores) == ((18, 15), (50, 50))


def test_7_3_filling_the_hand_stops_the_game():
    table = Table(Options(training=True, stopping=True)).play("stop")
    assert (table.state.sizes[0], table.state.to_move) == (21, 1)
    table.play("ACE +0")
    assert table.state.to_move is None


def test_7_3_only_where_the_table_allows_it():
    table = Table(TRAINING)
    with pytest.raises(
        IllegalAction, match="At this table you can't fill your hand to end the game"
    ):
        table.game.apply_action(table.state, Stop(), Rng(SECRET, 1))
    assert Stop() not in list(table.game.legal_actions(table.state))
