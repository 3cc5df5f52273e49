"""Reviews of matches that are over, worked out one after another in a queue of their own.

``material`` is what a review is made of, ``work`` makes it a few turns at a time, ``acts`` asks for
one, ``reading`` tells how far it is, ``told`` is what its page shows, and ``learn`` has its reader
find better turns.

Many files: Django and Celery look for an app's modules beside each other.
"""
