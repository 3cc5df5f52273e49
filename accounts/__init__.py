"""People and how to reach them; it knows nothing of games."""
