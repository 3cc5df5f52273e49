"""How strong people are in each game at each pace; it knows no table, club or league."""
