"""Chance as a function of (secret, ply): nothing to store or predict, every draw re-derivable.

A match has one 32-byte secret. Its SHA-256 is published before the first move, the secret after the
last, so anyone can check that no draw was changed in between. (It proves that nothing was changed
later, not that the host did not peek.)

The stream for a ply is the concatenation, for block 0, 1, 2, ..., of
``HMAC-SHA256(secret, "tilepost/<stream>/<ply>/<block>")``; ``below(n)`` takes the next 8 bytes as a
big-endian integer and skips values that would favour small results (rejection sampling).

A game may also draw the i-th value of a stream that runs through a whole match, whatever the ply:
the blocks of ``Rng.at(name, i)`` are ``HMAC-SHA256(secret, "tilepost/at.<name>/<i>/<block>")``. All
who play with one secret then meet the same values, however many actions each takes.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

SECRET_BYTES = 32
_WORD = 1 << 64


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a match's secret in hexadecimal, safe to show while the match runs."""
    return hashlib.sha256(secret).hexdigest()


def derived_secret(secret: bytes, purpose: str) -> bytes:
    """Return a secret for another purpose, from which nothing of the first can be told."""
    return hmac.digest(secret, f"tilepost/secret/{purpose}".encode(), "sha256")


class Rng:
    """Uniform draws for one ply of one match.

    ``stream`` names the purpose: ``draw`` for the game's own chance, others (a computer player's
    noise, a time-out's random placement) never touch the values of ``draw``.
    """

    __slots__ = ("_block", "_buffer", "_prefix", "_secret", "ply", "stream")

    def __init__(self, secret: bytes, ply: int, stream: str = "draw") -> None:
        self.ply = ply
        self.stream = stream
        self._secret = secret
        self._prefix = f"tilepost/{stream}/{ply}/"
        self._block = 0
        self._buffer = b""

    def substream(self, name: str) -> "Rng":
        """Return an independent generator for the same secret and ply under another name."""
        return self._other(self.ply, f"{self.stream}.{name}")

    def at(self, stream: str, index: int) -> "Rng":
        """Return the generator of the ``index``-th value of a stream, the same at every ply."""
        return self._other(index, f"at.{stream}")

    def _other(self, ply: int, stream: str) -> "Rng":
        return Rng(self._secret, ply, stream)

    def _word(self) -> int:
        if not self._buffer:
            message = f"{self._prefix}{self._block}".encode()
            self._buffer = hmac.digest(self._secret, message, "sha256")
            self._block += 1
        word = int.from_bytes(self._buffer[:8], "big")
        self._buffer = self._buffer[8:]
        return word

    def below(self, n: int) -> int:
        """Return a uniform integer in 0..n-1; n must be at least 1."""
        if n < 1:
            raise ValueError(f"below() needs n >= 1, not {n}")
        limit = _WORD - _WORD % n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely."""
        return items[self.below(len(items))]

    def weighted(self, pairs: Iterable[tuple[T, int]]) -> T:
        """Return one item of (item, weight) pairs, each as likely as its integer weight says."""
        pairs = [(item, weight) for item, weight in pairs if weight > 0]
        ticket = self.below(sum(weight for _, weight in pairs))
        for item, weight in pairs:
            if ticket < weight:
                return item
            ticket -= weight
        raise AssertionError("unreachable: the ticket lies below the sum of the weights")

    def ticket(self, tickets: Sequence[tuple[T, int]], there: Mapping[T, int]) -> T:
        """Return the item of a ticket (item, copy) whose copy is there, each equally likely.

        Tickets are drawn until one is for a copy whose number is less than the count of its item.
        So whoever draws from one stream gets the same item unless just that one is missing.
        """
        while True:
            item, copy = tickets[self.below(len(tickets))]
            if copy < there.get(item, 0):
                return item

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items into a uniformly random order, in place (Fisher-Yates, from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def noise(self, count: int) -> list[int]:
        """Return ``count`` 32-bit integers at once, for searches that use chance by the million."""
        seed = self._word().to_bytes(8, "big") + self._word().to_bytes(8, "big")
        data = hashlib.shake_256(seed).digest(4 * count)
        return list(memoryview(data).cast("I"))
