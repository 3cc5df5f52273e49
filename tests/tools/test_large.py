"""A site with many people and matches: the database finds what pages and sweeps look for."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from config.processes import role
from tools.large import filling, measuring
from tools.large.plans import Plans, sizes

PEOPLE, FINISHED, RUNNING = 20_000, 50_000, 5_000


def test_a_plan_tells_which_large_table_is_read_whole(transactional_db: None):
    _execute(["CREATE TABLE many AS SELECT generate_series(1, 3000) AS id", "ANALYZE many"])
    try:
        plans = Plans()
        with plans.watching(), connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM many WHERE id > %s", [10])
            assert cursor.fetchone() == (2990,)
            cursor.execute("SELECT count(*) FROM words_loadedfile")
        assert plans.whole == {"many": {"SELECT count(*) FROM many WHERE id > %s"}}
        assert plans.statements == 2
    finally:
        _execute(["DROP TABLE many"])


@pytest.mark.thorough
def test_no_page_and_no_sweep_reads_a_large_table_whole(transactional_db: None):
    call_command("load_words", verbosity=0)
    _execute([f"SET {name} = '{value}'" for name, value in role.SETTINGS.items()])
    try:
        size = filling.Size(people=PEOPLE, finished=FINISHED, running=RUNNING, plies=2)
        filling.fill(size, now=timezone.now())
        made = sizes()
        tables = ("users_user", "matches_match", "matches_seat", "tables_lobby")
        assert all(made[table] >= PEOPLE for table in tables)
        found = measuring.measure(people=PEOPLE, again=0)
        assert {name: one.whole for name, one in found.items() if one.whole} == {}
        assert len(found) > 35
    finally:
        _execute([f"RESET {name}" for name in role.SETTINGS])


def _execute(statements: list[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
