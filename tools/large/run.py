"""One run: the site's own servers, without its programs, so that nothing else asks meanwhile."""

import time
from contextlib import ExitStack

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.users.models import User  # noqa: E402
from config.local import folders, paths  # noqa: E402
from config.local.postgres import Postgres  # noqa: E402
from config.local.process import Server  # noqa: E402
from config.local.valkey import Valkey  # noqa: E402
from tools.bench import machine  # noqa: E402
from tools.large import filling, measuring  # noqa: E402
from tools.large.plans import sizes  # noqa: E402

QUICK_ENOUGH = 100.0  # milliseconds, for 95 of 100 looks


def run(people: int, finished: int, running: int, again: int) -> list[str]:
    """Fill a site, print its figures, and return the names of what is slow or reads too much."""
    data = paths.data_dir()
    folders.prepare(data)
    with ExitStack() as servers:
        for server in (Postgres(data, sync=False), Valkey(data)):
            _start(server, servers)
        call_command("prepare")
        connection.close()  # the next one has what the database keeps for our role
        if not User.objects.filter(username=f"{filling.FIRST}0").exists():
            began = time.perf_counter()
            now = timezone.now()  # noqa: TID251 - the edge where a program reads the clock
            filling.fill(filling.Size(people, finished, running), now=now)
            print(f"Filled in {time.perf_counter() - began:.0f} s.")
        for name, value in machine.describe():
            print(f"{name + ':':<12}{value}")
        largest = sorted(sizes().items(), key=lambda one: -one[1])[:12]
        print("Rows:       " + ", ".join(f"{table} {rows:,}" for table, rows in largest))
        return _told(measuring.measure(people=people, again=again))


def _start(server: Server, servers: ExitStack) -> None:
    process = server.spawn()
    servers.callback(server.stop, process)
    server.wait_until_ready(process)


def _told(figures: dict[str, measuring.Figures]) -> list[str]:
    print(f"\n{'':<36}{'p95 ms':>8}{'median':>8}{'statements':>12}  tables read whole")
    poor = []
    for name, one in figures.items():
        whole = ", ".join(sorted(one.whole))
        print(f"{name:<36}{one.p95:>8.1f}{one.median:>8.1f}{one.statements:>12}  {whole}")
        if one.p95 > QUICK_ENOUGH or whole:
            poor.append(name)
    by_statement: dict[tuple[str, str], list[str]] = {}
    for name, one in figures.items():
        for table, statements in one.whole.items():
            for sql in statements:
                by_statement.setdefault((table, sql[sql.find(" FROM ") :]), []).append(name)
    for (table, sql), names in by_statement.items():
        print(f"\n{', '.join(names)} read {table} whole:\n  {sql[:900]}")
    return poor
