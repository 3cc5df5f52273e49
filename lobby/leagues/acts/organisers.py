"""What organisers and referees do: each act checks their power and is in the ledger.

``reason`` is for everybody to read. What cannot be done raises Refusal for the person who
tried, NotAllowed if others may do it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.users.models import User
from games.core.errors import Refusal
from games.matches import play
from lobby.leagues.acts import ledger, substitutes
from lobby.leagues.acts.rows import changing, undoing
from lobby.leagues.mails import telling
from lobby.leagues.models import Announcement, Entrant, Fixture, League, Season, StepDone
from lobby.leagues.reading import access
from lobby.leagues.reading import values as rows
from lobby.leagues.reading.access import Power
from lobby.leagues.reading.agreed import is_readable
from lobby.leagues.reading.values import key_of
from lobby.leagues.season import values as s
from lobby.leagues.season.actions import organisers as rulings
from lobby.leagues.season.actions import players as events
from lobby.leagues.season.actions import starting
from lobby.leagues.season.values import Phase, Standing
from lobby.permission import NotAllowed, Person, insist_on_voice

ENDED = (Phase.FINISHED, Phase.CANCELLED)
RECALLED = 2  # seasons whose players hear what organisers say
MOST_WORDS_A_WEEK = 3
WEEK = timedelta(days=7)
RULED = frozenset({"refused", "removed", "moved", "settled", "annulled", "extended"})

Choice = Callable[[s.Season], Sequence[s.Effect]]


@contextmanager
def _acting(
    season_id: int, user: Person, power: Power, now: datetime
) -> Iterator[tuple[Season, User]]:
    """Hold a season's row for somebody who has a power in its league."""
    with changing.held(season_id, now) as row:
        yield row, access.insist(user, row.league, power)


def _enter(
    row: Season,
    by: User,
    kind: str,
    reason: str,
    now: datetime,
    *,
    concerns: Sequence[int | None] = (),
    **data: Any,
) -> None:
    ledger.enter(
        league=row.league,
        by=by,
        kind=kind,
        reason=reason,
        data={"season": row.number, **data},
        now=now,
        concerns=[user for user in concerns if user is not None],
    )


# --- The season -----------------------------------------------------------------------------------


def hold(*, season_id: int, user: Person, reason: str, now: datetime) -> Season:
    """Put a season on hold: no step runs, but matches go on."""
    with _acting(season_id, user, Power.RUN, now) as (row, by):
        if row.phase in ENDED:
            raise Refusal("This season is over.")
        if row.held_at is None:
            row.held_at = now
            row.save(update_fields=["held_at"])
            _enter(row, by, "hold", reason, now)
    return row


def go_on(*, season_id: int, user: Person, reason: str, now: datetime) -> Season:
    """Let the steps of a held season run again; what has fallen due meanwhile happens now."""
    with _acting(season_id, user, Power.RUN, now) as (row, by):
        if row.held_at is not None:
            if not is_readable(row):
                raise Refusal("We still can't read this season's rules. Ask whoever runs the site.")
            row.held_at = row.unreadable_at = None
            row.save(update_fields=["held_at", "unreadable_at"])
            _enter(row, by, "go_on", reason, now)
    return row


def undo(
    *, season_id: int, user: Person, reason: str, now: datetime, step_id: int | None = None
) -> StepDone:
    """Take the last step of a season back, and put the season on hold."""
    with _acting(season_id, user, Power.RUN, now) as (row, by):
        step = undoing.undo(row, step_id, now)
        row.held_at = row.held_at or now
        row.save(update_fields=["held_at"])
        told = row.entrants.filter(standing__in=[Standing.REGISTERED, Standing.PLAYING])
        concerns = list(told.values_list("user_id", flat=True))
        facts = {"step": step.key, "counts": step.counts}
        _enter(row, by, "undo", reason, now, concerns=concerns, **facts)
    return step


def postpone(
    *, season_id: int, user: Person, starts_at: datetime, reason: str, now: datetime
) -> Season:
    """Give a season that has not been drawn up another start; check-in moves with it."""
    with _acting(season_id, user, Power.CHANGE, now) as (row, by):
        if row.phase not in (Phase.PLANNED, Phase.REGISTRATION, Phase.CHECK_IN):
            raise Refusal(
                "The divisions have already been drawn up, so you can't change the dates."
            )
        if not now < starts_at <= now + timedelta(days=366):
            raise Refusal("The start has to be in the future, no more than a year ahead.")
        check_in_at = max(now, row.check_in_at + (starts_at - row.starts_at))
        effect = s.Postponed(check_in_at, starts_at)
        former = row.starts_at
        changing.change(row, lambda _: [effect], now)
        people = row.entrants.exclude(standing=Standing.WITHDRAWN).values_list("user_id", flat=True)
        _enter(
            row,
            by,
            "dates",
            reason,
            now,
            concerns=list(people),
            former=former.isoformat(),
            starts_at=starts_at.isoformat(),
        )
    return row


