"""Two web processes behind Caddy, and workers: each program started by a command of its own.

    python -m tests.faults.balanced

replaces one web process after the other, ten times, under thirty moves a second, and prints how
many requests failed and how many moves were lost. It wants Caddy.
"""

import asyncio
import json
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from itertools import cycle
from random import Random

from typing_extensions import override

from config.local import listening, paths
from config.local.errors import LocalError
from config.local.postgres import Postgres
from config.local.process import Server
from config.local.valkey import Valkey
from config.processes import alive
from tests.faults.evening import record
from tests.faults.history import History, failed, unsafe
from tests.faults.players import Manner, Person, get
from tests.faults.site import Site
from tests.gauge import PATIENCE

CADDYFILE = paths.PROJECT / "config/hosting/setup/caddy/Caddyfile"
WEBS = ("web-1", "web-2")
WORKERS = ("worker", "bots", "beat")
DRAIN = 8  # seconds
A_MOVE_IN_THREE_SECONDS = Manner(least=2.4, most=4.0, dozes=0.0)
OFTEN = 0.1  # seconds between two pages that somebody opens, each by a connection of its own


def caddy() -> str | None:
    """Return the proxy's program, None if it isn't here."""
    return shutil.which("caddy")


class Balanced(Site):
    """A site whose programs are started by their commands; its folder is prepared already."""

    def __init__(self) -> None:
        super().__init__()
        self.programs: dict[str, subprocess.Popen[bytes]] = {}
        self.servers: list[tuple[Server, subprocess.Popen[bytes]]] = []
        self.ports = dict(zip(("proxy", *WEBS), free_ports(3), strict=True))
        self.url = self.env["SITE_URL"] = f"http://localhost:{self.ports['proxy']}"
        self.env |= {"WEB_DRAIN": str(DRAIN), "TRUSTED_PROXIES": "1"}

    @override
    def start(self, seconds: float = PATIENCE) -> None:
        """Start everything and return when it answers."""
        for server in (Postgres(self.data_dir, sync=False), Valkey(self.data_dir)):
            self.servers.append((server, server.spawn()))
        for server, process in self.servers:
            server.wait_until_ready(process)
        for name in WEBS:
            self._start_web(name)
        wait_for(lambda: all(map(self.answers, WEBS)), seconds)
        for name in WORKERS:
            self._start(name, *_manage(name))
        webs = " ".join(f"127.0.0.1:{self.ports[name]}" for name in WEBS)
        host = self.url.rpartition("/")[2]
        own = {
            "SITE_URL": self.url,
            "SITE_HOST": host,
            "WEB_FOUND_BY": "addresses",
            "WEB_TO": webs,
            "HOME": str(self.data_dir),
        }
        program = caddy() or "caddy"
        self._start("caddy", program, "run", "--config", str(CADDYFILE), env=own)
        wait_for(lambda: self.answers("proxy"), seconds)

    @override
    def pids(self) -> dict[str, int]:
        return {name: process.pid for name, process in self.programs.items()}

    def roll(self, name: str) -> int:
        """Replace a web process as a service manager does; return the code that it ended with."""
        self.programs[name].send_signal(signal.SIGTERM)
        code = self.programs[name].wait(PATIENCE)
        self._start_web(name)
        wait_for(lambda: self.answers(name), PATIENCE)
        return code

    def answers(self, name: str) -> bool:
        """Tell whether a program gives a sign of life at its port."""
        where = f"127.0.0.1:{self.ports[name]}"
        return alive.answers(where, self.url.rpartition("/")[2])

    def served(self) -> Counter[int]:
        """Return how often the proxy has given each status, without our own looking."""
        lines = (self.data_dir / "log" / "caddy.log").read_text(encoding="utf-8").splitlines()
        entries = [json.loads(line) for line in lines if line.startswith("{")]
        handled = [one for one in entries if one.get("msg") == "handled request"]
        return Counter(one["status"] for one in handled if one["request"]["uri"] != "/health/live")

    def end(self, name: str) -> int:
        """Stop a program as it is asked to; return the code that it ended with."""
        process = self.programs.pop(name)
        process.send_signal(signal.SIGTERM)
        return process.wait(PATIENCE)

    def _start_web(self, name: str) -> None:
        # Each has a folder of its own, as on a machine of its own.
        env = {**self.env, "TILEPOST_DATA": str(self.data_dir / name), **self._addresses()}
        (self.data_dir / name).mkdir(exist_ok=True)
        env |= {"STATIC_ROOT": str(self.data_dir / "static")}
        env |= {
            f"{key.upper()}_FILE": str(self.data_dir / key) for key in ("secret_key", "signing_key")
        }
        self._start(name, *_manage("web", "--port", str(self.ports[name])), env=env)

    def _addresses(self) -> dict[str, str]:
        urls = paths.embedded_urls(self.data_dir)
        return dict(zip(("DATABASE_URL", "REDIS_URL"), urls, strict=True))

    def _start(self, name: str, *command: str, env: dict[str, str] | None = None) -> None:
        (self.data_dir / "log").mkdir(exist_ok=True)
        with (self.data_dir / "log" / f"{name}.log").open("ab") as log:
            self.programs[name] = subprocess.Popen(
                command, cwd=paths.PROJECT, env=env or self.env, stdout=log, stderr=log
            )

    @override
    def cut_power(self) -> None:
        for name in list(self.programs):
            self.programs[name].kill()
            self.programs.pop(name).wait()
        for server, process in reversed(self.servers):
            server.stop(process)
        self.servers.clear()


