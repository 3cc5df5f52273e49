"""Positions of a game as the site stores them, each with one that must look the same.

Tables of all sizes and settings are played at random. A position is stored for a moment: the rows
of its match are written and taken back, so that its twin can stand in its place by the same name.
"""

import contextlib
import copy
import dataclasses
import itertools
from collections.abc import Iterator
from typing import Any

from django.db import transaction

from accounts.users.models import User
from games.core import codec
from games.core.clock import Pace
from games.core.extras.protocols import foresee
from games.core.language.events import Event
from games.core.rng import Rng
from games.core.table import options as table_options
from games.matches import reading
from games.matches.models import Match, MatchSecret, Move, PreparedTurn, Seat
from games.registry import game_class
from tests.conformance.hidden import alike, deal_otherwise, without_events
from tests.conformance.playing import secret_of
from tests.factories import NOW, forget, make_match, make_user, seconds

EVERY = 3  # one ply in so many is looked at
OPEN = 5  # and one in so many of these where all lies open, though the game could hide something
SECRET_TURN = (
    5  # one turn in so many is one that others cannot tell from some other, if there is one
)
DAYS = 3 * 86400


@dataclasses.dataclass(frozen=True)
class Table:
    """A match that has begun, as rows that can be stored again and again."""

    people: list[User]
    match: Match
    seats: list[Seat]
    rules: Any
    secret: bytes


@dataclasses.dataclass(frozen=True)
class Stored:
    """What the site keeps of a position: the state, the log that led there, the secret.

    And all positions from the start to this one, as a replay would make them again, and what
    players have prepared for turns to come.
    """

    state: Any
    log: list[Move]
    secret: bytes
    positions: list[Any]
    prepared: list[PreparedTurn] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Case:
    """A position, one who looks at it (None: a spectator), and what they can't tell it from."""

    table: Table
    player: int | None
    stored: Stored
    twin: Stored
    questions: list[Any]  # actions as JSON: some that are allowed, some that ask for secrets

    @property
    def is_changed(self) -> bool:
        """Tell whether there is more to hide than the secret."""
        return bool(self.stored.state != self.twin.state)


def tables(slug: str) -> Iterator[Table]:
    """Yield tables of every size with settings drawn at random, the usual ones first."""
    cls = game_class(slug)
    sizes = range(cls.info.min_players, cls.info.max_players + 1)
    people = [make_user(f"{slug}-{number}") for number in sizes[-1:] for number in range(number)]
    for number in itertools.count():
        rng = Rng(secret_of(number), 0, "table")
        options = {} if number == 0 else drawn_options(cls.options_class, rng)
        seated = people[: sizes[(number + 1) % len(sizes)]]
        yield set_up(slug, seated, options, secret_of(number))


def set_up(slug: str, people: list[User], options: Any, secret: bytes) -> Table:
    """Begin a match as the site does, and take its rows back."""
    with taken_back():
        match = make_match(
            *people,
            game=slug,
            options=options,
            pace=Pace.CORRESPONDENCE,
            budget=DAYS,
            secret=secret,
        )
        rules = reading.rules_of(match)
        seats = reading.seats(match_id=match.pk)
    for seat in seats:
        seat.present_until = None  # or no mail would leave
    return Table(people, match, seats, rules, secret)


