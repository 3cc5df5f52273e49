"""Tests of seasons that run by themselves."""
