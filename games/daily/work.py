"""Making challenges ahead of time: a few seconds at once, so that nothing else waits for it.

Each piece of work takes a challenge that nobody is at work on, today's before tomorrow's, weighs
turns for some seconds, and stores what it found. Whoever dies meanwhile has lost these seconds.
"""

import logging
import time
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Min, Q
from django.urls import reverse

from config.meters import queues
from games.core import codec
from games.core.clock import Pace
from games.core.extras.protocols import options_at
from games.core.game import Player
from games.core.review.report import Turn
from games.core.table import options as table_options
from games.daily import days, finding, shipped
from games.daily.binding import rules_of
from games.daily.finding import Candidate
from games.daily.models import Challenge, Position
from games.daily.shipped import FirstDays
from games.matches import play
from games.registry import load_game, looks_of, version_of
from games.thinking.judges import judge_of
from games.words.lists.lexicon import NotLoaded, newest

logger = logging.getLogger(__name__)

PIECE = 5.0  # seconds of work at once
CLAIM = timedelta(seconds=90)  # after which whoever claimed a challenge must have died

Status = Challenge.Status


def usual_options(game: str) -> dict[str, Any]:
    """Return the settings by which challenges in a game are played, as JSON."""
    return table_options.write(options_at(load_game(game), Pace.LIVE))


def begin(*, now: datetime) -> int:
    """Have a challenge of each game for today and tomorrow; return how many are new.

    One that couldn't be made is tried again as soon as the game's code is another.
    """
    today = days.day_of(now)
    both = (today, today + days.DAY)
    known = {(one.day, one.game): one for one in Challenge.objects.filter(day__in=both)}
    for one in known.values():
        if one.status == Status.FAILED and one.version != version_of(one.game):
            one.status = Status.WAITING
            one.save(update_fields=["status"])
    every = [(day, game) for day in both for game in settings.GAMES]
    wanted = [each for each in every if each not in known]

    def begin_one(wanted_one: tuple[date, str]) -> bool:
        day, game = wanted_one
        return _begin(game, day, now)

    return sum(queues.each("sweep_daily", lambda _more: wanted, begin_one, now=now))


def _begin(game: str, day: date, now: datetime) -> bool:
    try:
        facts = _facts(game)
    except NotLoaded:
        return False  # the next sweep tries again
    with transaction.atomic():
        challenge, is_new = Challenge.objects.get_or_create(
            game=game, day=day, defaults={**facts, "wanted_at": now}
        )
        if is_new and (known := _shipped(challenge)):
            challenge.version, challenge.looks = known.version, known.looks
            day_of_site = known.days[_number(challenge)]
            rows = [(one.slot, one.player, one.state, one.turn) for one in day_of_site]
            _store(challenge, rows, now)
        if is_new and days.is_alone(game):
            challenge.duel = play.open_duel(
                opens_at=days.opens_at(day),
                closes_at=days.closes_at(day),
                told_at=reverse("daily-day", args=[game, day]),
            )
            challenge.status, challenge.made_at = Status.READY, now
            challenge.save()
    return is_new


def _shipped(challenge: Challenge) -> FirstDays | None:
    """Return what came with the release, if it has something for this day of the site.

    It's of no use where rules, settings or words are other ones than those it was made by.
    """
    known = shipped.first_days(challenge.game)
    if known is None or _number(challenge) >= len(known.days):
        return None
    words = challenge.word_list_version.sha256 if challenge.word_list_version else ""
    made_by = known.rules_version, known.options, known.words
    if made_by != (challenge.rules_version, challenge.options, words):
        return None
    return known


def _number(challenge: Challenge) -> int:
    """Return which day with this game it is on this site, from 0."""
    first = Challenge.objects.filter(game=challenge.game).aggregate(day=Min("day"))["day"]
    return int((challenge.day - first).days)


