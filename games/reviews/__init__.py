"""Reviews of matches that are over, worked out one after another in a queue of their own.

``material`` is what a review is made of, ``work`` makes it a few turns at a time, ``acts`` asks for
one, and ``reading`` tells how far it is.
"""
