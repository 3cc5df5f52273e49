"""A match whose chance a test has chosen, made in the database of a running site.

``python manage.py shell -c "from tests.browser import chosen; chosen.begin(...)"`` makes it and
prints its address.
"""

import json
import sys

from django.utils import timezone

from accounts.models import User
from config.local.stack import Stack
from games import play as writer
from games.core.clock import Pace, TimeControl
from games.play import SeatPlan


def begin(game: str, options: str, names: list[str], secret: str) -> None:
    """Begin a match by turns among people who have an account; options are JSON, the secret hex."""
    people = {user.username: user.pk for user in User.objects.filter(username__in=names)}
    match = writer.start_match(
        game=game,
        options=json.loads(options),
        control=TimeControl(Pace.CORRESPONDENCE, 2 * 86400, 0),
        seats=[SeatPlan(name=name, user_id=people[name]) for name in names],
        now=timezone.now(),
        secret=bytes.fromhex(secret),
    )
    sys.stdout.write(f"{match.get_absolute_url()}\n")


def address(
    site: Stack, *, game: str, options: dict[str, object], names: list[str], secret: bytes
) -> str:
    """Have a site begin such a match, and return its address."""
    given = (game, json.dumps(options), names, secret.hex())
    code = f"from tests.browser import chosen; chosen.begin(*{given!r})"
    return site.manage("shell", "-v0", "-c", code).strip()
