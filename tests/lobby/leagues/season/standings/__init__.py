"""Tests of points, places and what is still open."""
