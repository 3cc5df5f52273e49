"""Tests of games/matches/live."""
