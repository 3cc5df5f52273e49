"""What people do at a waiting table; the only writer of tables.

Each function locks the table's row, checks, changes, and pokes the open pages after COMMIT. What
cannot be done raises Refusal with a sentence for the person who tried.
"""

import contextlib
import functools
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.notices import outbox as notifications
from accounts.trust import presence
from accounts.users.models import User
from games.core.clock import Form, Pace, TimeControl
from games.core.codec import BadData
from games.core.errors import Refusal
from games.core.game import GameInfo
from games.core.language.text import Text
from games.core.table import options as table_options
from games.core.table.house import HouseRules, OnTimeout
from games.matches import reading as matches
from games.matches.models.agreement import columns
from games.matches.play import SeatPlan, check_table, is_silent, start_duel, start_match
from games.matches.poke import poke, user_group
from games.registry import game_class, load_game
from games.words.lists.access import insist_on_using
from games.words.lists.lexicon import newest
from lobby.tables.acts import company, holidays
from lobby.tables.choices import StartRule, Status, Visibility
from lobby.tables.models import Lobby, LobbySeat

# What the computer players are called at a table, in any language.
LEVEL_NAMES = {"easy": "Easy computer", "medium": "Medium computer", "hard": "Hard computer"}
LEVELS = {"easy": Text("Easy"), "medium": Text("Medium"), "hard": Text("Hard")}
STALE_AFTER = timedelta(days=14)
# What one person can have at a time, so that there is room for everybody.
MOST_WAITING = 10  # tables at which one sits
MOST_ALONE, MOST_ALONE_AS_GUEST = 30, 6  # see games.matches.reading.alone
# Longer than a page takes to be back on a socket; the last sign of somebody lasts a while besides.
GONE_AFTER = timedelta(seconds=60)


def table_group(lobby: Lobby) -> str:
    """Return the group of all open pages of a table."""
    return f"table.{lobby.pk}"


def create(
    *,
    host: User,
    game: str,
    options: Mapping[str, Any],
    control: TimeControl,
    seats: int,
    visibility: str,
    start_rule: str,
    now: datetime,
    house: HouseRules | None = None,
    friend: User | None = None,
    level: str = "",
) -> Lobby:
    """Open a table with the host on its first seat; raise Refusal if a setting does not fit.

    Without house rules those of live play hold. For a ``friend`` the second seat is kept, and
    they are told; computer players of a ``level`` take all seats but the host's.
    """
    house = house or HouseRules()
    try:
        rules = load_game(game, options)
        check_table(rules.info, control, seats=seats, computers=bool(level))
        if rules.info.uses_words:
            newest(rules.options.word_list)  # raises UnknownList for one that is not there
            insist_on_using(host, rules.options.word_list)
    except BadData as error:
        raise Refusal("We couldn't read these settings. Go back and choose them again.") from error
    _check_agreement(rules.info, control, house, seats=seats, visibility=visibility)
    if friend is not None:
        company.check_invitation(host, friend, seats=seats)
    with transaction.atomic():
        lobby = Lobby.objects.create(
            game=game,
            options=table_options.write(rules.options),
            **columns(control, house),
            visibility=visibility,
            start_rule=start_rule,
            host=host,
            created_at=now,
        )
        LobbySeat.objects.bulk_create(
            LobbySeat(
                lobby=lobby,
                index=index,
                user=None if index else host,
                kept_for=friend if index == 1 else None,
                level=level if index else "",
            )
            for index in range(seats)
        )
        _check_awake(lobby, host, now, opening=True)
        if friend is not None:
            company.invite(lobby, host, friend, now)
        _changed(lobby, [host.pk, friend.pk if friend else None])
        if start_rule == StartRule.FULL:
            _start_if_full(lobby, list(lobby.seats.select_related("user")), now)
        _check_waiting(lobby, host)
    return lobby


# Nobody waits for a player who practises: there is time for a coffee, or for a week's holiday.
UNHURRIED = TimeControl(Pace.CORRESPONDENCE, 0, form=Form.NO_CLOCK)
COUNTDOWN = TimeControl(Pace.LIVE, 60)


