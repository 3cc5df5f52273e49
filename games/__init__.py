"""Matches of all games; importing this imports nothing else, least of all Django.

Many files: each game is a folder of its own.
"""
