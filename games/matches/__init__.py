"""Matches of all games: rows, clocks, the one writer, and what shows them; no game's rules."""
