"""Sentences as data, and who reads them; the words of a language are put to them by games.say."""
