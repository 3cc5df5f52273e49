"""Substitutes: people who take over a seat that others have lost.

They are asked by mail in waves, those first who were asked least recently, until somebody takes the
seat or the match is over; until then the Easy computer player plays on. Whoever takes it plays for
the love of it: the result counts for nobody.
"""

import dataclasses
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Count, F

from accounts.notices import outbox as notifications
from accounts.trust import blocking
from games.core.errors import Refusal
from games.core.language.text import Text
from games.matches.answers import MatchOver, Outcome, Paused
from games.matches.between import vacancies
from games.matches.models import Match, Seat, SeatChange, SubstituteListing, Vacancy, VacancyCall
from games.matches.play.entering import begin_anew
from games.matches.play.held import Held, hold
from games.matches.play.seats.holding import change_hands
from games.matches.play.telling import notify_turn

# How many are asked at once, and after how long the next ones are: then all others, once a day.
WAVES = ((3, timedelta(hours=6)), (6, timedelta(hours=18)))
LATER_WAVES = timedelta(hours=24)
# A call that nobody answers is forgotten after this time, and its person can be asked again.
CALL_LASTS = timedelta(days=3)
MOST_CALLS = 2
MOST_CALLS_WITHIN = timedelta(hours=24)


class Taken(Refusal):
    """The seat has found somebody."""

    code = "taken"
    usual = Text("Someone else got there first and has taken the seat. Thanks all the same.")


def choose_listings(*, user_id: int, games: Collection[str], now: datetime) -> None:
    """Set for which games somebody is willing to take over a lost seat."""
    with transaction.atomic():
        own = SubstituteListing.objects.filter(user_id=user_id)
        own.exclude(game__in=games).delete()
        SubstituteListing.objects.bulk_create(
            [SubstituteListing(user_id=user_id, game=game, since=now) for game in sorted(games)],
            ignore_conflicts=True,
        )


# --- Asking ---------------------------------------------------------------------------------------


def call_substitutes(*, vacancy_id: int, now: datetime) -> int:
    """Ask the next wave for a lost seat, if it is time; return how many people that were."""
    with transaction.atomic():
        due = Vacancy.objects.filter(closed_at__isnull=True, next_wave_at__lte=now)
        locked = due.select_for_update(of=("self",), skip_locked=True, no_key=True)
        vacancy = locked.select_related("match").filter(pk=vacancy_id).first()
        if vacancy is None or vacancy.match.quarantined_at:
            return 0
        with connection.cursor() as cursor:  # one at a time: nobody is to be asked twice at once
            cursor.execute("LOCK TABLE matches_vacancycall IN SHARE ROW EXCLUSIVE MODE")
        count, wait = (None, LATER_WAVES)
        if vacancy.wave < len(WAVES):
            count, wait = WAVES[vacancy.wave]
        chosen = _candidates(vacancy, now)[:count]
        ask_substitutes(vacancy, chosen, now)
        vacancy.wave += 1
        vacancy.next_wave_at = now + wait
        vacancy.save(update_fields=["wave", "next_wave_at"])
    return len(chosen)


def _candidates(vacancy: Vacancy, now: datetime) -> list[int]:
    """Return who can be asked now, by user id: the least recently asked first."""
    match = vacancy.match
    calls = VacancyCall.objects.filter(asked_at__gt=now - CALL_LASTS)
    unanswered = calls.filter(declined_at__isnull=True, vacancy__closed_at__isnull=True)
    lately = VacancyCall.objects.filter(asked_at__gt=now - MOST_CALLS_WITHIN).values("user_id")
    often = lately.annotate(times=Count("pk")).filter(times__gte=MOST_CALLS)
    people = vacancies.people_of(match)
    members = (
        SubstituteListing.objects.filter(game=match.game)
        .exclude(user_id__in=people)
        .exclude(user_id__in=blocking.apart_from(user_ids=people))
        .exclude(user_id__in=vacancy.calls.values("user_id"))
        .exclude(user_id__in=unanswered.values("user_id"))
        .exclude(user_id__in=often.values("user_id"))
        .order_by(F("last_asked_at").asc(nulls_first=True), "since", "pk")
    )
    willing = list(members.values_list("user_id", flat=True))
    reached = notifications.reachable(user_ids=willing, kind="vacancy")
    return [user_id for user_id in willing if user_id in reached]


