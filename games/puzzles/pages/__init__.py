"""Pages of puzzles, and what their boards ask."""
