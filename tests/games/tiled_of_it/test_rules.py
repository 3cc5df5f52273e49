"""The numbered rules, each in a position as small as it can be."""

import dataclasses
from collections import Counter

import pytest

from games.core.codec import BadData
from games.core.language.events import Event
from games.core.rng import Rng
from games.tiled_of_it.options import Options
from games.tiled_of_it.position.deck import CARDS
from games.tiled_of_it.position.model import Card, Discard, Place
from games.tiled_of_it.rules import TiledOfIt
from games.words.lists.packing import words_of
from tests.games.tiled_of_it.table import BLUE, RED, YELLOW, Table

CROSS = ("pile", "lend", "stale", "less")


def secret_of(number):
    return number.to_bytes(32, "big")


def crossing(ss=RED):
    """Return the example of the rules: PI, STA, ND and SS around an empty cell."""
    around = {
        (2, 1): ("pi", BLUE),
        (1, 2): ("sta", YELLOW),
        (2, 3): ("nd", RED),
        (3, 2): ("ss", ss),
    }
    return Table(*CROSS).put(around).hold(BLUE, "le")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_1_1_players_take_turns_in_the_order_of_their_seats(players):
    table = Table(players=players).fresh()
    movers = []
    for turn in range(2 * players):
        movers.append(table.state.to_move)
        card = table.state.hands[table.state.to_move][0]
        table.play(f"{card} A{turn + 1}" if turn < players else f"discard {card}")
    assert movers == 2 * list(range(players))


def test_1_2_the_grid_is_empty_at_the_start():
    assert Table().state.grid == (None,) * 36
    assert Table().refused("AL G1") == "The grid has 6 rows and 6 columns."


def test_1_3_sixty_cards_each_once():
    assert len(CARDS) == len(set(CARDS)) == 60
    state = Table(players=4).state
    assert Counter(CARDS) == Counter([*state.deck, *(card for h in state.hands for card in h)])


def test_1_4_everyone_is_dealt_five_cards_and_who_begins_is_drawn():
    game = TiledOfIt(Options(), words_of(["pile"]))
    states = [game.initial_state(3, Rng(secret_of(number), 0)) for number in range(60)]
    assert {state.sizes for state in states} == {(5, 5, 5)}
    assert {state.first for state in states} == {0, 1, 2}
    assert all(state.to_move == state.first for state in states)
    assert {state.deck_size for state in states} == {45}


def test_1_5_a_hand_is_seen_by_its_owner_alone():
    table = Table()
    view = table.game.observation(table.state, 1)
    assert view.hands == (None, table.state.hands[1], None)
    assert (view.sizes, view.deck_size) == (table.state.sizes, table.state.deck_size)
    assert view.deck == tuple(sorted(set(CARDS) - set(table.state.hands[1])))
    assert table.game.observation(table.state, None).deck == tuple(sorted(CARDS))


def test_1_5_whoever_looks_at_the_grid_sees_which_cards_make_words():
    row = {(0, 0): ("le", BLUE), (0, 1): ("nd", RED), (1, 0): ("ss", RED), (2, 0): ("le", BLUE)}
    table = Table("lend", "less", "ndss").put(row)
    for player in (None, BLUE, RED):
        assert table.game.observation(table.state, player).joined == ((0, 1), (0, 6))
    assert table.state.joined == ()


def test_2_1_words_are_made_of_exactly_two_cards():
    row = {(0, 0): ("pi", BLUE), (0, 2): ("nd", RED)}
    table = Table("pile", "pilend").put(row).hold(BLUE, "le").play("LE B1")
    assert [event.facts for event in table.state.events if event.topic == "word"] == [
        {"word": "PILE"}
    ]
    assert "LE doesn't make a word" in Table("pilend").put(row).hold(BLUE, "le").refused("LE B1")


def test_2_1_words_run_to_the_right_and_down_only():
    table = Table("leap").put({(1, 1): ("ap", RED)}).hold(BLUE, "le")
    assert table.refused("LE C2") == "LE doesn't make a word at C2."
    assert table.refused("LE B3") == "LE doesn't make a word at B3."
    assert table.refused("LE C3") == "LE doesn't make a word at C3."
    assert table.play("LE B1").state.scores == (2, 0, 0)


