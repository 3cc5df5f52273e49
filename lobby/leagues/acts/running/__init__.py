"""Seasons that run by themselves: results taken, steps carried out, matches begun and closed."""
