"""How often tests repeat what is drawn at random: in part, or wholly by `make test-all`."""

import os

THOROUGH = bool(os.environ.get("THOROUGH"))


def runs(whole: int, *, quick: int) -> int:
    """Return how many runs to make: so many for a thorough proof, fewer in every test run.

    What is drawn follows from the number of a run, so the quick ones are the first of them.
    """
    return whole if THOROUGH else quick
