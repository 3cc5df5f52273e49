"""What lies between the moves, as it is read and worded: offers, prepared turns, lost seats."""
