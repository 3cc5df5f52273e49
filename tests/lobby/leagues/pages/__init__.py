"""Tests of the pages of leagues."""
