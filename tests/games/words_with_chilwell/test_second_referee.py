"""Random games under two referees: the game's rules and ``referee``, compared at every ply."""

import collections
import dataclasses
import functools
import random
from typing import Any

from games.core.errors import IllegalAction
from games.core.rng import Rng
from games.words.lists.packing import words_of
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.model import Action, Spell, State, Stop
from games.words_with_chilwell.rules import WordsWithChilwell
from tests.games.words.release import common_words
from tests.games.words_with_chilwell import referee as second
from tests.games.words_with_chilwell.referee import BLANK, LETTERS, Referee
from tests.size import THOROUGH, runs

LONG = ["internationalise", "counterrevolutionary"]  # 16 and 20 letters
WEIGHTS = (  # of A to Z and the blank, in hundredths of a per cent
    *(735, 134, 250, 383, 1143, 201, 181, 548, 627, 14, 69, 362, 217),
    *(607, 676, 174, 9, 539, 569, 815, 248, 88, 212, 14, 178, 7, 1000),
)
TEMPERS = {  # how often a turn is a word that counts, a mistake, a stop; which words it takes
    "eager": ((96, 4, 1), 5),
    "mixed": ((60, 40, 2), 2),
    "sparing": ((97, 3, 0), 1),
    "clumsy": ((10, 90, 1), 1),
}


def test_both_referees_agree_at_every_ply_of_random_games():
    seen: collections.Counter[str] = collections.Counter()
    for number in range(runs(300, quick=3)):
        Contest(number, seen).play()
    told = {"counts", "a mistake", "a blank used", "not a number to choose", "no letters"}
    if THOROUGH:
        told |= {"stopped", "too long", "stopping is not agreed", "the game is over"}
        told |= {"more taken than queue", "below zero", "draw", "won by one", "won by two"}
        told |= {"ended by tiles used", "ended by tiles held", "one last turn"}
    assert told <= {*+seen}


def test_the_supply_is_as_the_rules_say():
    """10,000 tiles of each; a fair draw is further off once in 10,000 times (chi-square)."""
    told = {
        "weighted": (dict(zip(LETTERS + BLANK, WEIGHTS, strict=True)), 61.7),
        "uniform": (dict.fromkeys(LETTERS, 1), 60.1),
    }
    for supply, (weights, most) in told.items():
        game = WordsWithChilwell(Options(supply=supply), words_of(["at"]))
        drawn: collections.Counter[str] = collections.Counter()
        for number in range(200):
            state = game.initial_state(2, Rng(number.to_bytes(32, "big"), 0))
            drawn.update("".join((*state.hands, state.queue)))
        share = drawn.total() / sum(weights.values())
        off = [
            (drawn[tile] - share * weight) ** 2 / (share * weight)
            for tile, weight in weights.items()
        ]
        assert (drawn.total(), {*drawn}) == (10_000, {*weights})
        assert sum(off) < most


@functools.cache
def known() -> list[str]:
    return [*common_words()]


def plain(action: Action) -> second.Action:
    match action:
        case Spell(word, draw):
            return "spell", word, draw
    return "stop", "", 0


def agreement(chance: random.Random) -> dict[str, Any]:
    """Return the options of a table: some as published, the others any that one can choose."""
    free = {
        "supply": chance.choice(("weighted", "uniform")),
        "training": chance.random() < 0.3,
        "open_hands": chance.random() < 0.5,
        "word_check": chance.random() < 0.5,
        "stopping": chance.random() < 0.7,
        "start_score": chance.choice((0, 5, 50, 500)),
        "long_bonus": chance.randint(0, 100),
        "long_length": chance.randint(3, 20),
        "middle_bonus": chance.randint(0, 100),
        "middle_length": chance.randint(2, 20),
        "hand_size": chance.randint(5, 19),
        "queue_size": chance.choice((5, 6, 10, 40)),
        "extra": chance.randint(0, 6),
        "penalty": chance.randint(1, 6),
        "used_limit": chance.choice((10, 30, 80)),
        "hand_limit": chance.choice((20, 25, 60)),
    }
    return {name: value for name, value in free.items() if chance.random() < 0.5}


