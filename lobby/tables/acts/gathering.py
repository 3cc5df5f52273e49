"""Tables of people whom somebody else has brought together: they begin at once."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.users.models import User
from games.core.clock import TimeControl
from games.core.table.agreement import Agreement
from games.matches.models.agreement import columns
from games.matches.play import SeatPlan, start_duel, start_matches
from games.registry import game_class
from lobby.tables.choices import StartRule, Status, Visibility
from lobby.tables.models import Lobby, LobbySeat

GONE = SeatPlan(name="Easy computer", level="easy")
People = Sequence[User | None]  # in the order of their seats; None: the computer sits


def seat_all(
    *,
    game: str,
    options: Mapping[str, Any],
    control: TimeControl,
    agreement: Agreement,
    tables: Iterable[tuple[People, datetime]],
    now: datetime,
) -> list[Lobby]:
    """Begin a match at each of some tables, all of them or none; duels in a game for one.

    Each table comes with its people, and with when its duel closes. Raise BadData if number, clock
    or settings do not fit.
    """
    facts: dict[str, Any] = {"game": game, "options": options, "control": control, "now": now}
    most = game_class(game).info.max_players
    columns_of_all = {
        "game": game,
        "options": options,
        **columns(control, agreement),
        "visibility": Visibility.PRIVATE,
        "start_rule": StartRule.FULL,
        "status": Status.STARTED,
        "created_at": now,
    }
    with transaction.atomic(savepoint=False):
        planned = [(people, _plans(people), closes_at) for people, closes_at in tables]
        together = [plans for _, plans, _ in planned if len(plans) <= most]
        matches = iter(start_matches(**facts, arranged=True, agreement=agreement, tables=together))
        begun, seated = [], []
        for people, plans, closes_at in planned:
            if len(plans) > most:
                duel = start_duel(**facts, arranged=True, entrants=plans, closes_at=closes_at)
                table = Lobby(**columns_of_all, duel=duel)
            else:
                table = Lobby(**columns_of_all, match=next(matches))
            begun.append(table)
            seated += [
                LobbySeat(lobby=table, index=index, user=one, level="" if one else GONE.level)
                for index, one in enumerate(people)
            ]
        Lobby.objects.bulk_create(begun)
        LobbySeat.objects.bulk_create(seated)
    return begun


def _plans(people: People) -> list[SeatPlan]:
    return [GONE if one is None else SeatPlan(one.display_name, one.pk) for one in people]
