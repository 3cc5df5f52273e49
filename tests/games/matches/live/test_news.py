"""Whoever follows the news of a match sees what they would see if they read it anew."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings

from games.core.clock import Pace
from games.core.patch import patch
from games.core.rng import Rng
from games.matches import play, reading, signals
from games.matches.live import news
from games.matches.models import Match, Seat
from games.matches.play.held import Held
from games.registry import game_class
from tests.factories import NOW, make_match, make_user, view_of
from tests.following import following
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words
from tests.size import runs, some_of

pytestmark = pytest.mark.django_db
GAMES = some_of(settings.GAMES, __file__)
# A whole view tells of all that a match ever was, news of what has just changed.
MOVES = {Pace.LIVE: runs(40, quick=16), Pace.CORRESPONDENCE: runs(40, quick=8)}
# One plays alone, against the clock.
PACES = [
    (pace, slug)
    for pace in MOVES
    for slug in GAMES
    if pace is Pace.LIVE or game_class(slug).info.max_players > 1
]


@pytest.fixture(scope="module", autouse=True)
def _words(lasting: Any) -> None:
    lasting(load_words, common_words())


@contextmanager
def heard() -> Iterator[list[Held]]:
    """Collect the matches that change, each as it was held."""
    told: list[Held] = []

    def note(held: Held | None = None, **_: object) -> None:
        if held is not None:
            told.append(held)

    signals.match_changed.connect(note)
    try:
        yield told
    finally:
        signals.match_changed.disconnect(note)


def begun(slug: str, **agreed: Any) -> Match:
    seats = min(2, game_class(slug).info.max_players)
    people = [make_user() for _ in range(seats)]
    match = make_match(*people, game=slug, now=NOW, **agreed)
    Seat.objects.filter(match=match).update(present_until=NOW + timedelta(days=9))
    news.note_watched(match.pk)
    if match.timer.waits:
        play.begin(match_id=match.pk, player=0, now=NOW)
    return match


def play_one(match: Match, at: Any) -> None:
    match.refresh_from_db()
    rules = reading.rules_of(match)
    actions = list(rules.legal_actions(rules.decode_state(match.state)))
    action = Rng(bytes(32), match.ply + 1, "turns").choice(actions)
    play.submit(
        match_id=match.pk,
        player=match.to_move or 0,
        action=rules.encode_action(action),
        expected_ply=match.ply,
        now=at,
    )
    match.refresh_from_db()


def viewers(match: Match) -> list[int | None]:
    return [None, *range(match.players)]


def recent(match: Match, player: int | None, now: Any) -> dict[str, Any]:
    """Return a view as a page has it that has followed: with the last entries of the log."""
    view: dict[str, Any] = json.loads(json.dumps(view_of(match, player, now=now)))
    return {**view, "log": view["log"][-8:]}


def follow(view: dict[str, Any], said: Any, player: int | None, new: Any) -> Any:
    """Return the view that follows, having seen that the frame holds nothing but what views hold.

    So what the secrecy tests find of views goes for each byte of the news, too.
    """
    frame = json.loads(news.frame(json.loads(json.dumps(said)), player, "en") or "null")
    after = following(view, frame)
    told = {"t", "follows", "state", "log", "changes"}
    assert frame["follows"] == view["version"]
    assert frame.get("state", []) == json.loads(json.dumps(patch(view["state"], new["state"])))
    assert {name: frame[name] for name in frame.keys() - told} == {
        name: new[name] for name in frame.keys() - told
    }
    assert frame["log"] == new["log"][len(new["log"]) - len(frame["log"]) :]
    assert frame["changes"] == new["changes"][len(view["changes"]) :]
    return after


@pytest.mark.parametrize(("pace", "slug"), PACES)
def test_a_view_that_follows_the_news_is_the_view(
    slug: str, pace: Pace, django_capture_on_commit_callbacks: Any
) -> None:
    """Ten matches hold what one doesn't: each game patches a state of another shape.

    And in a live match the clock tells other things with each turn than in one by turns.
    """
    match, followed = begun(slug, pace=pace, budget=86400), 0
    seen = {player: recent(match, player, NOW) for player in viewers(match)}
    for number in range(MOVES[pace]):
        at = NOW + timedelta(seconds=number / 10)
        with heard() as told, django_capture_on_commit_callbacks(execute=True):
            play_one(match, at)
        (held,) = told
        said = news.of(held, now=at)
        if match.status != Match.Status.RUNNING:
            assert said is None
            break
        assert said is not None
        for player, view in seen.items():
            new = recent(match, player, at)
            seen[player] = follow(view, said, player, new)
            assert seen[player] == new
            followed += 1
    assert followed > 10


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "counting_tiles"])
def test_what_becomes_of_seats_clocks_and_offers_is_news_too(
    slug: str, django_capture_on_commit_callbacks: Any
) -> None:
    match = begun(slug, pace=Pace.CORRESPONDENCE, budget=86400)
    seen = {player: recent(match, player, NOW) for player in viewers(match)}
    mine: dict[str, Any] = {"match_id": match.pk, "now": NOW}
    acts: list[Any] = [
        lambda: play.offer(player=0, kind="pause", ply=0, **mine),
        lambda: play.agree(player=1, kind="pause", ply=0, **mine),
        lambda: play.resume_play(player=1, **mine),
        lambda: play_one(match, NOW),
        lambda: play.give_day(player=1 - (match.to_move or 0), **mine),
        lambda: play.offer(player=1, kind="draw", ply=1, **mine),
        lambda: play.decline(player=0, kind="draw", ply=1, **mine),
    ]
    for act in acts:
        with heard() as told, django_capture_on_commit_callbacks(execute=True):
            act()
        match.refresh_from_db()
        said = news.of(told[-1], now=NOW)
        for player, view in seen.items():
            new = recent(match, player, NOW)
            seen[player] = follow(view, said, player, new)
            assert seen[player] == new


def test_a_frame_of_a_move_is_small(django_capture_on_commit_callbacks: Any) -> None:
    match = begun("tilekingdom", budget=86400)
    sizes = []
    for number in range(30):
        at = NOW + timedelta(seconds=number)
        with heard() as told, django_capture_on_commit_callbacks(execute=True):
            play_one(match, at)
        said = news.of(told[-1], now=at)
        frame = news.frame(json.loads(json.dumps(said)), None, "en")
        sizes.append(len(frame or ""))
    assert sorted(sizes)[15] < 1500
    assert max(sizes) < 2500


def test_players_who_are_away_cost_nothing(django_capture_on_commit_callbacks: Any) -> None:
    match = begun("tilekingdom", budget=86400)
    Seat.objects.filter(match=match, player=1).update(present_until=None)
    with heard() as told, django_capture_on_commit_callbacks(execute=True):
        play_one(match, NOW)
    said = news.of(told[-1], now=NOW)
    assert said is not None
    assert said["frames"].keys() == {"0", "None"}
