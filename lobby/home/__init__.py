"""The home page and My games: what is one's own everywhere; it changes nothing."""
