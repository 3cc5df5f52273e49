"""Upwords: words across and down that also grow upwards, tile on tile."""

from games.upwords.bots.levels import easy, hard, medium
from games.upwords.diagrams import DIAGRAMS
from games.upwords.lesson import LESSON
from games.upwords.rules import Upwords

game = Upwords
bots = (easy, medium, hard)
lesson = LESSON
diagrams = DIAGRAMS
