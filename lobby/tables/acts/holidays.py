"""People on holiday, who cannot sit down where the clock does not stop for it."""

from datetime import datetime, timedelta

from django.utils.formats import date_format

from accounts.rest import reading as rest_reading
from accounts.rest import week
from accounts.rest.rules import holiday
from accounts.users.models import User
from games.core.clock import TimeControl
from games.core.game import GameInfo
from games.core.language.text import Text
from games.core.table.agreement import Agreement, can_rest

# Whose holiday begins so soon would be away before a match is well under way.
SOON = timedelta(days=3)

AWAY = Text(
    "You're on holiday until {until}, and this table's clock doesn't stop for holidays. "
    "Tell us you're back, or choose a table where holidays stop the clock."
)
AWAY_OPENING = Text(
    "You're on holiday until {until}, and this table's clock doesn't stop for holidays. "
    "Tell us you're back, or let the clock stop for them."
)
SOON_AWAY = Text(
    "Your holiday starts on {day}, and this table's clock doesn't stop for holidays. "
    "Cancel your holiday, or choose a table where holidays stop the clock."
)
SOON_OPENING = Text(
    "Your holiday starts on {day}, and this table's clock doesn't stop for holidays. "
    "Cancel your holiday, or let the clock stop for them."
)


def refusal(
    *,
    user: User,
    info: GameInfo,
    control: TimeControl,
    agreement: Agreement,
    seats: int,
    now: datetime,
    opening: bool = False,
) -> Text | None:
    """Return why a holiday keeps a person from a table, and what to do, or None.

    Someone ``opening`` a table can change what it agrees on. Alone and in a duel everybody plays
    when it suits them.
    """
    if agreement.holiday or not can_rest(control) or not 1 < seats <= info.max_players:
        return None
    stretches = holiday.stretches(rest_reading.earned(user_id=user.pk))
    near = [each for each in stretches if now < each.to_at and each.from_at <= now + SOON]
    if not near:
        return None
    first = min(near)
    if first.from_at <= now:
        until = str(week.until(first.to_at, zone=user.zone, now=now))
        return (AWAY_OPENING if opening else AWAY).having(until=until)
    day = date_format(first.from_at.astimezone(user.zone), "l j F")
    return (SOON_OPENING if opening else SOON_AWAY).having(day=day)