def test_2_1_the_edges_of_the_grid_do_not_join():
    table = Table("leap").put({(1, 0): ("ap", RED)}).hold(BLUE, "le")
    assert table.refused("LE F1") == "LE doesn't make a word at F1."


def test_2_2_a_word_counts_if_it_is_in_the_list():
    cells = {(0, 0): ("pi", RED)}
    assert Table("pile").put(cells).hold(BLUE, "le").play("LE B1").state.scores == (1, 1, 0)
    assert Table("other").put(cells).hold(BLUE, "le").refused("LE B1")


def test_2_3_neighbours_need_not_make_a_word():
    table = crossing()
    table.game = TiledOfIt(Options(), words_of(["pile"]))
    table.play("LE C3")
    assert table.state.scores == (2, 0, 0)
    assert table.colours()["nd"] == RED


def test_3_1_the_first_card_goes_on_any_empty_cell():
    table = Table().fresh().put({(0, 0): ("pi", RED)}).hold(BLUE, "le", "nd")
    assert table.refused("LE A1") == "On your first turn the card has to go on an empty cell."
    assert table.play("LE F6").at(5, 5) == Card("le", BLUE)


def test_3_2_a_first_card_changes_nothing():
    table = Table("lend").fresh().put({(0, 0): ("le", RED)}).hold(BLUE, "nd").play("ND B1")
    assert table.state.scores == (0, 0, 0)
    assert table.colours() == {"le": RED, "nd": BLUE}


def test_3_2_not_even_cards_that_would_be_taken():
    table = Table("lend").fresh().put({(0, 1): ("nd", RED)}).hold(BLUE, "le").play("LE A1")
    assert table.state.scores == (0, 0, 0)
    assert table.colours() == {"le": BLUE, "nd": RED}


def test_3_3_everyone_has_a_first_turn_without_discarding():
    table = Table().fresh()
    for turn in range(3):
        card = table.state.hands[turn][0]
        why = table.refused(f"discard {card}")
        assert why == "You can't discard on your first turn. Put a card on any empty cell."
        table.play(f"{card} A{turn + 1}")
    table.play(f"discard {table.state.hands[0][0]}")
    assert table.state.turns == 4


def test_3_3_a_first_card_comes_from_the_hand():
    table = Table().fresh().set(pile=(Card("le", RED),))
    said = "On your first turn you can only play a card from your hand."
    assert table.refused("LE A1 pile") == said


def test_4_1_a_discarded_card_keeps_its_colour_and_changes_nothing():
    table = crossing().play("discard LE")
    assert table.state.pile == (Card("le", BLUE),)
    assert table.state.scores == (0, 0, 0)
    assert table.colours() == {"pi": BLUE, "sta": YELLOW, "nd": RED, "ss": RED}
    assert (table.state.sizes[0], table.state.deck_size) == (1, 44)


def test_4_2_a_card_must_make_a_word():
    table = crossing()
    assert table.refused("LE A1") == "LE doesn't make a word at A1."
    assert table.refused("LE F6") == "LE doesn't make a word at F6."
    assert table.refused("ND C3") == "ND isn't in your hand."
    assert table.state.to_move == 0


def test_4_3_a_card_can_be_covered_and_leaves_the_game():
    table = Table("less").put({(0, 0): ("le", RED), (0, 1): ("nd", YELLOW)}).hold(BLUE, "ss")
    table.play("SS B1")
    assert table.state.scores == (1, 1, 0)
    assert table.colours() == {"le": RED, "ss": BLUE}
    assert table.state.covered == ("nd",)


def test_4_3_own_cards_can_be_covered_too_and_again():
    table = Table("less", "lend", players=1).put({(0, 0): ("le", BLUE), (0, 1): ("nd", BLUE)})
    table.hold(BLUE, "ss", "x").play("SS B1").hold(BLUE, "nd").play("ND B1")
    assert table.at(0, 1) == Card("nd", BLUE)
    assert table.state.covered == ("nd", "ss")


def test_4_3_a_covered_card_makes_no_words():
    table = Table("less", "lend").put({(0, 0): ("x", RED), (1, 0): ("ss", RED)})
    table.put({(0, 1): ("nd", RED)}).hold(BLUE, "le").play("LE A1")
    assert table.colours() == {"le": BLUE, "ss": BLUE, "nd": BLUE}
    table.hold(RED, "nd").set(covered=())
    assert "doesn't make a word at B2" in table.refused("ND B2")


