"""How the site's programs speak to PostgreSQL."""

from time import monotonic
from typing import Any

import psycopg
from typing_extensions import override

TRUSTED = 1.0  # seconds


class Connection(psycopg.Connection[Any]):
    """A connection of the pool that need not prove anew what it proved a moment ago.

    The pool asks every connection it hands out for an empty statement, to learn whether the server
    is still there: a tenth of what a move costs. Whoever is handed one whose server has gone within
    this second is refused, as everybody is whom the end of a server meets in the middle of a
    request.
    """

    _proved_at = 0.0

    @override
    def execute(self, query: Any, *args: Any, **kwargs: Any) -> psycopg.Cursor[Any]:
        """Run a statement; an empty one only after a rest."""
        if query != "":
            return super().execute(query, *args, **kwargs)
        if monotonic() - self._proved_at < TRUSTED and not self.closed:
            return self.cursor()
        proof = super().execute(query)
        self._proved_at = monotonic()
        return proof
