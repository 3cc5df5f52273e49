"""Tests of accounts/trust."""
