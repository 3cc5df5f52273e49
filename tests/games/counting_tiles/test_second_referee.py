"""Random games under two referees that know nothing of each other: every action, every answer."""

import dataclasses
import itertools
import random
from collections import Counter

import pytest

from games.core.clock import Pace
from games.core.errors import IllegalAction
from games.core.rng import Rng
from games.counting_tiles.options import Options
from games.counting_tiles.position.model import (
    Change,
    Combine,
    Discard,
    Drop,
    Move,
    Place,
    Remove,
    Tile,
    Wild,
)
from games.counting_tiles.rules import CountingTiles
from tests.games.counting_tiles.referee import (
    ALL_CELLS,
    BONUSES,
    FIRST_BAG,
    HEIGHT,
    LARGER,
    WIDTH,
    Referee,
)
from tests.size import runs

TABLES = (
    {},
    {"challenge": False},
    {"steps": "one", "row_points": 0},
    {"interval": 60, "limit": 12},
    {"interval": 8, "steps": "one", "limit": 90},
    {"challenge": False, "interval": 13, "row_points": 1000},
)
VARIANTS = 12  # an action
CELLS = range(HEIGHT * WIDTH)


class Match:
    """One game in both referees, every action of it compared.

    With a ``secret`` it begins as that one deals it, else mostly in an unusual position. At one ply
    in ``every`` it is seen that all that is allowed is offered.
    """

    def __init__(self, number, secret=None, *, every=20):
        self.every = every
        self.luck = random.Random(number)
        self.secret = (number if secret is None else secret).to_bytes(32, "big")
        by_turns = number % 2
        pace = Pace.CORRESPONDENCE if by_turns else Pace.LIVE
        options = Options(**TABLES[(number + number // len(TABLES)) % len(TABLES)])
        self.game = CountingTiles(CountingTiles.for_pace(options, pace))
        assert self.game.options.drops == ("counted" if by_turns else "timed")
        self.dropping = (
            self.luck.choice((0.02, 0.1, 0.3)) if by_turns else self.luck.choice((0.1, 0.2, 0.4))
        )
        self.clever = self.luck.choice((0, 0.5, 0.9))
        self.state = self.game.initial_state(1, Rng(self.secret, 0))
        self.check_opening()
        if secret is None and self.luck.random() < 0.7:
            self.state = unusual(self.state, self.luck)
        self.other = Referee(self.game.options, self.state)
        self.counts = Counter(games=1)

    def check_opening(self):
        """Hold that the opening is one that chance could make (1.2, 1.4, 1.5, 4.1)."""
        state = self.state
        there = [number for number in CELLS if state.grid[number]]
        assert len(there) == 7
        assert all(sum(n // WIDTH == row for n in there) < WIDTH for row in range(HEIGHT))
        out = [state.grid[number].value for number in there] + [state.tile]
        assert {int(value): count for value, count in state.bag.items()} == {
            value: count - out.count(value) for value, count in FIRST_BAG.items()
        }
        assert all(21 <= target <= 40 for target in state.targets)
        assert set(state.bonuses) == {"locked"}
        assert (state.rows, state.score, state.drops, state.since, state.to_move) == (0, 0, 0, 0, 0)

    def play(self):
        self.compare(self.state, self.other)
        while self.state.to_move is not None:
            offered = list(self.game.legal_actions(self.state))
            assert len(offered) == len(set(offered))
            assert not any(self.other.objection(one) for one in offered)
            if self.counts["plies"] % self.every == 0:
                both = {one for one in self.other.everything() if not self.other.objection(one)}
                assert set(offered) == both
            action = self.choose(offered)
            self.check_variants(action, offered)
            self.state = self.follow(action)
            self.counts["plies"] += 1
        self.check_end()
        return self.counts

    @property
    def ply(self):
        return self.counts["plies"] + 1

    # --- What is played -------------------------------------------------------------------------

    def choose(self, offered):
        dropping = max(self.dropping, 0.5 * (self.counts["plies"] > 200))
        if not offered or self.luck.random() < dropping:
            action = self.game.timeout_action(self.state, Rng(self.secret, self.ply, "timeout"))
            assert action == Drop()  # 8.4
            return action
        if self.luck.random() < self.clever:
            return max(offered, key=self.promise)
        kind = self.luck.choice(sorted({type(one).__name__ for one in offered}))
        return self.luck.choice([one for one in offered if type(one).__name__ == kind])

    def promise(self, action):
        """Return how an action looks to somebody who wants to complete rows."""
        match action:
            case Place(number):
                values = [*self.values(number), self.state.tile]
            case Change(number):
                values = [*self.values(number, but=number), 1]
            case Combine(number, onto):
                quotient = self.state.grid[number].value // self.state.grid[onto].value
                values = [*self.values(number, but=number), quotient]
            case Move(number, to):
                values = [*self.values(to, but=number), self.state.grid[number].value]
            case _:
                return -30
        row = (action.to if isinstance(action, Move) else action.cell) // WIDTH
        missing, left = self.state.targets[row] - sum(values), WIDTH - len(values)
        if not left:
            return -20 if missing else 10
        return -abs(missing - 6 * left) - 5 * (not isinstance(action, Place))

    def values(self, number, but=None):
        """Return the values in the row of a cell, one of them left out."""
        row = range(number // WIDTH * WIDTH, number // WIDTH * WIDTH + WIDTH)
        grid = self.state.grid
        return [grid[one].value for one in row if grid[one] and one != but]

    # --- What is compared -----------------------------------------------------------------------

    def check_variants(self, action, offered):
        """Hold that both say the same to changes of an action, and to what follows if allowed."""
        before = self.game.encode_state(self.state)
        some = self.luck.sample(self.variants(action), VARIANTS)
        for variant in some + self.luck.sample(offered, min(2, len(offered))):
            self.counts["variants"] += 1
            problem = self.other.objection(variant)
            if not problem:
                self.counts["legal variants"] += 1
                self.follow(variant, self.other.twin())
                continue
            with pytest.raises(IllegalAction):
                self.game.apply_action(self.state, variant, Rng(self.secret, self.ply))
        assert self.game.encode_state(self.state) == before

    def variants(self, action):
        """Return changes of an action: other cells, tiles and kinds, most of them not allowed."""
        cell = getattr(action, "cell", self.luck.choice(CELLS))
        cells = [cell, self.luck.choice(CELLS), self.luck.choice((-1, -WIDTH, 42, 47, 48, 1000))]
        found = [Discard(), Drop()]
        found += [kind(one) for kind in (Place, Remove, Change, Wild) for one in cells]
        beside = [cell + step for step in (1, -1, WIDTH, -WIDTH, WIDTH + 1, 2, 0)]
        for kind in (Move, Combine):
            found += [kind(cell, other) for other in beside]
            found += [kind(other, cell) for other in beside]
            found += [kind(cell, self.luck.choice(CELLS)) for _ in range(4)]
            found += [kind(self.luck.choice(CELLS), cell) for _ in range(4)]
            row = cell // WIDTH * WIDTH
            found += [kind(row + WIDTH - 1, row + WIDTH), kind(row + WIDTH, row + WIDTH - 1)]
        return [one for one in found if one != action]

    def follow(self, action, other=None):
        """Carry an action out in both and return the next state, having compared the two."""
        other = other or self.other
        after = self.game.apply_action(self.state, action, Rng(self.secret, self.ply))
        other.play(action, after)
        self.compare(after, other)
        told, gains = Counter(), Counter()
        for event in after.events:
            told[event.topic] += event.points
        for points, topic in other.gains:
            gains[topic] += points
        assert +told == +gains
        if self.game.options.drops == "timed" and not other.over:
            keys = [self.game.clock_key(state) for state in (self.state, after)]
            assert (keys[0] != keys[1]) == other.restarted
        return after

    def compare(self, state, other):
        assert state.to_move == (None if other.over else 0)
        pieces = [other.board.get(cell) for cell in ALL_CELLS]
        assert state.grid == tuple(
            piece and Tile(piece.value, piece.origin, piece.combined) for piece in pieces
        )
        assert state.targets == tuple(other.targets)
        assert state.tile == other.tile
        assert {int(value): count for value, count in state.bag.items() if count} == other.bag
        assert dict(zip(BONUSES, state.bonuses, strict=True)) == other.bonuses
        assert (state.rows, state.score, state.since) == (other.rows, other.score, other.since)
        assert {name: getattr(state, name) for name in other.tally} == other.tally
        assert self.game.scores(state) == (other.score,)
        if self.game.options.drops == "counted":
            assert self.game.clock_key(state) is self.game.turn_budget(state) is None
        elif not other.over:
            assert self.game.turn_budget(state) == other.pace()

    def check_end(self):
        """Hold that the end is one, and that nothing can be done after it (7)."""
        assert self.game.placing(self.state) == (1,)
        assert list(self.game.legal_actions(self.state)) == []
        limited = self.game.options.limit and self.state.drops >= self.game.options.limit
        assert all(self.state.grid) or limited
        for action in (
            Discard(),
            Drop(),
            *(kind(n) for kind in (Place, Remove, Wild) for n in CELLS),
        ):
            assert self.other.objection(action) == "7.1"
            with pytest.raises(IllegalAction):
                self.game.apply_action(self.state, action, Rng(self.secret, self.ply))


def unusual(state, luck):
    """Return a position that random play seldom reaches, in place of an opening."""
    rows = luck.choice((0, 3, 6, 7, 14, 15, 16, 17, 23, 31, 33, 40))
    values = [*FIRST_BAG, *LARGER[:rows]]
    density = luck.choice((0.4, 0.8, 0.95))
    grid, targets = [], []
    for _ in range(HEIGHT):
        line = [drawn(luck, values) if luck.random() < density else 0 for _ in range(WIDTH)]
        grid += [value and tile_with(value, luck) for value in line]
        targets.append(near(line, luck))
    grid[luck.choice(CELLS)] = 0
    tile = drawn(luck, values)
    if grid.count(0) == 1:  # the last cell of the board, which may complete its row
        row = grid.index(0) // WIDTH
        there = [one.value for one in grid[row * WIDTH : (row + 1) * WIDTH] if one]
        tile = max(1, targets[row] - sum(there))
    bag = dict.fromkeys(values, 50)
    if luck.random() < 0.5:
        bag = Counter(luck.choice(values) for _ in range(luck.choice((1, 3, 6, 7, 8, 12))))
    return dataclasses.replace(
        state,
        grid=tuple(tile or None for tile in grid),
        targets=tuple(targets),
        tile=tile,
        bag={str(value): bag[value] for value in sorted(bag)},
        bonuses=(
            *luck.choices(("locked", "unlocked"), k=3),
            luck.choice(("locked", "unlocked", "used")),
        ),
        rows=rows,
    )


def drawn(luck, values):
    """Return a value, a small one most times, so that six of them come near a target."""
    return luck.choice(values) if luck.random() < 0.2 else luck.choice((1, 2, 3, 4, 5, 6, 8, 10))


def near(line, luck):
    """Return a target that one action can reach, if there is one for what lies in the row."""
    left, total = line.count(0), sum(line)
    if left:
        hoped = [total + (left - 1) * 6 + value for value in (1, 2, 3, 4, 5, 6, 8, 10)]
    else:
        hoped = [total - value + 1 for value in line if value > 1]
        pairs = itertools.pairwise(line)
        hoped += [total - a + a // b for a, b in pairs if 1 < b < a and a % b == 0] * 3
    fit = [one for one in hoped if 21 <= one <= 40 and one != total]
    return luck.choice(fit or [39 if total == 40 else 40])


def tile_with(value, luck):
    origin = luck.choice(("random", "placed", "moved"))
    return Tile(value, origin, luck.choice((0, 0, 0, 1, 4)))


BLOCKS = 6


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_games_go_alike_under_both_referees(block):
    """Whole games of all tables, by the clock and turn-based, and what is not allowed in them."""
    counts = Counter()
    for number in range(block, runs(300, quick=BLOCKS), BLOCKS):
        counts += Match(number).play()
    print(dict(counts))  # noqa: T201 - a gauge to read


@pytest.mark.parametrize("block", range(2))
def test_from_the_opening_on_all_that_is_allowed_is_offered(block):
    """Whole games as they are dealt, every second position of them looked through."""
    counts = Counter()
    for number in range(block, runs(300, quick=2), 2):
        counts += Match(number, secret=1000 + number, every=2).play()
    print(dict(counts))  # noqa: T201 - a gauge to read


@pytest.mark.parametrize("block", range(3))
def test_7_4_entrants_of_a_duel_meet_the_same_chance(block):
    """Two play from one secret, each in their own way: neither shifts what the other draws.

    From equal bags they draw the same, and mostly the same from bags that hold the same values.
    """
    alike = Counter()
    for number in range(block, runs(36, quick=3), 3):
        pair = [Match(number + 36 * entrant, secret=number) for entrant in (0, 1)]
        assert pair[0].state == pair[1].state
        for match in pair:
            match.play()
        logs = [{entry[:2]: entry[2:] for entry in match.other.chance} for match in pair]
        for stream, index in logs[0].keys() & logs[1].keys():
            (known, one), (other_known, other) = (log[stream, index] for log in logs)
            if known == other_known:
                assert one == other
            elif known[0].keys() == other_known[0].keys():
                alike[stream, value_of(one) == value_of(other)] += 1
    print(dict(alike))  # noqa: T201 - a gauge to read
    assert all(alike[stream, True] > 4 * alike[stream, False] for stream in ("hand", "drop"))


def value_of(drawn):
    """Return the value of what was drawn, without the cell on which a random tile fell."""
    return drawn[1] if isinstance(drawn, tuple) else drawn
