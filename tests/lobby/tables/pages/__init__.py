"""Tests of the pages of tables."""
