"""News of a match, made by whoever held it: what has changed for each viewer who is here.

It is sent with the poke after COMMIT, so that no other program reads the match again. What a seat
alone may see lies apart from what everybody may; it leaves the site only on that seat's socket.
"""

import time
from datetime import datetime
from typing import Any

from games.core.language.gaps import Gapped, filled, gapped, joined
from games.core.patch import patch
from games.matches.between import changes, seated
from games.matches.play.held import Held
from games.matches.reading import views
from games.matches.recent import Recent
from games.say import language

News = dict[str, Any]

WATCHED_FOR = 60.0  # seconds in which spectators are told of, after one was last heard of
KNOWN = 400

_watched: Recent[int, float] = Recent(KNOWN)
# What was shown last: the hash of the log that led there, and the position; nobody changes it.
_last: Recent[tuple[int, int | None], tuple[str, Any]] = Recent(4 * KNOWN)


def note_watched(match_id: int) -> None:
    """Note that somebody looks on, here or on a page of another process."""
    _watched.keep(match_id, time.monotonic() + WATCHED_FOR)


def is_watched(match_id: int, *, soon: bool = False) -> bool:
    """Tell whether somebody may be looking on, and will be told of ``soon`` as well."""
    ahead = WATCHED_FOR / 2 if soon else 0.0
    return (_watched.get(match_id) or 0.0) > time.monotonic() + ahead


def of(held: Held, *, now: datetime) -> News | None:
    """Return what a viewer at the version before needs to be at this one; None: a whole view.

    A match that has just ended shows more than a change: its secret, its result.
    """
    match = held.match
    if not held.is_running or match.duel_id or held.first.version < 0:
        return None
    alike = gapped(
        {
            "t": "news",
            "follows": held.first.version,
            **views.common(held, now=now),
            **({"seats": views.seats_shown(held.seats, now)} if held.seats_changed else {}),
            "log": [views.logged(move, held.rules) for move in held.entries],
            "changes": changes.changes_told(changes.changes_since(held.changes, held.seats)),
        }
    )
    return {
        "follows": held.first.version,
        "log_hash": held.first.log_hash,
        "played": [[move.ply, move.action, move.hash] for move in held.entries],
        "names": [seat.name for seat in held.seats],
        "users": [_owner(seat) for seat in held.seats],
        "seat_ids": [seat.pk for seat in held.seats],
        "frames": {
            str(player): joined(alike, gapped(_own(held, player))) for player in _viewers(held, now)
        },
    }


def _owner(seat: Any) -> int | None:
    return None if seat.resigned_at or seat.lost_at else seat.user_id


def _viewers(held: Held, now: datetime) -> list[int | None]:
    """Return who may be looking: players who are here, and spectators if there are any."""
    here = [seat.player for seat in held.seats if seat.user_id and seated.is_here(seat, now)]
    return [*here, None] if is_watched(held.match.pk) else [*here]


def _own(held: Held, player: int | None) -> dict[str, Any]:
    told = {"player": player, **views.own(held, player=player)}
    if held.entries or held.first.waits:
        told["state"] = patch(_shown_before(held, player), _shown(held, player))
    return told


def _shown(held: Held, player: int | None) -> Any:
    """Return the position as a viewer sees it, and keep it for the next move's news."""
    shown = views.shown_state(held, player)
    _last.keep((held.match.pk, player), (held.match.last_hash, shown))
    return shown


def _shown_before(held: Held, player: int | None) -> Any:
    if held.first.waits:
        return None
    log_hash, shown = _last.get((held.match.pk, player)) or ("", None)
    if log_hash == held.first.log_hash:
        return shown
    return held.rules.encode_state(held.rules.observation(held.before, player))


def player_of(news: News, user_id: int | None) -> int | None:
    """Return which player a user is now; None for spectators, and for who has left their seat."""
    return news["users"].index(user_id) if user_id in news["users"] and user_id else None


def frame(news: News, player: int | None, code: str) -> str | None:
    """Return the frame for a kind of viewer in a language; None if it isn't told.

    What it says replaces what the viewer had, but that the log and the changes grow, and ``state``
    is a patch.
    """
    told = news["frames"].get(str(player))
    return None if told is None else filled(Gapped(*told), language(code), news["names"])
