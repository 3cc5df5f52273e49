"""WordsWithChilwell: spell words from a hand of many tiles fed by an open queue."""

from games.core.weighing import Judge
from games.words_with_chilwell.bots.levels import easy, hard, medium
from games.words_with_chilwell.bots.search import weigh
from games.words_with_chilwell.bots.signatures import make_index
from games.words_with_chilwell.diagrams import DIAGRAMS
from games.words_with_chilwell.lesson import LESSON
from games.words_with_chilwell.rules import WordsWithChilwell

game = WordsWithChilwell
bots = (easy, medium, hard)
judge = Judge(weigh, looks=8000)
lesson = LESSON
diagrams = DIAGRAMS
make_index = make_index
