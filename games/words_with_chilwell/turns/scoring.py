"""What a word and a hand bring: points for tiles, bonuses for length, deductions at the end."""

import dataclasses
from typing import Any

from games.core.game import Player
from games.core.language.events import Event
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.tiles import BLANK, value_of


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


def tell_word(player: Player, word: str, tiles: str, options: Options) -> list[Event]:
    """Return the events of a word that counts."""
    points = points_of(tiles, options)
    blanks = [letter.upper() for letter, tile in zip(word, tiles, strict=True) if tile == BLANK]
    facts: dict[str, Any] = {"word": word.upper()}
    kind = "word"
    if blanks:
        kind, facts = "word_with_blanks", {**facts, "blanks": blanks}
    events = [Event(kind, player, facts, points.tiles, "word")]
    if points.bonus:
        events.append(Event("bonus", player, {"tiles": len(tiles)}, points.bonus, "bonus"))
    return events


def tell_hands(hands: list[str]) -> list[Event]:
    """Return the events of the end: what is left in each hand is lost (rule 6.3)."""
    return [
        Event("left", player, {"tiles": list(hand)}, -value_of(hand), "hand")
        if hand
        else Event("left_nothing", player)
        for player, hand in enumerate(hands)
    ]
