"""What a match sounds like, feels like in the hand, and how it moves."""
