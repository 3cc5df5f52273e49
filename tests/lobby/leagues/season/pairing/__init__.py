"""Tests of divisions, lots and pairings."""