class Contest:
    """One game, the same in both."""

    def __init__(self, number: int, seen: "collections.Counter[str]") -> None:
        self.number = number
        self.seen = seen
        self.chance = chance = random.Random(number)
        self.secret = number.to_bytes(32, "big")
        options = Options(**agreement(chance))
        self.words = chance.sample(known(), chance.choice((50, 500, 2000)))
        self.words += [*LONG, *chance.sample(LETTERS, 3)]
        self.temper, self.greed = chance.choice([*TEMPERS.values()])
        self.game = WordsWithChilwell(options, words_of(self.words))
        self.state = self.game.initial_state(2, Rng(self.secret, 0))
        hands = [hand or "" for hand in self.state.hands]
        self.referee = Referee(self.words, dataclasses.asdict(options), hands, self.state.queue)
        self.ply = 0

    def play(self) -> None:
        self.compare(self.state, self.referee)
        while not self.game.is_terminal(self.state):
            assert self.ply < 1000, self.about()
            offered = list(self.game.legal_actions(self.state))
            words = self.judge_offers(offered)
            self.judge_strays(words)
            action = self.choose(words)
            self.ply += 1
            self.state, self.referee = self.both(self.state, self.referee, action)
            self.compare(self.state, self.referee)
            self.seen["plies"] += 1
        self.judge(Spell("", 0))
        self.judge(Stop())
        self.note_the_end()

    def note_the_end(self) -> None:
        referee, limit = self.referee, self.game.options
        self.seen["games"] += 1
        self.seen["ended by tiles used"] += max(referee.used) > limit.used_limit
        self.seen["ended by tiles held"] += max(self.state.sizes) >= limit.hand_limit
        self.seen["below zero"] += min(referee.scores) < 0
        self.seen[{(1, 1): "draw", (1, 2): "won by one", (2, 1): "won by two"}[referee.places]] += 1

    def choose(self, words: list[Spell]) -> Action:
        mistake = self.mistake()
        stops = [Stop()] if self.game.options.stopping else []
        kinds = (words, [mistake], stops)
        shares = [share * bool(kind) for share, kind in zip(self.temper, kinds, strict=True)]
        (kind,) = self.chance.choices(kinds, shares if any(shares) else (0, 1, 0))
        if kind is words:
            few = self.chance.choices(words, k=self.greed)
            return max(few, key=lambda spell: len(spell.word))
        return kind[0]

    def counts(self, action: Action) -> bool:
        return isinstance(action, Spell) and bool(self.referee.tiles_used(action.word))

    def mistake(self) -> Spell:
        """Return an attempt that most likely fails, or the one of a clock that has run out."""
        if self.chance.random() < 0.3:
            clock = self.game.timeout_action(self.state, Rng(self.secret, self.ply))
            assert not self.counts(clock), self.about(clock)
            return clock
        word = self.chance.choice(self.words)[:20]
        return Spell(word, self.chance.choice(sorted(self.referee.choices(len(word)))))

    # --- Which actions are legal ------------------------------------------------------------------

    def judge_offers(self, offered: list[Action]) -> list[Spell]:
        """Every word that counts is offered with every number; return these, and judge the rest."""
        able = self.referee.countable()
        words = [a for a in offered if isinstance(a, Spell) and (a.word, a.draw) in able]
        assert len(words) == len(able), self.about()
        counting = {*words}
        assert len(counting) == len(able), self.about()
        others = [action for action in offered if action not in counting]
        for action in (*others, *self.chance.sample(words, min(9, len(words)))):
            assert not self.referee.objection(plain(action)), self.about(action)
        stops = [Stop()] if self.game.options.stopping else []
        assert [action for action in others if isinstance(action, Stop)] == stops
        assert len({*others}) == len(others)
        return words

    def judge_strays(self, words: list[Spell]) -> None:
        for action in self.chance.sample(words, min(3, len(words))):
            for word in self.variants(action.word):
                self.judge(Spell(word, self.number_for(word)))
            self.judge(Spell(action.word, self.number_for(action.word)))
        for word in ("", self.chance.choice(self.words), self.chance.choice(LONG), "a" * 21):
            self.judge(Spell(word, self.number_for(word)))
        self.judge(Stop())

    def variants(self, word: str) -> list[str]:
        """Return attempts that differ from a word by one thing."""
        place = self.chance.randrange(len(word) + 1)
        before, after = word[:place], word[place:]
        letter = self.chance.choice(LETTERS)
        return [
            word[::-1],
            before + after[1:],
            before + letter + after,
            before + letter + after[1:],
            word + "s",
            word.upper(),
            word[:1],
            before + self.chance.choice((BLANK, " ", "é", "\u212a", "-", "1", "\n")) + after,
        ]

    def number_for(self, word: str) -> int:
        if self.chance.random() < 0.7:
            return self.chance.choice(sorted(self.referee.choices(len(word))))
        return self.chance.choice((-1, 1, 2, 4, 5, len(word) + 1, len(word) - 1, 100))

    def judge(self, action: Action) -> None:
        """Both say yes or both say no; and what becomes of it is the same, too."""
        objection = self.referee.objection(plain(action))
        if self.referee.turn is not None:
            self.judge_by_sight(action)
        try:
            self.game.apply_action(self.state, action, Rng(self.secret, self.ply + 1))
        except IllegalAction:
            assert objection, self.about(action)
            self.seen["refused"] += 1
            self.seen[objection] += 1
            return
        assert not objection, self.about(action)
        self.seen["legal"] += 1
        if self.chance.random() < 0.5:
            self.compare(*self.both(self.state, self.referee.copy(), action))

    def judge_by_sight(self, action: Action) -> None:
        """What a player is told before they play is the same, too."""
        player = self.referee.turn
        assert player is not None
        view = self.game.observation(self.state, player)
        objection = self.referee.objection(plain(action))
        assert bool(self.game.refusal(view, action)) == bool(objection), self.about(action)
        if self.counts(action):
            told = self.game.preview(view, player, action)
            tiles = self.referee.tiles_used(plain(action)[1])
            assert told
            assert tiles
            assert told["points"] == self.referee.points(tiles), self.about(action)
            assert not told["problem"], self.about(action)

    # --- What becomes of them ---------------------------------------------------------------------

    def both(self, state: State, referee: Referee, action: Action) -> tuple[State, Referee]:
        """Do an action in both, what comes being what the game's rules drew."""
        player = referee.turn
        assert player is not None
        after = self.game.apply_action(state, action, Rng(self.secret, self.ply + 1))
        self.note(referee, action)
        count = referee.to_take(plain(action))
        hand = after.hands[player] or ""
        row = hand[len(hand) - count :] + after.queue
        assert row.startswith(referee.queue), self.about(action)
        before = [*referee.scores]
        referee.take(plain(action), row[len(referee.queue) :])
        gains = [
            sum(event.points for event in after.events if event.player == seat) for seat in (0, 1)
        ]
        assert [now - then for now, then in zip(referee.scores, before, strict=True)] == gains
        return after, referee

    def note(self, referee: Referee, action: Action) -> None:
        kind, word, _ = plain(action)
        tiles = referee.tiles_used(word) if kind == "spell" else None
        self.seen["stopped" if kind == "stop" else "counts" if tiles else "a mistake"] += 1
        self.seen["a blank used"] += bool(tiles and tiles[BLANK])
        self.seen["more taken than queue"] += referee.to_take(plain(action)) > len(referee.queue)
        limit = self.game.options.used_limit
        self.seen["one last turn"] += referee.turn == 1 and referee.used[0] > limit

    def compare(self, state: State, referee: Referee) -> None:
        assert [*map(sorted, state.hands)] == [sorted(hand.elements()) for hand in referee.hands]
        assert [*state.sizes] == [hand.total() for hand in referee.hands], self.about()
        assert [*map(sorted, state.known)] == [sorted(hand.elements()) for hand in referee.seen]
        assert state.queue == referee.queue, self.about()
        assert [*state.used] == referee.used, self.about()
        assert state.turns == referee.turns, self.about()
        assert self.game.scores(state) == state.scores == tuple(referee.scores), self.about()
        assert state.to_move == referee.turn, self.about()
        assert self.game.placing(state) == referee.places, self.about()

    def about(self, action: Action | None = None) -> str:
        reason = self.referee.objection(plain(action)) if action else ""
        return f"game {self.number}, after ply {self.ply}: {action} {reason}\n{self.state}"
