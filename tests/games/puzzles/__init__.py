"""Puzzles from matches that are over."""
