"""Tests of games and of what runs them.

Many files: they mirror the source, where each game and each app has a folder.
"""
