"""Tests of accounts/push."""
