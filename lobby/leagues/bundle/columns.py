"""What of a league's rows goes into a bundle, by the kind of its line."""

from django.db.models import Model

from lobby.leagues.models import Division, Entrant, Fixture, League, LedgerEntry, Season
from lobby.leagues.season.values import Phase

FORMAT = "tilepost-league/1"

AGREED = (
    "pace", "budget", "bank", "form", "cap", "rest", "holiday", "on_timeout", "spells",
    "takebacks", "bench",
)  # fmt: skip
SETTINGS = ("game", "options", "rules", "zone", *AGREED)

# Over for good: only these are in a bundle.
ENDED = (Phase.FINISHED, Phase.CANCELLED)

COLUMNS: dict[type[Model], tuple[str, ...]] = {
    League: ("name", "about", "founded_at", "closed_at", *SETTINGS),
    Season: (
        "number", "phase", "registration_at", "check_in_at", "starts_at", "ended_at", "rounds",
        "round_ends_at", "seed", *SETTINGS,
    ),
    Division: ("level",),
    Entrant: (
        "name", "joined_at", "standing", "rating", "last", "last_place", "moved", "pause",
        "checked_in", "seed", "away", "left_at", "place", "next_level", "agreed_at", "former",
    ),
    Fixture: (
        "round", "number", "purpose", "status", "opened_at", "due_at", "extended", "places",
        "scores", "how", "ended_at", "transcript",
    ),
    LedgerEntry: (
        "number", "at", "by_name", "kind", "reason", "data", "former", "digest",
    ),
}  # fmt: skip
