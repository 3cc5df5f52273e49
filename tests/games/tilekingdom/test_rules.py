"""The numbered rules, each in as small a position as possible."""

import dataclasses
from collections import Counter

import pytest

from games.core.errors import IllegalAction
from games.core.extras.protocols import Countdown
from games.core.language.wording import sentence
from games.core.rng import Rng
from games.tilekingdom.options import Options
from games.tilekingdom.position.model import Place, Placement
from games.tilekingdom.position.tiles import TOTAL, full_bag
from games.tilekingdom.rules import Tilekingdom
from tests.games.tilekingdom.table import SECRET, Table

CHESS = Options(mode="chess")


def secret_of(number):
    return number.to_bytes(32, "big")


def play_first(game, players, secret, plies):
    """Play the first legal action for a number of turns."""
    state = game.initial_state(players, Rng(secret, 0))
    for ply in range(1, plies + 1):
        state = game.apply_action(state, next(game.legal_actions(state)), Rng(secret, ply))
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_1_1_players_take_turns_in_the_order_of_their_seats(players):
    game = Tilekingdom(Options())
    state = play_first(game, players, SECRET, 7)
    laid_by = [one.player for one in state.placements]
    assert laid_by == [None, *(turn % players for turn in range(7))]
    assert state.to_move == 7 % players


def test_1_2_a_turn_is_one_action_tile_and_subject_together():
    table = Table().play("V90 1,0 road WN")
    assert table.state.placements[-1] == Placement("V", 1, 0, 1, 0)
    assert [(one.player, one.x, one.y, one.feature) for one in table.state.subjects] == [
        (0, 1, 0, "r0")
    ]
    assert table.state.tile is not None
    assert table.state.to_move == 1


def test_1_3_the_start_tile_is_there_at_the_start():
    state = Table().state
    assert state.placements == (Placement("D", 0, 0, 0, None),)
    assert len(state.placements) + sum(state.bag.values()) + 1 == TOTAL


def test_2_1_the_mode_decides_where_the_tiles_wait():
    drawn = Table().state
    ordered = Table(options=CHESS).state
    assert (sum(drawn.bag.values()), drawn.order) == (70, ())
    assert (ordered.bag, len(ordered.order)) == ({}, 70)


def test_2_1_1_every_tile_left_has_the_same_chance():
    game = Tilekingdom(Options())
    draws = Counter(game.initial_state(2, Rng(secret_of(n), 0)).tile for n in range(7100))
    expected = {kind: 100 * count for kind, count in full_bag().items()}
    assert draws.keys() == expected.keys()
    chi_square = sum((draws[kind] - n) ** 2 / n for kind, n in expected.items())
    assert chi_square < 55  # 23 degrees of freedom; above 55 once in five thousand


def test_2_1_1_the_draw_belongs_to_the_turn_not_to_the_state():
    game = Tilekingdom(Options())
    state = game.initial_state(2, Rng(SECRET, 0))
    action = next(game.legal_actions(state))
    tiles = {game.apply_action(state, action, Rng(secret_of(n), 1)).tile for n in range(60)}
    assert len(tiles) > 10
    assert game.apply_action(state, action, Rng(SECRET, 1)) == game.apply_action(
        state, action, Rng(SECRET, 1)
    )


def test_2_1_2_the_order_is_settled_at_the_start_and_seen_by_all():
    game = Tilekingdom(CHESS)
    state = game.initial_state(2, Rng(SECRET, 0))
    assert Counter(state.order) + Counter([state.tile]) == Counter(full_bag())
    to_come = state.order
    for player in (0, 1, None):
        assert game.observation(state, player).order == to_come
    ply = 0
    while state.to_move is not None:
        ply += 1
        state = game.apply_action(state, next(game.legal_actions(state)), Rng(secret_of(99), ply))
        laid = [one.kind for one in state.placements[2:]]
        hand = [state.tile] if state.tile else []
        assert Counter(laid + hand + list(state.removed)) + Counter(state.order) == Counter(to_come)
        if not state.removed:
            assert (*laid, *hand, *state.order) == to_come
    assert game.initial_state(2, Rng(secret_of(1), 0)).order != to_come


