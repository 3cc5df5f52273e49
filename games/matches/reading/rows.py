"""Rows in plain SQL, where moves are made: to have a statement written takes longer than to run it.

Columns are named, and never a star: the running site must not stumble when a new version adds one.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import DateTimeField, FloatField, JSONField, Model
from psycopg.types.json import Jsonb

from games.packed import PackedJSONField, pack, unpack

M = TypeVar("M", bound=Model)


class Columns(Generic[M]):
    """The columns of a model, as a statement names them and as an object is made of them."""

    def __init__(self, model: type[M]) -> None:
        fields = model._meta.concrete_fields  # noqa: SLF001 - its public name
        self.model = model
        self.table = model._meta.db_table  # noqa: SLF001 - its public name
        self.key = str(model._meta.pk.column)  # noqa: SLF001
        self.names = [str(field.column) for field in fields]
        self.others = [name for name in self.names if name != self.key]
        self.loads = [(place, _loader(field)) for place, field in enumerate(fields)]
        self.stores = {str(field.column): _storer(field) for field in fields}
        self.kinds = {str(field.column): _kind(field) for field in fields}
        self.dates = [str(field.column) for field in fields if isinstance(field, DateTimeField)]

    def sql(self, alias: str, **instead: str) -> str:
        """Return the columns for a statement; ``instead`` gives some as other expressions."""
        return ", ".join(instead.get(name, f"{alias}.{name}") for name in self.names)

    def stored(self, name: str, value: Any) -> Any:
        """Return a column's value as PostgreSQL takes it."""
        return None if value is None else self.stores[name](value)

    def object(self, values: Sequence[Any]) -> M:
        """Return the object of a row."""
        made = list(values)
        for place, load in self.loads:
            if load is not None and made[place] is not None:
                made[place] = load(made[place])
        return self.model.from_db("default", self.names, made)

    def from_json(self, row: Mapping[str, Any]) -> M:
        """Return the object of a row that came as JSON."""
        instants = {name: datetime.fromisoformat(row[name]) for name in self.dates if row[name]}
        whole = {**row, **instants}
        return self.model.from_db("default", self.names, [whole[name] for name in self.names])

    def all(self, rest: str, facts: Sequence[Any]) -> list[M]:
        """Return the objects that ``rest`` of a statement, after FROM, asks for."""
        with connection.cursor() as cursor:
            # Our own names, no visitor's.
            cursor.execute(f"SELECT {self.sql(self.table)} FROM {self.table} {rest}", facts)  # noqa: S608
            return [self.object(row) for row in cursor.fetchall()]


def _storer(field: Any) -> Callable[[Any], Any]:
    if isinstance(field, PackedJSONField):
        return pack
    if isinstance(field, FloatField):
        return float  # numbers of both kinds make no array
    return Jsonb if isinstance(field, JSONField) else lambda value: value


def _kind(field: Any) -> str:
    """Return the type of a column, as an array of it is named; how long a text may be is no part.

    A cast to a shorter one would cut the text off, where the column itself refuses it.
    """
    return str(field.db_type(connection)).partition("(")[0]


def _loader(field: Any) -> Callable[[Any], Any] | None:
    if isinstance(field, PackedJSONField):
        return unpack
    return json.loads if isinstance(field, JSONField) else None
