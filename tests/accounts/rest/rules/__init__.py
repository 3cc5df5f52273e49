"""Tests of accounts/rest/rules."""