def start_now(*, season_id: int, user: Person, reason: str, now: datetime) -> Season:
    """Have a season begin at once instead of at its planned start; once, however often asked.

    Players hear of it from the steps that follow, so the entry tells them nothing.
    """
    with _acting(season_id, user, Power.CHANGE, now) as (row, by):
        value = rows.value_of(row)
        if starting.has_been_told(value, now):
            return row
        effects = starting.start_now(value, now)
        changing.carry_out(row, value, effects, now)
        planned = value.starts_at.isoformat()
        _enter(row, by, "start", reason, now, planned=planned)
    return row


# --- Its people -----------------------------------------------------------------------------------


def accept(*, season_id: int, user: Person, entrant_id: int, now: datetime) -> Entrant:
    """Let somebody in who asks to join; no reason is needed for a yes."""
    with _acting(season_id, user, Power.PEOPLE, now) as (row, _):
        changing.change(row, lambda season: events.accept(season, entrant_id), now)
    return Entrant.objects.get(pk=entrant_id)


def refuse(*, season_id: int, user: Person, entrant_id: int, reason: str, now: datetime) -> Entrant:
    """Do not let somebody in who asks to join."""
    return _about(
        season_id, user, entrant_id, lambda season: events.refuse(season, entrant_id, now),
        kind="refuse", reason=reason, now=now,
    )  # fmt: skip


def remove(*, season_id: int, user: Person, entrant_id: int, reason: str, now: datetime) -> Entrant:
    """Take somebody out of a season; their place is given up at once."""
    return _about(
        season_id, user, entrant_id, lambda season: events.remove(season, entrant_id, now),
        kind="remove", reason=reason, now=now,
    )  # fmt: skip


def move(
    *, season_id: int, user: Person, entrant_id: int, level: int, reason: str, now: datetime
) -> Entrant:
    """Have somebody play in another division, before the first round."""
    return _about(
        season_id, user, entrant_id, lambda season: rulings.move(season, entrant_id, level),
        kind="move", reason=reason, now=now, level=level,
    )  # fmt: skip


def _about(
    season_id: int,
    user: Person,
    entrant_id: int,
    choose: Choice,
    *,
    kind: str,
    reason: str,
    now: datetime,
    **data: Any,
) -> Entrant:
    """Carry out what somebody decides about one place, and write it down."""
    with _acting(season_id, user, Power.PEOPLE, now) as (row, by):
        entrant = place_in(row, entrant_id)
        changing.change(row, _without_words(choose), now)
        about = {"entrant": entrant.name, "place": entrant_id, **data}
        _enter(row, by, kind, reason, now, concerns=[entrant.user_id], **about)
    return Entrant.objects.get(pk=entrant_id)


def _without_words(choose: Choice) -> Choice:
    """Return a choice that leaves out what those concerned read in the notice of the ruling."""
    return lambda season: [
        each for each in choose(season) if not (isinstance(each, s.Told) and each.notice in RULED)
    ]


def place_in(row: Season, entrant_id: int) -> Entrant:
    """Return a place of a season; raise Refusal if it has none of this id."""
    entrant = row.entrants.filter(pk=entrant_id).first()
    if entrant is None:
        raise Refusal("There's no such player in this season.")
    return entrant


def substitute(
    *, season_id: int, user: Person, entrant_id: int, other: User, reason: str, now: datetime
) -> Entrant:
    """Give a place to a substitute who is ready; whoever held it has left, or has to now."""
    with _acting(season_id, user, Power.PEOPLE, now) as (row, by):
        entrant = place_in(row, entrant_id)
        if not row.substitutes.filter(user=other).exists():
            raise Refusal("Choose someone from the list of substitutes.")
        former, former_name = entrant.user_id, entrant.name
        if entrant.standing == Standing.PLAYING:
            changing.change(
                row, lambda _: [s.EntrantChanged(entrant_id, Standing.LEAVING, now)], now
            )
        entrant = substitutes.put_in(row, entrant, other, now)
        _enter(
            row,
            by,
            "substitute",
            reason,
            now,
            concerns=[former, other.pk],
            entrant=former_name,
            substitute=other.display_name,
        )
    return entrant


