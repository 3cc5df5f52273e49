"""What the environment says; any of it may stand in a file, as secrets of containers do.

``SECRET_KEY_FILE=/run/secrets/secret_key`` gives SECRET_KEY, without the end of its last line.
"""

from typing import Any

import environ
from environ.fileaware_mapping import FileAwareMapping
from typing_extensions import override

from config.local.errors import LocalError


class _Mapping(FileAwareMapping):
    @override
    def __getitem__(self, key: str) -> Any:
        if not (path := self.env.get(f"{key}_FILE")):
            return self.env[key]
        try:
            return super().__getitem__(key).rstrip("\r\n")
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "it isn't text"
            raise LocalError(f"We couldn't read {path}, which {key}_FILE names: {why}.") from None


class _Env(environ.FileAwareEnv):
    ENVIRON = _Mapping()


env = _Env()


def given(name: str) -> str:
    """Return what was set, by itself or as a file; "" for nothing."""
    return str(env.ENVIRON.get(name) or "")
