"""What only some games have: protocols, prepared turns, forecasts; Game is what all have."""
