"""What browsers ask of studies: one's own and how they begin, and one with all that is in it."""
