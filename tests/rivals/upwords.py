"""Rivals of the computer players of Upwords."""

from tools.greedy import greedy

__all__ = ["greedy"]
