"""Tests of accounts/notices."""
