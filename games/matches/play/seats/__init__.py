"""Who holds a seat: its owner, the computer, a substitute; presence, leaving and coming back."""
