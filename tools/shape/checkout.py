"""Programs of ``tools`` that are run in a checkout of the site, with servers made for them."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TOOLS = Path(__file__).resolve().parent.parent
# Started in the checkout: its own servers, with tables as its own migrations make them.
SERVE = """
import os, pathlib, subprocess, sys
from config.local import folders
from config.local.postgres import Postgres
from config.local.valkey import Valkey
data = pathlib.Path(os.environ["TILEPOST_DATA"])
folders.prepare(data)
servers = [Postgres(data, sync=False), Valkey(data)]
running = [(server, server.spawn()) for server in servers]
try:
    for server, process in running:
        server.wait_until_ready(process)
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], check=True)
    print("ready", flush=True)
    sys.stdin.read()
finally:
    for server, process in running[::-1]:
        server.stop(process)
"""


@contextmanager
def servers(checkout: Path) -> Iterator[dict[str, str]]:
    """Have PostgreSQL and Valkey run for a checkout; give the environment for its programs."""
    with tempfile.TemporaryDirectory(prefix="tilepost-shape-") as name:
        packages = Path(name, "packages")
        packages.mkdir()
        packages.joinpath("tools").symlink_to(TOOLS)  # ours, and all else from the checkout
        foreign = ("DATABASE_URL", "REDIS_URL", "SITE_URL", "EMAIL_URL", "ALLOWED_HOSTS")
        env = {key: value for key, value in os.environ.items() if key not in foreign}
        env |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PYTHONPATH": f"{packages}{os.pathsep}{checkout}",
            "PYTHONSAFEPATH": "1",
            "TILEPOST_DATA": name,
        }
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        command = [sys.executable, "-c", SERVE]
        with subprocess.Popen(command, cwd=checkout, env=env, **pipes) as process:
            assert process.stdout is not None
            if process.stdout.readline().strip() != "ready":
                raise RuntimeError("The servers did not start; they have said above why.")
            try:
                yield env
            finally:
                process.communicate("")


def ask(checkout: Path, env: dict[str, str], module: str) -> Any:
    """Return what a module of ``tools`` prints in its last line when it is run in a checkout."""
    done = subprocess.run(
        [sys.executable, "-m", module],
        cwd=checkout,
        env=env,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return json.loads(done.stdout.splitlines()[-1])
