"""The real site in a data folder of its own: the same programs as ``manage.py serve``."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from config.local.paths import PROJECT

PATIENCE = 90.0  # seconds until it has to answer
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Usage:
    """What the programs of the site have used so far: seconds of processor by name."""

    web: float
    postgres: float
    tasks: float

    def since(self, before: "Usage") -> "Usage":
        """Return what was used between two moments."""
        return Usage(
            self.web - before.web, self.postgres - before.postgres, self.tasks - before.tasks
        )


class Site:
    """The running site; use it as a context."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.url = ""
        self._programs: dict[str, int] = {}

    def __enter__(self) -> Self:
        """Start it and return when it answers; raise RuntimeError if it does not."""
        command = [sys.executable, "manage.py", "serve", "--port", "0"]
        self._log = (self.data / "serve.log").open("ab")
        self._process = subprocess.Popen(
            command, cwd=PROJECT, stdout=self._log, stderr=self._log, start_new_session=True
        )
        try:
            note = self._wait()
        except BaseException:
            self._stop()
            raise
        self.url, self._programs = note["url"], note["programs"]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop it and wait until it has."""
        self._stop()

    def _wait(self) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            try:
                note = json.loads((self.data / "run.json").read_text(encoding="utf-8"))
            except FileNotFoundError:
                note = {}
            if note.get("ready"):
                return dict(note)
            time.sleep(0.05)
        said = (self.data / "serve.log").read_text(encoding="utf-8", errors="replace")
        raise RuntimeError(f"The site did not start.\n{said}")

    def _stop(self) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait()
        self._log.close()

    def complaints(self) -> str:
        """Return what the web processes have logged: nothing, when all is well."""
        logs = (self.data / "log").glob("web*.log")
        return "".join(log.read_text(encoding="utf-8", errors="replace") for log in logs)

    def memory(self) -> float:
        """Return the kB of the web processes, pages they share counted once."""
        webs = [pid for name, pid in self._programs.items() if name.startswith("web")]
        return sum(_memory_of(pid) for pid in webs)

    def memories(self) -> dict[str, float]:
        """Return the MB of each program with all it has started, shared pages counted once."""
        names = {pid: name for name, pid in self._programs.items()}
        megabytes = dict.fromkeys(self._programs, 0.0)
        parents, used = _processes()
        for pid in used:
            if name := _program_of(pid, names, parents):
                with contextlib.suppress(
                    OSError, StopIteration, subprocess.SubprocessError
                ):  # it has ended
                    megabytes[name] += _memory_of(pid) / 1000
        return megabytes

    def usage(self) -> Usage:
        """Return the processor time used so far, with that of all child processes."""
        names = {pid: name for name, pid in self._programs.items()}
        seconds = dict.fromkeys(self._programs, 0.0)
        parents, used = _processes()
        for pid, spent in used.items():
            if name := _program_of(pid, names, parents):
                seconds[name] += spent
        web = sum(spent for name, spent in seconds.items() if name.startswith("web"))
        postgres = seconds.get("postgres", 0.0)
        return Usage(web=web, postgres=postgres, tasks=sum(seconds.values()) - web - postgres)


def _program_of(pid: int, names: dict[int, str], parents: dict[int, int]) -> str:
    """Return the program that a process is of, or "" for none of ours."""
    while pid not in names and pid in parents:
        pid = parents[pid]
    return names.get(pid, "")


def _processes() -> tuple[dict[int, int], dict[int, float]]:
    """Return each process's parent, and the seconds it has used with its ended children."""
    parents: dict[int, int] = {}
    used: dict[int, float] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text(encoding="ascii", errors="replace")
        except OSError:
            continue  # it has just ended
        pid, fields = int(path.parent.name), text.rpartition(")")[2].split()
        parents[pid] = int(fields[1])
        used[pid] = sum(map(int, fields[11:15])) / _TICKS
    return parents, used


def _memory_of(pid: int) -> float:
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        return next(float(line.split()[1]) for line in rollup.split("\n") if line[:4] == "Pss:")
    except FileNotFoundError:  # a system without it: what it holds, shared or not
        command = ["ps", "-o", "rss=", "-p", str(pid)]
        answer = subprocess.run(command, capture_output=True, text=True, check=True)
        return float(answer.stdout)
