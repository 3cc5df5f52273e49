"""Connections to PostgreSQL, as the pool hands them out."""

import psycopg
import pytest
from django.db import connection
from psycopg_pool import ConnectionPool

from config import database
from config.database import Connection


@pytest.fixture
def opened(db: None) -> Connection:
    """A connection that has just proved that its server is there."""
    opened = Connection.connect(**connection.get_connection_params(), autocommit=True)
    ConnectionPool.check_connection(opened)
    return opened


def end_server_of(opened: Connection) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [opened.info.backend_pid])


def test_a_connection_is_trusted_for_a_moment_after_its_proof(opened: Connection) -> None:
    end_server_of(opened)
    ConnectionPool.check_connection(opened)
    with pytest.raises(psycopg.OperationalError):
        opened.execute("SELECT 1")
    with pytest.raises(psycopg.OperationalError):  # it is known to be broken now
        ConnectionPool.check_connection(opened)


def test_after_a_rest_it_proves_itself_anew(
    opened: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "TRUSTED", 0.0)
    ConnectionPool.check_connection(opened)
    end_server_of(opened)
    with pytest.raises(psycopg.OperationalError):
        ConnectionPool.check_connection(opened)


def test_the_sites_own_connections_are_of_this_kind(db: None) -> None:
    connection.ensure_connection()
    assert isinstance(connection.connection, Connection)
