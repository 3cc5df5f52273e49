"""Counting Tiles: fill rows to an exact sum while random tiles fall."""

from games.counting_tiles.bots.levels import Easy, Hard, Medium
from games.counting_tiles.lesson import LESSON
from games.counting_tiles.rules import CountingTiles

game = CountingTiles
bots = (Easy(), Medium(), Hard())
lesson = LESSON
