"""A league to take elsewhere: its finished seasons with every match, in a file that proves itself.

A bundle is JSON Lines. The first tells the league, the last the SHA-256 of all before it; between
them come its seasons, each followed by its divisions, places and meetings, and then the ledger.
Whoever reads one plays every match again from its secret and log, works out all standings again,
and follows the ledger's hashes: it is taken wholly, or not at all. A season that is still running
stays where it is, as do people: here they are only names.
"""

from lobby.leagues.bundle.reading import Refused, Taken, read
from lobby.leagues.bundle.writing import find, write

__all__ = ["Refused", "Taken", "find", "read", "write"]
