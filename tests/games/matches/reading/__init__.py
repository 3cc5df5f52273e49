"""Tests of games/matches/reading."""
