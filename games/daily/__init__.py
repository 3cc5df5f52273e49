"""The daily challenge: one for each game and day, the same for everybody, one try that counts.

In a game for one it's a game, dealt alike to all (an open duel of ``games.matches``). In any other
it's three positions, in each of which the best turn is to be found. ``days`` knows when a day is
and what its secret is, ``finding`` finds positions, ``work`` makes challenges ahead of time
(``making`` says when one is ready), ``shipped`` reads those of a new site's first days, ``judging``
tells what a try is worth, ``acts`` takes it. ``reading`` and ``told`` are what pages
show.

Many files: Django and Celery look for an app's modules beside each other.
"""
