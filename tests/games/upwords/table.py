"""A table at which a test lays the tiles it wants, and games played to try things on."""

import dataclasses
from collections.abc import Iterator

from games.core.errors import IllegalAction
from games.core.rng import Rng
from games.upwords.options import Options
from games.upwords.position.bag import give_back, without
from games.upwords.position.model import Play, State
from games.upwords.position.restoring import unseen_by
from games.upwords.position.tiles import full_bag
from games.upwords.rules import Upwords
from games.words.lists.packing import words_of

SECRET = bytes(range(32))
SMALL = """
    as cat cats at car care cares cart carts art arts hello hell hells shell he es is his hiss
    word words on no to so us use ass sat ax wart dart part quit quiz qat it
"""


def secret_of(number: int) -> bytes:
    return number.to_bytes(32, "big")


class Table:
    """A game in progress whose words are those of the test."""

    def __init__(self, words: str = "", players: int = 2, **options: object) -> None:
        self.game = Upwords(Options(**options), words_of(words.lower().split()))
        self.state: State = self.game.initial_state(players, Rng(SECRET, 0))
        self.state = dataclasses.replace(self.state, to_move=0)
        self.ply = 0

    def hold(self, *racks: str) -> "Table":
        """Give the players these tiles, first to the first seat; the bag holds all others."""
        held = [*map("".join, map(sorted, racks))]
        held += ["" for _ in self.state.racks[len(racks) :]]
        bag = full_bag(self.game.options.board)
        for letters in (*held, "".join("".join(row) for row in self.state.board)):
            for letter in letters:
                bag[letter] -= 1
        self.state = dataclasses.replace(
            self.state,
            racks=tuple(held),
            held=tuple(map(len, held)),
            bag={letter: count for letter, count in bag.items() if count},
            pile=sum(bag.values()),
        )
        return self

    def empty_the_pile(self) -> "Table":
        """Put all tiles still to be drawn out of the game."""
        self.state = dataclasses.replace(self.state, bag={}, pile=0)
        return self

    def play(self, text: str) -> "Table":
        """Play a line of notation, with the tiles it needs on the rack."""
        self.give(text)
        self.ply += 1
        action = self.game.parse_action(self.state, text)
        self.state = self.game.apply_action(self.state, action, Rng(SECRET, self.ply))
        return self

    def give(self, text: str) -> None:
        """Give the player to move the tiles a play needs, where they lack them."""
        action = self.game.parse_action(self.state, text)
        if isinstance(action, Play):
            self.take_up("".join(letter for _, _, letter in action.tiles))

    def take_up(self, letters: str) -> None:
        player, bag = self.state.to_move, self.state.bag
        assert player is not None
        assert bag is not None
        racks = list(self.state.racks)
        rack = racks[player]
        assert rack is not None
        if without(rack, letters) is not None:
            return
        pool = give_back(bag, "".join(rack for rack in racks if rack))
        for letter in letters:
            assert pool.get(letter, 0), f"no {letter} is left"
            pool[letter] -= 1
        rest = "".join(letter * count for letter, count in pool.items())
        for seat, held in enumerate(self.state.held):
            own = letters if seat == player else ""
            extra = held - len(own)
            racks[seat], rest = "".join(sorted(own + rest[:extra])), rest[extra:]
        self.state = dataclasses.replace(
            self.state, racks=tuple(racks), held=tuple(map(len, racks)), bag=give_back({}, rest)
        )
        self.state = dataclasses.replace(self.state, pile=len(rest))

    def refused(self, *tiles: tuple[int, int, str], text: str = "") -> str:
        """Return why a play is refused, having checked that it changed nothing."""
        action = Play(tiles) if tiles else self.game.parse_action(self.state, text)
        if isinstance(action, Play):
            self.take_up("".join(letter for _, _, letter in action.tiles))
        before = self.game.encode_state(self.state)
        try:
            self.game.apply_action(self.state, action, Rng(SECRET, self.ply + 1))
        except IllegalAction as refusal:
            assert self.game.encode_state(self.state) == before
            assert action not in list(self.game.legal_actions(self.state))
            return str(refusal)
        raise AssertionError(f"{action} was not refused")

    def words(self) -> dict[str, int]:
        """Return the words of the last play with their points."""
        return {
            event.facts["word"]: event.points
            for event in self.state.events
            if event.topic == "words"
        }

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.scores


def positions(
    game: Upwords, players: int, secret: bytes, *, lazy: int = 1
) -> Iterator[tuple[State, object, State]]:
    """Yield (state, action, next state) of a game in which one in ``lazy`` turns lays no tile."""
    state = game.initial_state(players, Rng(secret, 0))
    for ply in range(1, 2000):
        if state.to_move is None:
            return
        rng = Rng(secret, ply, "random")
        actions = list(game.legal_actions(state))
        plays = [action for action in actions if isinstance(action, Play)]
        action = rng.choice(plays if plays and rng.below(lazy) else actions)
        after = game.apply_action(state, action, Rng(secret, ply))
        yield state, action, after
        state = after


def unseen(game: Upwords, state: State) -> dict[str, int]:
    """Return all tiles that are not on the board."""
    return unseen_by(state.board, (None,), game.options)
