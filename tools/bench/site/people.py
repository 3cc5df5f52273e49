"""People, their sessions and their matches, made by the site's own services."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.middleware.csrf import CSRF_SECRET_LENGTH
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts.users import services
from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.core.errors import Refusal
from games.matches import play, reading
from games.matches.proofs import replays

GAME = "tilekingdom"
# Nobody runs out of time here.
LIVE = TimeControl(Pace.LIVE, 600, 0)
# Nobody has to be present here.
DAYS = TimeControl(Pace.CORRESPONDENCE, 7 * 24 * 3600, 0)


def read_clock() -> datetime:
    """Return the present instant."""
    return timezone.now()  # noqa: TID251 - the edge where the bench reads the clock


class People:
    """Guests with open sessions, two for each lane of play."""

    def __init__(self, lanes: int) -> None:
        self._pairs = [(guest(), guest()) for _ in range(lanes)]
        self._cookies = [[_cookies(user) for user in pair] for pair in self._pairs]
        self.matches: list[str] = []
        self._playing: list[Any] = []

    def table(self, lane: int, control: TimeControl = LIVE) -> dict[str, Any]:
        """Start a match of a lane's two people; return its public id and their cookies."""
        match = self.match(lane, control, now=read_clock())
        return {"id": match.public_id, "seats": self._cookies[lane % len(self._pairs)]}

    def match(self, lane: int, control: TimeControl, *, now: datetime) -> Any:
        """Start a match of a lane's two people at an instant."""
        seats = [
            play.SeatPlan(name=user.username, user_id=user.pk)
            for user in self._pairs[lane % len(self._pairs)]
        ]
        match = play.start_match(game=GAME, options={}, control=control, seats=seats, now=now)
        self.matches.append(match.public_id)
        self._playing.append(match)
        return match

    def leave(self) -> None:
        """Give up every match that still runs, or the computer would play it out."""
        for match in self._playing:
            with suppress(Refusal):  # it has ended
                play.resign(match_id=match.pk, player=0, now=read_clock())
        self._playing.clear()


def stay(match: Any, *, until: datetime) -> None:
    """Have both players of a match count as present until an instant."""
    seats = reading.seats(match_id=match.pk)
    play.record_presence(until={seat.pk: until for seat in seats}, now=read_clock())


def guest() -> User:
    """Make a guest."""
    return services.create_guest(now=read_clock())


def _cookies(user: User) -> dict[str, str]:
    """Log a person in; return the cookies their browser would have."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    token = get_random_string(CSRF_SECRET_LENGTH)
    return {
        settings.SESSION_COOKIE_NAME: session.session_key,
        settings.CSRF_COOKIE_NAME: token,
    }


def verify(matches: Iterable[str], answered: Mapping[str, list[tuple[int, str]]]) -> int:
    """Replay the matches and return how many plies they have; raise Difference where they differ.

    ``answered`` holds by match the (ply, command id) of each move the site said yes to; one that
    the log does not hold at that ply raises Difference too.
    """
    plies = 0
    for public_id in matches:
        match = reading.find(public_id=public_id)
        plies += replays.verify(match)
        stored = {str(move.cmd_id): move.ply for move in reading.moves(match_id=match.pk)}
        for ply, cmd_id in answered.get(public_id, []):
            if stored.get(cmd_id) != ply:
                raise replays.Difference(f"{public_id}: the move answered at ply {ply} is missing")
    return plies
