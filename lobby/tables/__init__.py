"""Tables that wait for players: opened, filled, begun or closed; it knows no club and no league.

Many files: Django looks for an app's modules beside each other; what is ours is ``acts``, ``pages``
and what both read.
"""
