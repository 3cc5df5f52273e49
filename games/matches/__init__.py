"""Matches of all games: rows, clocks, the one writer, and what shows them; no game's rules.

Many files: Django and Celery look for an app's modules beside each other, and each layer of matches
is a folder or a module of its own.
"""
