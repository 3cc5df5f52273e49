"""How lists change: proposals, votes, editions, imports; matches know nothing of it."""
