"""Tests of seasons in words."""
