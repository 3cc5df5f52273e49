"""A match over TLS by two people, with moves by HTTPS and news by sockets."""

import asyncio
import json
import os
import ssl
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from config.local.paths import PROJECT
from tools.bench.site.client import Player, Table

_SEAT = """
import json
from tools.bench.site.people import People
print(json.dumps(People(1).table(0)))
"""
_VERIFY = """
import json, sys
from tools.bench.site.people import verify
ticket = json.loads(sys.stdin.readline())
print(verify([ticket["match"]], {ticket["match"]: [tuple(one) for one in ticket["answered"]]}))
"""


def play(url: str, env: Mapping[str, str], authority: Path) -> int:
    """Play one match to its end; return its plies, each replayed and as the answer said."""
    os.environ["SSL_CERT_FILE"] = str(authority)  # whom sockets and requests believe
    ticket = json.loads(_inside(env, _SEAT))
    answered = asyncio.run(_play(url, ticket))
    return int(_inside(env, _VERIFY, json.dumps({"match": ticket["id"], "answered": answered})))


async def _play(url: str, ticket: dict[str, Any]) -> list[tuple[int, str]]:
    players = [Player(url, ticket["id"], cookies) for cookies in ticket["seats"]]
    table = Table(players, Random(1))  # noqa: S311 - which moves are played
    await table.open()
    while not table.over:
        await table.play()
    await table.close()
    return table.answered


def first_page(url: str, authority: Path) -> int:
    """Return the status of the home page."""
    address = urlsplit(url)
    context = ssl.create_default_context(cafile=str(authority))
    from http.client import HTTPSConnection

    connection = HTTPSConnection(address.hostname or "", address.port, context=context, timeout=10)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


def _inside(env: Mapping[str, str], code: str, line: str = "") -> str:
    """Run a few lines beside the site; return the last line that they print."""
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", code],
        cwd=PROJECT, env={**os.environ, **env}, input=line + "\n",
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return done.stdout.strip().splitlines()[-1]
