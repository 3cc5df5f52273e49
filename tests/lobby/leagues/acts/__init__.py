"""Tests of what is done in leagues."""