@contextlib.contextmanager
def taken_back() -> Iterator[None]:
    """Undo what is written within."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def drawn_options(cls: Any, rng: Rng) -> dict[str, Any]:
    """Return settings of a table: choices at random, one switch and one number in four changed."""
    values: dict[str, Any] = {}
    for field in table_options.fields(cls):
        if field.kind == "choice":
            values[field.name] = rng.choice(field.choices)[0]
        elif rng.below(4):
            continue
        elif field.kind == "switch":
            values[field.name] = not field.default
        else:
            assert field.low is not None
            assert field.high is not None
            values[field.name] = field.low + rng.below(field.high - field.low + 1)
    return values


@contextlib.contextmanager
def standing(table: Table, stored: Stored) -> Iterator[Match]:
    """Let the match stand in the database as stored, for a moment."""
    with taken_back():
        yield put_down(table, stored)


def put_down(table: Table, stored: Stored) -> Match:
    """Write the rows of a match."""
    match, ply = copy.copy(table.match), len(stored.log)
    match.state = table.rules.encode_state(stored.state)
    match.to_move = stored.state.to_move
    match.scores = list(table.rules.scores(stored.state))
    match.ply, match.version = ply, ply + 1
    match.save(force_insert=True)
    forget(match)
    MatchSecret.objects.create(match=match, secret=stored.secret)
    Seat.objects.bulk_create([copy.copy(seat) for seat in table.seats])
    Move.objects.bulk_create([copy.copy(move) for move in stored.log])
    PreparedTurn.objects.bulk_create([copy.copy(row) for row in stored.prepared])
    timer = copy.copy(table.match.timer)
    timer.player = match.to_move
    timer.save(force_insert=True)
    return match


def cases(slug: str, count: int, *, spectators: bool = False) -> Iterator[Case]:
    """Yield cases until ``count`` of them had more to hide than the secret.

    In a game that hides nothing every position counts. All kinds of viewers take turns, or
    ``spectators`` only.
    """
    hides = game_class(slug).info.hidden_information
    found = 0
    for table in tables(slug):
        for number, case in enumerate(played(table, spectators=spectators)):
            if case.is_changed or not hides:
                found += 1
            elif number % OPEN:
                continue
            yield case
            if found == count:
                return


def played(table: Table, *, spectators: bool) -> Iterator[Case]:
    """Play a match at random to its end and yield some of its positions with their twins."""
    rules, secret = table.rules, table.secret
    log: list[Move] = []
    state = rules.initial_state(len(table.people), Rng(secret, 0))
    positions = [state]
    while state.to_move is not None:
        ply = len(log) + 1
        rng = Rng(secret, ply, "test")
        before, choices = state, list(rules.legal_actions(state))
        if rng.below(SECRET_TURN) == 0:
            choices = [one for one in choices if len(alike(rules, state, one)) > 1] or choices
        action = rng.choice(choices)
        state = rules.apply_action(before, action, Rng(secret, ply))
        log.append(log_entry(table, ply, before, action, state))
        positions.append(state)
        if ply % EVERY == 0 and state.to_move is not None:
            viewers = [None, *range(len(table.people))]
            player = None if spectators else rng.choice([state.to_move, rng.choice(viewers)])
            own, others = prepared_of(table, state, player, ply)
            stored = Stored(state, list(log), secret, list(positions), own + others)
            twin = twin_of(table, before, action, stored, player, rng)
            twin.prepared.extend(own)
            yield Case(table, player, stored, twin, questions(rules, stored, twin, rng))


def log_entry(table: Table, ply: int, before: Any, action: Any, after: Any) -> Move:
    return Move(
        id=1000 * table.match.pk + ply,
        match=table.match,
        ply=ply,
        player=before.to_move,
        actor="human",
        action=table.rules.encode_action(action),
        text=table.rules.log_text(before, action),
        events=codec.encode(after.events, tuple[Event, ...]),
        started_at=NOW + seconds(ply),
        played_at=NOW + seconds(ply + 1),
    )


def prepared_of(
    table: Table, state: Any, player: int | None, ply: int
) -> tuple[list[PreparedTurn], list[PreparedTurn]]:
    """Return what this player has prepared, and what all others have.

    None of it is what it was prepared as, so that it is not played when somebody tries a turn out:
    once it has been played everyone may see.
    """
    own, others = [], []
    for seat in range(len(table.people)):
        ahead = foresee(table.rules, table.rules.observation(state, seat), seat)
        if ahead is None:
            continue
        for rank, action in enumerate(itertools.islice(table.rules.legal_actions(ahead), 2)):
            row = PreparedTurn(
                match=table.match,
                player=seat,
                number=rank,
                rank=rank,
                action=table.rules.encode_action(action),
                text=f"{table.rules.action_text(ahead, action)} and more",
                condition="legal",
                ply=ply,
                made_at=NOW,
                fell="footing" if rank else "",
            )
            (own if seat == player else others).append(row)
    return own, others


def twin_of(
    table: Table, before: Any, action: Any, stored: Stored, player: int | None, rng: Rng
) -> Stored:
    """Return what might as well be stored for all that this player may know.

    The last turn of another may have been one that looks the same, with another draw; then all that
    is hidden is dealt anew, and the secret is another.
    """
    rules, ply, state, log = table.rules, len(stored.log), stored.state, stored.log
    secret = bytes(255 - byte for byte in stored.secret)
    if player != before.to_move:
        other = rng.choice(alike(rules, before, action))
        reached = rules.apply_action(before, other, Rng(secret, ply))
        views = [without_events(rules.observation(one, player)) for one in (reached, state)]
        if views[0] == views[1]:
            state, log = reached, [*log[:-1], log_entry(table, ply, before, other, reached)]
    state = deal_otherwise(rules, state, player, rng)
    earlier = [deal_otherwise(rules, one, player, rng) for one in stored.positions[:-1]]
    return Stored(state, log, secret, [*earlier, state])


# --- Questions ------------------------------------------------------------------------------------


def questions(rules: Any, stored: Stored, twin: Stored, rng: Rng) -> list[Any]:
    """Return a legal action of the player to move, and one that names what can be hidden."""
    choices = list(itertools.islice(rules.legal_actions(stored.state), 200))
    legal = rules.encode_action(rng.choice(choices))
    states = [rules.encode_state(one.state) for one in (stored, twin)]
    secrets = [part for state in states for leaf in leaves(state) for part in parts(leaf)]
    return [legal, changed(legal, secrets, rng)]


def leaves(data: Any) -> Iterator[Any]:
    """Yield all values in JSON but the names of types."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from () if key == "type" else leaves(value)
    elif isinstance(data, list):
        for value in data:
            yield from leaves(value)
    else:
        yield data


def parts(leaf: Any) -> Iterator[Any]:
    """Yield a value, and each letter of a text."""
    yield leaf
    if isinstance(leaf, str):
        yield from leaf


def changed(action: Any, values: list[Any], rng: Rng) -> Any:
    """Return an action with one of its values replaced by another of the same type."""
    data = copy.deepcopy(action)
    places = [place for place in holders(data) if any(fits(place, value) for value in values)]
    if places:
        holder, key = rng.choice(places)
        fitting = [value for value in values if fits((holder, key), value)]
        holder[key] = rng.choice(fitting)
    return data


def holders(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield (list or object, index or key) of all values in JSON but the names of types."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        if isinstance(value, dict | list):
            yield from holders(value)
        elif key != "type":
            yield data, key


def fits(place: tuple[Any, Any], value: Any) -> bool:
    holder, key = place
    return type(holder[key]) is type(value)