def ask_substitutes(vacancy: Vacancy, chosen: list[int], now: datetime) -> None:
    """Ask these people for a lost seat."""
    calls = [VacancyCall(vacancy=vacancy, user_id=user_id, asked_at=now) for user_id in chosen]
    VacancyCall.objects.bulk_create(calls)
    SubstituteListing.objects.filter(user_id__in=chosen).update(last_asked_at=now)
    notifications.schedule_all(
        notices=[
            notifications.Notice(
                user_id=user_id,
                kind="vacancy",
                key=f"vacancy:{vacancy.pk}:{user_id}",
                ref={"vacancy": vacancy.pk},
                due_at=now,
            )
            for user_id in chosen
        ]
    )


# --- Answering ------------------------------------------------------------------------------------


def decline_call(*, vacancy_id: int, user_id: int, now: datetime) -> None:
    """Say no to a seat; whoever was asked for none says nothing."""
    calls = VacancyCall.objects.filter(vacancy_id=vacancy_id, user_id=user_id)
    calls.filter(declined_at__isnull=True).update(declined_at=now)


def cover(*, vacancy_id: int, user_id: int, name: str, now: datetime) -> Outcome:
    """Give a lost seat to somebody who was asked, under this name; the first one gets it.

    Raise Taken, or Refusal with the reason. A turn that runs begins anew.
    """
    match_id = Vacancy.objects.values_list("match_id", flat=True).get(pk=vacancy_id)
    with hold(match_id, now=now) as held:
        vacancy = Vacancy.objects.select_for_update(no_key=True).get(pk=vacancy_id)
        seat = held.seats[vacancy.player]
        if not held.is_running:
            raise MatchOver
        if seat.user_id == user_id and seat.covers and not seat.resigned_at and not seat.lost_at:
            return dataclasses.replace(held.outcome, replayed=True)
        _check_may_cover(held.match, vacancy, user_id)
        vacancy.closed_at, vacancy.next_wave_at = now, None
        vacancy.save(update_fields=["closed_at", "next_wave_at"])
        former = sit_down(held, seat, user_id, name)
        if held.match.to_move == seat.player:
            begin_anew(held, now)
        kind = SeatChange.Kind.COVERED
        change_hands(held, seat.player, kind, by=user_id, former=former)
        if held.match.to_move == seat.player:
            notify_turn(held, moved=True)
    return held.outcome


def _check_may_cover(match: Match, vacancy: Vacancy, user_id: int) -> None:
    if vacancy.closed_at:
        raise Taken
    if match.quarantined_at:
        raise Paused
    if not vacancy.calls.filter(user_id=user_id).exists():
        raise Refusal("This seat wasn't offered to you.")
    if user_id in vacancies.people_of(match):
        raise Refusal("You already have a seat at this table, or had one earlier.")
    if user_id in blocking.apart_from(user_ids=vacancies.people_of(match)):
        raise Refusal("You can't take this seat.")


def sit_down(held: Held, seat: Seat, user_id: int, name: str) -> int | None:
    """Make a seat somebody's own, with nothing left of what its former owner spent or wished.

    Return the former owner's id.
    """
    former = seat.user_id
    seat.user_id, seat.name, seat.controller = user_id, name, Seat.Controller.HUMAN
    seat.covers = True
    seat.resigned_at = seat.lost_at = seat.substituted_at = None
    seat.present_until = seat.heard_by = None
    seat.spells = seat.excuses = 0
    seat.plays_forced = False
    seat.save()
    held.forget_clock()
    return former