# --- Its matches ----------------------------------------------------------------------------------


def settle(
    *, fixture_id: int, user: Person, places: Sequence[int], reason: str, now: datetime
) -> Fixture:
    """Give a match a result: a place for each seat, 1 the best, 0 for nothing at all."""
    return _rule(
        fixture_id, user, lambda season, key: rulings.settle(season, key, places, now),
        kind="settle", reason=reason, now=now, places=list(places),
    )  # fmt: skip


def annul(*, fixture_id: int, user: Person, reason: str, now: datetime) -> Fixture:
    """Have a match count for nobody."""
    return _rule(
        fixture_id, user, lambda season, key: rulings.annul(season, key),
        kind="annul", reason=reason, now=now,
    )  # fmt: skip


def give_time(*, fixture_id: int, user: Person, days: int, reason: str, now: datetime) -> Fixture:
    """Give a match some days more, and whoever is to move as much for their turn."""
    fixture = _rule(
        fixture_id, user, lambda season, key: rulings.give_time(season, [key], days),
        kind="time", reason=reason, now=now, days=days,
    )  # fmt: skip
    if fixture.lobby is not None and fixture.lobby.match_id is not None:
        play.add_time(match_id=fixture.lobby.match_id, time=timedelta(days=days), now=now)
    return fixture


def _rule(
    fixture_id: int,
    user: Person,
    choose: Callable[[s.Season, s.Key], Sequence[s.Effect]],
    *,
    kind: str,
    reason: str,
    now: datetime,
    **data: Any,
) -> Fixture:
    """Carry out what a referee decides about one match, and write it down."""
    season_id = Fixture.objects.values_list("season_id", flat=True).get(pk=fixture_id)
    with _acting(season_id, user, Power.RULE, now) as (row, by):
        fixture = row.fixtures.select_related("division").get(pk=fixture_id)
        key = key_of(fixture)
        seats = list(fixture.seats.select_related("entrant"))
        _insist_on_distance(by, seats)
        changing.change(row, _without_words(lambda season: choose(season, key)), now)
        players = [seat.entrant.name for seat in seats]
        facts: Mapping[str, Any] = {"fixture": list(key), "players": players, **data}
        concerns = [seat.entrant.user_id for seat in seats]
        _enter(row, by, kind, reason, now, concerns=concerns, **facts)
    return Fixture.objects.select_related("lobby", "division", "season").get(pk=fixture_id)


def _insist_on_distance(by: User, seats: Sequence[Any]) -> None:
    """Refuse people who would decide about a match of their own."""
    if any(seat.entrant.user_id == by.pk for seat in seats):
        raise NotAllowed("You're playing in this match, so someone else has to rule on it.")


# --- Words ----------------------------------------------------------------------------------------


def announce(*, league_id: int, user: Person, text: str, now: datetime) -> Announcement:
    """Say something to everyone who plays or stood ready lately; three times a week at most."""
    text = text.replace("\r\n", "\n").replace("\0", "").strip()
    if not 1 <= len(text) <= 2000:
        raise Refusal("Write a message of up to 2000 characters.")
    with transaction.atomic():
        league = League.objects.select_for_update(no_key=True).get(pk=league_id)
        by = access.insist(user, league, Power.SAY)
        insist_on_voice(by, now)
        if league.announcements.filter(at__gt=now - WEEK).count() >= MOST_WORDS_A_WEEK:
            raise Refusal(
                "You can't make more than {most} announcements a week,"
                " because everyone gets a notification each time.",
                most=MOST_WORDS_A_WEEK,
            )
        word = Announcement.objects.create(league=league, by=by, at=now, text=text)
        telling.tell_of_word(word, members_of(league) - {by.pk}, now)
    return word


def members_of(league: League) -> set[int]:
    """Return the users who play in a league or stand ready, and those who run it."""
    lately = list(league.seasons.order_by("-number").values_list("pk", flat=True)[:RECALLED])
    playing = Entrant.objects.filter(season__in=lately, user__isnull=False)
    playing = playing.exclude(standing=Standing.WITHDRAWN)
    ready = User.objects.filter(substitutes__season__in=lately)
    return {
        *playing.values_list("user_id", flat=True),
        *ready.values_list("pk", flat=True),
        *league.roles.values_list("user_id", flat=True),
    }