@pytest.mark.parametrize(
    ("x", "y"), [(1, 1), (-1, 1), (2, 0), (0, 3), (72, 0), (-73, 5), (2**40, 0)]
)
def test_3_1_a_tile_touches_another_along_a_side(x, y):
    table = Table()
    table.hold("X")
    with pytest.raises(IllegalAction, match=r"^The tile must share a side with another one\.$"):
        table.game.apply_action(table.state, Place(x, y, 0), Rng(SECRET, 1))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("U90 1,0", "That doesn't fit: desert would meet road on the west side."),
        ("E0 0,1", "That doesn't fit: city would meet desert on the north side."),
        ("X0 0,-1", "That doesn't fit: road would meet city on the south side."),
        ("B0 -1,0", "That doesn't fit: desert would meet road on the east side."),
        ("C0 1,0", "That doesn't fit: city would meet road on the west side."),
    ],
)
def test_3_2_edges_must_match(text, reason):
    assert Table().refused(text) == reason


def test_3_2_every_touching_edge_must_match():
    table = Table().play("V90 1,0").play("E180 0,-1")
    assert table.refused("R180 1,-1") == "That doesn't fit: city would meet road on the south side."
    assert table.refused("E0 1,-1") == "That doesn't fit: desert would meet road on the south side."
    table.play("U90 1,-1")


def test_3_3_what_meets_becomes_one():
    table = Table().play("U0 1,0 road EW").play("U0 -1,0").play("U0 -2,0")
    assert table.refused("U0 2,0 road EW") == "That road already has a subject."
    assert table.refused("U0 -3,0 road EW") == "That road already has a subject."


def test_3_3_a_desert_goes_on_beside_a_road_on_each_side_of_it():
    table = Table().play("U0 1,0 desert 0127")
    assert table.refused("U0 2,0 desert 0127") == "That desert already has a subject."
    assert table.refused("U180 2,0 desert 7012") == "That desert already has a subject."
    table.play("U0 2,0 desert 3456")
    assert table.supplies == (6, 6)


def test_3_4_a_tile_may_be_turned():
    table = Table()
    table.hold("E")
    fitting = {(a.x, a.y, a.rotation) for a in table.game.legal_actions(table.state)}
    assert fitting == {(0, -1, 2), (0, 1, 1), (0, 1, 2), (0, 1, 3)}
    with pytest.raises(IllegalAction, match=r"^You can turn a tile by 0, 1, 2 or 3 quarter turns"):
        table.game.apply_action(table.state, Place(0, -1, 4), Rng(SECRET, 1))


@pytest.mark.parametrize(("tile", "points"), [("N", 6), ("M", 8)])
def test_3_5_a_fountain_makes_a_city_worth_more(tile, points):
    table = Table().play(f"{tile}180 0,-1 city SE").play("E270 1,-1")
    assert table.scores == (points, 0)


def test_3_6_there_is_a_legal_placement_in_every_turn():
    for number in range(30):
        game = Tilekingdom(Options(mode="chess" if number % 2 else "default"))
        state = game.initial_state(2, Rng(secret_of(number), 0))
        ply = 0
        while state.to_move is not None:
            ply += 1
            assert state.index.fits_somewhere(state.tile)
            actions = [a for a in game.legal_actions(state) if a.subject is None]
            action = Rng(secret_of(number), ply, "test").choice(actions)
            state = game.apply_action(state, action, Rng(secret_of(number), ply))


def closed_in(options=None):
    """Return a table whose open places only take desert, so C and X fit nowhere."""
    table = Table(options=options)
    for text in ("E180 0,-1", "A90 1,0", "A270 -1,0"):
        table.play(text)
    return table


def test_3_6_1_by_default_only_placeable_tiles_are_drawn_and_the_others_stay():
    table = closed_in()
    table.hold("B")
    table.state = dataclasses.replace(table.state, bag={"C": 1, "X": 1, "U": 1})
    action = table.game.parse_action(table.state, "B0 0,1")
    for number in range(20):
        after = table.game.apply_action(table.state, action, Rng(secret_of(number), 4))
        assert after.tile == "U"
        assert after.bag == {"C": 1, "X": 1}
        assert after.removed == ()


def test_3_6_1_what_fitted_nowhere_may_be_drawn_later():
    table = closed_in()
    assert not table.state.index.fits_somewhere("X")
    table.hold("U")
    table.state = dataclasses.replace(table.state, bag={"X": 1})
    action = table.game.parse_action(table.state, "U90 2,0")
    after = table.game.apply_action(table.state, action, Rng(SECRET, 4))
    assert (after.tile, after.bag) == ("X", {})


