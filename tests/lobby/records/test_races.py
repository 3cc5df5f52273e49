"""Several processes look at the same results."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from lobby.records.models import Trophy
from lobby.records.trophies import awarding, kinds
from lobby.records.trophies.kinds import Kind
from tests.factories import NOW, make_user


@pytest.mark.django_db(transaction=True)
def test_of_two_who_give_the_same_the_second_asks_and_the_database_refuses_nothing():
    anna = make_user("Anna")
    first = kinds.Earned(Kind.FIRST, NOW)
    written: list[str] = []

    def note(execute, sql, *rest):
        written.append(sql.partition(" ")[0])
        return execute(sql, *rest)

    def give_too() -> bool:
        with connection.execute_wrapper(note):
            is_new = awarding._give(anna.pk, first, NOW)
        connection.close()
        return is_new

    with ThreadPoolExecutor(1) as second:
        with transaction.atomic():
            assert awarding._give(anna.pk, first, NOW)
            asked = second.submit(give_too)
            while not lock_waits():
                assert not asked.done(), asked.result()
        assert asked.result() is False
    assert "INSERT" not in written
    assert Trophy.objects.get().user == anna


def lock_waits() -> bool:
    """Tell whether somebody waits for somebody else's row."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_stat_clear_snapshot(); SELECT FROM pg_stat_activity"
            " WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        return cursor.fetchone() is not None