def practise(*, user: User, game: str, level: str, now: datetime) -> Lobby:
    """Begin a game against the computer at once; "" as a level plays alone where a game allows it.

    Raise Refusal if there is no such level.
    """
    info = game_class(game).info
    if level not in ("", *LEVEL_NAMES) or (not level and info.min_players > 1):
        raise Refusal("Choose Easy, Medium or Hard.")
    return create(
        host=user,
        game=game,
        options={},
        control=COUNTDOWN if info.max_players == 1 else UNHURRIED,
        seats=2 if level else 1,
        visibility=Visibility.PRIVATE,
        start_rule=StartRule.FULL,
        level=level,
        now=now,
    )


def join(*, lobby_id: int, user: User, now: datetime) -> Lobby:
    """Sit down at the seat kept for one, else at the first free one; the last one may begin."""
    with transaction.atomic():
        lobby, seats = _open(lobby_id)
        if any(seat.user_id == user.pk for seat in seats):
            return lobby
        free = [seat for seat in seats if not seat.taken and seat.kept_for_id in (None, user.pk)]
        if not free:
            raise Refusal("All the seats at this table are taken.")
        company.check_welcome(user, [seat.user_id for seat in seats])
        _check_awake(lobby, user, now)
        _seat_person(min(free, key=lambda seat: (seat.kept_for_id is None, seat.index)), user)
        _changed(lobby, [seat.user_id for seat in seats])
        if lobby.start_rule == StartRule.FULL:
            _start_if_full(lobby, seats, now)
        _check_waiting(lobby, user)
    return lobby


def leave(*, lobby_id: int, user: User) -> Lobby:
    """Get up again; the host's leaving passes the table on, or closes it when nobody is left."""
    with transaction.atomic():
        lobby, seats = _open(lobby_id)
        _get_up(lobby, seats, _seat_of(seats, user))
    return lobby


def release(*, lobby_id: int, user: User, index: int) -> Lobby:
    """Give up a seat that is kept: for oneself, or for another at one's own table."""
    with transaction.atomic():
        lobby, seats = _open(lobby_id)
        kept = [seat for seat in seats if seat.index == index and seat.kept_for_id]
        seat = next((seat for seat in kept if not seat.taken), None)
        if seat is None or user.pk not in (seat.kept_for_id, lobby.host_id):
            raise Refusal("Nobody is keeping a seat for you there.")
        told = [seat.kept_for_id, *(other.user_id for other in seats)]
        seat.kept_for = None
        seat.save(update_fields=["kept_for"])
        _changed(lobby, told)
    return lobby


def keep_apart(*, user_id: int, other_id: int) -> None:
    """Have two people, of whom the first has blocked the other, wait at no table together.

    The other gets up from the first one's tables, and the first from all others. Seats that are
    kept for one where the other sits are kept no longer.
    """
    pair = {user_id, other_id}
    tables = Lobby.objects.filter(status=Status.WAITING, seats__user_id__in=pair)
    for lobby_id in tables.values_list("pk", flat=True).distinct():
        with transaction.atomic(), contextlib.suppress(Refusal):  # it has just begun
            lobby, seats = _open(lobby_id)
            by_user = {seat.user_id: seat for seat in seats}
            if pair <= by_user.keys():
                leaver = other_id if lobby.host_id == user_id else user_id
                _get_up(lobby, seats, by_user[leaver])
            _keep_no_longer(lobby, seats, pair)


def get_up_for_holiday(*, user_id: int, now: datetime) -> int:
    """Have somebody get up where the clock wouldn't stop for their holiday; return how often.

    They are told of each such table.
    """
    user = User.objects.get(pk=user_id)
    tables = Lobby.objects.filter(status=Status.WAITING, seats__user_id=user_id)
    left = 0
    for lobby_id in tables.values_list("pk", flat=True).distinct():
        with transaction.atomic(), contextlib.suppress(Refusal):  # it has just begun
            lobby, seats = _open(lobby_id)
            if not away_refusal(lobby=lobby, user=user, now=now):
                continue
            _get_up(lobby, seats, _seat_of(seats, user))
            notifications.schedule(
                user_id=user_id,
                kind="away",
                key=f"away:{lobby.pk}:{user_id}:{now.timestamp():.0f}",
                ref={"lobby": lobby.pk, "game": lobby.game},
                due_at=now,
                about=lobby.get_absolute_url(),
            )
            left += 1
    return left


