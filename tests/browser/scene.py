"""A match of Tilekingdom as two good players would have left it, for pictures of the site.

``python manage.py shell -c "from tests.browser import scene; scene.play(36)"`` makes it in the
database of a site and prints its address.
"""

import sys
import time

from django.utils import timezone

from accounts.users.models import User
from games.core.bots import Budget
from games.core.clock import Pace, TimeControl
from games.core.rng import Rng
from games.matches import play as writer
from games.matches import reading
from games.matches.play import SeatPlan
from games.registry import bots
from tests.browser.people import PASSWORD

PLAYERS = ("Anna", "Ben")
SECRET = bytes((13 * number + 91) % 256 for number in range(1, 33))


def play(plies: int) -> None:
    """Have Anna and Ben play so many turns of a match; the same ones every time."""
    now = timezone.now()
    match = writer.start_match(
        game="tilekingdom",
        options={},
        control=TimeControl(Pace.CORRESPONDENCE, 2 * 86400, 0),
        seats=[SeatPlan(name=name, user_id=_person(name).pk) for name in PLAYERS],
        now=now,
        secret=SECRET,
    )
    bot = bots("tilekingdom")["medium"]
    for ply in range(plies):
        now_at = reading.load(match_id=match.pk)
        player = now_at.match.to_move
        if player is None:
            break
        seen = now_at.rules.observation(now_at.state, player)
        budget = Budget(bot.seconds, time.monotonic)
        action = bot.choose(now_at.rules, seen, player, Rng(SECRET, ply, "scene"), budget)
        writer.submit(
            match_id=match.pk,
            player=player,
            action=now_at.rules.encode_action(action),
            expected_ply=ply,
            now=now,
        )
    sys.stdout.write(f"{match.get_absolute_url()}\n")


def _person(name: str) -> User:
    known = User.objects.filter(username=name).first()
    return known or User.objects.create_user(name, f"{name}@example.org", PASSWORD)
