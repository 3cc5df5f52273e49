"""How much the database holds, and which of its tables are the largest."""

import dataclasses

from django.db import connection
from django.utils.formats import number_format

_SIZE = "SELECT pg_database_size(current_database())"
# The count of rows is the planner's estimate; where it has none yet, what was written since.
_TABLES = """
SELECT relname, pg_total_relation_size(oid),
    CASE WHEN reltuples < 0 THEN pg_stat_get_live_tuples(oid) ELSE reltuples::bigint END
FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
ORDER BY 2 DESC, 1 LIMIT %s
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """A table with its indexes: bytes, and about how many rows."""

    name: str
    size: int
    rows: int

    @property
    def parts(self) -> list[str]:
        """Return its name in parts, between which a line may end."""
        return self.name.split("_")

    @property
    def about(self) -> str:
        """Return how many rows it has, easy to read."""
        return number_format(self.rows, force_grouping=True)


def size() -> int:
    """Return how many bytes the database has; one query."""
    with connection.cursor() as cursor:
        cursor.execute(_SIZE)
        return int(cursor.fetchone()[0])


def largest(*, limit: int) -> list[Table]:
    """Return the largest tables; one query."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLES, [limit])
        return [Table(*row) for row in cursor.fetchall()]
