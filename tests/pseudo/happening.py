"""All that people are told of happens on the site of ``people.build``, a scene at a time."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from accounts.notices import outbox as notifications
from accounts.notices.delivery import bounces
from accounts.notices.models import Notification
from accounts.push.sending import TEST
from accounts.rest import mails as rest_mails
from accounts.rest import services as rest
from accounts.rest.models import HolidayRow
from accounts.trust.models import Measure
from accounts.users.models import User
from config.hosting.backups import alarm
from games.core.clock import Form, Pace, TimeControl
from games.core.table.agreement import Agreement, OnTimeout
from games.matches import play
from games.matches.models import Match, Seat
from games.matches.talk import conduct
from games.words.models import Edition, Proposal
from games.words.moderation import editions, mails
from lobby.leagues.acts import organisers as organising
from lobby.leagues.acts import players as entering
from lobby.leagues.acts import substitutes
from lobby.leagues.mails import telling, told
from lobby.leagues.models import Season
from lobby.leagues.season.values import Told
from lobby.records import acts as results
from lobby.records.trophies import awarding
from lobby.tables.acts import clearing, opening
from lobby.tables.choices import Visibility
from tests.factories import first_action, make_match, make_user, move
from tests.games.matches.pages.strange.people import AT, DAY, World
from tests.games.words import people as words
from tests.lobby.leagues import site as leagues

WHY = "a slip of the pen"  # what people give as a reason, in their own words
SHOWN = {"mode": "chess"}  # in which nothing drawn keeps a move from being taken back
NIGHT = timedelta(seconds=DAY + 60)  # then a clock of a day has run out
ABOUT_SOMEBODY = ("leaving", "stood_in", "withdrawn")


def scenes(world: World) -> Iterator[None]:
    """Let everything happen; after each scene, what people are told of it can be written."""
    scenes = (_turns, _questions, _clocks, _ends, _tables, _accounts, _words, _seasons, _backups)
    for scene in scenes:
        scene(world)
        Seat.objects.update(present_until=None)  # nobody is at a table
        yield


def owe(user: User, kind: str, **ref: Any) -> None:
    key = f"{kind}:{user.pk}:{Notification.objects.count()}"
    notifications.schedule(user_id=user.pk, kind=kind, key=key, ref=ref, due_at=AT)


def slow(count: int = 2, rule: OnTimeout = OnTimeout.MOVE, **facts: Any) -> Match:
    """Start a match with a day for each turn."""
    game, options = facts.pop("game", "tilekingdom"), facts.pop("options", {})
    agreement = Agreement(on_timeout=rule, takebacks=True, **facts)
    people = [make_user() for _ in range(count)]
    return make_match(
        *people,
        game=game,
        options=options,
        pace=Pace.CORRESPONDENCE,
        budget=DAY,
        agreement=agreement,
        now=AT,
    )


# --- Matches --------------------------------------------------------------------------------------


def _turns(world: World) -> None:
    """In each game a turn is played and the next one waited for, with a clock and without."""
    for match in world.matches.values():
        move(match, now=AT)
    alone = world.matches["alone"]
    owe(world.people["player"], "turn", match=alone.pk, player=0, ply=alone.ply)
    control = {"pace": Pace.CORRESPONDENCE, "budget": 0, "form": Form.NO_CLOCK}
    make_match(make_user(), make_user(), now=AT, **control)


def _questions(_world: World) -> None:
    """Somebody asks for each thing that people are asked for by mail."""
    for kind in ("pause", "takeback", "draw", "end"):
        match = slow(game="upwords") if kind == "end" else slow(options=SHOWN)
        move(match, now=AT)
        play.offer(match_id=match.pk, player=0, kind=kind, ply=1, now=AT)


def _clocks(_world: World) -> None:
    """Time runs out, once or again and again, for one or for all."""
    for spells in (0, 1, 2, 3):
        _run_out(slow(3, OnTimeout.EASY, spells=spells))
    _run_out(slow(3, OnTimeout.LOSS))
    _run_out(slow(3, OnTimeout.EXCUSED))
    _run_out(slow(3, OnTimeout.EXCUSED), times=2)
    _run_out(slow(2, OnTimeout.MOVE), times=3)
    held = slow(2, OnTimeout.EASY)
    _run_out(held)
    play.submit(
        match_id=held.pk, player=0, action=first_action(held), expected_ply=0, actor="computer",
        now=AT + NIGHT,
    )  # fmt: skip
    _run_out(held, since=AT + NIGHT)


def _run_out(match: Match, *, times: int = 1, since: Any = AT) -> None:
    for number in range(times):
        match.refresh_from_db()
        assert play.expire(match_id=match.pk, ply=match.ply, now=since + (number + 1) * NIGHT)


def _ends(world: World) -> None:
    """Matches end: one is given up, one is agreed to be a draw, one is left by all."""
    play.resign(match_id=slow().pk, player=1, now=AT)
    drawn = slow()
    for player in (0, 1):
        play.offer(match_id=drawn.pk, player=player, kind="draw", ply=0, now=AT)
    results.note_results(now=AT)
    assert awarding.award_waiting(now=AT)
    left = slow()
    _run_out(left, times=3)
    assert play.abandon(match_id=left.pk, now=AT + timedelta(days=60))
    play.call_substitutes(vacancy_id=world.vacancy.pk, now=AT)


def _tables(world: World) -> None:
    opening.offer_rematch(match_id=world.finished.pk, user=world.people["member"], now=AT)
    traveller = make_user("traveller")
    opening.create(
        host=traveller, game="tilekingdom", options={}, seats=3, start_rule="host", now=AT,
        control=TimeControl(Pace.CORRESPONDENCE, DAY), visibility=Visibility.PRIVATE,
        agreement=Agreement(),
    )  # fmt: skip
    for day in range(60):
        rest.note_active(user_id=traveller.pk, at=AT - timedelta(days=day + 1))
    rest.switch_on(user=traveller, now=AT)
    clearing.get_up_for_holiday(user_id=traveller.pk, now=AT)


# --- People and words -----------------------------------------------------------------------------


def _accounts(world: World) -> None:
    player, moderator = world.people["player"], world.people["moderator"]
    bounces.try_again(user=player, now=AT)
    owe(player, TEST)
    rest_mails.tell_begun(HolidayRow.objects.get(pk=world.stay))
    conduct.decide(
        report_id=world.report,
        moderator=moderator,
        measure=Measure.NOTHING,
        days=0,
        reason=WHY,
        now=AT,
    )


def _words(world: World) -> None:
    """Proposals are decided, one by one and many at once, and published."""
    moderator = world.people["moderator"]
    for number, (kind, word) in enumerate((("add", "qat"), ("remove", "dog"), ("add", "zax"))):
        wish = words.wish(kind, word, "broad")
        made = words.ask(user=make_user(), wish=wish, now=AT)
        words.agree(made, accepted=number > 0, now=AT)
    for each in world.proposals[:2]:
        words.agree(each, now=AT)
    mails.tell_proposers([*Proposal.objects.exclude(status="open")], but=None, now=AT)
    editions.publish_due(now=AT + timedelta(days=2))
    for facts in ({"cancelled_at": AT}, {"published_at": AT}, {"published_at": AT, "note": WHY}):
        edition = Edition.objects.create(by=moderator, made_at=AT, **facts)
        mails.tell_publisher(edition, now=AT)


def _backups(world: World) -> None:
    """The last drill failed, and the one before that is long ago."""
    alarm.owe(world.people["moderator"], lambda _name: world.people["player"], AT)


# --- Leagues --------------------------------------------------------------------------------------


def _seasons(world: World) -> None:
    """A season does all that seasons do, and its organiser steps in wherever they can."""
    organiser = world.people["organiser"]
    league = leagues.found(organiser, name="The Tuesday League")
    season, players = leagues.begin(leagues.season_of(league), 4)
    one = season.entrants.get(user=players[0])
    for name in [*told.TOLD, "something new"]:
        about = str(one.pk) if name in ABOUT_SOMEBODY else "2"
        telling.tell(season, [Told(name, (one.pk,), about)], AT)
    telling.tell_organisers(season, "unreadable", AT)
    ready = make_user()
    substitutes.offer(season_id=season.pk, user=ready, now=season.starts_at)
    entering.leave(season_id=season.pk, user=players[0], now=season.starts_at)
    leagues.run(season, season.starts_at)
    _rulings(organiser, season)
    for moved in (-1, 0, 1):  # up, where they are, or down
        _finished(moved)


def _rulings(organiser: User, season: Season) -> None:
    said: Mapping[str, Any] = {"user": organiser, "reason": WHY, "now": season.starts_at}
    first, second, *_ = season.fixtures.order_by("pk")
    organising.give_time(fixture_id=first.pk, days=3, **said)
    organising.settle(fixture_id=first.pk, places=[1, 2], **said)
    organising.annul(fixture_id=second.pk, **said)
    last = season.entrants.filter(standing="playing").order_by("pk").last()
    organising.remove(season_id=season.pk, entrant_id=last.pk, **said)


def _finished(moved: int) -> None:
    season, players = leagues.begin(leagues.season_of(leagues.found(name="The Tuesday League")), 4)
    one = season.entrants.get(user=players[0])
    one.place, one.next_level = 1, one.division.level + moved
    one.save()
    telling.tell(season, [Told("finished", (one.pk,), "")], AT)
