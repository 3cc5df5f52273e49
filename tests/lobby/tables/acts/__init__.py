"""Tests of what is done at a waiting table."""
