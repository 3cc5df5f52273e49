"""How fast the word games and the word lists are, and how fast moderators read."""
