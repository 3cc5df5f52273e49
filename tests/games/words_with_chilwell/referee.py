"""A second referee for WordsWithChilwell: the rules read anew, and not a line of the game's code.

It is plain on purpose, so that one can hold it against the rules sentence by sentence; numbers are
those of the README. It knows both hands, and is told what chance decided: which tiles came into
the queue. An action is ("spell", word, how many tiles to take) or ("stop", "", 0).
"""

import collections
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Action = tuple[str, str, int]
Tiles = collections.Counter[str]

BLANK = "▊"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORTH = {  # rule 2.1
    letter: points
    for points, letters in {0: BLANK, 1: "aeinorst", 2: "bcdglmpu", 3: "fhkvwy", 5: "jqxz"}.items()
    for letter in letters
}
TRAINING = ("btahandenonsarj", "celzxiotnesmuaa")  # rule 2.6


def worth(tiles: Iterable[str]) -> int:
    return sum(WORTH[tile] for tile in tiles)


class Referee:
    """A position and what may be done in it. ``agreed`` are a table's options by their names."""

    def __init__(
        self, words: Iterable[str], agreed: Mapping[str, Any], hands: Sequence[str], queue: str
    ) -> None:
        self.words = set(words)
        self.agreed = agreed
        self.hands = [Tiles(hand) for hand in hands]
        self.queue = queue
        self.scores = [agreed["start_score"]] * 2  # rule 1.2
        self.used = [0, 0]
        self.seen = [Tiles(), Tiles()]
        self.turns = 0
        self.over = False
        assert len(queue) == agreed["queue_size"]  # rule 2.4
        self._could_come(queue)
        for hand, trained in zip(hands, TRAINING, strict=True):
            if agreed["training"]:
                assert sorted(hand) == sorted(trained)
            else:
                assert len(hand) == agreed["hand_size"]
                self._could_come(hand)

    def copy(self) -> "Referee":
        other = object.__new__(Referee)
        vars(other).update(vars(self))
        other.hands = [hand.copy() for hand in self.hands]
        other.seen = [hand.copy() for hand in self.seen]
        other.scores, other.used = [*self.scores], [*self.used]
        return other

    def _could_come(self, tiles: str) -> None:  # rule 2.2
        supply = LETTERS if self.agreed["supply"] == "uniform" else LETTERS + BLANK
        assert {*tiles} <= {*supply}

    @property
    def turn(self) -> int | None:
        return None if self.over else self.turns % 2  # rule 1.1

    # --- What is legal, and what counts -----------------------------------------------------------

    def choices(self, length: int) -> set[int]:
        """Return how many tiles one may ask for with a word of so many letters (rule 3.3)."""
        extra = self.agreed["extra"]
        return {length, extra, length + extra, 0}

    def objection(self, action: Action) -> str:
        """Return why the player to move may not do this, "" if they may, as with a mistake."""
        kind, word, draw = action
        if self.over:
            return "the game is over"
        if kind == "stop":
            return "" if self.agreed["stopping"] else "stopping is not agreed"  # rule 7.3
        if len(word) > 20:
            return "too long"  # rule 4.1
        if not {*word} <= {*LETTERS, *LETTERS.upper()}:
            return "no letters"
        return "" if draw in self.choices(len(word)) else "not a number to choose"

    def tiles_for(self, hand: Tiles, word: str) -> Tiles | None:
        """Return the tiles that spell a word, None if the hand lacks one (rules 2.3 and 3.2)."""
        tiles = Tiles(word) & hand
        missing = len(word) - tiles.total()
        return tiles + Tiles({BLANK: missing}) if missing <= hand[BLANK] else None

    def tiles_used(self, word: str) -> Tiles | None:
        """Return the tiles of a word that counts, None if it does not (rules 3.1, 3.2 and 4.1)."""
        assert self.turn is not None
        if len(word) < 2 or word.lower() not in self.words:
            return None
        return self.tiles_for(self.hands[self.turn], word.lower())

    def points(self, tiles: Tiles) -> int:
        """Return what a word of these tiles brings (rules 5.1 to 5.3)."""
        bonus = 0
        if tiles.total() >= self.agreed["long_length"]:
            bonus = self.agreed["long_bonus"]
        elif tiles.total() >= self.agreed["middle_length"]:
            bonus = self.agreed["middle_bonus"]
        return worth(tiles.elements()) + int(bonus)

    def countable(self) -> set[tuple[str, int]]:
        """Return all words that would count now, each with every number of tiles one may take."""
        words = [word for word in self.words if len(word) <= 20 and self.tiles_used(word)]
        return {(word, draw) for word in words for draw in self.choices(len(word))}

    # --- What becomes of it -----------------------------------------------------------------------

    def to_take(self, action: Action) -> int:
        """Return how many tiles the player to move gets (rules 3.3, 4.1 and 7.3)."""
        assert self.turn is not None
        kind, word, draw = action
        if kind == "stop":
            return max(0, int(self.agreed["hand_limit"]) + 1 - self.hands[self.turn].total())
        return draw if self.tiles_used(word) else int(self.agreed["penalty"])

    def take(self, action: Action, came: str) -> None:
        """Do what the player to move has chosen; ``came`` are the tiles new in the queue, in order.

        As many come in at its rear as are taken from its front (rules 2.4 and 3.4).
        """
        assert not self.objection(action)
        player, count = self.turn, self.to_take(action)
        assert player is not None
        assert len(came) == count
        self._could_come(came)
        tiles = self.tiles_used(action[1]) if action[0] == "spell" else None
        if tiles:
            self.hands[player] -= tiles
            self.seen[player] -= tiles  # rule 2.5
            self.used[player] += tiles.total()
            self.scores[player] += self.points(tiles)
        row = self.queue + came
        self.hands[player].update(row[:count])
        self.seen[player].update(row[:count])
        self.queue = row[count:]
        self.turns += 1
        if self.turns % 2 == 0 and self._is_over():  # rule 6.5
            self.over = True
            for seat, hand in enumerate(self.hands):
                self.scores[seat] -= worth(hand.elements())  # rule 6.3

    def _is_over(self) -> bool:
        many_used = any(used > self.agreed["used_limit"] for used in self.used)  # rule 6.1
        many_held = any(
            hand.total() >= self.agreed["hand_limit"] for hand in self.hands
        )  # rule 6.2
        return many_used or many_held

    @property
    def places(self) -> tuple[int, ...]:  # rule 6.4
        return tuple(1 + sum(more > own for more in self.scores) for own in self.scores)
