"""Tiled Of It: join cards into words on a grid, and let your colour flow along them."""

from games.core.weighing import Judge
from games.tiled_of_it.bots.levels import easy, hard, medium
from games.tiled_of_it.bots.search import weigh
from games.tiled_of_it.diagrams import DIAGRAMS
from games.tiled_of_it.lesson import LESSON
from games.tiled_of_it.rules import TiledOfIt

game = TiledOfIt
bots = (easy, medium, hard)
judge = Judge(weigh, looks=3500)
lesson = LESSON
diagrams = DIAGRAMS
