"""The site's secret key on a machine where nobody has set one."""

import os
import secrets
from pathlib import Path

from config.local import paths


def secret_key() -> str:
    """Return this machine's own SECRET_KEY, made at the first call and kept in the data folder."""
    path = paths.data_dir() / "secret_key"
    if not path.exists():
        _write_once(path, secrets.token_urlsafe(50))
    return path.read_text(encoding="ascii")


def _write_once(path: Path, text: str) -> None:
    """Write a private file in one step, so that of two processes at once both read the same."""
    path.parent.mkdir(mode=0o711 if os.geteuid() == 0 else 0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}-{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(text)
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        pass  # another process was first; its key counts
    finally:
        draft.unlink()
