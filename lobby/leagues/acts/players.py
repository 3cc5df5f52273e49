"""What players do in a season: register, check in, leave, be excused, claim.

Each function holds the season's row, lets a pure function decide (``events``), and stores its
effects; ``standing_in`` is about substitutes. What cannot be done raises Refusal for the
person who tried.
"""

import contextlib
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.users.models import User
from games.core.errors import Refusal
from lobby.codes import is_code
from lobby.leagues.acts.rows.changing import change, held
from lobby.leagues.models import Entrant, Fixture, Season
from lobby.leagues.reading import access
from lobby.leagues.reading.agreed import rules_of
from lobby.leagues.reading.matches import Matches
from lobby.leagues.reading.values import histories_of, key_of, value_of
from lobby.leagues.season.actions import players as events
from lobby.leagues.season.effects import apply
from lobby.leagues.season.rules import Joining
from lobby.leagues.season.values import Effect, Phase, Standing
from lobby.leagues.season.values import Season as SeasonValue
from lobby.permission import NotAllowed, Person
from lobby.ratings.reading import strength_of

# --- Before the start -----------------------------------------------------------------------------


def register(
    *, season_id: int, user: Person, agreed: bool, now: datetime, code: str = ""
) -> Entrant:
    """Take a place in a season, or one on its waiting list; once, however often it is asked.

    ``agreed``: the promise to play to the end. ``code`` is asked for where the league has one.
    """
    player = access.enter(user)
    with held(season_id, now) as row:
        known = place_of(row, player)
        if known is not None:
            return known
        if not agreed:
            raise Refusal("Please promise to play your matches to the end.")
        access.welcome(row, player)
        asking = _must_ask(row, player, code)
        standing = events.register(value_of(row), asking=asking)
        return _new_entrant(row, player, standing, now)


def rename(user_id: int, name: str) -> None:
    """Give a person's places in all seasons their new name; what ledgers tell stays as told."""
    Entrant.objects.filter(user_id=user_id).update(name=name)


def place_of(row: Season, user: User) -> Entrant | None:
    """Return somebody's place in a season, None without one."""
    return row.entrants.filter(user=user).exclude(standing=Standing.WITHDRAWN).first()


def _must_ask(row: Season, player: User, code: str) -> bool:
    """Tell whether somebody has to wait for an organiser's word; raise Refusal for a wrong code.

    Whoever has played in an earlier season is known.
    """
    league, joining = row.league, rules_of(row).joining
    if league.closed_at:
        raise Refusal("This league is closed.")
    known = Entrant.objects.filter(
        season__league=league, user=player, season__number__lt=row.number, division__isnull=False
    ).exists()
    if joining == Joining.CODE and not known and not is_code(code, league.code):
        raise Refusal("You need this league's code to join. Ask whoever told you about the league.")
    return joining == Joining.APPROVAL and not known


def _new_entrant(row: Season, player: User, standing: Standing, now: datetime) -> Entrant:
    row.substitutes.filter(user=player).delete()
    history = histories_of(row, [player.pk]).get(player.pk, {})
    try:
        with transaction.atomic():
            return Entrant.objects.create(
                season=row,
                user=player,
                name=player.display_name,
                joined_at=now,
                agreed_at=now,
                standing=standing,
                checked_in=row.phase == Phase.CHECK_IN,  # who joins now is there
                rating=strength_of(user_id=player.pk, game=row.game, pace=row.pace),
                **history,
            )
    except IntegrityError as error:
        raise Refusal("You already have a place in this season.") from error


def check_in(*, season_id: int, user: Person, now: datetime) -> Entrant:
    """Check in: say that you are there and will play."""
    with held(season_id, now) as row:
        entrant = own_place(row, user)
        change(row, lambda season: events.check_in(season, entrant.pk), now)
    return _fresh(entrant)


def leave(*, season_id: int, user: Person, now: datetime) -> Entrant:
    """Give up your place: at once before the start; later we look for a substitute first."""
    with held(season_id, now) as row:
        entrant = own_place(row, user)
        change(row, lambda season: events.leave(season, entrant.pk, now), now)
    return _fresh(entrant)


def own_place(row: Season, user: Person) -> Entrant:
    """Return somebody's place in a season; raise NotAllowed if they have none."""
    place = place_of(row, user) if isinstance(user, User) else None
    if place is None:
        raise NotAllowed("You don't have a place in this season.")
    return place


def _fresh(entrant: Entrant) -> Entrant:
    return Entrant.objects.select_related("division", "season__league").get(pk=entrant.pk)


# --- While it is played ---------------------------------------------------------------------------


def excuse(*, season_id: int, user: Person, round: int, now: datetime) -> Entrant:
    """Be excused of a round, as often as the rules allow."""
    with held(season_id, now) as row:
        entrant = own_place(row, user)
        change(row, lambda season: events.excuse(season, entrant.pk, round, now), now)
    return _fresh(entrant)


def claim_no_show(*, fixture_id: int, user: Person, now: datetime) -> Fixture:
    """Claim a match in which the opponent has not made a single turn in time."""
    season_id = Fixture.objects.values_list("season_id", flat=True).get(pk=fixture_id)
    with held(season_id, now) as row:
        entrant = own_place(row, user)
        key = key_of(row.fixtures.select_related("division").get(pk=fixture_id))
        world = Matches(row)
        change(row, lambda season: events.claim_no_show(season, entrant.pk, key, now, world), now)
    return Fixture.objects.get(pk=fixture_id)


def gone(row: Season, season: SeasonValue, now: datetime) -> list[Effect]:
    """Return that those leave a held season, whose value is ``season``, whose accounts are gone."""
    ids = row.entrants.filter(
        user__isnull=True, standing__in=[Standing.REGISTERED, Standing.PLAYING]
    ).values_list("pk", flat=True)
    found: list[Effect] = []
    for entrant in ids:
        with contextlib.suppress(Refusal):  # nothing left to play: the place stays as it is
            more = events.leave(season, entrant, now)
            found += more
            season = apply(season, more)
    return found
