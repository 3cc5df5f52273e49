"""Whether the programs in a container live: each notes it in a file, this looks at the files.

    python -I config/processes/alive.py

ends with code 0 if all that run here live. It imports nothing of the site, so it takes no time.
"""

import os
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path

ROLE = "TILEPOST_ROLE"  # what a worker is to be noted as
STALE = 30.0  # seconds: programs note that they live every few of them
PATIENCE = 5.0  # seconds for an answer
FOLDER = "alive"


def note(data: Path, role: str, text: str = "") -> None:
    """Note that the program of a role lives; for web, by which address it's asked and as whom."""
    with suppress(OSError):  # nobody who cannot write looks there either
        folder = data / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / f".{role}"
        draft.write_text(text, encoding="utf-8")
        draft.replace(folder / role)


def faults(data: Path, now: float) -> list[str]:
    """Return what is wrong with the programs that have noted something, one sentence each."""
    folder = data / FOLDER
    roles = sorted(folder.glob("[!.]*")) if folder.is_dir() else []
    if not roles:
        return ["Nothing has started here yet."]
    return [fault for path in roles if (fault := _fault(path, now))]


def _fault(path: Path, now: float) -> str:
    if text := path.read_text(encoding="utf-8"):
        return "" if answers(*text.split()) else f"{path.name} doesn't answer."
    age = now - path.stat().st_mtime
    return "" if age <= STALE else f"{path.name} hasn't been heard of for {age:.0f} seconds."


def answers(address: str, host: str) -> bool:
    """Ask for a sign of life at ``host:port``, or at the path of a socket."""
    where = address if address.startswith("/") else (address.rpartition(":")[::2])
    request = f"GET /health/live HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    with socket.socket(_family(address)) as connection:
        connection.settimeout(PATIENCE)
        try:
            connection.connect(where if isinstance(where, str) else (where[0], int(where[1])))
            connection.sendall(request.encode("ascii"))
            return connection.recv(64).startswith(b"HTTP/1.1 200")
        except OSError:
            return False


def _family(address: str) -> socket.AddressFamily:
    if address.startswith("/"):
        return socket.AF_UNIX
    return socket.AF_INET6 if address.count(":") > 1 else socket.AF_INET


def main() -> None:
    """Look at the folder that TILEPOST_DATA names."""
    found = faults(Path(os.environ["TILEPOST_DATA"]), time.time())  # noqa: TID251 - an edge
    for fault in found:
        print(fault)  # noqa: T201 - for whoever looks at the container's health
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
