"""Tests of accounts/edge."""
