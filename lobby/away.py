"""Who is on vacation, and so cannot sit down where the clock does not stop for it."""

from datetime import datetime, timedelta

from django.utils.formats import date_format

from accounts import rest, week
from accounts.models import User
from accounts.quiet import vacation
from games.core.clock import TimeControl
from games.core.game import GameInfo
from games.core.house import HouseRules, can_rest

# Whose vacation begins so soon would be away before a match is well under way.
SOON = timedelta(days=3)


def refusal(
    *,
    user: User,
    info: GameInfo,
    control: TimeControl,
    house: HouseRules,
    seats: int,
    now: datetime,
    opening: bool = False,
) -> str:
    """Return why a vacation keeps a person from a table, and what to do; "" if it does not.

    Who is ``opening`` it may change what it agrees on. Alone and in a duel everybody plays when it
    suits.
    """
    if house.vacation or not can_rest(control) or not 1 < seats <= info.max_players:
        return ""
    stretches = vacation.stretches(rest.ledger(user_id=user.pk))
    near = [each for each in stretches if now < each.to_at and each.from_at <= now + SOON]
    if not near:
        return ""
    first = min(near)
    if first.from_at <= now:
        until = week.until(first.to_at, zone=user.zone, now=now)
        fact, remedy = f"You are on vacation until {until}", "Say that you are back"
    else:
        day = date_format(first.from_at.astimezone(user.zone), "l j F")
        fact, remedy = f"Your vacation begins on {day}", "Call it off"
    instead = (
        "let the clock of your table stop for it" if opening else "choose a table with vacation"
    )
    return (
        f"{fact}, and the clock of this table does not stop for vacation. {remedy}, or {instead}."
    )
