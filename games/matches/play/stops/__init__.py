"""Clocks that stop for everybody: pauses, live play at a slow table, matches that all have left."""
