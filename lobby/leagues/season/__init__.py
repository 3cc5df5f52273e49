"""A season as a value: its rules, its draw, its standings, its next step; no database, no clock."""
