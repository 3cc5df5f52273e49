"""The programs that make the word data."""
