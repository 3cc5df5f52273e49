"""Tables of people whom somebody else has brought together: they begin at once."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.users.models import User
from games.core.clock import TimeControl
from games.core.table.house import HouseRules
from games.matches.models.agreement import columns
from games.matches.play import SeatPlan, start_duel, start_match
from games.registry import game_class
from lobby.tables.choices import StartRule, Status, Visibility
from lobby.tables.models import Lobby, LobbySeat

GONE = SeatPlan(name="Easy computer", level="easy")


def seat_all(
    *,
    game: str,
    options: Mapping[str, Any],
    control: TimeControl,
    house: HouseRules,
    people: Sequence[User | None],
    now: datetime,
    closes_at: datetime | None = None,
) -> Lobby:
    """Begin a match of these people in this order of seats; a duel in a game for one.

    Where somebody is there no more (None), the computer sits. A duel closes at ``closes_at``. Raise
    BadData if number, clock or settings do not fit.
    """
    plans = [GONE if one is None else SeatPlan(one.display_name, one.pk) for one in people]
    facts: dict[str, Any] = {"game": game, "options": options, "control": control, "now": now}
    facts["arranged"] = True
    with transaction.atomic(savepoint=False):
        if len(plans) > game_class(game).info.max_players:
            began: dict[str, Any] = {
                "duel": start_duel(**facts, entrants=plans, closes_at=closes_at)
            }
        else:
            began = {"match": start_match(**facts, house=house, seats=plans)}
        table = Lobby.objects.create(
            game=game,
            options=options,
            **columns(control, house),
            visibility=Visibility.PRIVATE,
            start_rule=StartRule.FULL,
            status=Status.STARTED,
            created_at=now,
            **began,
        )
        LobbySeat.objects.bulk_create(
            LobbySeat(lobby=table, index=index, user=one, level="" if one else GONE.level)
            for index, one in enumerate(people)
        )
    return table
