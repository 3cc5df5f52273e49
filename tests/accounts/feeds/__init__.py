"""Tests of accounts/feeds."""
