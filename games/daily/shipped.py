"""The challenges that come with a release, for the first days of a new site; nobody has to wait.

``python -m tools.first_days`` makes them. They are alike on all sites and lie open in the source,
so whoever wants to can look them up; what comes after them can't be known before its day.
"""

import dataclasses
import gzip
from pathlib import Path

import orjson

from games.core import codec
from games.core.game import Player
from games.core.rng import SECRET_BYTES, derived_secret

FOLDER = Path(__file__).parent / "data"
SEED = bytes(SECRET_BYTES)  # nothing is secret about what everybody can read


@dataclasses.dataclass(frozen=True, slots=True)
class Shipped:
    """A position with its turn judged, as JSON; of which game it is, and whose turn."""

    slot: int
    player: Player
    state: codec.JSON
    turn: codec.JSON


Day = tuple[Shipped, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class FirstDays:
    """The challenges of a game's first days, by what they were made; ``words`` is a checksum.

    ``version`` is that of the rules and of who judged, ``seconds`` the work it took.
    """

    game: str
    rules_version: int
    version: str
    looks: int
    options: codec.JSON
    words: str
    seconds: float
    days: tuple[Day, ...]


def secret_of(game: str, number: int, slot: int) -> bytes:
    """Return the secret of a game of the day of this number, from 0."""
    return derived_secret(SEED, f"first-days/{game}/{number}/{slot}")


def first_days(game: str) -> FirstDays | None:
    """Return what came with the release for a game, None if nothing did."""
    path = FOLDER / f"{game}.json.gz"
    if not path.exists():
        return None
    return codec.decode(orjson.loads(gzip.decompress(path.read_bytes())), FirstDays)


def write(made: FirstDays) -> None:
    """Write what comes with the release for a game."""
    text = orjson.dumps(codec.encode(made, FirstDays))
    (FOLDER / f"{made.game}.json.gz").write_bytes(gzip.compress(text, 9, mtime=0))
