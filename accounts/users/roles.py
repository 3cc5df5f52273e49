"""Who has a role on the site: held for all pages, since each asks and few people have one."""

import dataclasses
from datetime import datetime
from typing import Any

from django.apps import AppConfig
from django.apps import apps as all_apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Q
from django.db.models.signals import m2m_changed, post_migrate
from redis.exceptions import RedisError

from accounts.users.models import User

HELD = 60  # seconds; a role given or taken is known at once
KEY = "roles"

_CHANGES = """
SELECT coalesce(person.username, ''), change.kind, change.name, change.given, change.at,
    coalesce(giver.username, '')
FROM users_rolechange change
LEFT JOIN users_user person ON person.id = change.person
LEFT JOIN users_user giver ON giver.id = change.by
ORDER BY change.id DESC LIMIT %s
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """That somebody got a role or lost it; ``by`` is "" for the command line."""

    person: str
    kind: str
    name: str
    given: bool
    at: datetime
    by: str


def has_role(user: User, permission: str) -> bool:
    """Tell whether somebody has a permission, without asking the database for each page.

    What a page shows may go by this; what somebody may do never does.
    """
    if user.is_superuser:
        return True
    try:
        held = cache.get(KEY)
        if held is None:
            held = _holders()
            cache.set(KEY, held, HELD)
    except RedisError:
        return user.has_perm(permission)
    return user.pk in held.get(permission, ())


def _holders() -> dict[str, list[int]]:
    """Return by permission the numbers of those who have it themselves or by a group."""
    held = Permission.objects.filter(Q(user__isnull=False) | Q(group__user__isnull=False))
    rows = held.values_list("content_type__app_label", "codename", "user", "group__user")
    holders: dict[str, list[int]] = {}
    for app, codename, *people in rows:
        holders.setdefault(f"{app}.{codename}", []).extend(filter(None, people))
    return holders


def keep_group(app: AppConfig, *, name: str, permission: str, model: str) -> None:
    """Have a group with a permission of an app's model made with its tables, if it isn't there."""

    def make(using: str, apps: Any = all_apps, **_: Any) -> None:
        create_permissions(app, verbosity=0, using=using, apps=apps)
        try:
            permissions = apps.get_model("auth", "Permission").objects.using(using)
            groups = apps.get_model("auth", "Group").objects.using(using)
            apps.get_model(app.label, model)
        except LookupError:
            return  # migrated back to before there was such a model
        group, _made = groups.get_or_create(name=name)
        group.permissions.add(
            permissions.get(codename=permission, content_type__app_label=app.label)
        )

    post_migrate.connect(make, sender=app, weak=False, dispatch_uid=name)


def keep_true() -> None:
    """Have what is held forgotten when somebody gets a role or loses it."""
    for through in (User.groups.through, User.user_permissions.through, Group.permissions.through):
        m2m_changed.connect(_forget_twice, sender=through)


def _forget_twice(**_: Any) -> None:
    _forget()
    transaction.on_commit(_forget)  # a page may have read meanwhile what was true before


def _forget() -> None:
    try:
        cache.delete(KEY)
    except RedisError:
        return  # it is true again when what is held has expired


def sign(*, user_id: int) -> None:
    """Say who gives roles or takes them, from here to the end of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('tilepost.person', %s, true)", [str(user_id)])


def changes(*, limit: int) -> list[Change]:
    """Return who got a role lately, or lost one, and by whom; the latest first."""
    with connection.cursor() as cursor:
        cursor.execute(_CHANGES, [limit])
        return [Change(*row) for row in cursor.fetchall()]
