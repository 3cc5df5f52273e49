"""Upwords: words across and down that also grow upwards, tile on tile."""

from games.core.weighing import Judge
from games.upwords.bots.levels import easy, hard, medium
from games.upwords.bots.weighing import weigh
from games.upwords.diagrams import DIAGRAMS
from games.upwords.lesson import LESSON
from games.upwords.rules import Upwords

game = Upwords
bots = (easy, medium, hard)
judge = Judge(weigh, looks=1200)
lesson = LESSON
diagrams = DIAGRAMS
