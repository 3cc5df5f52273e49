"""Puzzles: turns of matches that are over, where one choice was clearly better than any other.

``acts`` finds them in reviews of public matches, and notes who solves them; ``reading`` picks the
next one; ``told`` is what its page shows. Nobody's name is in them.

Many files: Django and Celery look for an app's modules beside each other.
"""
