"""What results are worth, the order that follows, and the places still open; not who moves on."""
