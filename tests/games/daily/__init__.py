"""Daily challenges."""