def test_3_6_2_in_chess_mode_what_fits_nowhere_is_removed_for_good():
    table = closed_in(CHESS)
    table.state = dataclasses.replace(table.state, removed=())
    table.state = dataclasses.replace(table.state, tile="U", order=("C", "X", "B", "V"))
    action = table.game.parse_action(table.state, "U90 2,0")
    after = table.game.apply_action(table.state, action, Rng(SECRET, 4))
    assert after.removed == ("C",)
    assert (after.tile, after.order) == ("X", ("B", "V"))
    (event,) = after.events
    assert str(sentence(table.game.wording, event)) == (
        "1 tile didn't fit anywhere and was removed from the game."
    )


def test_3_6_2_a_tile_is_judged_when_it_comes_up_not_earlier():
    table = closed_in(CHESS)
    table.state = dataclasses.replace(table.state, removed=())
    table.state = dataclasses.replace(table.state, tile="B", order=("U", "X", "C"))
    action = table.game.parse_action(table.state, "B0 0,1")
    after = table.game.apply_action(table.state, action, Rng(SECRET, 4))
    assert (after.tile, after.order, after.removed) == ("U", ("X", "C"), ())


def test_4_1_a_subject_goes_on_the_tile_just_laid():
    table = Table()
    table.hold("U")
    actions = [a for a in table.game.legal_actions(table.state) if (a.x, a.y) == (1, 0)]
    assert {a.subject for a in actions} == {None, "r0", "f0", "f1"}
    with pytest.raises(
        IllegalAction, match=r"^This tile has nothing like that for a subject to stand on\.$"
    ):
        table.game.apply_action(table.state, Place(1, 0, 0, "c0"), Rng(SECRET, 1))


@pytest.mark.parametrize(
    ("first", "second", "feature"),
    [
        ("U0 1,0 road EW", "U0 2,0 road EW", "road"),
        ("F90 0,-1 city NS", "F90 0,-2 city NS", "city"),
        ("B0 0,1 desert 01234567", "B0 0,2 desert 01234567", "desert"),
    ],
)
def test_4_2_subject_not_on_occupied_feature(first, second, feature):
    assert Table().play(first).refused(second) == f"That {feature} already has a subject."


def test_4_2_nor_can_players_join_subjects_of_their_own():
    table = Table().play("U0 1,0 road EW").play("U0 -1,0")
    assert table.state.to_move == 0
    assert table.refused("U0 2,0 road EW") == "That road already has a subject."


def test_4_2_occupied_features_may_grow_together():
    table = Table().play("R180 0,-1 city ESW").play("D0 1,0 city N").play("N270 1,-1")
    root = table.state.index.root(table.state.index.node(0, 0, "c0"))
    assert table.state.index.node(1, 0, "c0") != root
    assert len(table.state.subjects) == 2
    table.play("E90 -1,-1")
    assert table.scores == (10, 10)


@pytest.mark.parametrize(
    ("text", "feature"),
    [
        ("U0 1,0 road EW", "r0"),
        ("R180 0,-1 city ESW", "c0"),
        ("B0 0,1 mosque", "m0"),
        ("U0 1,0 desert 3456", "f1"),
    ],
)
def test_4_3_subjects_stand_on_roads_cities_mosques_and_deserts(text, feature):
    assert [one.feature for one in Table().play(text).state.subjects] == [feature]


def test_4_4_seven_subjects_and_no_more():
    table = Table()
    assert table.supplies == (7, 7)
    turns = ["U0 1,0 road EW", "B0 0,1", "X0 2,0 road N", "B0 0,2", "U0 3,0 road EW", "B0 0,3",
             "X0 4,0 road N", "B0 0,4", "U0 5,0 desert 0127", "U0 -1,0"]  # fmt: skip
    for text in turns:
        table.play(text)
    assert table.supplies[0] == 7 - 4  # the roads between crossings came back
    table.state = dataclasses.replace(table.state, supplies=(0, 7))
    assert table.refused("X0 6,0 road N") == "You have no subjects left."
    assert all(a.subject is None for a in table.game.legal_actions(table.state))
    assert {tuple(keys) for _, _, turns in table.game.hints(table.state, 0)["places"]
            for _, keys in turns} == {()}  # fmt: skip


def test_4_5_subjects_return_when_their_feature_is_complete():
    table = Table().play("R180 0,-1 city ESW").play("E90 -1,-1")
    assert (table.supplies, len(table.state.subjects)) == ((6, 7), 1)
    table.play("E270 1,-1")
    assert (table.supplies, table.state.subjects) == ((7, 7), ())
    assert table.scores == (8, 0)


