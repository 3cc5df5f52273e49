"""How people hear of things: what they are owed, when and how it goes, and what became of it.

``models`` has the tables, ``kinds`` what may be told and by which channels, ``hours`` when,
``choices`` who wants what; ``owing`` writes the outbox and ``relay`` empties it. The rest of the
site asks ``accounts.notices.outbox``.
"""
