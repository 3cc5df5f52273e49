"""Tilekingdom: lay tiles to one map and send subjects to hold its roads, cities and deserts."""

from games.tilekingdom.bots.levels import Easy, Hard, Medium
from games.tilekingdom.lesson import LESSON
from games.tilekingdom.rules import Tilekingdom

game = Tilekingdom
bots = (Easy(), Medium(), Hard())
lesson = LESSON
