"""The numbers that guide computer players and forecasts, fitted to games between them."""
