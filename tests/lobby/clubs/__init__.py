"""Tests of clubs."""
