"""Where the embedded stack keeps its data and its sockets: path arithmetic, nothing is made here.

An ordinary user's data lie in ``.data/`` of the project. PostgreSQL refuses to run as root, so root
starts it as ``nobody``; and as ``nobody`` may not enter root's own folders, root's data lie under
``/var/lib/tilepost``. ``TILEPOST_DATA`` overrides both.
"""

import hashlib
import os
import tempfile
from pathlib import Path
from urllib.parse import quote

PROJECT = Path(__file__).resolve().parent.parent.parent
SYSTEM_DIR = Path("/var/lib/tilepost")
DATABASE = "tilepost"
PRIVATE = SECRET_KEY, VAPID_KEY, SIGNING_KEY = "secret_key", "vapid_key", "signing_key"  # files
LONGEST_SOCKET_PATH = 100  # bytes; the systems allow 103 (macOS) and 107 (Linux)


def data_dir() -> Path:
    """Return the folder of everything the site writes on this machine; it may not exist yet."""
    if chosen := os.environ.get("TILEPOST_DATA"):
        return Path(chosen).resolve()
    if os.geteuid() == 0:
        return SYSTEM_DIR / digest(PROJECT)
    return PROJECT / ".data"


def run_dir(data: Path) -> Path:
    """Return the folder of the sockets: a short one in /tmp when ``data`` is a long path."""
    usual = data / "run"
    if len(os.fsencode(usual / "pg" / ".s.PGSQL.5432")) <= LONGEST_SOCKET_PATH:
        return usual
    return Path(tempfile.gettempdir()) / f"tilepost-{os.geteuid()}-{digest(data)}"


def postgres_socket_dir(data: Path) -> Path:
    """Return the folder PostgreSQL listens in."""
    return run_dir(data) / "pg"


def valkey_socket(data: Path) -> Path:
    """Return the socket Valkey listens on."""
    return run_dir(data) / "valkey.sock"


def embedded_urls(data: Path | None = None) -> tuple[str, str]:
    """Return the URLs of the embedded PostgreSQL and Valkey, whether they run or not."""
    data = data or data_dir()
    host = quote(str(postgres_socket_dir(data)))
    return (
        f"postgresql://{DATABASE}@/{DATABASE}?host={host}",
        f"unix://{quote(str(valkey_socket(data)))}",
    )


def digest(path: Path) -> str:
    """Return a short name for a path."""
    return hashlib.blake2s(os.fsencode(path), digest_size=5).hexdigest()
