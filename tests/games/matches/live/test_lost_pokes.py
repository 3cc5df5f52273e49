"""Pokes that are lost, doubled and late: a board may be behind for a moment, and is never wrong."""

import asyncio
import json
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from games.matches import reading
from games.matches.live import news
from games.matches.live.watch import Watch
from games.matches.models import Match
from tests.factories import make_match, make_user, view_of
from tests.following import following
from tests.games.matches.live.test_news import heard, play_one
from tests.size import runs

pytestmark = pytest.mark.django_db(transaction=True)
MOVES = runs(1000, quick=60)


@dataclass(eq=False)
class Page:
    """A page that has the match open, and follows its frames as the script does."""

    match_id: int
    user_id: int | None
    heard_at: datetime = field(default_factory=timezone.now)
    seat_id: int | None = None
    version: int = -1
    language: str = "en-gb"
    view: dict[str, Any] = field(default_factory=dict)
    followed: int = 0

    async def deliver(self, text: str) -> None:
        frame = json.loads(text)
        if frame["t"] == "view":
            assert frame["version"] >= self.view.get("version", -1)
            self.view = frame
        elif frame["t"] == "news":
            self.view = following(self.view, frame)
            self.followed += 1


def test_every_board_ends_equal_to_the_log_whatever_becomes_of_the_pokes() -> None:
    chance = Random(7)
    followed = moves = 0
    while moves < MOVES:
        people = [make_user(), make_user()]
        match = make_match(*people, budget=86400, now=timezone.now())
        pages = [Page(match.pk, user and user.pk) for user in (*people, None, people[0])]
        moves += play_with(match, pages, chance)
        followed += sum(page.followed for page in pages)
    assert followed > moves  # most of what a page is sent are news


@async_to_sync
async def serve(ours: Watch, pokes: list[dict[str, Any]]) -> None:
    for poke in pokes:
        ours.take(poke)
    while ours._serving:
        await asyncio.sleep(0)
        for task in list(ours._serving):
            await task


def play_with(match: Match, pages: list[Page], chance: Random) -> int:
    """Play a match out, its pokes going astray; return how many moves it had."""
    ours, late = Watch(), []
    for page in pages:
        ours.add(page)
    async_to_sync(ours.refresh)(match.pk, match.version)
    news.note_watched(match.pk)
    while match.status == Match.Status.RUNNING:
        with heard() as told:
            play_one(match, timezone.now())
        poke = {
            "type": "match.changed",
            "match": match.pk,
            "version": match.version,
            "news": json.loads(json.dumps(news.of(told[-1], now=timezone.now()))),
        }
        fate = chance.random()
        pokes = [poke] * (0 if fate < 0.1 else 2 if fate < 0.2 else 1)
        if 0.2 <= fate < 0.3:
            late, pokes = [*late, *pokes], []
        elif late and chance.random() < 0.5:
            pokes, late = chance.sample([*pokes, *late], len(pokes) + len(late)), []
        serve(ours, pokes)
    async_to_sync(ours.repair)(timezone.now())
    seats = reading.seats(match_id=match.pk)
    for page in pages:
        seat = next((one.player for one in seats if one.user_id == page.user_id is not None), None)
        now = datetime.fromisoformat(page.view["clock"]["now"])
        read = json.loads(json.dumps(view_of(match, seat, now=now)))
        for view in (page.view, read):
            view["seats"] = [{**one, "here": None} for one in view["seats"]]
        assert page.view == {**read, "log": read["log"][-8:], "changes": page.view["changes"]}
    return match.ply
