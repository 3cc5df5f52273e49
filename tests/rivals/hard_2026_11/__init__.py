"""Hard of every game as it was in November 2026: what stands here stays as it is."""
