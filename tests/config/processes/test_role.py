"""The database keeps what the site's role is to have, so that nothing between need pass it on."""

import subprocess
import sys
from io import StringIO
from typing import Any

import pytest
from django.db import connection, transaction

from config.hosting.backups import BackupError, programs
from config.management.commands import prepare
from config.processes import role

pytestmark = pytest.mark.django_db

OURS = """
SELECT unnest(setconfig) FROM pg_db_role_setting JOIN pg_database ON pg_database.oid = setdatabase
WHERE datname = current_database() AND setrole = current_user::regrole ORDER BY 1
"""


def kept() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(OURS)
        return [setting for (setting,) in cursor.fetchall()]


def test_the_database_keeps_them_for_the_sites_role_alone() -> None:
    assert kept() == []
    assert role.keep() == list(role.SETTINGS)
    assert kept() == [
        "idle_in_transaction_session_timeout=15s", "jit=off", "lock_timeout=5s",
        "max_parallel_workers_per_gather=0", "random_page_cost=1.1",
    ]  # fmt: skip
    assert role.keep() == []  # so nodes that start together needn't wait for each other


def test_one_that_was_changed_is_set_again() -> None:
    role.keep()
    with connection.cursor() as cursor:
        name = connection.settings_dict["NAME"]
        cursor.execute(f'ALTER ROLE CURRENT_USER IN DATABASE "{name}" SET lock_timeout = 0')
    assert role.keep() == ["lock_timeout"]


def test_a_database_that_refuses_them_is_told_of() -> None:
    said = StringIO()
    command = prepare.Command(stderr=said)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL transaction_read_only = on")
        command._keep_settings()
        transaction.set_rollback(True)
    assert said.getvalue() == (
        "The database doesn't let us set how long the site waits and how it plans ("
        "lock_timeout=5s, idle_in_transaction_session_timeout=15s, random_page_cost=1.1, jit=off, "
        "max_parallel_workers_per_gather=0): cannot execute ALTER ROLE in a read-only transaction. "
        "Set this for the site's role yourself.\n"
    )
    assert kept() == []


def test_backups_go_past_a_pooler_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)
    with pytest.raises(BackupError, match="Set DATABASE_DIRECT_URL to the address"):
        programs.own_database()
    settings.DATABASE_DIRECT_URL = "postgresql://site@database/site"
    assert programs.own_database() == settings.DATABASE_DIRECT_URL


ASKED = """
import importlib, os
from config import settings
for chosen in ({}, {"DATABASE_POOLED": "1"}, {"DATABASE_POOLED": "1", "DATABASE_PREPARES": "0"}):
    os.environ.update(chosen)
    found = importlib.reload(settings).DATABASES["default"]
    options = found["OPTIONS"]
    print(found["DISABLE_SERVER_SIDE_CURSORS"], options["prepare_threshold"], "options" in options)
"""


def test_a_pooler_is_asked_for_nothing_it_refuses() -> None:
    command = [sys.executable, "-c", ASKED]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()) == (
        0, ["False 5 False", "True 5 False", "True None False"],
    ), done.stderr  # fmt: skip
