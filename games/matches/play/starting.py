"""The beginning of a match, or of many at once."""

import dataclasses
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.rest import reading as rest
from games.core.clock import Form, Pace, TimeControl
from games.core.errors import Refusal
from games.core.extras.protocols import options_at
from games.core.game import GameInfo
from games.core.log import chain
from games.core.rng import SECRET_BYTES, Rng, commitment
from games.core.table import options as table_options
from games.core.table.agreement import Agreement
from games.core.table.words import DEFAULT_LIST
from games.matches import reading
from games.matches.clocks.turns import ABSENCE, HEARTBEAT
from games.matches.models import Duel, Match, Seat, TurnTimer
from games.matches.models.agreement import columns
from games.matches.play.creating import create
from games.matches.play.entering import start_turn
from games.matches.play.held import AnyGame, Held, begin_held
from games.matches.play.telling import notify_first_turns, tell_begun
from games.registry import load_game
from games.words.lists.lexicon import lexicon, newest

# Rule 7.4: a computer player needs this many seconds a turn.
LEAST_COMPUTER_BUDGET = 2


@dataclasses.dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who is to sit at a seat: a user with the name others see, or a computer player's level."""

    name: str
    user_id: int | None = None
    level: str = ""


def start_match(
    *,
    game: str,
    options: Mapping[str, Any],
    control: TimeControl,
    seats: Sequence[SeatPlan],
    now: datetime,
    agreement: Agreement | None = None,
    secret: bytes = b"",
    duel: Duel | None = None,
    arranged: bool = False,
) -> Match:
    """Create a match and its first turn; raise Refusal if seats, clock or options do not fit.

    Without an agreement that of live play holds. ``secret`` is made here unless a test, an arena or
    a duel brings its own. Whoever has ``arranged`` it sees to it that it ends, come who may.
    """
    (match,) = start_matches(
        game=game,
        options=options,
        control=control,
        tables=[seats],
        now=now,
        agreement=agreement,
        secret=secret,
        duel=duel,
        arranged=arranged,
    )
    return match


def start_matches(
    *,
    game: str,
    options: Mapping[str, Any],
    control: TimeControl,
    tables: Sequence[Sequence[SeatPlan]],
    now: datetime,
    agreement: Agreement | None = None,
    secret: bytes = b"",
    duel: Duel | None = None,
    arranged: bool = False,
) -> list[Match]:
    """Create a match at each of some tables as ``start_match`` does, all of them or none.

    What they need is read once for all, and stored and told together. Without a ``secret`` each
    has one of its own.
    """
    agreement = agreement or Agreement()
    rules, version_id = _bind(game, options, control.pace)
    for seats in tables:
        _check_seats(rules.info, control, seats)
    agreed = {
        "game": game,
        "rules_version": rules.info.rules_version,
        "options": table_options.write(rules.options),
        "word_list_version_id": version_id,
        **columns(control, agreement),
        "started_at": now,
        "duel": duel,
        "arranged": arranged,
    }
    with transaction.atomic():
        begun = [
            _deal(rules, agreed, seats, secret or secrets.token_bytes(SECRET_BYTES), now)
            for seats in tables
        ]
        with rest.read_ahead(user_ids=_resting(begun), since=now):
            for held in begun:
                start_turn(held, now)
                _stand_without_player(held.match, held.seats[0], now)
        create(begun)
        notify_first_turns(begun)
        tell_begun(begun)
    return [held.match for held in begun]


def _check_seats(info: GameInfo, control: TimeControl, seats: Sequence[SeatPlan]) -> None:
    check_table(info, control, seats=len(seats), computers=any(plan.level for plan in seats))
    if len(seats) > info.max_players:
        raise Refusal("{game} is for up to {most} players.", game=info.title, most=info.max_players)


def _deal(
    rules: AnyGame, agreed: dict[str, Any], plans: Sequence[SeatPlan], secret: bytes, now: datetime
) -> Held:
    """Return a match as it is dealt; its first turn has yet to begin."""
    state = rules.initial_state(len(plans), Rng(secret, 0))
    match = Match(
        **agreed,
        players=len(plans),
        commitment=commitment(secret),
        state=rules.encode_state(state),
        to_move=rules.current_player(state),
        scores=list(rules.scores(state)),
    )
    match.last_hash = chain.begin(match.commitment, reading.agreed(match))
    banks, rests = [match.control.bank] * len(plans), [match.rest] * len(plans)
    match.timer = TurnTimer(started_at=now, banks=banks, rests=rests)
    seats = [_new_seat(player, plan, now) for player, plan in enumerate(plans)]
    return begin_held(match, seats, secret, state, now)


def _resting(begun: Sequence[Held]) -> set[int]:
    """Return whose days of rest the first turns go by."""
    slow = [held for held in begun if held.is_slow and (held.match.rest or held.match.holiday)]
    return {held.mover.user_id for held in slow if held.mover.user_id is not None}


def _bind(game: str, options: Mapping[str, Any], pace: Pace) -> tuple[AnyGame, int | None]:
    """Return a game's rules and, for a word game, the version of its list that the match keeps."""
    asked = load_game(game, options)
    options = table_options.write(options_at(asked, pace))
    rules = load_game(game, options)
    if not rules.info.uses_words:
        return rules, None
    version_id = newest(rules.options.word_list)
    words = lexicon(version_id, slurs=rules.options.slurs)
    return load_game(game, options, words), version_id


def _new_seat(player: int, plan: SeatPlan, now: datetime) -> Seat:
    here = now + HEARTBEAT if plan.user_id else None
    return Seat(
        player=player,
        user_id=plan.user_id,
        name=plan.name,
        controller=plan.level or Seat.Controller.HUMAN,
        present_until=here,
    )


def _stand_without_player(match: Match, seat: Seat, now: datetime) -> None:
    """Let the clock of a live table for one stand while nobody is there to play.

    A countdown of the game's own waits until its player begins.
    """
    timer = match.timer
    if timer.tempo and seat.user_id is None:
        timer.fires_at = None  # a computer player's countdown goes by the time it says it took
    if match.players > 1 or match.pace != Pace.LIVE or seat.user_id is None:
        return
    timer.waits = timer.tempo
    timer.stands_at = now if timer.waits else now + HEARTBEAT + ABSENCE


def check_table(info: GameInfo, control: TimeControl, *, seats: int, computers: bool) -> None:
    """Raise Refusal if a game cannot be played by so many at such a clock."""
    if not info.min_players <= seats <= info.most_seats:
        raise Refusal(
            "{game} is for {least} to {most} players.",
            game=info.title,
            least=info.min_players,
            most=info.most_seats,
        )
    if control.form is Form.NO_CLOCK:
        pass
    elif control.budget < 1:
        raise Refusal("A turn needs at least one second.")
    elif computers and control.budget < LEAST_COMPUTER_BUDGET:
        raise Refusal(
            "A computer player needs at least {seconds} seconds for each turn.",
            seconds=LEAST_COMPUTER_BUDGET,
        )
    if info.uses_words:
        newest(DEFAULT_LIST)  # raises NotLoaded
