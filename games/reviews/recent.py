"""Matches played again a short while ago: a reader looks at one turn of a match after another."""

from games.matches import reading
from games.matches.recent import Recent
from games.reviews.material import Material, of_match

KEPT = 8  # matches

_known: Recent[str, Material] = Recent(KEPT)


def material_of(loaded: reading.Loaded) -> Material:
    """Return what the review of a match is made of; raise NotReviewable."""
    key = loaded.match.last_hash
    return _known.get(key) or _known.keep(key, of_match(loaded))