def test_4_5_a_subject_that_returns_cannot_be_used_in_the_same_turn():
    table = Table().play("R180 0,-1 city ESW").play("E90 -1,-1")
    table.state = dataclasses.replace(table.state, supplies=(0, 7))
    assert table.refused("E270 1,-1 desert 012345") == "You have no subjects left."


def test_4_6_a_road_is_complete_between_its_ends():
    table = Table().play("X0 1,0").play("U0 -1,0").play("W0 -2,0")
    table.play("U0 2,0 road EW")
    assert table.state.subjects != ()
    table.play("W180 3,0")
    assert table.scores == (0, 3)


def test_4_6_a_mosque_is_complete_with_all_eight_cells_around_it():
    table = Table().play("B0 0,1 mosque")
    for text in ["U0 1,0", "U0 -1,0", "B0 1,1", "B0 -1,1", "B0 0,2", "E180 1,2"]:
        table.play(text)
    assert table.scores == (0, 0)
    table.play("E180 -1,2")
    assert table.scores == (9, 0)
    assert table.told() == ["Player 1 scored 9 points for a completed mosque."]
    assert table.supplies == (7, 7)


def test_4_6_a_mosque_laid_last_into_its_hole_is_complete_at_once():
    table = Table()
    for text in ["U0 1,0", "U0 -1,0", "B0 1,1", "B0 -1,1", "E180 1,2", "E180 -1,2", "E180 0,2"]:
        table.play(text)
    table.play("B0 0,1 mosque")
    assert table.scores == (0, 9)
    assert table.supplies == (7, 7)


def test_4_6_a_desert_is_never_complete():
    table = Table()
    for text in ["B0 0,1 desert 01234567", "U0 1,0", "U0 -1,0", "B0 1,1", "B0 -1,1"]:
        table.play(text)
    assert len(table.state.subjects) == 1
    assert table.supplies == (6, 7)


def test_5_1_most_subjects_take_all():
    table = Table().play("R180 0,-1 city ESW").play("D0 1,0 city N").play("D0 -1,0 city N")
    table.play("N270 1,-1")
    assert table.supplies == (5, 6)
    table.play("N180 -1,-1")
    assert table.gains() == {(0, "city"): 12}
    assert table.supplies == (7, 7)


def test_5_1_a_feature_without_subjects_scores_nothing():
    table = Table().play("E180 0,-1")
    assert table.scores == (0, 0)
    assert table.state.events == ()


def test_5_2_completed_features_of_others_score_too_several_at_once():
    table = Table().play("R180 0,-1 city ESW").play("X0 1,0 road N").play("E90 -1,-1")
    table.play("B0 0,1")
    table.play("L270 1,-1")
    assert table.gains() == {(0, "city"): 8, (1, "road"): 2}
    assert table.told() == [
        "Player 1 scored 8 points for a completed city of 4 tiles.",
        "Player 2 scored 2 points for a completed road of 2 tiles.",
    ]


@pytest.mark.parametrize(
    ("text", "topic", "points", "told"),
    [
        ("U0 1,0 road EW", "road", 2, "an unfinished road of 2 tiles"),
        ("R180 0,-1 city ESW", "city", 2, "an unfinished city of 2 tiles"),
        ("Q180 0,-1 city ESW", "city", 3, "an unfinished city of 2 tiles and 1 fountain"),
        ("B0 0,1 mosque", "mosque", 2, "an unfinished mosque with 1 tile around it"),
        ("E180 0,-1 desert 123670", "desert", 3, "a desert beside 1 completed city"),
    ],
)
def test_5_3_what_is_left_scores_at_the_end(text, topic, points, told):
    table = Table().play(text, last=True)
    assert table.gains() == {(0, topic): points}
    assert table.told()[0] == f"Player 1 scored {points} points for {told}."
    assert table.supplies == (7, 7)
    assert table.state.subjects == ()


def test_5_3_a_city_counts_for_several_deserts():
    table = Table().play("E180 0,-1 desert 670123").play("U0 1,0 desert 0127", last=True)
    assert table.gains() == {(0, "desert"): 3, (1, "desert"): 3}


def test_5_3_a_city_counts_once_for_a_desert_however_often_they_touch():
    table = Table().play("E180 0,-1 desert 670123").play("U0 1,0").play("B0 1,-1", last=True)
    assert table.gains() == {(0, "desert"): 3}


