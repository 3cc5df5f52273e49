"""The key in the mail of a turn: with it a match is seen, and moved, from its reader's seat.

It opens that seat at that match for that one turn, and nothing else: nobody is signed in by it. It
stands behind the ``#`` of the mail's link, which browsers keep to themselves. So no server's log,
no guard that looks at links and no other page is told of it; the page of the match takes it out of
the address and shows it with what it asks (``turnkey.js``).
"""

from dataclasses import astuple
from datetime import datetime
from hashlib import sha256

from django.conf import settings

from accounts.edge import tokens
from accounts.edge.tokens import BadToken
from accounts.users.models import User
from games.matches import reading
from games.matches.post.tickets import Place

PURPOSE = "key"
HEADER = "X-Turn-Key"
STAMP = 4  # bytes
DAY = 86_400


def fragment(place: Place, user: User, *, now: datetime) -> str:
    """Return what stands behind the address of a match in a mail to the player to move."""
    numbers = (*astuple(place), _stamp(user), now.date().toordinal())
    return f"#turn={tokens.sign_ticket(purpose=PURPOSE, numbers=numbers)}"


def opened(key: str, *, match_id: int, now: datetime) -> Place | None:
    """Return the seat and the turn that a key opens at a match, None if it opens nothing there.

    It ends with the turn, with the password and the account of its owner as their sessions do, when
    the computer or somebody else plays the seat, and after as many days as a session.
    """
    try:
        *numbers, stamp, day = tokens.read_ticket(key, purpose=PURPOSE, count=6)
    except BadToken:
        return None
    place = Place(*numbers)
    age = now.date().toordinal() - day
    if place.match_id != match_id or age * DAY > settings.SESSION_COOKIE_AGE:
        return None
    match = reading.get(match_id=match_id)
    if (match.ply, match.to_move) != (place.ply, place.player) or not reading.is_running(match):
        return None
    seat = reading.seat_of(match_id=match_id, user_id=place.user_id)
    if seat is None or seat.player != place.player or seat.controller != "human":
        return None
    user = seat.user
    alive = user is not None and user.is_active and _stamp(user) == stamp
    return place if alive else None


def _stamp(user: User) -> int:
    """Return a number that changes with the password, by what ends the sessions then."""
    told = sha256(user.get_session_auth_hash().encode()).digest()
    return int.from_bytes(told[:STAMP], "big")
