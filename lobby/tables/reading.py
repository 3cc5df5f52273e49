"""Reading tables: the one of a code, the open ones, a user's own."""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import F, Prefetch, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from accounts.edge.languages import listed
from accounts.trust import blocking, presence
from games.core.clock import Pace
from games.core.extras.protocols import options_at
from games.core.game import GameInfo
from games.core.language.text import Text
from games.core.table import options as table_options
from games.core.table.agreement import Line
from games.matches import reading as matches
from games.matches.reading import forecasts
from games.matches.reading.pace import Forecast
from games.registry import game_class, load_game
from games.words.lists.reading import title_of, titles_of
from lobby.codes import plain
from lobby.ratings import reading as ratings
from lobby.ratings.terms import Terms, in_words, why_not
from lobby.tables.choices import Status, Visibility
from lobby.tables.models import Lobby, LobbySeat

MOST_OF_A_HOST = 3  # open tables that the list shows
MOST_LOOKED_AT = 20


@dataclasses.dataclass(frozen=True, slots=True)
class Wish:
    """Which open tables somebody wants to see: of a game, at a pace, those that are rated."""

    game: str = ""
    pace: str = ""
    rated: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Rematch:
    """How it stands with playing a match again, for one who played."""

    lobby: Lobby
    title: str  # of its game
    seated: bool  # the reader would play again
    kept: bool  # the reader hasn't answered
    ready: str  # the names of the others who would
    asked: str  # of those who haven't answered
    unwilling: str


class UnknownTable(LookupError):
    """No table has that code."""


def _tables() -> QuerySet[Lobby]:
    seats = LobbySeat.objects.select_related("user", "kept_for").order_by("index")
    return Lobby.objects.select_related("host", "match", "duel").prefetch_related(
        Prefetch("seats", queryset=seats)
    )


def _listed() -> QuerySet[Lobby]:
    """Return the waiting tables with what a line of a list shows of them, and no more."""
    seats = LobbySeat.objects.select_related("user", "kept_for").order_by("index")
    waiting = Lobby.objects.filter(status=Status.WAITING).select_related("host")
    return waiting.prefetch_related(Prefetch("seats", queryset=seats))


def find(*, code: str) -> Lobby:
    """Return the table with this code, however it was typed; raise UnknownTable."""
    lobby = _tables().filter(code=plain(code)).first()
    if lobby is None:
        raise UnknownTable(code)
    return lobby


def waiting(*, lobby_id: int) -> Lobby | None:
    """Return a table if it still waits."""
    return _tables().filter(pk=lobby_id, status=Status.WAITING).first()


def open_tables(
    *, user_id: int | None = None, limit: int = 50, wish: Wish | None = None
) -> list[Lobby]:
    """Return the waiting tables that anyone may join, a few of each host: live first, then latest.

    Without those at which somebody sits whom this user has blocked, or who has blocked them.
    """
    tables = _wished(_listed().filter(visibility=Visibility.OPEN), wish or Wish())
    apart = blocking.apart_from(user_ids=[user_id]) if user_id is not None else set()
    if apart:
        tables = tables.exclude(seats__user_id__in=apart)
    latest = [F("created_at").desc(), F("pk").desc()]
    of_host = Window(RowNumber(), partition_by="host", order_by=latest)
    shown = tables.alias(of_host=of_host).filter(of_host__lte=MOST_OF_A_HOST)
    found = _in_words(shown.order_by("-pace", *latest)[:limit])
    _tell_of_hosts(found)
    for lobby in found:
        lobby.sits = user_id in _people(lobby)  # type: ignore[attr-defined]
    return found


def _wished(tables: QuerySet[Lobby], wish: Wish) -> QuerySet[Lobby]:
    if wish.game:
        tables = tables.filter(game=wish.game)
    if wish.pace:
        tables = tables.filter(pace=wish.pace)
    if wish.rated:
        tables = tables.filter(
            pk__in=[lobby.pk for lobby in tables if not why_not(terms_of(lobby))]
        )
    return tables


def _tell_of_hosts(tables: list[Lobby]) -> None:
    """Add what a list of open tables tells of each host: whether they are here, how strong."""
    hosts = {lobby.host_id for lobby in tables if lobby.host_id is not None}
    here = presence.who_is_here(user_ids=hosts) or set()
    shown = ratings.shown_of(user_ids=hosts) if hosts else {}
    for lobby in tables:
        rated = shown.get((lobby.host_id or 0, lobby.game, lobby.pace))
        lobby.host_here = lobby.host_id in here  # type: ignore[attr-defined]
        lobby.rating, lobby.provisional = rated or (None, False)  # type: ignore[attr-defined]


