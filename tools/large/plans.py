"""How the database finds what a page asks for: the plans of its statements, read while it runs."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

SMALL = 2_000  # rows; to read a smaller table whole is quick
PLANNED = ("SELECT", "UPDATE", "DELETE", "WITH")


class Plans:
    """The statements of a page, and which large tables each of them reads whole."""

    def __init__(self) -> None:
        self.whole: dict[str, set[str]] = {}  # statements by table
        self.statements = 0
        self._sizes = sizes()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Look at each statement that Django sends meanwhile."""
        with connection.execute_wrapper(self._look):
            yield

    def _look(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        if not many and sql.lstrip(" (\n").upper().startswith(PLANNED):
            self.statements += 1
            with connection.connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
                (found,) = cursor.fetchone()
            told = json.loads(found) if isinstance(found, str) else found
            for table in _read_whole(told[0]["Plan"]):
                if self._sizes.get(table, 0) >= SMALL:
                    self.whole.setdefault(table, set()).add(sql)
        return execute(sql, params, many, context)


def sizes() -> dict[str, int]:
    """Return how many rows each table has, as the planner knows it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname, reltuples::bigint FROM pg_class WHERE relkind = 'r'")
        return dict(cursor.fetchall())


def _read_whole(plan: dict[str, Any]) -> Iterator[str]:
    if plan["Node Type"] == "Seq Scan":
        yield plan["Relation Name"]
    for part in plan.get("Plans", ()):
        yield from _read_whole(part)
