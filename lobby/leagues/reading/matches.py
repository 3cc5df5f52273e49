"""What the matches of a season tell while a step is worked out: the world of ``plan``."""

from collections import defaultdict
from datetime import datetime
from typing import Any

from games.core import codec
from games.matches import reading
from games.matches.proofs import playouts
from lobby.leagues.models import Fixture, FixtureSeat, Season
from lobby.leagues.reading.agreed import rules_of
from lobby.leagues.season.rules import Unfinished
from lobby.leagues.season.values import FixtureStatus, Key

Stood = tuple[list[int], reading.Stand]  # the entrants of a fixture, and how its match stands


class Matches:
    """The running matches of a season, read once; play-outs are remembered by position."""

    def __init__(self, row: Season) -> None:
        """Make the world of a season; it is read when it is first asked."""
        self.row, self.rules = row, rules_of(row)
        self.transcripts: dict[Key, Any] = {}
        self._standings: dict[Key, Stood] | None = None
        self._found: dict[tuple[Key, int], tuple[tuple[int, ...], Any]] = {}

    def prepare(self, now: datetime) -> None:
        """Play out the matches whose time is over, if such a match is settled so.

        That takes a while, so it is done before the season is held; what was found holds for as
        long as nobody moves.
        """
        if self.rules.unfinished != Unfinished.PLAY_OUTS or self.row.held_at is not None:
            return
        late = Fixture.objects.filter(
            season=self.row,
            status=FixtureStatus.RUNNING,
            due_at__lte=now,
            lobby__match__status="running",
        )
        for key in late.values_list("division__level", "round", "number"):
            if self.begun(key):
                self.play_out(key)

    def refresh(self) -> None:
        """Forget how the matches stood; what was played out holds for as long as nobody moves."""
        self._standings = None

    def begun(self, key: Key) -> bool:
        """Tell whether anybody has made a turn."""
        return key in self._all and bool(self._all[key][1].have_moved)

    def idle(self, key: Key, now: datetime) -> tuple[int, ...]:
        """Return the entrants who could have made their first turn and have not."""
        if key not in self._all:
            return ()
        entrants, stand = self._all[key]
        return tuple(entrants[player] for player in sorted(stand.may_move - stand.have_moved))

    def score_so_far(self, key: Key) -> tuple[int, ...]:
        """Return the score of each seat, as the match stands."""
        return self._all[key][1].scores if key in self._all else ()

    def play_out(self, key: Key) -> tuple[int, ...]:
        """Return a place for each seat, found by play-outs; in a duel by the scores so far."""
        _, stand = self._all[key]
        if len(stand.matches) > 1:
            return tuple(1 + sum(other > own for other in stand.scores) for own in stand.scores)
        found = self._found.get((key, stand.plies))
        if found is None:
            found = self._found[key, stand.plies] = self._play_out(key, stand)
        places, self.transcripts[key] = found
        return places

    def _play_out(self, key: Key, stand: reading.Stand) -> tuple[tuple[int, ...], Any]:
        seed = "{}/{}.{}.{}".format(self.row.seed, *key)
        outs = playouts.play_on(match_id=stand.matches[0], seed=seed)
        transcript = {
            "seed": seed,
            "from_ply": stand.plies,
            "level": playouts.LEVEL,
            "runs": codec.encode(tuple(outs), tuple[playouts.PlayOut, ...]),
        }
        return playouts.places_of(outs), transcript

    @property
    def _all(self) -> dict[Key, Stood]:
        if self._standings is None:
            self._standings = _read(self.row)
        return self._standings


def _read(row: Season) -> dict[Key, Stood]:
    """Return how the running fixtures of a season stand, if their matches have begun."""
    running = Fixture.objects.filter(
        season=row, status=FixtureStatus.RUNNING, lobby__isnull=False
    ).order_by()
    keys = running.values_list(
        "pk", "division__level", "round", "number", "lobby__match_id", "lobby__duel_id"
    )
    facts = list(keys)
    entrants = _entrants([pk for pk, *_ in facts])
    matches = reading.stands_of_matches([match for *_, match, _ in facts if match])
    duels = reading.stands_of_duels([duel for *_, duel in facts if duel])
    return {
        (level, in_round, number): (entrants[pk], matches[match] if match else duels[duel])
        for pk, level, in_round, number, match, duel in facts
    }


def _entrants(fixtures: list[int]) -> dict[int, list[int]]:
    seats = FixtureSeat.objects.filter(fixture_id__in=fixtures).order_by("fixture_id", "player")
    found = defaultdict(list)
    for fixture_id, entrant_id in seats.values_list("fixture_id", "entrant_id"):
        found[fixture_id].append(entrant_id)
    return found
