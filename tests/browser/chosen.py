"""A match as a test has chosen it, made or led on in the database of a running site.

``python manage.py shell -c "from tests.browser import chosen; chosen.begin(...)"`` makes one and
prints its address; ``chosen.go_on(...)`` plays turns of one.
"""

import json
import sys
from random import Random

from django.utils import timezone

from accounts.models import User
from config.local.stack import Stack
from games import play as writer
from games import queries
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


def go_on(public_id: str, plies: int) -> None:
    """Play so many turns of a match for its players, drawn from what the rules allow."""
    rng = Random(plies)
    match_id = queries.find(public_id=public_id).pk
    for _ in range(plies):
        now_at = queries.load(match_id=match_id)
        writer.submit(
            match_id=match_id,
            player=now_at.match.to_move,
            action=now_at.rules.encode_action(
                rng.choice(list(now_at.rules.legal_actions(now_at.state)))
            ),
            expected_ply=now_at.match.ply,
            now=timezone.now(),
        )


def play_on(site: Stack, match: str, plies: int) -> None:
    """Have a site play so many turns of a match without its players' screens."""
    code = f"from tests.browser import chosen; chosen.go_on({match!r}, {plies})"
    site.manage("shell", "-v0", "-c", code)


def address(
    site: Stack, *, game: str, options: dict[str, object], names: list[str], secret: bytes
) -> str:
    """Have a site begin such a match, and return its address."""
    given = (game, json.dumps(options), names, secret.hex())
    code = f"from tests.browser import chosen; chosen.begin(*{given!r})"
    return site.manage("shell", "-v0", "-c", code).strip()
