"""Counting Tiles: fill rows to an exact sum while random tiles fall."""

from games.core.weighing import Judge
from games.counting_tiles.bots.levels import easy, hard, medium
from games.counting_tiles.bots.search import weigh
from games.counting_tiles.diagrams import DIAGRAMS
from games.counting_tiles.lesson import LESSON
from games.counting_tiles.rules import CountingTiles

game = CountingTiles
bots = (easy, medium, hard)
judge = Judge(weigh, looks=100)
lesson = LESSON
diagrams = DIAGRAMS
