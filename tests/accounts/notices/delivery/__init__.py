"""Tests of accounts/notices/delivery."""
