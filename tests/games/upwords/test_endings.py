"""The last tiles: what turns bring is certain, and a second search says the same."""

import dataclasses
import itertools

import pytest

from games.core.bots import Budget
from games.core.review.judging import Grade, judge
from games.core.rng import Rng
from games.upwords.bots.levels import medium
from games.upwords.bots.weighing import weigh
from games.upwords.options import Options
from games.upwords.position.model import Pass
from games.upwords.rules import Upwords
from tests.games.plainly import Plainly, TooMany, lead
from tests.games.thinking import ticking
from tests.games.upwords.table import SECRET, Table, secret_of
from tests.games.words.release import release_words
from tests.size import runs

LAST = 7  # tiles in all hands
MOST = runs(2000, quick=150)  # positions that the second search goes through


def ends(number, **options):
    """Yield the last positions of a game between Medium players, each with its rules."""
    game = Upwords(Options(board=("8x8", "10x10")[number % 2], **options), release_words())
    secret = secret_of(number)
    state = game.initial_state(2, Rng(secret, 0))
    for ply in itertools.count(1):
        if state.to_move is None:
            return
        if not state.pile and sum(state.held) <= LAST:
            yield game, state
        view, rng = game.observation(state, state.to_move), Rng(secret, ply, "bot")
        action = medium.choose(game, view, state.to_move, rng, ticking(20))
        state = game.apply_action(state, action, Rng(secret, ply))


def key_of(state):
    return state.board, state.racks, state.to_move, state.passes, state.scores


def seen(game, state):
    """Return what the player to move sees; the tiles of a table that was laid are unseen, too."""
    view = game.observation(state, state.to_move)
    racks = "".join(rack for seat, rack in enumerate(state.racks) if seat != state.to_move)
    return dataclasses.replace(view, unseen={letter: racks.count(letter) for letter in racks})


def weighed(game, state, also=(), budget=None):
    view, rng = seen(game, state), Rng(SECRET, 1)
    return weigh(game, view, state.to_move, rng, budget or Budget.of_looks(1), also)


def check(game, state, *, most=4000):
    """Compare all that is weighed with what a second search says; it may raise TooMany."""
    player, after = state.to_move, Plainly(game, key_of, most=most).after(state)
    best = max(chances[player] for chances, _ in after.values())
    for also in ((), tuple(after)):
        found = weighed(game, state, also)
        assert found[0].chance == best
        assert set(also) <= {one.action for one in found}
        assert len(found) >= min(4, len(after))
        for one in found:
            chances, points = after[one.action]
            assert (one.chances, one.error) == (chances, 0)
            assert lead(one.points, player) == lead(points, player)
    return after


def test_the_last_seven_tiles_are_weighed_as_a_search_of_all_turns_says():
    wanted, compared = runs(200, quick=4), 0
    for number in itertools.count():
        for game, state in ends(number):
            try:
                check(game, state, most=MOST)
            except TooMany:
                continue
            compared += 1
        if compared >= wanted:
            return


BOARD = """
    . . . a lql a hmlr m . .
    . . . . a y ea h s .
    . . . . . . znjkm iaio bwnpn eao
    . . i d sbl y . s eieo wp
    . . . . te . . . co .
    . . . . e fhmr . o kd d
    f u bapt iru mtfsr uei rcs nt s .
    . . . . . dnd . t . .
    . . . . . gcg o o . .
    . . . . v e x . . .
"""


def close(racks=("u", "cgilu"), scores=(310, 293), **options):
    """Return an end in which it's the second player's turn, who wins by many turns, not by all."""
    game = Upwords(Options(**options), release_words())
    rows = [tuple(square.strip(".") for square in row.split()) for row in BOARD.split("\n")[1:-1]]
    return game, dataclasses.replace(
        game.initial_state(len(racks), Rng(SECRET, 0)),
        to_move=1,
        board=tuple(rows),
        racks=racks,
        held=tuple(map(len, racks)),
        pile=0,
        bag={},
        scores=scores,
    )


def test_in_a_close_end_turns_that_win_are_best_and_those_that_lose_are_mistakes():
    game, state = close()
    after = check(game, state)
    for text, won in (
        ("C4 across LI(LY)", True),
        ("A5 down GI(F)", True),
        ("B6 down L(U)G", False),
        ("pass", False),
    ):
        action = game.parse_action(state, text)
        assert after[action][0] == ((0, 1) if won else (1, 0))
        judged = judge(weighed(game, state, [action]), action)
        assert (judged.grade, judged.loss) == ((Grade.BEST, 0) if won else (Grade.MISTAKE, 1))


@pytest.mark.parametrize("looks", [0, 3, 8, 40])
def test_without_the_time_for_all_lines_nothing_is_certain_but_a_last_tile(looks):
    game, state = close()
    budget = ticking(looks)
    found = weighed(game, state, budget=budget)
    assert budget.looks <= looks + 1
    assert {one.error for one in found} == {0.1}


def test_with_the_time_for_all_lines_a_computer_player_knows_the_same_as_a_review():
    game, state = close()
    assert weighed(game, state, budget=ticking(5000)) == weighed(game, state)


@pytest.mark.parametrize("third", [330, 305, 293, 280])
def test_of_three_players_two_with_tiles_each_play_for_their_own_chance(third):
    game, state = close(("u", "gil", ""), (310, 293, third), old_ending=True)
    check(game, state)


def test_of_three_players_with_tiles_only_whoever_lays_their_last_one_is_certain():
    table = Table("cat cats sat at as act", players=3).hold("cat", "st", "as").empty_the_pile()
    found = weighed(table.game, table.state, [Pass()])
    over = {one.action for one in found if not one.error}
    assert {len(action.tiles) for action in over} == {3}
    for one in found:
        if one.action in over:
            assert (
                one.points
                == table.game.apply_action(table.state, one.action, Rng(SECRET, 1)).scores
            )
    assert next(one for one in found if one.action == Pass()).error > 0
