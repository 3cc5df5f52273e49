"""Leagues and their seasons; it knows how a league runs, and not how a match is played.

Many files: Django looks for an app's admin, models, tasks and tags beside each other; the rest is
one folder for each layer.
"""
