"""The secrets of a site as files, made once: what compose.yaml hands to its containers."""

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

from config.local import secret

DATABASE_HOST, BROKER_HOST = "postgres", "valkey"  # as compose.yaml calls them


def make(folder: Path, *, database: str = DATABASE_HOST) -> Iterator[str]:
    """Make the secrets that a folder doesn't have yet, and yield their names.

    Nobody else can enter the folder; the files are readable, for a container has a user of its own.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    made: dict[str, Callable[[], str]] = {
        "secret_key": secret.draw_secret_key,
        "signing_key": secret.draw_signing_key,
        "vapid_private_key": secret.draw_vapid_key,
        "postgres_superuser_password": lambda: secrets.token_urlsafe(24),
        "postgres_password": lambda: secrets.token_urlsafe(24),
        "database_url": lambda: (
            f"postgresql://tilepost:{_quoted(folder, 'postgres_password')}@{database}:5432/tilepost"
        ),
        "valkey_password": lambda: secrets.token_urlsafe(24),
        "redis_url": lambda: f"redis://:{_quoted(folder, 'valkey_password')}@{BROKER_HOST}:6379/0",
        "email_url": lambda: "",  # emails become files until there is one
    }
    for name, draw in made.items():
        path = folder / name
        if not path.exists():
            path.write_text(draw(), encoding="ascii")
            path.chmod(0o444)
            yield name


def _quoted(folder: Path, name: str) -> str:
    """Return a password of the folder as it stands in an address."""
    return quote((folder / name).read_text(encoding="ascii").strip(), safe="")