def _keep_no_longer(lobby: Lobby, seats: list[LobbySeat], pair: set[int]) -> None:
    """Give up the seats kept for one of two people at a table at which the other sits."""
    seated = pair & {seat.user_id for seat in seats}
    for seat in seats:
        if seated and seat.kept_for_id in pair - seated and not seat.taken:
            told, seat.kept_for = seat.kept_for_id, None
            seat.save(update_fields=["kept_for"])
            _changed(lobby, [told, *(other.user_id for other in seats)])


def add_computer(*, lobby_id: int, user: User, level: str, now: datetime) -> Lobby:
    """Put a computer player of a level on the first free seat; only the host may."""
    with transaction.atomic():
        lobby, seats = _open(lobby_id)
        _check_host(lobby, user)
        if level not in LEVEL_NAMES:
            raise Refusal("Choose Easy, Medium or Hard.")
        seat = next((seat for seat in seats if not seat.taken and not seat.kept_for_id), None)
        if seat is None:
            raise Refusal("All the seats at this table are taken.")
        _check(lobby, len(seats), computers=True)
        seat.level = level
        seat.save(update_fields=["level"])
        _changed(lobby, [other.user_id for other in seats])
        if lobby.start_rule == StartRule.FULL:
            _start_if_full(lobby, seats, now)
    return lobby


def remove_computer(*, lobby_id: int, user: User, index: int) -> Lobby:
    """Take a computer player off its seat; only the host may."""
    with transaction.atomic():
        lobby, seats = _open(lobby_id)
        _check_host(lobby, user)
        seat = next((seat for seat in seats if seat.index == index and seat.level), None)
        if seat is None:
            raise Refusal("There's no computer player in that seat.")
        seat.level = ""
        seat.save(update_fields=["level"])
        _changed(lobby, [other.user_id for other in seats])
    return lobby


def start(*, lobby_id: int, user: User, now: datetime) -> Lobby:
    """Begin with those who sit here; only the host may, and free seats are taken away."""
    with transaction.atomic():
        lobby, seats = _open(lobby_id)
        _check_host(lobby, user)
        taken = [seat for seat in seats if seat.taken]
        _check(lobby, len(taken), computers=any(seat.level for seat in taken))
        _start(lobby, taken, now)
    return lobby


def offer_rematch(*, match_id: int, user: User, now: datetime) -> Lobby:
    """Open the same table again with the seats moved on by one, or sit down at it if it stands.

    Everyone's seat is kept; whoever was asked gets a notice.
    """
    match = matches.get(match_id=match_id)
    if matches.is_running(match) or matches.hidden_in(match_id=match.pk, player=None):
        raise Refusal("This match isn't over yet.")
    with transaction.atomic():
        matches.lock(match_id=match_id)
        lobby = Lobby.objects.filter(rematch_of_id=match_id).first()
        if lobby is None:
            others = [seat.user_id for seat in matches.table_of(match) if seat.user_id != user.pk]
            company.check_rematch(user, others)
            lobby = _open_rematch(match, user, now)
        elif lobby.status != Status.WAITING:
            return lobby
        return join(lobby_id=lobby.pk, user=user, now=now)


def _open_rematch(match: Any, user: User, now: datetime) -> Lobby:
    lobby = Lobby.objects.create(
        game=match.game,
        options=match.options,
        **columns(match.control, match.house),
        visibility=Visibility.PRIVATE,
        host=user,
        rematch_of=match,
        created_at=now,
    )
    old = matches.table_of(match)
    rotated = old[1:] + old[:1]
    LobbySeat.objects.bulk_create(
        LobbySeat(
            lobby=lobby,
            index=index,
            kept_for_id=seat.user_id,
            level="" if seat.user_id else seat.controller,
        )
        for index, seat in enumerate(rotated)
    )
    for seat in old:
        if seat.user_id and seat.user_id != user.pk:
            notifications.schedule(
                user_id=seat.user_id,
                kind="table",
                key=f"rematch:{lobby.pk}:{seat.user_id}",
                ref={"lobby": lobby.pk, "by": user.display_name},
                due_at=now + timedelta(minutes=3),
            )
    _changed(lobby, [seat.user_id for seat in old])
    return lobby


