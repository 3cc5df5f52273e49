"""Which trophies there are, and what earns each of them: functions of what somebody has played.

Milestones follow from somebody's results in the order in which these ended. Whoever has one keeps
it. Those of leagues follow from a season's final places, and go if these turn out otherwise.
"""

import dataclasses
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from lobby.leagues.reading.honours import Honour
from lobby.records.models import Outcome

FIRST_PLACES = 3
FEWEST_BEHIND = 1  # whom a place is in front of: the last of a division gets no trophy for it
IN_A_ROW = 5
MANY_PEOPLE = 10
LONG_WORD = 7


class Kind(TextChoices):
    """A kind of trophy, by its name on the profile."""

    FIRST = "first", _("First post")
    TEN = "ten", _("Ten matches")
    HUNDRED = "hundred", _("A hundred matches")
    WIN = "win", _("A win")
    ROW = "row", _("Five in a row")
    CLOSE = "close", _("By a whisker")
    COMPANY = "company", _("Good company")
    SET = "set", _("The whole set")
    WORD = "word", _("Seven letters")
    PLACE = "place", _("On the podium")
    PROMOTED = "promoted", _("Promoted")
    ON_TIME = "on_time", _("Never late")


WHY = {
    Kind.FIRST: _("A first match with someone else"),
    Kind.TEN: _("10 matches with other people"),
    Kind.HUNDRED: _("100 matches with other people"),
    Kind.WIN: _("A first win"),
    Kind.ROW: _("5 wins in a row"),
    Kind.CLOSE: _("A win by a single point"),
    Kind.COMPANY: _("Matches with 10 different people"),
    Kind.SET: _("At least one match of every game"),
    Kind.WORD: _("A word of 7 letters or more"),
    Kind.PLACE: _("One of the first three places in a league"),
    Kind.PROMOTED: _("Up a division"),
    Kind.ON_TIME: _("A whole season, and no match lost on time"),
}
LEAGUE = (Kind.PLACE, Kind.PROMOTED, Kind.ON_TIME)
ONCE = tuple(kind for kind in Kind if kind not in (*LEAGUE, Kind.WIN))  # of each, one at most


@dataclasses.dataclass(frozen=True, slots=True)
class Played:
    """A result that counts, with those who were there too."""

    match: int  # one's own
    game: str
    outcome: str
    lead: int | None
    at: datetime
    others: frozenset[int]


@dataclasses.dataclass(frozen=True, slots=True)
class Earned:
    """A trophy somebody deserves; ``detail`` tells those of a kind apart: a game, a place."""

    kind: Kind
    at: datetime
    detail: str = ""
    match: int | None = None


def milestones(results: Sequence[Played], games: Collection[str]) -> Iterator[Earned]:
    """Yield what somebody has earned by their results, which are in order, the oldest first."""
    together = [each for each in results if each.outcome != Outcome.ALONE]
    won = [each for each in together if each.outcome == Outcome.WON]
    for kind, number in ((Kind.FIRST, 1), (Kind.TEN, 10), (Kind.HUNDRED, 100)):
        yield from _earned(kind, together[number - 1 : number])
    for game in dict.fromkeys(each.game for each in won):
        yield from _earned(Kind.WIN, [each for each in won if each.game == game], game)
    yield from _earned(Kind.CLOSE, [each for each in won if each.lead == 1])
    yield from _earned(Kind.ROW, _in_a_row(together))
    yield from _earned(Kind.COMPANY, _when_many(together, MANY_PEOPLE))
    yield from _earned(Kind.SET, _when_all(results, games))


def _earned(kind: Kind, found: Iterable[Played], detail: str = "") -> Iterator[Earned]:
    """Yield a trophy for the first of some results, none for none."""
    for each in found:
        yield Earned(kind, each.at, detail, each.match)
        return


def _in_a_row(together: Iterable[Played]) -> Iterator[Played]:
    wins = 0
    for each in together:
        wins = wins + 1 if each.outcome == Outcome.WON else 0
        if wins == IN_A_ROW:
            yield each


def _when_many(together: Iterable[Played], many: int) -> Iterator[Played]:
    met: set[int] = set()
    for each in together:
        met |= each.others
        if len(met) >= many:
            yield each


def _when_all(results: Iterable[Played], games: Collection[str]) -> Iterator[Played]:
    missing = set(games)
    for each in results:
        missing.discard(each.game)
        if not missing:
            yield each


def of_season(honour: Honour, at: datetime) -> Iterator[Earned]:
    """Yield what somebody has earned in a season that ended at an instant."""
    if honour.place <= min(FIRST_PLACES, honour.of - FEWEST_BEHIND):
        yield Earned(Kind.PLACE, at, str(honour.place))
    if honour.promoted:
        yield Earned(Kind.PROMOTED, at)
    if honour.on_time:
        yield Earned(Kind.ON_TIME, at)
