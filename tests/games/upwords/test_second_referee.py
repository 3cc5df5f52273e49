"""Random games under two referees: the game's rules and ``referee``, compared at every ply."""

import collections
import dataclasses
import functools
import random
from typing import Any

import pytest

from games.core.errors import IllegalAction
from games.core.rng import Rng
from games.upwords.options import Options
from games.upwords.position.model import Action, Exchange, Pass, Play, State
from games.upwords.rules import Upwords
from games.words.lists.packing import words_of
from tests.games.upwords import referee as second
from tests.games.upwords.referee import Referee, Tiles
from tests.games.upwords.straying import LETTERS, NO_TILES, attempts, strays
from tests.games.words.release import common_words
from tests.size import THOROUGH, runs

# Some go on with an S after an S, some have a Q that no U follows: these cannot be laid.
ODD = """
    ass bas bass bos boss bus buss dis diss his hiss las lass les less los loss mas mass mos moss
    mus muss os oss pas pass tos toss us suss asses assess princes princess qat qi suq qua quiz suqs
"""
TEMPERS = {  # how often a turn lays tiles, exchanges, passes
    "eager": (1000, 2, 1),
    "mixed": (70, 20, 10),
    "lazy": (30, 35, 35),
    "fickle": (1, 98, 1),
}


def test_the_bags_hold_a_hundred_and_sixty_four_tiles():
    assert second.all_tiles("10x10").total() == 100
    assert second.all_tiles("8x8").total() == 64


def test_both_referees_agree_at_every_ply_of_random_games():
    seen: collections.Counter[str] = collections.Counter()
    for number in range(runs(300, quick=3)):
        Contest(number, seen).play()
    told = {"legal", "refused", "no word", "only an S", "a whole word covered", "on its like"}
    if THOROUGH:
        told |= {"too high", "off the board", "a gap", "apart", "the game is over"}
        told |= {"one tile to begin", "off the middle", "not on the rack", "nothing to draw"}
        told |= {"ended: " + why for why in ("a rack is empty", "all passed", "idle")}
        told |= {"ended: " + why for why in ("nobody can lay", "all tiles laid")}
    assert told <= {*+seen}


@pytest.mark.parametrize("block", range(2))
def test_from_the_opening_on_all_that_is_allowed_is_offered(block: int) -> None:
    """Whole games as they are dealt, every second position of them looked through."""
    seen: collections.Counter[str] = collections.Counter()
    for number in range(block, runs(300, quick=2), 2):
        Contest(1000 + number, seen, dealt=True).play()
    print(dict(seen))  # noqa: T201 - a gauge to read


def plain(action: Action) -> second.Action:
    match action:
        case Play(tiles):
            return "lay", tiles
        case Exchange(letter):
            return "exchange", letter
    return "pass", ""


@functools.cache
def known() -> list[str]:
    return [word for word in common_words() if 2 <= len(word) <= 8]


def some_words(chance: random.Random) -> set[str]:
    """Return a list of words, no two games with the same: much of what may be is no word."""
    words = {*chance.sample(known(), chance.choice((200, 700, 700, 3000)))}
    words |= {word for word in known() if len(word) == 2}
    words |= {*chance.choice((ODD, "")).split()}
    return words | {word for word in known() if word[:-1] in words and word.endswith("s")}


def agreement(chance: random.Random) -> dict[str, Any]:
    """Return the options of a table: some as published, the others any that one can choose."""
    free = {
        "board": chance.choice(("10x10", "8x8", "8x8")),
        "rack": chance.randint(5, 9),
        "word_check": chance.random() < 0.5,
        "height": chance.choice((1, 2, 2, 3, 4, 9)),
        "flat": chance.randint(1, 10),
        "qu": chance.randint(0, 20),
        "bonus": chance.randint(0, 100),
        "left": chance.randint(0, 20),
        "passes_end": chance.choice(("always", "empty")),
        "old_ending": chance.random() < 0.8,
    }
    return {name: value for name, value in free.items() if chance.random() < 0.5}


def positioned(state: State, referee: Referee) -> State:
    """Return the position with the racks and the bag that the second referee knows."""
    racks = tuple("".join(sorted(rack.elements())) for rack in referee.racks)
    held = tuple(map(len, racks))
    bag = dict(referee.bag)
    return dataclasses.replace(state, racks=racks, held=held, bag=bag, pile=referee.bag.total())