def test_4_4_any_discarded_card_can_be_played():
    pile = (Card("le", BLUE), Card("zz", RED))
    table = Table("lend").put({(0, 1): ("nd", RED)}).set(pile=pile)
    table.play("LE A1 pile")
    assert table.state.scores == (2, 0, 0)
    assert table.colours() == {"le": BLUE, "nd": BLUE}
    assert table.state.pile == (Card("zz", RED),)


def test_4_4_what_is_not_in_the_pile_cannot_be_taken_from_it():
    table = Table("lend").put({(0, 1): ("nd", RED)}).hold(BLUE, "le")
    assert table.refused("LE A1 pile") == "LE isn't in the discard pile."


def test_4_4_a_table_may_allow_only_the_top_card():
    pile = (Card("le", BLUE), Card("zz", RED))
    table = Table("lend", options=Options(top_only=True)).put({(0, 1): ("nd", RED)}).set(pile=pile)
    assert table.refused("LE A1 pile") == "LE isn't on top of the discard pile."
    table.set(pile=pile[::-1]).play("LE A1 pile")
    assert table.state.scores == (2, 0, 0)


def test_4_5_a_card_is_drawn_while_there_are_any():
    table = crossing().hold(BLUE, "le", "x").play("LE C3")
    assert (table.state.sizes[0], table.state.deck_size) == (2, 44)
    assert table.state.hands[0][0] == "x"
    table.set(deck=(), deck_size=0).hold(RED, "x", "y").play("discard X")
    assert (table.state.sizes[1], table.state.hands[1]) == (1, ("y",))


def test_4_5_a_card_of_the_pile_leaves_one_more_in_hand():
    table = Table("lend").put({(0, 1): ("nd", RED)}).set(pile=(Card("le", BLUE),))
    assert table.play("LE A1 pile").state.sizes == (6, 5, 5)


def test_4_5_each_card_of_the_deck_is_as_likely_as_any_other():
    table = crossing()
    action = Discard("le")
    drawn = Counter(
        table.game.apply_action(table.state, action, Rng(secret_of(n), 4)).hands[0][-1]
        for n in range(4500)
    )
    assert drawn.keys() == set(table.state.deck)
    chi_square = sum((count - 100) ** 2 / 100 for count in drawn.values())
    assert chi_square < 85  # 44 degrees of freedom; above 85 once in five thousand


def test_5_1_the_end_of_a_word_takes_on_the_colour_of_its_beginning():
    table = Table("lend").put({(0, 1): ("nd", RED)}).hold(BLUE, "le").play("LE A1")
    assert table.colours() == {"le": BLUE, "nd": BLUE}


@pytest.mark.parametrize("ss", [RED, YELLOW])
def test_5_2_the_example_of_the_rules(ss):
    table = crossing(ss).play("LE C3")
    assert table.state.scores == (7, 0, 1)
    assert table.colours() == {"pi": BLUE, "sta": YELLOW, "le": BLUE, "nd": BLUE, "ss": BLUE}


def test_5_2_control_flows_along_words_that_were_there_before():
    table = Table("lend", "nder", "erst").put(
        {(0, 1): ("nd", RED), (0, 2): ("er", YELLOW), (1, 2): ("st", RED), (1, 1): ("q", RED)}
    )
    table.hold(BLUE, "le").play("LE A1")
    assert table.colours() == {"le": BLUE, "nd": BLUE, "er": BLUE, "st": BLUE, "q": RED}
    assert table.state.scores == (2, 0, 0)


def test_5_2_control_flows_through_cards_of_the_own_colour():
    table = Table("lend", "nder").put({(0, 1): ("nd", BLUE), (0, 2): ("er", RED)})
    assert table.hold(BLUE, "le").play("LE A1").colours()["er"] == BLUE


def test_5_2_control_can_reach_a_card_by_two_ways():
    cells = {(0, 1): ("b", RED), (1, 0): ("c", RED), (1, 1): ("d", RED)}
    table = Table("ab", "ac", "bd", "cd").put(cells).hold(BLUE, "a").play("A A1")
    assert set(table.colours().values()) == {BLUE}
    assert table.state.scores == (4, 0, 0)


