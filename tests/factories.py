"""People and matches for tests, made through the same doors the site uses."""

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db.models import QuerySet

from accounts.notices.models import Delivery, Notification
from accounts.users.models import User
from games.core.clock import Form, Pace, TimeControl
from games.core.table.agreement import Agreement
from games.matches import play, reading
from games.matches.answers import Actor, Outcome
from games.matches.live.watch import _frames
from games.matches.models import Match, Move
from games.matches.play import SeatPlan
from games.matches.proofs import replays
from games.matches.reading import positions

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SECRET = bytes(range(32))
_numbers = itertools.count(1)


def seconds(count: float) -> timedelta:
    return timedelta(seconds=count)


def frame_of(match: Match, user_id: int | None, language: str = "en-gb") -> str:
    """Return what somebody's page is sent of a match."""
    viewer = (user_id, language)
    return _frames(match.pk, {viewer}, NOW)[1][viewer][1]


def make_user(name: str = "", **facts: Any) -> User:
    name = name or f"player{next(_numbers)}"
    return User.objects.create_user(name, f"{name}@example.org", **facts)


def make_match(
    *people: User | str,
    pace: Pace = Pace.LIVE,
    budget: int = 60,
    bank: int = 0,
    form: Form = Form.PER_TURN,
    cap: int = 0,
    agreement: Agreement | None = None,
    game: str = "tilekingdom",
    options: dict[str, Any] | None = None,
    now: datetime = NOW,
    secret: bytes = SECRET,
) -> Match:
    """Start a match of users and computer levels; two new users without any."""
    people = people or (make_user(), make_user())
    seats = [
        SeatPlan(name=who, level=who)
        if isinstance(who, str)
        else SeatPlan(name=who.username, user_id=who.pk)
        for who in people
    ]
    return play.start_match(
        game=game,
        options=options or {},
        control=TimeControl(pace, budget, bank, form, cap),
        agreement=agreement,
        seats=seats,
        now=now,
        secret=secret,
    )


def mails_owed(**facts: Any) -> QuerySet[Notification]:
    """Return the notices that are still to go out by mail."""
    queued = Delivery.objects.filter(channel="mail", status="queued")
    return Notification.objects.filter(deliveries__in=queued, **facts)


def first_action(match: Match, index: int = 0) -> Any:
    """Return a legal action as JSON: the ``index``-th in the rules' own order."""
    match.refresh_from_db()
    rules = reading.rules_of(match)
    actions = rules.legal_actions(rules.decode_state(match.state))
    return rules.encode_action(next(itertools.islice(actions, index, None)))


def move(match: Match, *, now: datetime = NOW, cmd_id: UUID | None = None) -> Outcome:
    """Play the first legal action for whoever is to move."""
    action = first_action(match)
    assert match.to_move is not None
    outcome = play.submit(
        match_id=match.pk,
        player=match.to_move,
        action=action,
        expected_ply=match.ply,
        cmd_id=cmd_id or uuid4(),
        now=now,
    )
    match.refresh_from_db()
    return outcome


def have_chosen(match: Match, turns: int = 2) -> None:
    """Have the log say that each player chose so many turns, so that a match that's over counts.

    They stand at plies that no game reaches, so nothing can be played or replayed afterwards.
    """
    facts = {"text": "", "events": [], "started_at": NOW, "played_at": NOW, "proof": "", "hash": ""}
    last = 100_000 + match.moves.count()
    Move.objects.bulk_create(
        Move(
            match=match, ply=last + number, player=number % match.players, actor=Actor.HUMAN,
            action={"type": "Place"}, **facts,
        )
        for number in range(turns * match.players)
    )  # fmt: skip
    Match.objects.filter(pk=match.pk).update(was_short=False)


def play_out(match: Match, *, now: datetime = NOW) -> None:
    """Play first legal actions until the match is over."""
    while match.status == Match.Status.RUNNING:
        move(match, now=now)


def view_of(match: Match, player: int | None = None, *, now: datetime = NOW) -> dict[str, Any]:
    return reading.view(reading.load(match_id=match.pk), player=player, now=now)


def assert_replay_matches(match: Match) -> None:
    """The log, played again from the secret, gives what is stored."""
    assert replays.verify(reading.get(match_id=match.pk)) == reading.get(match_id=match.pk).ply


def put(match: Match, state: Any, **more: Any) -> None:
    """Put another position, as JSON, into a match that is stored, whoever knew the last one."""
    Match.objects.filter(pk=match.pk).update(state=state, **more)
    forget(match)


def forget(match: Match) -> None:
    """Have this process know no position of a match."""
    positions._known._kept.pop(match.pk, None)
