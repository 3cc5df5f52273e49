"""Tests of accounts/rest."""
