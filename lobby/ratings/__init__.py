"""How strong people are in each game at each pace; it knows no table, club or league.

Many files: Django looks for an app's modules beside each other; what is ours is ``acts``,
``curves``, ``pages``, ``reading`` and ``strength``.
"""
