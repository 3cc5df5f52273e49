"""Tilekingdom: lay tiles to one map and send subjects to hold its roads, cities and deserts."""

from games.tilekingdom.rules import Tilekingdom

game = Tilekingdom

__all__ = ["game"]
