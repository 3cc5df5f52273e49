"""What templates of any page ask of games."""
