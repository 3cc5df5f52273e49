"""Tests of what a season does next."""