def _manage(*command: str) -> tuple[str, ...]:
    return (sys.executable, "manage.py", *command)


def free_ports(count: int) -> list[int]:
    """Return so many ports that nobody listens at."""
    listeners = [listening.listen("127.0.0.1", 0) for _ in range(count)]
    ports = [listener.getsockname()[1] for listener in listeners]
    for listener in listeners:
        listener.close()
    return ports


def wait_for(condition, seconds: float) -> None:
    """Return when something is so; raise LocalError if it doesn't become so."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise LocalError("It took too long.")
        time.sleep(0.05)


@dataclass
class Outcome:
    """What came of it: exit codes, pages by status, statuses the proxy gave, moves, complaints."""

    codes: list[int]
    pages: Counter[int]
    served: Counter[int]
    history: History
    seconds: float

    @property
    def failed(self) -> int:
        """Return how many requests failed: at the proxy, or without an answer."""
        return sum(count for status, count in self.served.items() if status >= 500) + self.pages[0]

    @property
    def complaints(self) -> list[str]:
        """Return what is wrong with moves and their answers."""
        return [*unsafe(self.history), *failed(self.history)]

    @property
    def moves(self) -> int:
        """Return how many moves the site has said yes to."""
        return len({one.cmd_id for one in self.history.answers if one.acknowledged})


async def rolling(site: Balanced, *, times: int, tables: int, manner: Manner) -> Outcome:
    """Have people play while web processes are replaced in turn."""
    history, pages = History(), Counter[int]()
    plan = [{"levels": ["", ""], "budget": 600, "bank": 0}] * tables
    tickets = await asyncio.to_thread(site.ask, "seat", plan)
    people = [
        Person(
            site.url, ticket["match"], seat, cookies, history, manner, Random(f"{number}/{seat}")
        )
        for number, ticket in enumerate(tickets)
        for seat, cookies in enumerate(ticket["seats"])
    ]
    tasks = [asyncio.create_task(person.stay()) for person in people]
    tasks.append(asyncio.create_task(_visit(people, pages)))
    await _until(lambda: all(person.view for person in people))
    began_at = time.monotonic()
    codes = []
    for name, _ in zip(cycle(WEBS), range(times)):
        codes.append(await asyncio.to_thread(site.roll, name))
        await asyncio.sleep(1)
    seconds = time.monotonic() - began_at
    for person in people:
        person.plays = False
    await _until(lambda: all(person.waits_since is None for person in people))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    matches = [ticket["match"] for ticket in tickets]
    records = await asyncio.to_thread(site.ask, "tell", matches)
    history.records = {row["match"]: record(row) for row in records}
    return Outcome(codes, pages, site.served(), history, seconds)


async def _until(condition) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - what is waited for tells nobody
            await asyncio.sleep(0.05)


async def _visit(people: list[Person], pages: Counter[int]) -> None:
    for person in cycle(people):
        try:
            async with asyncio.timeout(PATIENCE):
                status, _ = await get(person.url, f"/match/{person.match}/", person.cookies)
        except (OSError, TimeoutError, ValueError):
            status = 0
        pages[status] += 1
        await asyncio.sleep(OFTEN)


def main() -> None:
    """Print what ten replacements did to a hundred tables."""
    if caddy() is None:
        sys.exit("Caddy isn't installed. On Debian and Ubuntu: apt-get install caddy")
    with Balanced() as site:
        made = asyncio.run(rolling(site, times=10, tables=100, manner=A_MOVE_IN_THREE_SECONDS))
        site.replay()
        ends = {name: site.end(name) for name in WORKERS}
    said = [
        f"{len(made.codes)} web processes replaced in {made.seconds:.0f} s; codes {made.codes}.",
        f"{made.moves} moves, {made.moves / made.seconds:.1f} a second; pages {dict(made.pages)}.",
        f"The proxy answered {dict(made.served)}: {made.failed} failed.",
        f"Workers ended with {ends}.",
        *made.complaints,
        "" if made.complaints else "No move was lost, doubled or left without an answer.",
    ]
    print("\n".join(said))  # noqa: T201 - what it's for
    sys.exit(bool(made.failed or made.complaints or any(made.codes) or any(ends.values())))


if __name__ == "__main__":
    main()
