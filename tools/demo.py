"""Fills a new site with people, matches, tables and a league, to look at its pages.

``python manage.py shell -v0 -c "from tools import demo; demo.fill()"`` does it in the database of
a site that runs, and prints what there is to see. Everybody's password is ``PASSWORD``.
"""

import sys
import time
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.users.models import User
from games.core.bots import Budget
from games.core.clock import Form, Pace, TimeControl
from games.core.rng import Rng
from games.core.table.agreement import Agreement
from games.matches import play, reading
from games.matches.models import Match
from games.matches.play import SeatPlan
from games.registry import bots, infos
from lobby.leagues.acts import founding, players
from lobby.leagues.acts.running import runner
from lobby.leagues.season.rules import Rules
from lobby.tables.acts import opening, seating
from lobby.tables.models import Lobby
from lobby.tables.pages.forms import usual

PASSWORD = "a long walk by the river"  # noqa: S105 - of people who are made up
NAMES = ("Anna", "Ben", "Chioma", "David", "Elif", "Farah", "Goran", "Hanna")
DAYS = TimeControl(Pace.CORRESPONDENCE, 2 * 86400, 0)
LIVE = TimeControl(Pace.LIVE, 300, 0)
DAY = timedelta(days=1)
MIDDLE = 9  # turns of a match that is in its middle
LONGEST = 400  # turns of a match that is played to its end


def fill() -> None:
    """Make people who have played, are playing and wait for company."""
    now = timezone.now()  # noqa: TID251 - the edge where a program reads the clock
    people = [_person(name) for name in NAMES]
    for number, info in enumerate(infos()):
        turned = [people[0], *people[1 + number :], *people[1 : 1 + number]]
        pairs = list(zip(turned[::2], turned[1::2], strict=True))
        alone = info.max_players == 1
        for turn, pair in enumerate(pairs[:3]):
            plies = LONGEST if turn == 2 else MIDDLE + turn
            seats = pair[:1] if alone else pair
            _play(info.slug, seats, TimeControl(Pace.LIVE, 60) if alone else DAYS, plies, now)
    _open_tables(people, now)
    with transaction.atomic():  # the site must not run the season before everyone is in it
        _league(people, now)
    anna = User.objects.get(username="Anna")
    anna.is_staff = anna.is_superuser = True
    anna.save(update_fields=["is_staff", "is_superuser"])


def _person(name: str) -> User:
    known = User.objects.filter(username=name).first()
    return known or User.objects.create_user(name, f"{name.lower()}@example.org", PASSWORD)


def _play(
    game: str, people: tuple[User, ...], control: TimeControl, plies: int, now: datetime
) -> None:
    match = _begin(game, people, control, now)
    bot = bots(game)["easy"]
    for ply in range(plies):
        read = reading.load(match_id=match.pk)
        player = read.match.to_move
        if player is None:
            break
        seen = read.rules.observation(read.state, player)
        budget = Budget(0.05, time.monotonic)
        action = bot.choose(read.rules, seen, player, Rng(bytes(32), ply, "demo"), budget)
        play.submit(
            match_id=match.pk,
            player=player,
            action=read.rules.encode_action(action),
            expected_ply=read.match.ply,
            now=now,
        )
    sys.stdout.write(f"{game} {match.get_absolute_url()} {'+'.join(p.username for p in people)}\n")


def _begin(game: str, people: tuple[User, ...], control: TimeControl, now: datetime) -> Match:
    """Begin a match: at an open table, which everyone can find, unless somebody plays alone."""
    host, *others = people
    if not others:
        seat = SeatPlan(name=host.username, user_id=host.pk)
        return play.start_match(game=game, options={}, control=control, seats=[seat], now=now)
    table = _open(host, game, control, now)
    for person in others:
        seating.join(lobby_id=table.pk, user=person, now=now)
    table.refresh_from_db()
    assert isinstance(table.match, Match)
    return table.match


def _open(host: User, game: str, control: TimeControl, now: datetime) -> Lobby:
    terms = usual(game, pace=control.pace, seats=2, visibility="open")
    return opening.create(
        host=host,
        game=game,
        options={},
        control=control,
        agreement=terms.agreement(),
        seats=2,
        visibility="open",
        start_rule="full",
        now=now,
    )


def _open_tables(people: list[User], now: datetime) -> None:
    for number, info in enumerate(each for each in infos() if each.max_players > 1):
        table = _open(people[number], info.slug, LIVE if number % 2 else DAYS, now)
        sys.stdout.write(f"{info.slug} {table.get_absolute_url()} {people[number]}\n")


def _league(people: list[User], now: datetime) -> None:
    """Have everyone play a round robin whose first round has begun."""
    before = now - 30 * DAY
    league = founding.found(
        user=people[0],
        name="The Tuesday League",
        about="Tilekingdom among friends, a round every week.",
        game="tilekingdom",
        options={},
        control=TimeControl(Pace.CORRESPONDENCE, 86400, 86400, Form.PER_TURN),
        agreement=Agreement(),
        league_rules=Rules(round_days=30),
        zone="Europe/London",
        first_day=(now - 2 * DAY).date(),
        now=before,
    )
    season = league.seasons.get()
    runner.run(season_id=season.pk, now=season.registration_at)
    for person in people:
        players.register(season_id=season.pk, user=person, agreed=True, now=season.registration_at)
    runner.run(season_id=season.pk, now=season.check_in_at)
    season.refresh_from_db()
    if season.phase == "check_in":
        for person in people:
            players.check_in(season_id=season.pk, user=person, now=season.check_in_at)
    runner.run(season_id=season.pk, now=now)
    sys.stdout.write(f"league {league.get_absolute_url()}\n")