class Contest:
    """One game, the same in both.

    One that is ``dealt`` is played from its opening on, and half its positions are looked through
    for what is not offered. Others may leap towards their end, and more that is wrong is tried.
    """

    def __init__(
        self, number: int, seen: "collections.Counter[str]", *, dealt: bool = False
    ) -> None:
        self.dealt = dealt
        self.number = number
        self.seen = seen
        self.chance = chance = random.Random(number)
        self.secret = number.to_bytes(32, "big")
        options = Options(**agreement(chance))
        players = chance.randint(2, 4)
        words = some_words(chance)
        self.temper = chance.choice([*TEMPERS.values()][: 4 if number % 10 == 9 else 3])
        self.game = Upwords(options, words_of(words))
        self.state = self.game.initial_state(players, Rng(self.secret, 0))
        begins = second.who_begins(self.state.draws, options.board)
        racks = [rack or "" for rack in self.state.racks]
        self.referee = Referee(words, dataclasses.asdict(options), racks, begins)
        self.ply = 0
        self.leap = 0 if dealt else chance.choice((0, chance.randint(6, 30)))

    def play(self) -> None:
        self.compare(self.state, self.referee)
        while not self.game.is_terminal(self.state):
            offered = list(self.game.legal_actions(self.state))
            self.judge_offers(offered)
            if not self.dealt:
                self.judge_strays(offered)
            self.ply += 1
            action = self.choose(offered)
            self.state, self.referee = self.both(self.state, self.referee, action)
            self.compare(self.state, self.referee)
            self.seen["plies"] += 1
            if self.ply == self.leap:
                self.leap_to_the_end()
        self.judge(self.state, self.referee, Pass())
        self.seen["games"] += 1
        self.seen["ended: " + self.referee.ending] += 1

    def choose(self, offered: list[Action]) -> Action:
        kinds = {
            kind: [action for action in offered if isinstance(action, kind)]
            for kind in (Play, Exchange, Pass)
        }
        shares = [share * bool(kinds[kind]) for kind, share in zip(kinds, self.temper, strict=True)]
        (kind,) = self.chance.choices([*kinds], shares)
        few = self.chance.choices(kinds[kind], k=self.chance.choice((1, 3)))
        actions = few if self.referee.bag else kinds[kind]
        return max(actions, key=lambda action: len(plain(action)[1]))

    # --- Which actions are legal ------------------------------------------------------------------

    def judge_offers(self, offered: list[Action]) -> None:
        """Every action offered is legal, and now and then it is seen that no other one is."""
        for action in offered:
            assert not self.referee.objection(plain(action)), self.about(action)
        letters = sorted(self.referee.racks[self.referee.turn or 0])
        others = [Exchange(letter) for letter in letters if self.referee.bag]
        assert [action for action in offered if not isinstance(action, Play)] == [*others, Pass()]
        if self.ply % 2 == 0 if self.dealt else self.chance.random() < 0.1:
            near = {
                tiles: self.referee.objection(("lay", tiles)) for tiles in self.referee.near_plays()
            }
            plays = {Play(tiles) for tiles, objection in near.items() if not objection}
            assert plays == {action for action in offered if isinstance(action, Play)}, self.about()
            wrong = [tiles for tiles, objection in near.items() if objection]
            for tiles in self.chance.sample(wrong, min(20, len(wrong))):
                self.judge(self.state, self.referee, Play(tiles))

    def judge_strays(self, offered: list[Action]) -> None:
        plays = [plain(action)[1] for action in offered if isinstance(action, Play)]
        tried = attempts(self.chance, self.referee)
        for tiles in self.chance.sample(plays, min(2, len(plays))):
            tried += strays(self.chance, self.referee, tiles)
        for tiles in self.chance.sample(tried, min(10, len(tried))):
            self.judge(self.state, self.referee, Play(tiles))
            self.judge(*self.holding(tiles), Play(tiles))
        for letter in (self.chance.choice(LETTERS), self.chance.choice(NO_TILES)):
            self.judge(self.state, self.referee, Exchange(letter))

    def holding(self, tiles: Tiles) -> tuple[State, Referee]:
        """Return the position in which the player to move happens to have these tiles."""
        state, referee = self.state, self.referee.copy()
        player = referee.turn
        assert player is not None
        pool = referee.racks[player] + referee.bag
        wanted = collections.Counter(letter for *_, letter in tiles)
        if not wanted <= pool or wanted.total() > referee.racks[player].total():
            return state, referee
        others = sorted((pool - wanted).elements())
        size = referee.racks[player].total()
        referee.racks[player] = wanted + collections.Counter(others[: size - wanted.total()])
        referee.bag = pool - referee.racks[player]
        return positioned(state, referee), referee

    def leap_to_the_end(self) -> None:
        """Leave everyone few tiles that fit easily and none to draw, if then somebody can lay."""
        referee = self.referee.copy()
        pool = sum(referee.racks, referee.bag)
        easy = sorted(letter for letter in pool.elements() if letter in "adeilnoprst")
        if len(easy) < 3 * len(referee.racks):
            return
        self.chance.shuffle(easy)
        for rack in referee.racks:
            few = min(self.chance.choice((1, 1, 2, 3)), rack.total())
            rack.clear()
            rack.update(easy.pop() for _ in range(few))
        referee.bag.clear()
        if referee.turn is None or not any(map(referee.can_lay, range(len(referee.racks)))):
            return
        self.state, self.referee = positioned(self.state, referee), referee
        self.temper = TEMPERS[self.chance.choice(("eager", "lazy"))]
        self.compare(self.state, referee)

    def judge(self, state: State, referee: Referee, action: Action) -> None:
        """Both say yes or both say no; and what becomes of it is the same, too."""
        objection = referee.objection(plain(action))
        if state.to_move is not None and self.chance.random() < 0.2:
            self.judge_by_sight(state, referee, action)
        try:
            self.game.apply_action(state, action, Rng(self.secret, self.ply + 1))
        except IllegalAction:
            assert objection, self.about(action)
            self.seen["refused"] += 1
            self.seen[objection] += 1
            return
        assert not objection, self.about(action)
        self.seen["legal"] += 1
        if self.chance.random() < 0.3:
            self.compare(*self.both(state, referee.copy(), action))

    def judge_by_sight(self, state: State, referee: Referee, action: Action) -> None:
        """What a player is told before they play is the same, too; words may be kept from them."""
        assert referee.turn is not None
        objection = referee.objection(plain(action))
        view = self.game.observation(state, referee.turn)
        assert bool(self.game.refusal(view, action)) == bool(objection), self.about(action)
        told = self.game.preview(view, referee.turn, action)
        if not isinstance(action, Play) or told is None:
            return
        secret = objection == "no word" and not self.game.options.word_check
        assert secret or bool(told["problem"]) == bool(objection), self.about(action)
        assert objection or told["points"] == referee.points(action.tiles), self.about(action)

    # --- What becomes of them ---------------------------------------------------------------------

    def both(self, state: State, referee: Referee, action: Action) -> tuple[State, Referee]:
        """Do an action in both, what is drawn being what the game's rules drew."""
        player = referee.turn
        assert player is not None
        after = self.game.apply_action(state, action, Rng(self.secret, self.ply))
        kept = referee.racks[player].copy()
        kind, what = plain(action)
        if kind == "lay":
            assert self.words_told(after) == referee.words_and_points(what), self.about(action)
            kept -= collections.Counter(letter for *_, letter in what)
        elif kind == "exchange":
            kept -= collections.Counter([what])
        rack = collections.Counter(after.racks[player])
        assert kept <= rack, self.about(action)
        before = [*referee.scores]
        referee.take(plain(action), (rack - kept).elements())
        gains = [
            sum(event.points for event in after.events if event.player == seat)
            for seat in range(len(before))
        ]
        assert [now - then for now, then in zip(referee.scores, before, strict=True)] == gains
        return after, referee

    def words_told(self, state: State) -> list[tuple[str, int]]:
        return sorted(
            (event.facts["word"].lower(), event.points)
            for event in state.events
            if event.topic == "words"
        )

    def compare(self, state: State, referee: Referee) -> None:
        squares = range(referee.size)
        board = [
            ["".join(referee.stacks.get((row, column), ())) for column in squares]
            for row in squares
        ]
        assert [[*row] for row in state.board] == board, self.about()
        assert [*map(sorted, state.racks)] == [sorted(rack.elements()) for rack in referee.racks]
        assert [*state.held] == [rack.total() for rack in referee.racks], self.about()
        assert collections.Counter(state.bag) == referee.bag, self.about()
        assert state.pile == referee.bag.total(), self.about()
        assert self.game.scores(state) == state.scores == tuple(referee.scores), self.about()
        assert state.to_move == referee.turn, self.about()
        assert (state.passes, state.idle) == (referee.passes, referee.idle), self.about()
        assert {*state.last} == referee.last, self.about()
        assert self.game.placing(state) == referee.places, self.about()

    def about(self, action: Action | None = None) -> str:
        reason = self.referee.objection(plain(action)) if action else ""
        return f"game {self.number}, after ply {self.ply}: {action} {reason}\n{self.state}"