def test_5_3_the_beginning_of_a_word_keeps_its_colour():
    table = Table("lend").put({(0, 0): ("le", RED)}).hold(BLUE, "nd").play("ND B1")
    assert table.colours() == {"le": RED, "nd": BLUE}
    assert table.state.scores == (1, 1, 0)


def test_5_3_control_does_not_flow_back_and_on():
    table = Table("lend", "less").put({(0, 0): ("le", RED), (1, 0): ("ss", RED)})
    table.hold(BLUE, "nd").play("ND B1")
    assert table.colours() == {"le": RED, "nd": BLUE, "ss": RED}


def test_5_4_a_card_that_another_discarded_works_for_them():
    table = Table("lend", "pile").put({(0, 2): ("nd", YELLOW), (0, 0): ("pi", YELLOW)})
    table.set(pile=(Card("le", RED),)).play("LE B1 pile")
    assert table.colours() == {"pi": YELLOW, "le": RED, "nd": RED}
    assert table.state.scores == (2, 1, 1)


def test_6_1_a_point_for_every_word_the_card_makes():
    table = crossing().play("LE C3")
    words = [event.facts["word"] for event in table.state.events if event.topic == "word"]
    assert words == ["PILE", "STALE", "LEND", "LESS"]
    assert [event.player for event in table.state.events if event.topic == "word"] == [BLUE] * 4


def test_6_2_a_point_for_whoever_controls_the_neighbour_once_control_has_changed():
    table = crossing().play("LE C3")
    told = [
        (e.player, e.facts["card"], e.facts["word"])
        for e in table.state.events
        if e.topic == "neighbour"
    ]
    assert told == [
        (BLUE, "PI", "PILE"),
        (YELLOW, "STA", "STALE"),
        (BLUE, "ND", "LEND"),
        (BLUE, "SS", "LESS"),
    ]
    assert table.state.events[-1] == Event("turned", BLUE, {"cards": 2})


def test_6_3_words_of_other_cards_bring_nothing():
    table = Table("lend", "nder").put({(0, 1): ("nd", RED), (0, 2): ("er", RED)})
    table.hold(BLUE, "le").play("LE A1")
    assert table.state.scores == (2, 0, 0)


def test_7_1_the_game_ends_after_a_round_with_an_empty_hand():
    table = Table().set(deck=(), deck_size=0).hold(0, "a").hold(1, "b", "c").hold(2, "d", "e")
    table.play("discard A", "discard B")
    assert table.state.to_move == 2
    table.play("discard D")
    assert (table.state.to_move, table.state.sizes) == (None, (0, 1, 1))


def test_7_1_without_an_empty_hand_the_game_goes_on():
    table = Table().set(deck=(), deck_size=0)
    for player in range(3):
        table.hold(player, "x", "abc"[player])
    table.play(*(f"discard {card}" for card in "abc"))
    assert (table.state.to_move, table.state.sizes) == (0, (1, 1, 1))


def test_7_1_with_a_full_set_all_hands_are_empty_at_once():
    for players in (2, 3, 4):
        table = Table(players=players).fresh()
        turn = 0
        while table.state.to_move is not None:
            card = table.state.hands[table.state.to_move][0]
            table.play(f"{card} {'ABCD'[turn]}1" if turn < players else f"discard {card}")
            turn += 1
        assert (turn, table.state.sizes) == (60, (0,) * players)


def test_7_2_a_bonus_for_every_visible_card_a_player_controls():
    table = Table("less", players=2).set(deck=(), deck_size=0).hold(0, "ss").hold(1, "x")
    table.put({(0, 0): ("le", RED), (0, 1): ("nd", RED), (3, 3): ("q", RED), (5, 5): ("r", BLUE)})
    table.play("SS B1", "discard X")
    told = [(event.player, event.points) for event in table.state.events if event.topic == "bonus"]
    assert told == [(BLUE, 2), (RED, 2)]
    assert table.state.scores == (1 + 2, 1 + 2)


def test_7_3_equal_points_share_the_place():
    table = Table().set(deck=(), deck_size=0, scores=(9, 4, 9), turns=5, to_move=2).hold(2, "x")
    table.play("discard X")
    assert table.game.placing(table.state) == (1, 3, 1)


