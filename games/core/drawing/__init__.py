"""Letters and seats as SVG, for pictures of any game; each game draws its own position."""
