"""What a word and a hand bring: points for tiles, bonuses for length, deductions at the end."""

import dataclasses

from games.core.game import Event, Player
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.tiles import BLANK, tiles_in_words, value_of


@dataclasses.dataclass(frozen=True, slots=True)
class Points:
    """The points of a word: what its tiles are worth, and the bonus for their number."""

    tiles: int
    bonus: int

    @property
    def total(self) -> int:
        """Return all points of the word."""
        return self.tiles + self.bonus


def bonus_for(length: int, options: Options) -> int:
    """Return the bonus for a word of so many tiles (rules 5.2, 5.3)."""
    if length >= options.long_length:
        return options.long_bonus
    return options.middle_bonus if length >= options.middle_length else 0


def points_of(tiles: str, options: Options) -> Points:
    """Return the points for spelling a word with these tiles (rule 5)."""
    return Points(value_of(tiles), bonus_for(len(tiles), options))


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun: "1 tile", "no tiles", "3 tiles"."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def word_in_words(word: str, tiles: str) -> str:
    """Return a word with what its blanks stand for: "CAT, a blank for C"."""
    stand_ins = [letter for letter, tile in zip(word, tiles, strict=True) if tile == BLANK]
    return ", ".join([word.upper(), *(f"a blank for {letter.upper()}" for letter in stand_ins)])


def tell_word(player: Player, word: str, tiles: str, options: Options) -> list[Event]:
    """Return the events of a word that counts."""
    points = points_of(tiles, options)
    events = [Event(player, word_in_words(word, tiles), points.tiles, "word")]
    if points.bonus:
        text = f"bonus for {count_of(len(tiles), 'tile')}"
        events.append(Event(player, text, points.bonus, "bonus"))
    return events


def tell_end(hands: list[str], reason: str) -> list[Event]:
    """Return the events of the end: every hand is deducted (rule 6.3)."""
    events = [Event(None, f"The game is over: {reason}.")]
    for player, hand in enumerate(hands):
        left = tiles_in_words(hand) or "nothing"
        events.append(Event(player, f"left in hand: {left}", -value_of(hand), "hand"))
    return events
