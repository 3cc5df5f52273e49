"""Tests of seasons as values."""
