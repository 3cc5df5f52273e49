"""The sixty cards of the game, as ``make_deck`` made them: each is there once."""

from pathlib import Path

CARDS = tuple(
    line
    for line in Path(__file__).with_name("deck.txt").read_text().splitlines()
    if not line.startswith("#")
)
