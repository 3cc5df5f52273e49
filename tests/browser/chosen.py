"""A match as a test has chosen it, made or led on in the database of a running site.

``python manage.py shell -c "from tests.browser import chosen; chosen.begin(...)"`` makes one and
prints its address.
"""

import itertools
import json
import sys
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page

from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.core.rng import Rng
from games.matches import play as writer
from games.matches import reading
from games.matches.play import SeatPlan
from games.registry import bots
from tests.browser import inside
from tests.browser.playing import wait_for_ply
from tests.games.thinking import ticking
from tests.stack import Stack

BY_POST = TimeControl(Pace.CORRESPONDENCE, 2 * 86400, 0)
LIVE = TimeControl(Pace.LIVE, 600, 0)
SECRET = bytes(range(32))
LONGEST = 1000  # turns of a match
_numbers = itertools.count()


def begin(game: str, options: str, names: list[str], secret: str) -> None:
    """Begin a turn-based match among people with an account; options are JSON, the secret hex."""
    people = {user.username: user.pk for user in User.objects.filter(username__in=names)}
    match = writer.start_match(
        game=game,
        options=json.loads(options),
        control=BY_POST,
        seats=[SeatPlan(name=name, user_id=people[name]) for name in names],
        now=timezone.now(),
        secret=bytes.fromhex(secret),
    )
    sys.stdout.write(f"{match.get_absolute_url()}\n")


def seat(
    *screens: Page | None,
    game: str,
    secret: bytes = SECRET,
    turns: int = 0,
    live: bool = False,
    **options: object,
) -> list[Page]:
    """Begin a match among people at these screens, and open it there; return the screens.

    They sit in that order and have days for a turn, unless they play live; who has no screen (None)
    plays by services alone. As many turns as said have been played when the pages open, as Easy
    plays them.
    """
    control = LIVE if live else BY_POST
    address, keys = inside.call(_seat, game, len(screens), secret, turns, control, options)
    pages = []
    for page, key in zip(screens, keys, strict=True):
        if page is not None:
            inside.be(page, key)
            page.goto(address)
            pages.append(page)
    for page in pages:
        page.wait_for_selector("[data-match] :is(.map, .field, .queue)")
    return pages


def _seat(
    game: str,
    players: int,
    secret: bytes,
    turns: int,
    control: TimeControl,
    options: dict[str, object],
) -> tuple[str, list[str]]:
    number = next(_numbers)
    names = [f"seat-{number}-{player}" for player in range(players)]
    users = [User.objects.create_user(name, f"{name}@example.org") for name in names]
    match = writer.start_match(
        game=game,
        options=options,
        control=control,
        seats=[SeatPlan(name=user.username, user_id=user.pk) for user in users],
        now=timezone.now(),
        secret=secret,
    )
    _play(match.pk, most=turns)
    return match.get_absolute_url(), [inside.session_of(user) for user in users]


def leap(pages: Sequence[Page], *, leave: int = 2) -> None:
    """Have Easy play a match for all its players, but for so many turns at the end.

    Return when the pages that look at it have come to that position.
    """
    play_on(pages, leave=leave)


def play_on(pages: Sequence[Page], turns: int = LONGEST, *, leave: int = 0) -> None:
    """Have Easy play so many turns of a match, whoever is to move; return when the pages know."""
    ply = inside.call(_play_at, pages[0].url.split("/")[-2], turns, leave)
    for page in pages:
        wait_for_ply(page, ply)


def _play_at(public_id: str, most: int, leave: int) -> int:
    return _play(reading.find(public_id=public_id).pk, most=most, leave=leave)


def _play(match_id: Any, *, most: int = LONGEST, leave: int = 0) -> int:
    """Play turns as Easy does, all but so many before the end of the match; return the ply."""
    loaded = reading.load(match_id=match_id)
    match, rules, state = loaded.match, loaded.rules, loaded.state
    secret, bot = bytes(match.secret.secret), bots(match.game)["easy"]
    turns: list[tuple[int, Any]] = []
    while (player := rules.current_player(state)) is not None and len(turns) < most:
        ply = match.ply + len(turns) + 1
        seen = rules.observation(state, player)
        action = bot.choose(rules, seen, player, Rng(secret, ply, "leap"), ticking(50))
        turns.append((player, rules.encode_action(action)))
        state = rules.apply_action(state, action, Rng(secret, ply))
    played = turns[: max(0, len(turns) - leave)]
    with transaction.atomic():  # pages are told of all at once
        for ply, (player, action) in enumerate(played, start=match.ply):
            writer.submit(
                match_id=match.pk,
                player=player,
                action=action,
                expected_ply=ply,
                now=timezone.now(),
            )
    return match.ply + len(played)


def address(
    site: Stack, *, game: str, options: dict[str, object], names: list[str], secret: bytes
) -> str:
    """Have a site begin such a match, and return its address."""
    given = (game, json.dumps(options), names, secret.hex())
    code = f"from tests.browser import chosen; chosen.begin(*{given!r})"
    return site.manage("shell", "-v0", "-c", code).strip()
