"""Matches of every game played to their end at random, with some turns left to the clock.

    python manage.py shell -c "from tests.games.matches.pages.finished import *; tell()"

plays one of each game on a site that is running, and prints their addresses.
"""

import json
import sys
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.users.models import User
from games.core.clock import Pace
from games.core.rng import Rng
from games.matches import play, reading
from games.matches.models import Match, Outage, Pulse, Seat
from games.matches.play.held import hold
from games.matches.play.turns.deadlines import play_for_the_clock
from games.registry import game_class
from tests.factories import NOW, SECRET, make_match, make_user, seconds

CLOCK_EVERY = 4  # one turn in so many is left to the clock


def finished(
    slug: str, *people: User, now: datetime = NOW, secret: bytes = SECRET, **agreed: Any
) -> Match:
    """Return a finished match of two (in a game for one, of one) who play at random."""
    match = begun(slug, *people, now=now, secret=secret, **agreed)
    while match.status == Match.Status.RUNNING:
        take_turn(match)
    return match


def begun(
    slug: str, *people: User, now: datetime = NOW, secret: bytes = SECRET, **agreed: Any
) -> Match:
    """Return a match at its start that no running site will interfere with.

    Two have days for a turn; who is alone is there to the end, so that the clock never stands.
    """
    seats = min(2, game_class(slug).info.max_players)
    people = people[:seats] or tuple(make_user() for _ in range(seats))
    pace = {} if seats == 1 else {"pace": Pace.CORRESPONDENCE, "budget": 86400}
    match = make_match(*people, game=slug, now=now, secret=secret, **{**pace, **agreed})
    if seats == 1:
        play.begin(match_id=match.pk, player=0, now=now)
        until = now + timedelta(days=1)
        play.record_presence(until={Seat.objects.get(match=match).pk: until}, now=now, left=False)
    return match


def take_turn(match: Match) -> None:
    """Play a legal action drawn at random, or let the clock move; the match is read again."""
    rng = Rng(bytes(32), match.ply + 1, "turns")
    match.timer.refresh_from_db()
    if rng.below(CLOCK_EVERY) == 0:
        due = match.timer.deadline_at
        assert due is not None
        with hold(match.pk, now=due) as held:  # as a sweep does it, but on a running site as well
            play_for_the_clock(held, due)
    else:
        rules = reading.rules_of(match)
        actions = list(rules.legal_actions(rules.decode_state(match.state)))
        play.submit(
            match_id=match.pk,
            player=match.to_move or 0,
            action=rules.encode_action(rng.choice(actions)),
            expected_ply=match.ply,
            now=match.timer.started_at + seconds(0.1),
        )
    match.refresh_from_db()


def tell() -> None:
    """Print the address of a finished match of each game, as JSON."""
    people = [make_user(f"replay-{name}") for name in ("anna", "ben")]
    matches = {slug: finished(slug, *people, now=timezone.now()) for slug in settings.GAMES}
    urls = {slug: match.get_absolute_url() for slug, match in matches.items()}
    forget_what_is_to_come()
    sys.stdout.write(json.dumps(urls) + "\n")


def forget_what_is_to_come() -> None:
    """Have a running site not take the days that such matches last for outages of its own."""
    now = timezone.now()
    Outage.objects.filter(ended_at__gt=now).delete()
    Pulse.objects.filter(beat_at__gt=now).update(beat_at=now, disturbed_at=None)
