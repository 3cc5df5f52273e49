"""Lots that anyone can draw again: an order of ids as a function of a published seed.

An id's lot is ``HMAC-SHA256(seed, "tilepost/lots/<label>/<id>")``, and the smallest goes first. So
nobody's lot depends on who else is there or on the order in which they are named.
"""

import hmac
from collections.abc import Iterable


def order(seed: str, label: str, ids: Iterable[int]) -> list[int]:
    """Return the ids in the order of their lots; each label draws anew."""

    def lot(each: int) -> bytes:
        return hmac.digest(seed.encode(), f"tilepost/lots/{label}/{each}".encode(), "sha256")

    return sorted(ids, key=lot)
