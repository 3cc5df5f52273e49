"""WordsWithChilwell: spell words from a hand of many tiles fed by an open queue."""

from games.words_with_chilwell.bots.levels import Easy, Hard, Medium
from games.words_with_chilwell.lesson import LESSON
from games.words_with_chilwell.rules import WordsWithChilwell

game = WordsWithChilwell
bots = (Easy(), Medium(), Hard())
lesson = LESSON
