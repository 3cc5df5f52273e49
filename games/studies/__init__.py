"""Studies: matches to think about, with other turns played out and comments beside them.

``files`` reads a file into a ``material.Source``, as ``material`` does with a match; ``planting``
makes a study's nodes of it. ``acts`` writes, ``reading`` reads, ``positions`` knows the position of
each node, and ``told`` is what a page shows.

Many files: Django looks for an app's modules beside each other.
"""
