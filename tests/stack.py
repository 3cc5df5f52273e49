"""The whole site with data of its own, for those who test or measure it from outside."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from config.local import paths
from config.local.errors import LocalError
from tests.gauge import FIRST_START

_NOT_INHERITED = (
    "DATABASE_URL", "REDIS_URL", "SITE_URL", "SECRET_KEY", "SIGNING_KEY",
    "VAPID_PRIVATE_KEY", "DJANGO_SETTINGS_MODULE",
)  # fmt: skip


class Stack:
    """A site started by ``manage.py serve`` as its users start it, stopped and deleted at the end.

    ``with Stack() as site:`` gives a running one. ``url`` is its address, ``env`` the environment
    in which manage.py commands meet it, ``data_dir`` holds its mails and logs.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        data_dir: Path | None = None,
        env: Mapping[str, str] | None = None,
        sync: bool = False,
    ) -> None:
        """Set up a site at this port (0: a free one); a given folder is kept at the end."""
        self.port = port
        self.keeps_data = data_dir is not None
        self.data_dir = data_dir or Path(tempfile.mkdtemp(prefix="tilepost-site-"))
        self.sync = sync
        inherited = {key: os.environ[key] for key in os.environ if key not in _NOT_INHERITED}
        # Unasked, computers think for minutes in the background: no test or measurement wants that.
        ours = {"TILEPOST_DATA": str(self.data_dir), "THINK_UNASKED": "0"}
        self.env = {**inherited, **ours, **(env or {})}
        self.url = ""
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        """Start it."""
        try:
            self.start()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop it, and delete what it has written."""
        self._leave()

    def start(self, seconds: float = FIRST_START) -> None:
        """Start the site and return when it answers; raise LocalError with what it says instead."""
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        if not self.sync:
            command.append("--no-sync")
        self._process = subprocess.Popen(
            command,
            cwd=paths.PROJECT,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=(output := (self.data_dir / "serve.log").open("w", encoding="utf-8")),
            stderr=output,
            text=True,
        )
        output.close()
        end = time.monotonic() + seconds
        while not self.status().get("ready"):
            if self._process.poll() is not None or time.monotonic() > end:
                raise LocalError(f"The site did not start: {self.output()}")
            time.sleep(0.05)
        self.url = self.env["SITE_URL"] = self.status()["url"]
        self.port = urlsplit(self.url).port or self.port  # the same one at the next start

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        """Stop the site, as Ctrl-C does unless told otherwise, and return its exit code."""
        if self._process is None:
            return 0
        self._process.send_signal(number)
        code = self._process.wait(60)
        self._process = None
        return code

    def status(self) -> dict[str, Any]:
        """Return what the running site notes down of itself, empty when it does not run."""
        try:
            note = json.loads((self.data_dir / "run.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return note if self._process is not None and note["pid"] == self._process.pid else {}

    def output(self) -> str:
        """Return what it has said."""
        return (self.data_dir / "serve.log").read_text(encoding="utf-8")

    def pids(self) -> dict[str, int]:
        """Return the programs that run, by name."""
        return dict(self.status().get("programs", {}))

    def kill(self, name: str, number: signal.Signals = signal.SIGKILL) -> int:
        """Send a program a signal, SIGKILL by default; return the process that got it."""
        pid = self.pids()[name]
        os.kill(pid, number)
        return pid

    def kill_supervisor(self) -> None:
        """Kill the site's first process, which gives it no chance to stop the others."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def manage(self, *args: str, input: str | None = None) -> str:
        """Run a manage.py command against the site; return what it prints."""
        done = subprocess.run(
            [sys.executable, "manage.py", *args],
            cwd=paths.PROJECT,
            env=self.env,
            input=input,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise LocalError(f"manage.py {args[0]} failed: {done.stderr}")
        return done.stdout

    def _leave(self) -> None:
        self.stop()
        if not self.keeps_data:
            shutil.rmtree(self.data_dir, ignore_errors=True)