def waiting_by_game(*, user_id: int | None = None) -> Counter[tuple[str, str]]:
    """Return how many open tables of others wait for somebody, by game and pace."""
    tables = Lobby.objects.filter(status=Status.WAITING, visibility=Visibility.OPEN)
    apart = blocking.apart_from(user_ids=[user_id]) if user_id is not None else set()
    if user_id is not None:
        tables = tables.exclude(seats__user_id__in={user_id, *apart})
    return Counter(tables.values_list("game", "pace"))


def wait_for(*, codes: Iterable[str], user_id: int) -> list[Lobby]:
    """Return those of some live tables that wait, or whose match goes on, and have this user."""
    tables = Lobby.objects.filter(code__in=codes, seats__user_id=user_id, pace=Pace.LIVE)
    tables = tables.filter(Q(status=Status.WAITING) | Q(match__status="running"))
    return list(tables.select_related("match", "rematch_of").order_by("pk"))


def game_meanwhile(*, user_id: int, game: str, level: str) -> Any:
    """Return the match somebody plays against a computer player, "" for all alone, or None."""
    tables = Lobby.objects.filter(
        host_id=user_id, game=game, visibility=Visibility.PRIVATE, match__status="running"
    )
    latest = tables.select_related("match").prefetch_related("seats").order_by("-pk")
    wanted = [(user_id, ""), *([(None, level)] if level else [])]
    for lobby in latest[:MOST_LOOKED_AT]:
        if [(seat.user_id, seat.level) for seat in lobby.seats.all()] == wanted:
            return lobby.match
    return None


def rematch(*, match_id: int, user_id: int) -> Rematch | None:
    """Return how it stands with playing a match again, None if nobody offers it."""
    match = matches.first_of(matches.get(match_id=match_id))
    lobby = _tables().filter(rematch_of=match).exclude(status=Status.CLOSED).first()
    if lobby is None:
        return None
    seats = list(lobby.seats.all())
    seated = {seat.user_id for seat in seats}
    kept = {seat.kept_for_id for seat in seats}
    others = [seat for seat in matches.table_of(match) if seat.user_id not in (None, user_id)]
    return Rematch(
        lobby=lobby,
        title=game_class(lobby.game).info.title,
        seated=user_id in seated,
        kept=user_id in kept - seated,
        ready=listed([seat.name for seat in others if seat.user_id in seated]),
        asked=listed([seat.name for seat in others if seat.user_id in kept - seated]),
        unwilling=listed([seat.name for seat in others if seat.user_id not in kept | seated]),
    )


def offered_at(lobby: Lobby, *, user_id: int) -> str:
    """Return the address of the user's match that is to be played again at a table, "" if none."""
    old = lobby.rematch_of
    seats = matches.table_of(old) if old else []
    return next((seat.match.get_absolute_url() for seat in seats if seat.user_id == user_id), "")


def was_open(*, match_id: int | None, duel_id: int | None) -> bool:
    """Tell whether a match or a duel began at a table that anyone could join."""
    began = Q(match=match_id) if duel_id is None else Q(duel=duel_id)
    return Lobby.objects.filter(began, visibility=Visibility.OPEN).exists()


def my_tables(*, user_id: int) -> list[Lobby]:
    """Return the waiting tables at which a user sits or has a seat kept."""
    seats = LobbySeat.objects.filter(lobby__status=Status.WAITING)
    mine = seats.filter(user_id=user_id) | seats.filter(kept_for_id=user_id)
    ids = mine.values_list("lobby_id", flat=True)
    tables = _in_words(_listed().filter(pk__in=ids).order_by("-created_at"))
    for lobby in tables:
        kept = (not seat.taken and seat.kept_for_id == user_id for seat in lobby.seats.all())
        lobby.kept = any(kept)  # type: ignore[attr-defined]
    return tables


def waiting_among(*, lobby_ids: Iterable[int], user_id: int) -> list[Lobby]:
    """Return those of some tables that still wait, the latest first.

    Without those at which somebody sits whom this user has blocked, or who has blocked them.
    """
    tables = _listed().filter(pk__in=lobby_ids)
    apart = blocking.apart_from(user_ids=[user_id])
    if apart:
        tables = tables.exclude(seats__user_id__in=apart)
    return _in_words(tables.order_by("-created_at"))


