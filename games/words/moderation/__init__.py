"""How lists change: proposals, votes, editions, imports; matches know nothing of it.

Many files: each is one step of the way, from a wish to the edition that grants it.
"""