RING = ["U0 1,0", "U0 -1,0", "B0 1,1", "B0 -1,1", "B0 0,2", "E180 1,2"]
CLOSED = ["R180 0,-1 city ESW", "X0 1,0 road N", "E90 -1,-1", "B0 0,1"]
# By value: the turns before the last, the last, whether it ends the game, and how often it counts.
VALUES = {
    "road_tile": (CLOSED, "L270 1,-1", False, {(1, "road"): 2}),
    "city_tile": (["F90 0,-1 city NS"], "E180 0,-2", False, {(0, "city"): 3}),
    "fountain": (["F90 0,-1 city NS"], "E180 0,-2", False, {(0, "city"): 1}),
    "mosque": (["B0 0,1 mosque", *RING], "E180 -1,2", False, {(0, "mosque"): 1}),
    "open_road_tile": ([], "U0 1,0 road EW", True, {(0, "road"): 2}),
    "open_city_tile": ([], "Q180 0,-1 city ESW", True, {(0, "city"): 2}),
    "open_fountain": ([], "Q180 0,-1 city ESW", True, {(0, "city"): 1}),
    "open_mosque": (["B0 0,1 mosque"], "U0 1,0", True, {(0, "mosque"): 1}),
    "open_mosque_tile": (["B0 0,1 mosque"], "U0 1,0", True, {(0, "mosque"): 2}),
    "desert_city": ([], "E180 0,-1 desert 123670", True, {(0, "desert"): 1}),
}


@pytest.mark.parametrize("name", VALUES)
def test_5_4_each_published_number_is_a_value_of_its_own(name):
    before, last, is_end, counts = VALUES[name]
    gained = {}
    for other in ("", *VALUES):
        options = Options()
        if other:
            options = dataclasses.replace(options, **{other: getattr(options, other) + 10})
        table = Table(options=options)
        for text in before:
            table.play(text)
        gained[other] = table.play(last, last=is_end).gains()
    usual = gained.pop("")
    wanted = {key: points + 10 * counts.get(key, 0) for key, points in usual.items()}
    assert gained[name] == wanted != usual
    concerned = {other for other, points in gained.items() if points != usual}
    together = {other for other in VALUES if VALUES[other][:3] == VALUES[name][:3]}
    beside = {"city_tile"} if name == "road_tile" else set()  # a city is completed as well
    assert concerned == together | beside


def test_6_1_the_game_ends_when_nothing_can_be_drawn():
    table = Table().play("U0 1,0", last=True)
    assert table.state.to_move is None
    assert table.state.tile is None
    assert table.game.is_terminal(table.state)
    assert list(table.game.legal_actions(table.state)) == []
    assert table.told() == ["The game is over: no more tiles can be laid."]
    with pytest.raises(IllegalAction, match=r"^The game is over\.$"):
        table.game.apply_action(table.state, Place(2, 0, 0), Rng(SECRET, 2))
    with pytest.raises(IllegalAction, match=r"^The game is over\.$"):
        table.game.timeout_action(table.state, Rng(SECRET, 2))


def test_6_1_tiles_that_fit_nowhere_may_be_left_over():
    table = closed_in()
    table.hold("B")
    table.state = dataclasses.replace(table.state, bag={"C": 1})
    action = table.game.parse_action(table.state, "B0 0,1")
    after = table.game.apply_action(table.state, action, Rng(SECRET, 4))
    assert (after.to_move, after.tile, after.bag) == (None, None, {"C": 1})
    assert str(table.game.describe(after, None)[-1]) == "1 tile couldn't be laid."


@pytest.mark.parametrize(
    ("scores", "places"),
    [((5, 9), (2, 1)), ((9, 9), (1, 1)), ((4, 8, 8, 1, 9), (4, 2, 2, 5, 1))],
)
def test_6_2_most_points_win_and_equals_share_the_place(scores, places):
    game = Tilekingdom(Options())
    state = game.initial_state(len(scores), Rng(SECRET, 0))
    assert game.placing(dataclasses.replace(state, scores=scores)) == places


def test_7_1_the_table_sets_the_time_for_a_turn():
    table = Table()
    assert not isinstance(table.game, Countdown)


def test_7_2_out_of_time_lays_a_random_tile_and_no_subject():
    table = Table()
    table.hold("X")
    seen = Counter()
    for number in range(1600):
        action = table.game.timeout_action(table.state, Rng(secret_of(number), 1, "timeout"))
        assert action.subject is None
        seen[action] += 1
    assert len(seen) == 8
    assert min(seen.values()) > 140
