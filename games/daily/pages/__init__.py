"""What browsers ask of challenges: today's, what their boards ask, and those of past days."""
