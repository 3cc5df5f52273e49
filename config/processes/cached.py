"""What the cache keeps is signed: Redis may be shared, and a pickle runs whatever it names."""

import contextlib
import hmac
from typing import Any

from django.conf import settings
from django.core.cache.backends.redis import RedisSerializer

SIZE = 32  # bytes of a signature, HMAC-SHA-256
_plain: Any = RedisSerializer()


class Signed:
    """Values for Redis; one that this site hasn't written is none."""

    def dumps(self, obj: Any) -> int | bytes:
        """Return a number as it is, for Redis counts with it, and anything else signed."""
        written: int | bytes = _plain.dumps(obj)
        return written if isinstance(written, int) else _signature(written) + written

    def loads(self, data: bytes) -> Any:
        """Return a value, or None if somebody else wrote it."""
        with contextlib.suppress(ValueError):
            return int(data)
        signature, written = data[:SIZE], data[SIZE:]
        if not hmac.compare_digest(signature, _signature(written)):
            return None
        return _plain.loads(written)


def _signature(written: bytes) -> bytes:
    return hmac.digest(settings.SECRET_KEY.encode(), b"tilepost/cache\n" + written, "sha256")