def test_8_1_the_table_can_choose_sizes_and_points():
    options = Options(size=4, hand_size=7, word_points=2, neighbour_points=3, bonus=5)
    table = Table("pile", players=2, options=options).put({(0, 0): ("pi", RED)})
    assert (len(table.state.grid), table.state.sizes) == (16, (7, 7))
    table.set(deck=(), deck_size=0).hold(0, "le").hold(1, "x").play("LE B1")
    assert table.state.scores == (2, 3)
    assert table.play("discard X").state.scores == (7, 8)


def test_8_1_the_table_can_play_with_fewer_cards():
    game = TiledOfIt(Options(cards=30, hand_size=7), words_of(["pile"]))
    states = [game.initial_state(4, Rng(secret_of(number), 0)) for number in range(40)]
    for state in states:
        cards = [*state.deck, *(card for hand in state.hands for card in hand)]
        assert (len(cards), len(set(cards)), state.deck_size) == (30, 30, 2)
        assert game.restore(state) is state
        own = set(state.hands[1])
        assert set(game.observation(state, 1).deck) == set(cards) - own
        with pytest.raises(BadData, match="do not add up"):
            game.restore(dataclasses.replace(state, covered=(min(set(CARDS) - set(cards)),)))
    assert len({state.deck for state in states}) == 40


def test_8_2_out_of_time_a_random_card_is_discarded():
    table = Table()
    actions = {table.game.timeout_action(table.state, Rng(secret_of(n), 4)) for n in range(60)}
    assert actions == {Discard(card) for card in table.state.hands[0]}


def test_8_2_in_a_first_turn_it_is_placed_anywhere():
    table = Table().fresh().put({(0, 0): ("pi", RED)})
    actions = [table.game.timeout_action(table.state, Rng(secret_of(n), 1)) for n in range(60)]
    assert {type(action) for action in actions} == {Place}
    assert len({(action.row, action.col) for action in actions}) > 20
    assert (0, 0) not in {(action.row, action.col) for action in actions}


def test_8_3_a_card_can_be_tried_out():
    table = crossing()
    assert table.game.preview(table.state, BLUE, Place("le", 2, 2)) == {
        "words": [
            {"word": "PILE", "points": 2, "valid": True},
            {"word": "STALE", "points": 1, "valid": True},
            {"word": "LEND", "points": 2, "valid": True},
            {"word": "LESS", "points": 2, "valid": True},
        ],
        "points": 7,
        "gains": [7, 0, 1],
        "takes": [[2, 3], [3, 2]],
        "problem": None,
    }


def test_8_3_a_card_tried_out_shows_what_is_wrong():
    table = Table("lend").put({(0, 0): ("pi", BLUE)}).hold(BLUE, "le")
    seen = table.game.preview(table.state, BLUE, Place("le", 0, 1))
    assert seen["words"] == [{"word": "PILE", "points": 0, "valid": False}]
    assert seen["points"] == 0
    assert str(seen["problem"]) == "LE doesn't make a word at B1."
    problems = [
        str(table.game.preview(table.state, BLUE, place)["problem"])
        for place in (Place("le", 0, 9), Place("xx", 0, 1))
    ]
    assert problems == ["The grid has 6 rows and 6 columns.", "XX isn't in your hand."]
    assert table.game.preview(table.state, BLUE, Discard("le")) is None


def test_8_3_a_card_can_be_tried_out_before_the_turn():
    table = Table("lend").put({(0, 0): ("le", BLUE)}).hold(YELLOW, "nd")
    assert table.game.preview(table.state, YELLOW, Place("nd", 0, 1))["gains"] == [1, 0, 1]


def test_8_3_places_are_shown_only_at_tables_that_want_them():
    cells = {(0, 0): ("pi", BLUE)}
    table = Table("pile").put(cells).hold(BLUE, "le").set(pile=(Card("zz", RED),))
    assert table.game.hints(table.state, BLUE) == {"first": False, "pile": ["zz"]}
    table = Table("pile", options=Options(show_places=True)).put(cells).hold(BLUE, "le")
    assert table.game.hints(table.state, BLUE)["places"] == {"le": [[0, 1], [1, 0]]}
    assert table.game.hints(table.state, RED) == {}
