"""Word lists and their versions."""
