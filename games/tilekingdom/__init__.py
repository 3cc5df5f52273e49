"""Tilekingdom: lay tiles to one map and send subjects to hold its roads, cities and deserts."""

from games.core.weighing import Judge
from games.tilekingdom.bots.levels import easy, hard, medium
from games.tilekingdom.bots.weighing import weigh
from games.tilekingdom.diagrams import DIAGRAMS
from games.tilekingdom.lesson import LESSON
from games.tilekingdom.rules import Tilekingdom

game = Tilekingdom
bots = (easy, medium, hard)
judge = Judge(weigh, looks=12_000)
lesson = LESSON
diagrams = DIAGRAMS
