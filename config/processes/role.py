"""What the database keeps for the site's role: how long to wait, and how to plan.

A pooler between site and database refuses these as parameters of a connection, so the database
keeps them for the role, and connections made from now on have them.
"""

from django.db import connection, transaction
from psycopg import sql

SETTINGS = {
    "lock_timeout": "5s",
    # Whoever holds a match and then hangs, or whose machine is gone, lets go of it.
    "idle_in_transaction_session_timeout": "15s",
    # Disks without moving parts find a row as fast as the next one: indexes are worth using.
    "random_page_cost": "1.1",
    # A page asks for a few rows: to compile a statement or to call for help takes longer than that.
    "jit": "off",
    "max_parallel_workers_per_gather": "0",
}

_KEPT = """
SELECT unnest(setting.setconfig)
FROM pg_db_role_setting setting JOIN pg_database ON pg_database.oid = setting.setdatabase
WHERE pg_database.datname = current_database() AND setting.setrole = current_user::regrole
"""


def keep() -> list[str]:
    """Have the database keep our settings; return the names of those it didn't have.

    Raise DatabaseError if it refuses.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_KEPT)
        kept = {setting for (setting,) in cursor.fetchall()}
        missing = [name for name, value in SETTINGS.items() if f"{name}={value}" not in kept]
        for name in missing:
            cursor.execute(
                sql.SQL("ALTER ROLE CURRENT_USER IN DATABASE {} SET {} = {}").format(
                    sql.Identifier(connection.settings_dict["NAME"]),
                    sql.Identifier(name),
                    sql.Literal(SETTINGS[name]),
                )
            )
    return missing