def close_stale(*, now: datetime) -> int:
    """Close tables that have waited too long; return how many."""
    stale = Lobby.objects.filter(
        status=Status.WAITING, created_at__lte=now - STALE_AFTER
    ).select_for_update(skip_locked=True)
    with transaction.atomic():
        return Lobby.objects.filter(pk__in=list(stale.values_list("pk", flat=True))).update(
            status=Status.CLOSED
        )


def see_off(*, now: datetime) -> int:
    """Have those who have gone get up from open live tables; return how many did.

    Whoever sits down there would wait for nobody, and play against the computer. Somebody has gone
    who had no page open at two looks as far apart as ``GONE_AFTER``; while players cannot reach us,
    or signs of them cannot be read, nobody has.
    """
    waiting = LobbySeat.objects.filter(
        user__isnull=False,
        lobby__status=Status.WAITING,
        lobby__visibility=Visibility.OPEN,
        lobby__pace=Pace.LIVE,
    )
    owners = dict(waiting.values_list("pk", "user_id"))
    here = presence.who_is_here(user_ids=set(owners.values()))
    if here is None or is_silent(now=now):
        waiting.filter(away_since__isnull=False).update(away_since=None)
        return 0
    back = [pk for pk, user_id in owners.items() if user_id in here]
    waiting.filter(pk__in=back, away_since__isnull=False).update(away_since=None)
    waiting.exclude(pk__in=back).filter(away_since__isnull=True).update(away_since=now)
    gone = waiting.filter(away_since__lte=now - GONE_AFTER).order_by("pk")
    return sum(_see_off(seat_id, now) for seat_id in list(gone.values_list("pk", flat=True)))


def _see_off(seat_id: int, now: datetime) -> bool:
    with transaction.atomic(), contextlib.suppress(Refusal):  # it has just begun
        lobby, seats = _open(LobbySeat.objects.values_list("lobby_id", flat=True).get(pk=seat_id))
        seat = next(seat for seat in seats if seat.pk == seat_id)
        if seat.user_id and seat.away_since and seat.away_since + GONE_AFTER <= now:
            _get_up(lobby, seats, seat)
            return True
    return False


# --- Parts ----------------------------------------------------------------------------------------


def _open(lobby_id: int) -> tuple[Lobby, list[LobbySeat]]:
    lobby = Lobby.objects.select_for_update(no_key=True).get(pk=lobby_id)
    if lobby.status == Status.STARTED:
        raise Refusal("The game at this table has already started.")
    if lobby.status == Status.CLOSED:
        raise Refusal("This table is closed.")
    return lobby, list(lobby.seats.select_related("user").order_by("index"))


def _seat_person(seat: LobbySeat, user: User) -> None:
    seat.user, seat.away_since = user, None
    seat.save(update_fields=["user", "away_since"])


def _get_up(lobby: Lobby, seats: list[LobbySeat], seat: LobbySeat) -> None:
    """Empty a seat; the host's leaving passes the table on, or closes it."""
    before = [other.user_id for other in seats]
    leaver = seat.user_id
    seat.user = seat.kept_for = seat.away_since = None
    seat.save(update_fields=["user", "kept_for", "away_since"])
    if lobby.host_id == leaver:
        heir = next((other for other in seats if other.user_id), None)
        lobby.host_id = heir.user_id if heir else None
        lobby.status = lobby.status if heir else Status.CLOSED
        lobby.save(update_fields=["host", "status"])
    _changed(lobby, before)


def _seat_of(seats: list[LobbySeat], user: User) -> LobbySeat:
    for seat in seats:
        if seat.user_id == user.pk:
            return seat
    raise Refusal("You don't have a seat at this table.")


def _check_host(lobby: Lobby, user: User) -> None:
    if lobby.host_id != user.pk:
        raise Refusal("Only the host can do that.")


def _check(lobby: Lobby, seats: int, *, computers: bool) -> None:
    rules = load_game(lobby.game, lobby.options)
    check_table(rules.info, lobby.control, seats=seats, computers=computers)


def _check_agreement(
    info: GameInfo, control: TimeControl, house: HouseRules, *, seats: int, visibility: str
) -> None:
    if house.on_timeout is OnTimeout.PASS and not info.passes:
        raise Refusal(
            "You can't pass in {game}. Choose something else to happen when time runs out.",
            game=info.title,
        )
    if control.form is Form.NO_CLOCK and visibility == Visibility.OPEN and seats > 1:
        raise Refusal(
            "Only private tables can go without a clock. Make this one private, or choose a clock."
        )


