"""What a process remembers of its latest work; its threads share it."""

import threading
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The values that were kept last, at most so many; the oldest go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[K, V] = {}
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        """Return what is kept under a key, None without it."""
        return self._kept.get(key)

    def keep(self, key: K, value: V) -> V:
        """Keep a value under a key, as the latest, and return it."""
        with self._lock:
            self._kept.pop(key, None)
            while len(self._kept) >= self._most:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = value
        return value
