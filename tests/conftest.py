"""What holds for every test."""

import gc
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.test import TransactionTestCase, override_settings

from accounts.edge import clock
from accounts.notices.delivery import server
from config.processes import role
from games.matches.post import composing
from tests import prepared, servers, size
from tests.threads import close_connections

Build = Callable[..., Any]
HERE = Path(__file__).parent
WAITS = f"-c lock_timeout={role.SETTINGS['lock_timeout']} -c idle_in_transaction_session_timeout=0"
KEPT = {"django_content_type", "auth_permission", "auth_group", "auth_group_permissions"}
NOTED = 0.05  # seconds from which on a fixture is worth a line
APART = {HERE / "browser", HERE / "faults", HERE / "scripts"}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave some tests to runs of their own.

    Those in a browser keep an event loop of their own, and those of faults measure seconds, for
    which they want the machine to themselves.
    """
    if collection_path not in APART:
        return None
    named = [Path(config.invocation_params.dir, arg.split("::")[0]) for arg in config.args]
    return None if any(path.resolve().is_relative_to(collection_path) for path in named) else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave what is tried sometimes, and not at this commit, to ``make test-all``."""
    for item in items:
        if item.get_closest_marker("sometimes") and not size.in_turn(item.nodeid):
            item.add_marker("thorough")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Look for garbage less often, and never among what was made before the first test."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: Any
) -> Generator[None, object, object]:
    """Note in the run's record how long a fixture took, for ``make times``."""
    began = time.perf_counter()
    try:
        return (yield)
    finally:
        seconds = time.perf_counter() - began
        if seconds >= NOTED:
            name = f"fixture {fixturedef.argname} ({fixturedef.scope}, {fixturedef.baseid or '-'})"
            request._pyfuncitem.user_properties.append((name, round(seconds, 3)))


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest) -> bool:
    """Leave the test database to itself when it goes away with its server."""
    return servers.postgres_is_ours() or bool(request.config.getoption("reuse_db"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Copy the test database from the prepared one, where the server has that.

    A test's block may be idle for as long as the test computes, on a slow machine too.
    """
    settings.DATABASES["default"]["OPTIONS"]["options"] = WAITS
    if servers.postgres_is_ours():
        tests = settings.DATABASES["default"].setdefault("TEST", {})
        tests |= {"TEMPLATE": prepared.EMPTY, "MIGRATE": False}


@pytest.fixture(scope="module")
def lasting(django_db_setup: None, django_db_blocker: Any) -> Iterator[Build]:
    """A way to write what lasts for all tests of a module: ``lasting(load_words, words)``.

    It goes with the module's last test, as what a test writes goes with that test.
    """
    with django_db_blocker.unblock():
        block = transaction.atomic()
        block._from_testcase = True  # as in a test: what must be outermost may begin within
        block.__enter__()

    def build(make: Callable[..., Any], *args: Any) -> Any:
        with django_db_blocker.unblock():
            return make(*args)

    yield build
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        block.__exit__(None, None, None)


def empty_tables(case: TransactionTestCase | None = None) -> None:
    """Empty the tables that a test has filled, but for those that are filled with the tables.

    Django's own flush empties every table and makes permissions anew, which takes a second.
    """
    tables = [table for table in connection.introspection.django_table_names() if table not in KEPT]
    asked = (f"(SELECT '{table}' FROM {table} LIMIT 1)" for table in tables)  # noqa: S608 - ours
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        if filled := [table for (table,) in cursor.fetchall()]:
            cursor.execute(f"TRUNCATE {', '.join(filled)} CASCADE")


@pytest.fixture(scope="session", autouse=True)
def _tables_are_emptied_quickly() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_tables)
        yield


@pytest.fixture(scope="session", autouse=True)
def _little_effort(django_test_environment: None) -> Iterator[None]:
    """Spare the tests the hashing of static files, and most of that of passwords."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        STORAGES={**settings.STORAGES, "staticfiles": plain},
        PASSWORD_HASHERS=["tests.hashing.QuickArgon2"],
    ):
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Close what is open at the end: a database in use cannot be dropped.

    The library's test client keeps the sockets' threads from closing their connections themselves.
    """
    yield
    close_connections()
    SyncToAsync.single_thread_executor.submit(lambda: connection.close()).result()


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    """Forget the counts of the rate limits, and how mail servers answered."""
    cache.clear()
    server._answered()


@pytest.fixture(autouse=True)
def _own_clock() -> None:
    """Forget how the machine's clock compares with the database's: tests set what time it is."""
    clock.forget()


@pytest.fixture
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn the pictures of mails into few pixels: where there are many, that takes their time."""
    monkeypatch.setattr(composing, "PICTURE_WIDTH", 48)
