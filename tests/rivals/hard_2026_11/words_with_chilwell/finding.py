"""The words a computer player finds, and how it fills its hand."""

import dataclasses
from collections.abc import Iterable

from games.core.game import Player
from games.core.table.words import Words
from games.words_with_chilwell.position.model import State
from games.words_with_chilwell.rules import WordsWithChilwell
from games.words_with_chilwell.turns.scoring import bonus_for
from games.words_with_chilwell.turns.spelling import worthy_words


@dataclasses.dataclass(frozen=True, slots=True)
class Choice:
    """A word a hand can spell and all the points it brings."""

    word: str
    points: int


def choices(
    game: WordsWithChilwell, view: State, player: Player, words: Words, *, blanks: int
) -> list[Choice]:
    """Return the words of a list the player can spell that count at the table."""
    hand = view.hands[player] or ""
    bonuses = [bonus_for(length, game.options) for length in range(64)]
    found = worthy_words(hand, words, blanks=blanks)
    picked = [Choice(word, worth + bonuses[len(word)]) for word, worth in found]
    if words is not game.words:
        picked = [choice for choice in picked if choice.word in game.words]
    return picked


def by_points(found: Iterable[Choice], game: WordsWithChilwell) -> list[Choice]:
    """Return the choices that can be shown, or all if there are none, those that score most first.

    Of equals the shortest comes first.
    """
    ranked = sorted(found, key=lambda choice: (-choice.points, len(choice.word), choice.word))
    return [choice for choice in ranked if game.words.is_showable(choice.word)] or ranked


def best_by_points(found: Iterable[Choice], game: WordsWithChilwell) -> Choice | None:
    """Return the choice that scores most, of equals the shortest, that can be shown."""
    return next(iter(by_points(found, game)), None)


def sensible_draw(game: WordsWithChilwell, view: State, player: Player, word: str) -> int:
    """Return how many tiles to take: a full hand while the game goes on, none when it ends."""
    options = game.options
    kept = view.sizes[player] - len(word)
    used = view.used[player] + len(word)
    other = 1 - player
    last = player == 1 and (
        view.used[other] > options.used_limit or view.sizes[other] >= options.hand_limit
    )
    if last or used > options.used_limit:
        return 0
    for draw in game.draws(len(word)):
        if kept + draw < options.hand_limit:
            return draw
    return 0