def _facts(game: str) -> dict[str, Any]:
    """Return what a new challenge is made by: the usual settings and the newest words."""
    options = usual_options(game)
    rules = load_game(game, options)
    return {
        "options": options,
        "word_list_version_id": newest(rules.options.word_list) if rules.info.uses_words else None,
        "rules_version": rules.info.rules_version,
        "version": version_of(game),
        "looks": looks_of(game),
    }


def is_any_waiting() -> bool:
    """Tell whether any challenge is still to be made."""
    return Challenge.objects.filter(status=Status.WAITING).exists()


def work(*, now: datetime, seconds: float = PIECE) -> bool:
    """Work for some seconds on the challenge that is next; tell whether any was waiting."""
    challenge = _claim(now)
    if challenge is None:
        return False
    try:
        _go_on(challenge, now, seconds)
    except Exception:
        queues.put_off("sweep_daily", (challenge.day, challenge.game), now=now)
        logger.exception("%s: it couldn't be made", challenge)
        challenge.status, challenge.course = Status.FAILED, None
        challenge.claimed_until = None
        challenge.save()
    return True


def _claim(now: datetime) -> Challenge | None:
    free = Q(claimed_until__isnull=True) | Q(claimed_until__lte=now)
    waiting = Challenge.objects.filter(free, status=Status.WAITING)
    order = "day", F("worked_at").asc(nulls_first=True), "pk"
    with transaction.atomic():
        challenge = waiting.select_for_update(skip_locked=True).order_by(*order).first()
        if challenge is not None:
            challenge.claimed_until = now + CLAIM
            challenge.save(update_fields=["claimed_until"])
    return challenge


def _go_on(challenge: Challenge, now: datetime, seconds: float) -> None:
    """Weigh some more turns, and store the positions once all have been weighed."""
    if challenge.version != version_of(challenge.game):  # the site has a newer version since
        for name, value in _facts(challenge.game).items():
            setattr(challenge, name, value)
        challenge.course, challenge.judged, challenge.seconds = None, 0, 0.0
    found: dict[int, list[Candidate]] = {
        int(slot): list(codec.decode(one, tuple[Candidate, ...]))
        for slot, one in (challenge.course or {}).items()
    }
    rules, began = rules_of(challenge), time.monotonic()

    def secret_of(slot: int) -> bytes:
        return days.secret_of(challenge.game, challenge.day, slot)

    facts: dict[str, Any] = {"secret_of": secret_of, "looks": challenge.looks}
    for slot, candidate in finding.weighing(rules, judge_of(challenge.game), found, **facts):
        found.setdefault(slot, []).append(candidate)
        challenge.judged += 1
        if time.monotonic() - began >= seconds:
            break
    else:
        made = finding.positions(rules, judge_of(challenge.game), found, **facts)
        challenge.seconds += time.monotonic() - began
        _store(
            challenge,
            [
                (slot, at.player, rules.encode_state(at.state), codec.encode(turn, Turn))
                for slot, at, turn in made
            ],
            now,
        )
        return
    challenge.course = {
        str(slot): codec.encode(tuple(one), tuple[Candidate, ...]) for slot, one in found.items()
    }
    challenge.worked_at, challenge.claimed_until = now, None
    challenge.seconds += time.monotonic() - began
    challenge.save()


def _store(
    challenge: Challenge, rows: list[tuple[int, Player, codec.JSON, codec.JSON]], now: datetime
) -> None:
    """Store positions, each of a slot with its player, its state and its turn as judged."""
    positions = [
        Position(
            challenge=challenge, number=number, slot=slot, player=player, state=state, turn=turn
        )
        for number, (slot, player, state, turn) in enumerate(rows, start=1)
    ]
    challenge.status, challenge.made_at, challenge.course = Status.READY, now, None
    challenge.worked_at, challenge.claimed_until = now, None
    with transaction.atomic():
        challenge.positions.all().delete()
        Position.objects.bulk_create(positions)
        challenge.save()
