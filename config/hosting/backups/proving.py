"""What a drill does in the restored database: play all matches again, and check what rests on them.

    python -m config.hosting.backups.proving PART PARTS NEWEST

Each of several processes takes its part of the matches, and the first one what isn't of matches.
If NEWEST isn't 0, only so many matches are looked at, in each process alike.
What came of it is printed as JSON.
"""

import json
import os
import sys
from typing import Any

from config.hosting.faults import Fault, fault


def prove(part: int, parts: int, newest: int = 0) -> dict[str, Any]:
    """Return how many matches and plies were played again, and what is wrong with them."""
    from django.db.models import F

    from games.matches import reading
    from games.matches.proofs import replays
    from games.registry import game_class

    matches = plies = older = 0
    faults: list[Fault] = []
    known = reading.stored_matches().alias(part=F("pk") % parts).filter(part=part)
    known = known.select_related(None).only("public_id", "game", "rules_version")
    for match in known.order_by("-pk")[:newest] if newest else known:
        try:
            if match.rules_version != game_class(match.game).info.rules_version:
                older += 1
                continue
            matches += 1
            plies += replays.verify(match)
        except replays.Difference as found:
            faults.append(_difference(match.public_id, found))
        except Exception as error:  # noqa: BLE001 - whatever it is, the others are looked at
            faults.append(fault("match_broke", match=match.public_id, said=type(error).__name__))
    if part == 0:
        faults += _beside_matches()
    return {"matches": matches, "plies": plies, "older": older, "faults": faults}


def _difference(public_id: str, found: Any) -> Fault:
    """Tell where a match differs, and nothing of its position."""
    if found.ply is None:
        return fault("rules", match=public_id)
    return fault("match", match=public_id, ply=found.ply, what=found.what)


def _beside_matches() -> list[Fault]:
    """Return what is wrong with ledgers and ratings."""
    from lobby.leagues.acts import ledger
    from lobby.ratings import acts as ratings

    faults: list[Fault] = []
    for slug, league_id in ledger.leagues():
        try:
            ledger.verify(league_id=league_id)
        except ledger.Altered as error:
            faults.append(fault("ledger", league=slug, said=str(error)))
    if wrong := ratings.recompute(write=False):
        faults.append(fault("ratings", n=wrong))
    return faults


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    print(json.dumps(prove(*map(int, sys.argv[1:]))))  # noqa: T201 - whoever drills reads it
