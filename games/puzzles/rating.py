"""How hard a puzzle is and how good its solvers are: each first try is a match between the two."""

import dataclasses

from openskill.models import BradleyTerryFull

_MODEL = BradleyTerryFull()


@dataclasses.dataclass(frozen=True, slots=True)
class Rating:
    """A guess, ``mu``, and the doubt about it, ``sigma``."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """Return the rating as people read it: everybody starts at 1000."""
        return round(1000 + 25 * (self.mu - 3 * self.sigma))

    @property
    def difficulty(self) -> int:
        """Return how hard a puzzle is as people read it: all start at 1000."""
        return round(1000 + 25 * (self.mu - _MODEL.mu))


START = Rating(_MODEL.mu, _MODEL.sigma)


def rated(solver: Rating, puzzle: Rating, *, solved: bool) -> tuple[Rating, Rating]:
    """Return the ratings of a solver and a puzzle after a first try."""
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in (solver, puzzle)]
    (first,), (second,) = _MODEL.rate(teams, ranks=[1.0, 2.0] if solved else [2.0, 1.0])
    return Rating(first.mu, first.sigma), Rating(second.mu, second.sigma)
