"""Matches of all games."""
