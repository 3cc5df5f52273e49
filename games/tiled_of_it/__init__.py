"""Tiled Of It: join cards into words on a grid, and let your colour flow along them."""

from games.tiled_of_it.bots.levels import easy, hard, medium
from games.tiled_of_it.diagrams import DIAGRAMS
from games.tiled_of_it.lesson import LESSON
from games.tiled_of_it.rules import TiledOfIt

game = TiledOfIt
bots = (easy, medium, hard)
lesson = LESSON
diagrams = DIAGRAMS
