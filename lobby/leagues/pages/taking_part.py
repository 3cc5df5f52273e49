"""What somebody is in a season, and what they can do about it now, for the pages that say so."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from typing import TYPE_CHECKING

from django.http import HttpRequest

from games.core.language.text import Text
from lobby.leagues.reading import access, agreed, divisions, people
from lobby.leagues.reading.people import Task
from lobby.leagues.season.field import rounds_of
from lobby.leagues.season.rules import Format, Rules, Schedule, Withdrawal
from lobby.leagues.season.values import Phase
from lobby.permission import Person

if TYPE_CHECKING:
    from lobby.leagues.models import Entrant, Season, Substitute

IN = ("registered", "playing", "leaving", "waiting", "asking")
# What happens to your matches if you leave: at once, or if no substitute is found.
LEAVING = {
    Withdrawal.KEEP.value: Text("The matches you've played count, and you lose the rest."),
    Withdrawal.HALF.value: Text(
        "If you've played fewer than half of your matches, none of them count. Otherwise they "
        "count, and you lose the rest."
    ),
    Withdrawal.ANNUL.value: Text("None of your matches count, for anyone."),
}
SUBSTITUTED = {
    Withdrawal.KEEP.value: Text(
        "We'll spend up to 2 days looking for a substitute. If nobody takes your place, the "
        "matches you've played count, and you lose the rest."
    ),
    Withdrawal.HALF.value: Text(
        "We'll spend up to 2 days looking for a substitute. If nobody takes your place, you "
        "lose the matches you haven't played. If you've played fewer than half, none of your "
        "matches count."
    ),
    Withdrawal.ANNUL.value: Text(
        "We'll spend up to 2 days looking for a substitute. If nobody takes your place, none "
        "of your matches count, for anyone."
    ),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Standing:
    """What a visitor is in a season, and what the page offers them."""

    season: Season
    rules: Rules
    entrant: Entrant | None
    substitute: Substitute | None
    refusal: Text | None  # why they can take no part at all
    tasks: list[Task]
    may_join: bool
    may_check_in: bool
    may_leave: bool
    may_stand_in: bool
    excuses_left: int
    rounds_to_miss: tuple[int, ...]

    @property
    def may_excuse(self) -> bool:
        """Tell whether there is a round they can miss."""
        return bool(self.excuses_left and self.rounds_to_miss)

    @property
    def has_half_points(self) -> bool:
        """Tell whether a round missed counts as a draw."""
        return self.rules.format in (Format.SWISS, Format.TABLES)

    @property
    def is_in(self) -> bool:
        """Tell whether the visitor has a place, or had one and did not check in."""
        return self.entrant is not None

    @property
    def leaving_words(self) -> Text:
        """Return what happens to their matches if they leave."""
        lost = LEAVING[self.rules.withdrawal]
        return SUBSTITUTED[self.rules.withdrawal] if self.rules.substitutes else lost


def standing_of(request: HttpRequest, season: Season | None, *, now: datetime) -> Standing | None:
    """Return what a visitor is in a season; None without a season."""
    if season is None:
        return None
    user_id = request.user.pk
    entrant = people.entrant_of(season=season, user_id=user_id)
    rules = agreed.rules_of(season)
    phase = Phase(season.phase)
    there = entrant is not None and entrant.standing in IN
    over = phase in (Phase.FINISHED, Phase.CANCELLED)
    substitute = people.substitute_of(season=season, user_id=user_id)
    signed_in = request.user.is_authenticated
    return Standing(
        season=season,
        rules=rules,
        entrant=entrant,
        substitute=substitute,
        refusal=_refusal(request.user, season) if signed_in else None,
        tasks=_tasks(entrant, rules, now) if entrant and phase is Phase.PLAYING else [],
        may_join=not there and phase in (Phase.REGISTRATION, Phase.CHECK_IN),
        may_check_in=_checks_in(entrant, phase),
        may_leave=there and not over and entrant is not None and entrant.standing != "leaving",
        may_stand_in=rules.substitutes and not there and not over and substitute is None
        and phase in (Phase.DRAWN_UP, Phase.PLAYING),
        excuses_left=max(0, rules.excuses - len(entrant.away)) if entrant else 0,
        rounds_to_miss=_rounds_to_miss(entrant, season, rules),
    )  # fmt: skip


def _refusal(user: Person, season: Season) -> Text | None:
    """Return why somebody can take no part, whatever the season would allow."""
    return access.refusal(user) or access.unwelcome(season, user)


def _tasks(entrant: Entrant, rules: Rules, now: datetime) -> list[Task]:
    return people.tasks_of(entrant=entrant, no_show_days=rules.no_show_days, now=now)


def _rounds_to_miss(entrant: Entrant | None, season: Season, rules: Rules) -> tuple[int, ...]:
    """Return the rounds of which somebody can still be excused: the one that runs, and later."""
    if entrant is None or entrant.standing != "playing" or entrant.division is None:
        return ()
    if season.phase not in (Phase.DRAWN_UP, Phase.PLAYING) or rules.schedule == Schedule.AT_ONCE:
        return ()
    level = entrant.division.level
    group = divisions.group_of(season=season, level=level)
    assert group is not None  # noqa: S101 - they play in it
    most = rounds_of(group.value, level)
    return tuple(n for n in range(max(season.rounds, 1), most + 1) if n not in entrant.away)


def _checks_in(entrant: Entrant | None, phase: Phase) -> bool:
    registered = entrant is not None and entrant.standing in ("registered", "waiting")
    return registered and phase is Phase.CHECK_IN and not (entrant and entrant.checked_in)
