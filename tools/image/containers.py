"""Programs started from the files of an image: read-only, not as root, without capabilities.

Bubblewrap stands in for a container engine, which wants more of a machine than many allow.
"""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from config.processes import alive

PATIENCE = 120.0  # seconds


class Container:
    """One program of the image, first process of its own, that writes into a /tmp of its own."""

    def __init__(
        self,
        root: Path,
        image: Mapping[str, Any],
        command: Sequence[str],
        *,
        env: Mapping[str, str],
        binds: Mapping[Path, str],
        log: Path,
        writable: Mapping[Path, str] | None = None,
    ) -> None:
        self.command = command
        user, _, group = image["User"].partition(":")
        own = dict(entry.split("=", 1) for entry in image["Env"]) | dict(env)
        line = ["bwrap", "--die-with-parent", "--as-pid-1", "--unshare-pid", "--unshare-ipc"]
        line += ["--ro-bind", str(root), "/", "--proc", "/proc", "--dev", "/dev"]
        line += ["--perms", "1777", "--tmpfs", "/tmp", "--tmpfs", "/run"]  # noqa: S108 - theirs
        line += ["--perms", "1777", "--tmpfs", "/dev/shm"]  # noqa: S108 - as every engine has it
        for path, place in binds.items():
            line += ["--ro-bind", str(path), place]
        for path, place in (writable or {}).items():
            line += ["--bind", str(path), place]
        line += ["--chdir", image["WorkingDir"], "--clearenv"]
        for name, value in own.items():
            line += ["--setenv", name, value]
        line += ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        line += ["--cap-add", "CAP_SETPCAP", "--", "setpriv", f"--reuid={user}"]
        line += [f"--regid={group}", "--clear-groups", "--bounding-set=-all", "--no-new-privs"]
        line += [*image["Entrypoint"], *command]
        self.started_at = time.monotonic()
        with log.open("wb") as output:
            self.outer = subprocess.Popen(line, stdout=output, stderr=output)
        self.log = log

    @property
    def pid(self) -> int:
        """Return the number of the program itself, as this machine counts."""
        children = Path(f"/proc/{self.outer.pid}/task/{self.outer.pid}/children")
        return int(children.read_text(encoding="ascii").split()[0])

    def faults(self) -> list[str]:
        """Return what its health check would say."""
        try:
            folder = Path(f"/proc/{self.pid}/root/tmp/tilepost")
            return alive.faults(folder, time.time())  # noqa: TID251 - an edge
        except (OSError, IndexError):
            return ["It isn't there."]

    def wait(self) -> float:
        """Return after how many seconds it was healthy."""
        while self.faults():
            if self.outer.poll() is not None or time.monotonic() > self.started_at + PATIENCE:
                raise RuntimeError(f"{self.command[0]} didn't start:\n{self.said()}")
            time.sleep(0.05)
        return time.monotonic() - self.started_at

    def finish(self) -> float:
        """Return after how many seconds it has ended well."""
        if self.outer.wait(PATIENCE):
            raise RuntimeError(f"{self.command[0]} failed:\n{self.said()}")
        return time.monotonic() - self.started_at

    def end(self) -> int:
        """Stop it as an engine does; return the code that it ended with."""
        os.kill(self.pid, signal.SIGTERM)
        return self.outer.wait(PATIENCE)

    def kill(self) -> None:
        """Have it gone, and all it has started: with its first process that ends."""
        with contextlib.suppress(OSError, IndexError):
            os.kill(self.pid, signal.SIGKILL)
        self.outer.wait(PATIENCE)

    def said(self) -> str:
        """Return what it has logged."""
        return self.log.read_text(encoding="utf-8", errors="replace")[-3000:]

    def restraints(self) -> dict[str, str]:
        """Return its user, its capabilities, and how the root of its files is mounted."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        facts = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        mounts = Path(f"/proc/{self.pid}/mounts").read_text(encoding="utf-8").splitlines()
        (root,) = (line.split() for line in mounts if line.split()[1] == "/")
        return {
            "uid": facts["Uid"].split()[0],
            "capabilities": facts["CapBnd"],
            "root": root[3].split(",")[0],
        }

    def memory(self) -> int:
        """Return the kB of the program and all it has started, shared pages counted by share."""
        found = [self.pid]
        for pid in found:
            for children in Path(f"/proc/{pid}/task").glob("*/children"):
                found += map(int, children.read_text(encoding="ascii").split())
        return sum(map(_share, found))


def _share(pid: int) -> int:
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
