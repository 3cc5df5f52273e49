"""Tables that are opened: with settings, against the computer, or for the same match again."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.notices import outbox as notifications
from accounts.users.models import User
from games.core.clock import Form, Pace, TimeControl
from games.core.codec import BadData
from games.core.errors import Refusal
from games.core.table import options as table_options
from games.core.table.agreement import Agreement
from games.matches import reading as matches
from games.matches.models.agreement import columns
from games.matches.play import check_table
from games.registry import game_class, load_game
from games.words.lists.access import insist_on_using
from games.words.lists.lexicon import newest
from lobby.tables.acts import company
from lobby.tables.acts.held import LEVEL_NAMES, begin_if_full, check_awake, check_waiting, poke_all
from lobby.tables.acts.seating import join, leave, release
from lobby.tables.choices import StartRule, Status, Visibility
from lobby.tables.models import Lobby, LobbySeat


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
    agreement: Agreement | None = None,
    friend: User | None = None,
    level: str = "",
) -> Lobby:
    """Open a table with the host on its first seat; raise Refusal if a setting does not fit.

    Without an agreement that of live play holds. For a ``friend`` the second seat is kept, and
    they are told; computer players of a ``level`` take all seats but the host's.
    """
    agreement = agreement or Agreement()
    try:
        rules = load_game(game, options)
        table_options.insist(rules.options)
        check_table(rules.info, control, seats=seats, computers=bool(level))
        if rules.info.uses_words:
            newest(rules.options.word_list)  # raises UnknownList for one that is not there
            insist_on_using(host, rules.options.word_list)
    except BadData as error:
        raise Refusal("We couldn't read these settings. Go back and choose them again.") from error
    _check_agreement(control, seats=seats, visibility=visibility)
    if friend is not None:
        company.check_invitation(host, friend, seats=seats)
    with transaction.atomic():
        lobby = Lobby.objects.create(
            game=game,
            options=table_options.write(rules.options),
            **columns(control, agreement),
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
        check_awake(lobby, host, now, opening=True)
        if friend is not None:
            company.invite(lobby, host, friend, now)
        poke_all(lobby, [host.pk, friend.pk if friend else None])
        if start_rule == StartRule.FULL:
            begin_if_full(lobby, list(lobby.seats.select_related("user")), now)
        check_waiting(lobby, host)
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


def offer_rematch(*, match_id: int, user: User, now: datetime) -> Lobby:
    """Open the same table again with the seats moved on by one, or sit down at it if it stands.

    Everyone's seat is kept; whoever was asked gets a notice.
    """
    match = matches.first_of(matches.get(match_id=match_id))
    if matches.is_running(match) or matches.hidden_in(match_id=match.pk, player=None):
        raise Refusal("This match isn't over yet.")
    if match.duel and match.duel.is_open:
        raise Refusal("You can't play this match again.")
    with transaction.atomic():
        matches.lock(match_id=match.pk)
        Lobby.objects.filter(rematch_of=match, status=Status.CLOSED).update(rematch_of=None)
        lobby = Lobby.objects.filter(rematch_of=match).first()
        if lobby is None:
            others = [seat.user_id for seat in matches.table_of(match) if seat.user_id != user.pk]
            company.check_rematch(user, others)
            lobby = _open_rematch(match, user, now)
        elif lobby.status != Status.WAITING:
            return lobby
        return join(lobby_id=lobby.pk, user=user, now=now)


def decline_rematch(*, match_id: int, user: User) -> None:
    """Say no to playing a match again, or take that offer back; nothing if none of it stands."""
    match = matches.first_of(matches.get(match_id=match_id))
    lobby = Lobby.objects.filter(rematch_of=match, status=Status.WAITING).first()
    for seat in lobby.seats.all() if lobby else ():
        if seat.user_id == user.pk:
            leave(lobby_id=seat.lobby_id, user=user)
        elif seat.kept_for_id == user.pk and not seat.taken:
            release(lobby_id=seat.lobby_id, user=user, index=seat.index)


def _open_rematch(match: Any, user: User, now: datetime) -> Lobby:
    lobby = Lobby.objects.create(
        game=match.game,
        options=match.options,
        **columns(match.control, match.agreement),
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
    poke_all(lobby, [seat.user_id for seat in old])
    return lobby


def _check_agreement(control: TimeControl, *, seats: int, visibility: str) -> None:
    if control.form is Form.NO_CLOCK and visibility == Visibility.OPEN and seats > 1:
        raise Refusal(
            "Only private tables can go without a clock. Make this one private, or choose a clock."
        )
