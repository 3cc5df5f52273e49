"""A position and what happened in it, in words and pictures; it decides nothing."""