def _check_awake(lobby: Lobby, user: User, now: datetime, *, opening: bool = False) -> None:
    if why := away_refusal(lobby=lobby, user=user, now=now, opening=opening):
        raise Refusal(why)


def refusal(*, lobby: Lobby, user: User) -> str:
    """Return why somebody does not sit down with those who wait at a table, "" if they can."""
    return company.refusal(user.pk, [seat.user_id for seat in lobby.seats.all()])


def away_refusal(*, lobby: Lobby, user: User, now: datetime, opening: bool = False) -> Text | None:
    """Return why a holiday keeps a person from a table, or from opening it, or None."""
    return holidays.refusal(
        user=user,
        info=game_class(lobby.game).info,
        control=lobby.control,
        house=lobby.house,
        seats=len(lobby.seats.all()),
        now=now,
        opening=opening,
    )


def _start_if_full(lobby: Lobby, seats: list[LobbySeat], now: datetime) -> None:
    if all(seat.taken for seat in seats):
        _start(lobby, seats, now)


def _check_waiting(lobby: Lobby, user: User) -> None:
    """Refuse one more waiting table to somebody who sits at very many; it is there already."""
    if lobby.status != Status.WAITING:
        return
    _hold(user)
    if LobbySeat.objects.filter(user=user, lobby__status=Status.WAITING).count() > MOST_WAITING:
        raise Refusal(
            "You're already sitting at {most} waiting tables. Leave one of them first.",
            most=MOST_WAITING,
        )


def _check_alone(seats: list[LobbySeat], *, duel: bool) -> None:
    """Refuse one more game with the computer to somebody who has very many: it has others too."""
    people = [seat.user for seat in seats if seat.user is not None]
    if len(people) != 1:
        return
    (user,) = people
    _hold(user)
    more = len(seats) - 1 if duel else 1
    most = MOST_ALONE_AS_GUEST if user.is_guest else MOST_ALONE
    if matches.alone(user_id=user.pk) + more > most:
        if duel:
            raise Refusal(
                "You can have up to {most} games at a time, on your own or against the computer. "
                "Each computer player in a duel counts as one. Finish a game or resign from one "
                "before you start another.",
                most=most,
            )
        raise Refusal(
            "You can have up to {most} games at a time, on your own or against the computer. "
            "Finish a game or resign from one before you start another.",
            most=most,
        )


def _hold(user: User) -> None:
    """Let nobody count what a person has until the caller's transaction has ended."""
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)


def _start(lobby: Lobby, seats: list[LobbySeat], now: datetime) -> None:
    duel = len(seats) > game_class(lobby.game).info.max_players
    _check_alone(seats, duel=duel)
    plans = [_plan(seat) for seat in seats]
    game, options, control = lobby.game, lobby.options, lobby.control
    if duel:
        lobby.duel = start_duel(
            game=game, options=options, control=control, entrants=plans, now=now
        )
    else:
        lobby.match = start_match(
            game=game, options=options, control=control, house=lobby.house, seats=plans, now=now
        )
    lobby.status = Status.STARTED
    lobby.save(update_fields=["match", "duel", "status"])
    message = {"type": "table.started", "url": lobby.began.get_absolute_url()}
    transaction.on_commit(functools.partial(poke, [(table_group(lobby), message)]))


def _plan(seat: LobbySeat) -> SeatPlan:
    if seat.user is not None:
        return SeatPlan(name=seat.user.display_name, user_id=seat.user.pk)
    return SeatPlan(name=LEVEL_NAMES[seat.level], level=seat.level)


def _changed(lobby: Lobby, users: list[int | None]) -> None:
    """Poke the pages of the table, of those who sit there, and the list of open tables."""
    messages: list[tuple[str, dict[str, Any]]] = [
        (table_group(lobby), {"type": "table.changed"}),
        (OPEN_TABLES, {"type": "table.changed"}),
    ]
    messages += [(user_group(user), {"type": "turns.changed"}) for user in users if user]
    transaction.on_commit(functools.partial(poke, messages))


OPEN_TABLES = "tables.open"
