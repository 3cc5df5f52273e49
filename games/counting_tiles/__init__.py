"""Counting Tiles: fill rows to an exact sum while random tiles fall."""

from games.counting_tiles.bots.levels import easy, hard, medium
from games.counting_tiles.diagrams import DIAGRAMS
from games.counting_tiles.lesson import LESSON
from games.counting_tiles.rules import CountingTiles

game = CountingTiles
bots = (easy, medium, hard)
lesson = LESSON
diagrams = DIAGRAMS
