"""What the operations of a migration do to a site whose old programs still run.

Additive ones leave all that old programs read and write. Of these, some read a whole table while
nobody can write to it, which takes its time where there are many rows.
"""

import dataclasses
from collections.abc import Iterator
from typing import Any

from django.contrib.postgres import operations as postgres
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED

# What can't be told from the operations, looked at by somebody: (app, migration) and why it's well.
LOOKED_AT: dict[tuple[str, str], str] = {
    ("trust", "0002_report_subject"): (
        "The new constraint forbids less than the old one did, and the table is small."
    ),
}

_HARMLESS = (
    migrations.AlterModelManagers,
    migrations.AlterModelOptions,
    migrations.CreateModel,
    migrations.RemoveConstraint,
    migrations.RemoveIndex,
    postgres.AddConstraintNotValid,
    postgres.AddIndexConcurrently,
    postgres.CreateExtension,
    postgres.RemoveIndexConcurrently,
    postgres.ValidateConstraint,
)


@dataclasses.dataclass(frozen=True, slots=True)
class Effect:
    """What an operation does: whether old programs can go on, and which table it locks to read."""

    operation: str
    is_additive: bool
    locks: str = ""


def effects(loader: MigrationLoader, app: str, name: str) -> Iterator[Effect]:
    """Yield what each operation of a migration does."""
    state = loader.project_state((app, name), at_end=False)
    for operation in loader.disk_migrations[app, name].operations:
        before = state.clone()
        operation.state_forwards(app, state)
        yield _effect(operation, app, before, state, looked_at=(app, name) in LOOKED_AT)


def _effect(
    operation: Any, app: str, before: ProjectState, after: ProjectState, *, looked_at: bool
) -> Effect:
    told = operation.describe()
    if looked_at or isinstance(operation, _HARMLESS):
        return Effect(told, is_additive=True)
    table = _table(operation, app, after)
    match operation:
        case migrations.AddIndex():
            return Effect(told, is_additive=True, locks=table)
        case migrations.AddField():
            return _added(told, operation.field, table)
        case migrations.AlterField():
            old = before.models[app, operation.model_name_lower].fields[operation.name]
            return Effect(told, is_additive=_is_wider(old, operation.field))
        case _:
            return Effect(told, is_additive=False, locks=table)


def _table(operation: Any, app: str, state: ProjectState) -> str:
    name = getattr(operation, "model_name_lower", "")
    if not name or (app, name) not in state.models:
        return ""
    return str(state.models[app, name].options.get("db_table") or f"{app}_{name}")


def _added(told: str, field: Any, table: str) -> Effect:
    """Tell what a new column does: one that has to be filled in is unknown to old programs."""
    if field.many_to_many:
        return Effect(told, is_additive=True)
    is_additive = field.null or field.db_default is not NOT_PROVIDED or field.generated
    reads = field.db_index or field.unique or field.is_relation or field.generated
    return Effect(told, is_additive=is_additive, locks=table if reads else "")


def _is_wider(old: Any, new: Any) -> bool:
    """Tell whether a column takes all that it took before, and looks the same to who reads it."""
    if _of_database(old) == _of_database(new):
        return True
    if type(old) is not type(new) or not isinstance(new, models.CharField):
        return {**_of_database(old), "null": True} == {**_of_database(new), "null": new.null}
    most = (old.max_length or 0, new.max_length or 10**9)
    facts = [{**_of_database(one), "max_length": 0, "null": True} for one in (old, new)]
    return facts[0] == facts[1] and most[0] <= most[1] and (new.null or not old.null)


def _of_database(field: Any) -> dict[str, Any]:
    _, path, args, named = field.deconstruct()
    facts = {name: value for name, value in named.items() if name not in field.non_db_attrs}
    return {"null": False, **facts, "kind": path, "args": tuple(args)}
