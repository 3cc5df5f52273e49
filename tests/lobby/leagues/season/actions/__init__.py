"""Tests of what people do to a season."""
