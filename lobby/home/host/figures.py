"""What happened today beside the seven days before: numbers, and bars to see them by."""

import dataclasses
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from accounts.users import services
from games.matches.reading import census
from games.registry import infos

DAYS = 7  # before today
BAR, GAP, HEIGHT = 9, 3, 28  # units of the drawing


@dataclasses.dataclass(frozen=True, slots=True)
class Bar:
    """A day's bar of a drawing."""

    x: int
    y: float
    height: float
    is_today: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Figure:
    """How often something happened today, and on each of the seven days before, oldest first."""

    today: int
    before: tuple[int, ...]

    @property
    def average(self) -> float:
        """Return how often it happened on one of the seven days before."""
        return round(sum(self.before) / DAYS, 1)

    @property
    def bars(self) -> list[Bar]:
        """Return a bar for each day, today's last; a day with nothing has a line."""
        days = (*self.before, self.today)
        most = max(days) or 1
        heights = [max(1.0, round(HEIGHT * count / most, 1)) for count in days]
        return [
            Bar(place * (BAR + GAP), round(HEIGHT - height, 1), height, place == DAYS)
            for place, height in enumerate(heights)
        ]


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """What happened at the tables of a game; ``game`` is "" for all of them."""

    game: str
    begun: Figure
    ended: Figure
    moves: Figure


@dataclasses.dataclass(frozen=True, slots=True)
class Today:
    """Who joined and what was played today; each game that the site has is a row, all the last."""

    accounts: Figure
    guests: Figure
    rows: list[Row]


def today(*, now: datetime, zone: ZoneInfo) -> Today:
    """Return what happened since midnight in a time zone, beside whole days before; 2 queries."""
    day = now.astimezone(zone).date()
    days = [day - timedelta(days=ago) for ago in range(DAYS, -1, -1)]
    since = datetime.combine(days[0], datetime.min.time(), tzinfo=zone)
    joined = services.joined(since=since, until=now, zone=zone.key)
    happened = census.by_day(since=since, until=now, zone=zone.key)
    games = [(info.slug, info.title) for info in infos()]
    rows = [_row(name, days, [one for one in happened if one.game == slug]) for slug, name in games]
    return Today(
        accounts=_figure(days, {at: full for at, (full, _) in joined.items()}),
        guests=_figure(days, {at: guests for at, (_, guests) in joined.items()}),
        rows=[*rows, _row("", days, happened)],
    )


def _row(game: str, days: list[date], happened: list[census.Happened]) -> Row:
    def figure(what: str) -> Figure:
        counts: dict[date, int] = {}
        for one in happened:
            counts[one.day] = counts.get(one.day, 0) + getattr(one, what)
        return _figure(days, counts)

    return Row(game, figure("begun"), figure("ended"), figure("moves"))


def _figure(days: list[date], counts: Mapping[date, int]) -> Figure:
    *before, last = (counts.get(day, 0) for day in days)
    return Figure(last, tuple(before))
