"""A site whose programs are killed, and what is asked and done inside it while they are."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from typing_extensions import override

from config.local import paths
from config.local.postgres import Postgres
from tests.gauge import PATIENCE
from tests.prepared import PreparedSite

_TIMES = """
SELECT table_name, array_agg(column_name::text)
FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
  AND data_type IN ('timestamp with time zone', 'time without time zone')
GROUP BY table_name
"""


class Inhabited:
    """A process of ours inside a site, beside its programs, which nobody kills."""

    def __init__(self, data_dir: Path, env: Mapping[str, str]) -> None:
        """Set it up; it writes what it has to say to a file in the folder."""
        self.log = data_dir / "inside.log"
        self.env = env
        self._inside: subprocess.Popen[str] | None = None
        self._asking = threading.Lock()

    def ask(self, name: str, *arguments: Any) -> Any:
        """Call a function of ``inside.py`` in the site; return what it returns."""
        with self._asking:
            if self._inside is None:
                self._inside = self._enter()
            assert self._inside.stdin is not None
            assert self._inside.stdout is not None
            print(json.dumps([name, arguments]), file=self._inside.stdin, flush=True)
            answer = json.loads(self._inside.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer["returned"]

    def replay(self, match: str = "") -> None:
        """Play all matches again, or one: fail unless they are as stored."""
        said = self.ask("run", "replay", *([match] if match else []))
        assert said.endswith("all as stored.\n"), said

    def leave(self) -> None:
        """End it."""
        if self._inside is not None:
            self._inside.kill()
            self._inside.communicate()
            self._inside = None

    def _enter(self) -> subprocess.Popen[str]:
        code = "from tests.faults import inside; inside.serve()"
        with self.log.open("a") as log:
            return subprocess.Popen(
                [sys.executable, "manage.py", "shell", "-v0", "-c", code],
                cwd=paths.PROJECT,
                env=self.env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )


class Site(PreparedSite):
    """A site with a process of ours beside its programs, which nobody kills."""

    def __init__(self) -> None:
        # With sync, as everybody runs it: without, a database that is killed forgets its last
        # commits.
        super().__init__(env={"WEB_WORKERS": "2", "COMPUTERS_THINK": "0.1"}, sync=True)
        self.inside = Inhabited(self.data_dir, self.env)
        self.ask, self.replay = self.inside.ask, self.inside.replay

    def cut_power(self) -> None:
        """Kill every program, the one that starts them first."""
        processes = [one for pid in self.pids().values() for one in (pid, *descendants(pid))]
        self.kill_supervisor()
        kill(*processes)
        _wait_for_the_end_of(processes)

    def put_back(self, by: timedelta) -> None:
        """Move all that a dead site has stored so far into the past, as if it was dead for longer.

        Its database is killed again when that is written down.
        """
        server = Postgres(self.data_dir, sync=True)
        process = server.spawn()
        try:
            server.wait_until_ready(process)
            with psycopg.connect(server.url) as connection:
                # What is only ever added to may be changed here.
                connection.execute("SET session_replication_role = replica")
                for table, columns in connection.execute(_TIMES).fetchall():
                    connection.execute(_earlier(table, columns), {"by": by})
        finally:
            processes = [process.pid, *descendants(process.pid)]
            kill(*processes)
            process.wait()
            _wait_for_the_end_of(processes)

    @override
    def _leave(self) -> None:
        """Kill it: how a site stops is tested elsewhere, and takes seconds."""
        self.inside.leave()
        self.cut_power()
        super()._leave()


def _earlier(table: str, columns: list[str]) -> sql.Composed:
    changes = (sql.SQL("{0} = {0} - %(by)s").format(sql.Identifier(one)) for one in columns)
    change = sql.SQL("UPDATE {} SET {}")
    return change.format(sql.Identifier(table), sql.SQL(", ").join(changes))


def kill(*processes: int, number: signal.Signals = signal.SIGKILL) -> None:
    """Send a signal to those that have not ended."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


def _wait_for_the_end_of(processes: Iterable[int]) -> None:
    """Return when nothing is left of them: while its number is taken a server seems to run."""
    end = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{process}").exists() for process in processes):
        assert time.monotonic() < end
        time.sleep(0.02)


def descendants(pid: int) -> list[int]:
    """Return the processes that a process has started, and those that they have started."""
    parents, found = _parents(), [pid]
    for process in found:
        found += [child for child, parent in parents.items() if parent == process]
    return found[1:]


def _parents() -> dict[int, int]:
    """Return the parent of each process that has not ended."""
    numbers = (int(path.name) for path in Path("/proc").glob("[0-9]*"))
    parents = ((number, parent_of(number)) for number in numbers)
    return {number: parent for number, parent in parents if parent is not None}


def parent_of(pid: int) -> int | None:
    """Return the parent of a process, None if that has ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except OSError:
        return None
    state, parent = stat.rpartition(") ")[2].split()[:2]
    return None if state == "Z" else int(parent)
