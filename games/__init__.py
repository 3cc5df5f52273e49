"""Matches of all games; importing this imports nothing else, least of all Django."""