def _in_words(tables: Iterable[Lobby]) -> list[Lobby]:
    """Add to each table what a line of a list shows."""
    found = list(tables)
    titles = titles_of({str(lobby.options.get("word_list", "")) for lobby in found})
    return [_with_words(lobby, titles) for lobby in found]


def _with_words(lobby: Lobby, titles: Mapping[str, str]) -> Lobby:
    """Add title, clock, free seats, changed settings; ``titles`` are those of word lists."""
    info = game_class(lobby.game).info
    lobby.title = info.title  # type: ignore[attr-defined]
    short = lobby.agreement.in_short(lobby.control) if _is_shared(lobby) else ()
    clock = (info.time_in_words(lobby.control), *short)
    lobby.clock = Text("{facts}", facts=clock)  # type: ignore[attr-defined]
    lobby.free = sum(not seat.taken for seat in lobby.seats.all())  # type: ignore[attr-defined]
    changed = table_options.in_words(
        _options(lobby), only_changed=True, named=lambda slug: titles.get(slug, slug)
    )
    lobby.changed = changed  # type: ignore[attr-defined]
    lobby.rated = in_words(dataclasses.replace(terms_of(lobby), waits=False))  # type: ignore[attr-defined]
    agreed = _agreement_in_words(lobby, info)
    lobby.agreed = [label for label, _, differs in agreed if differs]  # type: ignore[attr-defined]
    return lobby


def terms_of(lobby: Lobby) -> Terms:
    """Return what ratings ask of a table, with those who sit there by now or have a seat kept."""
    seats = list(lobby.seats.all())
    people = [seat.user or seat.kept_for for seat in seats if not seat.level]
    return Terms(
        game=lobby.game,
        options=lobby.options,
        control=lobby.control,
        seats=len(seats),
        computers=len(seats) - len(people),
        guests=sum(person is not None and person.is_guest for person in people),
        waits=None in people,
    )


def forecast(lobby: Lobby, *, now: datetime) -> Forecast | None:
    """Return when a waiting table would be over if it began now; None if nobody can tell."""
    seats = list(lobby.seats.all())
    people = [seat.user_id or seat.kept_for_id for seat in seats if not seat.level]
    return forecasts.of_table(
        key=str(lobby.pk),
        game=lobby.game,
        options=lobby.options,
        control=lobby.control,
        agreement=lobby.agreement,
        people=people,
        computers=len(seats) - len(people),
        now=now,
    )


def settings_in_words(lobby: Lobby) -> list[tuple[Text, Text, bool]]:
    """Return (label, value, differs from the usual) of all that is agreed at a table."""
    info = game_class(lobby.game).info
    agreement = _agreement_in_words(lobby, info)
    options = table_options.in_words(_options(lobby), named=title_of)
    return [(Text("Time"), info.time_in_words(lobby.control), False), *agreement, *options]


def _agreement_in_words(lobby: Lobby, info: GameInfo) -> list[Line]:
    if not _is_shared(lobby):
        return []
    return lobby.agreement.in_words(lobby.control, info.clock_move)


def settings_by_sight(
    lobby: Lobby,
) -> tuple[list[tuple[Text, Text, bool]], list[tuple[Text, Text, bool]]]:
    """Return what is agreed at a table, and apart from it the game's own settings left as usual."""
    agreed = settings_in_words(lobby)
    own = len(table_options.in_words(_options(lobby), named=title_of))
    terms, options = agreed[: len(agreed) - own], agreed[len(agreed) - own :]
    changed = [each for each in options if each[2]]
    return terms + changed, [each for each in options if not each[2]]


def _options(lobby: Lobby) -> Any:
    """Return the options the match of a table will have: those chosen, and what follows."""
    return options_at(load_game(lobby.game, lobby.options), lobby.control.pace)


def _is_shared(lobby: Lobby) -> bool:
    """Tell whether one match is played by all; in a duel, and alone, nobody waits for anybody."""
    return 1 < len(lobby.seats.all()) <= game_class(lobby.game).info.max_players


def _people(lobby: Lobby) -> list[int]:
    return [seat.user_id for seat in lobby.seats.all() if seat.user_id is not None]
