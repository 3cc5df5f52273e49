"""Tests of waiting tables."""
