"""Computer players: their levels and the search behind them; they see what a player sees."""
