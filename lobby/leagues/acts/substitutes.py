"""Substitutes: who takes over a place that somebody has left.

We ask a few at a time, in the order in which they offered. If they don't answer in time, we ask the
next. When we have asked everyone, the place is given up after its time.
"""

from datetime import datetime, timedelta

from accounts.users.models import User
from games.core.errors import Refusal
from lobby.leagues.acts.rows.changing import change, held
from lobby.leagues.mails import telling
from lobby.leagues.models import Entrant, Season, Substitute
from lobby.leagues.reading import access
from lobby.leagues.reading.agreed import rules_of
from lobby.leagues.season.actions import players as events
from lobby.leagues.season.values import Phase, Standing
from lobby.permission import Person

WAVE = 3  # so many are asked at once
ANSWER_WITHIN = timedelta(hours=8)
ENDED = (Phase.FINISHED, Phase.CANCELLED)


def offer(*, season_id: int, user: Person, now: datetime) -> Substitute:
    """Offer to take over a place in a season, if asked."""
    player = access.enter(user)
    with held(season_id, now) as row:
        if row.phase in ENDED:
            raise Refusal("This season is over.")
        if not rules_of(row).substitutes:
            raise Refusal("This league has no substitutes.")
        access.welcome(row, player)
        if _has_played(row, player):
            raise Refusal("You have a place in this season, or had one, so you can't stand in.")
        return Substitute.objects.get_or_create(season=row, user=player, defaults={"since": now})[0]


def _has_played(row: Season, player: User) -> bool:
    """Tell whether somebody is or was of a season, beyond having registered for it."""
    places = row.entrants.filter(user=player).exclude(standing=Standing.ABSENT)
    return places.exclude(standing=Standing.WITHDRAWN, division=None).exists()


def take_back(*, season_id: int, user: Person, now: datetime) -> None:
    """Take back the offer to stand in."""
    with held(season_id, now) as row:
        if isinstance(user, User):
            row.substitutes.filter(user=user).delete()


def call(row: Season, now: datetime) -> datetime | None:
    """Ask the next substitutes for each place that is being left, if it is time.

    The caller holds the season. Return when to look again, None if nobody is being asked.
    """
    waits = [
        _call_for(row, entrant, now)
        for entrant in row.entrants.filter(standing=Standing.LEAVING).order_by("left_at", "pk")
    ]
    return min((each for each in waits if each is not None), default=None)


def _call_for(row: Season, entrant: Entrant, now: datetime) -> datetime | None:
    asked = list(row.substitutes.filter(asked_for=entrant))
    for each in asked:
        if each.asked_at is None or each.asked_at + ANSWER_WITHIN <= now:
            _pass_over(each, entrant)
    open_until = [
        each.asked_at + ANSWER_WITHIN for each in asked if each.asked_for_id and each.asked_at
    ]
    if open_until:
        return min(open_until)
    ready = row.substitutes.filter(asked_for=None, user__is_active=True).order_by("since", "pk")
    chosen = [each for each in ready if entrant.pk not in each.declined][:WAVE]
    for each in chosen:
        each.asked_for, each.asked_at = entrant, now
        each.save(update_fields=["asked_for", "asked_at"])
    telling.ask_to_stand_in(chosen, now)
    return now + ANSWER_WITHIN if chosen else None


def _pass_over(substitute: Substitute, entrant: Entrant) -> None:
    substitute.declined = [*substitute.declined, entrant.pk]
    substitute.asked_for = substitute.asked_at = None
    substitute.save(update_fields=["declined", "asked_for", "asked_at"])


def decline(*, season_id: int, user: Person, now: datetime) -> None:
    """Say no to the place one was asked for; others are asked at once."""
    player = access.enter(user)
    with held(season_id, now) as row:
        for each in row.substitutes.select_related("asked_for").filter(user=player):
            if each.asked_for is not None:
                _pass_over(each, each.asked_for)


def accept(*, season_id: int, user: Person, now: datetime) -> Entrant:
    """Take over the place one was asked for, with the promise to play to the end."""
    player = access.enter(user)
    with held(season_id, now) as row:
        own = row.substitutes.select_related("asked_for").filter(user=player).first()
        if own is None or own.asked_for is None:
            raise Refusal("Someone else has already taken the place. Thanks all the same.")
        return put_in(row, own.asked_for, player, now)


def put_in(row: Season, entrant: Entrant, player: User, now: datetime) -> Entrant:
    """Give a place that is being left to somebody else; the caller holds the season."""
    missed = row.entrants.filter(user=player, standing=Standing.ABSENT).first()
    other = missed.pk if missed else None
    change(row, lambda season: events.stand_in(season, entrant.pk, now, missed=other), now)
    entrant = Entrant.objects.get(pk=entrant.pk)
    passed_on = {"name": entrant.name, "user": entrant.user_id, "until": now.isoformat()}
    entrant.former = [*entrant.former, passed_on]
    entrant.user, entrant.name, entrant.agreed_at = player, player.display_name, now
    entrant.save(update_fields=["former", "user", "name", "agreed_at"])
    row.substitutes.filter(user=player).delete()
    row.substitutes.filter(asked_for=entrant).update(asked_for=None, asked_at=None)
    return entrant
