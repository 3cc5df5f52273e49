"""A match of Tilekingdom in any checkout of the site, and who plays it."""

import contextlib
import importlib
import json
from datetime import datetime, timedelta
from types import ModuleType
from typing import Any
from urllib.parse import SplitResult, urlsplit
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from games import registry
from games.core.clock import Pace, TimeControl

# Where things may be, the newest place first.
PLAY = ("games.matches.play", "games.play")
WATCH = ("games.matches.live.watch", "games.watch")
# The last word of each is what a match is started with, too.
USUAL = ("games.core.table.agreement", "games.core.table.house", "games.core.house")
OK = 200


def now() -> datetime:
    """Return the present instant."""
    return timezone.now()  # noqa: TID251 - the edge where the bench reads the clock


def address() -> SplitResult:
    """Return the address of the site."""
    return urlsplit(str(settings.SITE_URL))


async def keep_up() -> None:
    """Have the sockets of this process do what they do every two seconds."""
    await _first(WATCH).watch.keep_up()


def _first(names: tuple[str, ...]) -> ModuleType:
    """Return the first of these modules that there is."""
    for name in names[:-1]:
        with contextlib.suppress(ModuleNotFoundError):
            return importlib.import_module(name)
    return importlib.import_module(names[-1])


class Table:
    """A match between two people, made by the site's own services: live, or by days."""

    def __init__(self, *, slow: bool) -> None:
        self._play: Any = _first(PLAY)
        usual: Any = _first(USUAL)
        pace = Pace.CORRESPONDENCE if slow else Pace.LIVE
        people = [_person() for _ in range(2)]
        self._browsers = [_browser(one) for one in people]
        self.match = self._play.start_match(
            game="tilekingdom",
            options={},
            control=TimeControl(pace, *((2 * 86400, 86400) if slow else (600, 0))),
            seats=[self._play.SeatPlan(name=one.username, user_id=one.pk) for one in people],
            now=now(),
            **{usual.__name__.rpartition(".")[2]: usual.usual_at(pace)},
        )
        self.reload()

    def reload(self) -> None:
        """Read the match again, and find a move for whoever is next."""
        self.match = type(self.match).objects.get(pk=self.match.pk)
        rules = registry.load_game(self.match.game, self.match.options)
        state = rules.decode_state(self.match.state)
        self._action = rules.encode_action(next(iter(rules.legal_actions(state))))

    def move(self) -> None:
        """Make a move through the service."""
        self._play.submit(
            match_id=self.match.pk,
            player=self.match.to_move,
            action=self._action,
            expected_ply=self.match.ply,
            cmd_id=uuid4(),
            now=now(),
        )

    def post(self) -> None:
        """Make a move as a browser does."""
        command = {"action": self._action, "ply": self.match.ply, "cmd_id": str(uuid4())}
        answer = self._browsers[self.match.to_move].post(
            f"/match/{self.match.public_id}/moves",
            json.dumps(command),
            content_type="application/json",
            secure=settings.SECURE_SSL_REDIRECT,
        )
        assert answer.status_code == OK, answer.content

    def expire(self) -> None:
        """Have the deadline of the running turn fire."""
        due = self.match.timer.fires_at + timedelta(seconds=1)
        assert self._play.expire(match_id=self.match.pk, ply=self.match.ply, now=due)


def _person() -> Any:
    name = f"Guest{uuid4().hex[:12]}"
    return get_user_model().objects.create_user(name, f"{name}@example.org")


def _browser(person: Any) -> Client:
    browser = Client(headers={"host": address().netloc})
    browser.force_login(person)
    return browser
