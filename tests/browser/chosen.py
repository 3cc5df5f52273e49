"""A match as a test has chosen it, made or led on in the database of a running site.

``python manage.py shell -c "from tests.browser import chosen; chosen.begin(...)"`` makes one and
prints its address.
"""

import json
import sys
from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from playwright.sync_api import Page

from accounts.models import User
from config.local.stack import Stack
from games import play as writer
from games import queries
from games.core.clock import Pace, TimeControl
from games.core.rng import Rng
from games.play import SeatPlan
from games.registry import bots
from tests.browser import inside
from tests.browser.playing import wait_for_ply
from tests.games.thinking import ticking


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


def leap(pages: Sequence[Page], *, leave: int = 6) -> None:
    """Have Easy play a match for all its players, but for so many turns at the end.

    Return when the pages that look at it have come to that position.
    """
    ply = inside.call(_leap, pages[0].url.split("/")[-2], leave)
    for page in pages:
        wait_for_ply(page, ply)


def _leap(public_id: str, leave: int) -> int:
    loaded = queries.load(match_id=queries.find(public_id=public_id).pk)
    match, rules, state = loaded.match, loaded.rules, loaded.state
    secret, bot = bytes(match.secret.secret), bots(match.game)["easy"]
    turns: list[tuple[int, Any]] = []
    while (player := rules.current_player(state)) is not None:
        ply = match.ply + len(turns) + 1
        seen = rules.observation(state, player)
        action = bot.choose(rules, seen, player, Rng(secret, ply, "leap"), ticking(50))
        turns.append((player, rules.encode_action(action)))
        state = rules.apply_action(state, action, Rng(secret, ply))
    played = turns[: max(0, len(turns) - leave)]
    for ply, (player, action) in enumerate(played, start=match.ply):
        writer.submit(
            match_id=match.pk, player=player, action=action, expected_ply=ply, now=timezone.now()
        )
    return match.ply + len(played)


def address(
    site: Stack, *, game: str, options: dict[str, object], names: list[str], secret: bytes
) -> str:
    """Have a site begin such a match, and return its address."""
    given = (game, json.dumps(options), names, secret.hex())
    code = f"from tests.browser import chosen; chosen.begin(*{given!r})"
    return site.manage("shell", "-v0", "-c", code).strip()
