"""Tests of accounts/users."""
