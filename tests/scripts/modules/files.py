"""Files of finished matches as somebody takes them home, made by the rules alone."""

import itertools
import json
from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from games.core import codec
from games.core.language.events import Event
from games.core.log import chain
from games.core.log.replay import Course
from games.core.log.takeback import (
    TakeBack,
    author,
    encode_entry,
    entry_log_text,
    entry_text,
    may_take_back,
)
from games.core.rng import Rng, commitment
from games.core.table import options as table_options
from games.matches import reading
from games.matches.proofs import transcripts
from tests.conformance.playing import load_game
from tests.scripts.tables import NOW, PLAYERS, SECRET

CLOCK_EVERY = 4  # one turn in so many is left to the clock


def file_of(
    slug: str, *, turns: int | None = None, takebacks: int = 0, **options: Any
) -> dict[str, Any]:
    """Return the signed file of a match played at random, in which so many moves are taken back.

    After as many turns as said, if it isn't over by then, whoever is to move resigns.
    """
    rules = load_game(slug, options)
    players = min(2, rules.info.max_players)
    course = Course(rules, rules.initial_state(players, Rng(SECRET, 0)))
    agreed: Any = SimpleNamespace(
        public_id="abc123",
        get_absolute_url=lambda: "/match/abc123/",
        game=slug,
        rules_version=rules.info.rules_version,
        options=table_options.write(rules.options),
        word_list_version=None,
        players=players,
        pace="correspondence",
        budget=86400,
        bank=0,
        started_at=NOW,
        commitment=commitment(SECRET),
        secret=SimpleNamespace(secret=SECRET),
        duel=None,
    )
    moves = list(itertools.islice(_log(course, agreed, takebacks), turns))
    gone, at = rules.current_player(course.state), moves[-1].played_at
    placing = list(rules.placing(course.state)) if players > 1 else [1]
    over: dict[str, Any] = {
        "status": "finished",
        "end_reason": "over" if gone is None else "resigned",
        "finished_at": at,
        "ply": course.ply,
        "to_move": None,
        "last_hash": moves[-1].hash,
        "state": rules.encode_state(course.state),
        "scores": list(rules.scores(course.state)),
        "places": placing if gone is None else [1 + (one == gone) for one in range(players)],
    }
    agreed.__dict__.update(over)
    seats = [
        SimpleNamespace(
            player=player,
            name=name,
            user_id=player + 1,
            resigned_at=at if player == gone else None,
        )
        for player, name in enumerate(PLAYERS[:players])
    ]
    left = SimpleNamespace(ply=course.ply, player=gone, kind="resigned", at=at)
    loaded: Any = SimpleNamespace(
        match=agreed,
        rules=rules,
        seats=seats,
        moves=moves,
        table=SimpleNamespace(changes=[] if gone is None else [left]),
    )
    written: dict[str, Any] = json.loads(json.dumps(transcripts.as_json(loaded)))
    return written


def _log(course: Course, match: Any, takebacks: int) -> Iterator[Any]:
    """Yield the entries of a match as the site stores them."""
    rules, last = course.game, chain.begin(match.commitment, reading.agreed(match))
    for entry, actor in _entries(course, takebacks):
        before, ply = course.state, course.ply + 1
        after = course.enter(entry, Rng(SECRET, ply))
        action = encode_entry(rules, entry)
        move: Any = SimpleNamespace(
            ply=ply,
            player=author(rules, before, entry, after),
            actor=actor,
            text=entry_log_text(rules, before, entry),
            action=action,
            events=codec.encode(after.events, tuple[Event, ...]),
            played_at=NOW + timedelta(minutes=ply),
            proof=chain.proof(SECRET, ply, action, entry_text(rules, before, entry)),
        )
        last = move.hash = chain.link(last, reading.told(move))
        yield move


def _entries(course: Course, takebacks: int) -> Iterator[tuple[Any, str]]:
    """Yield what is played and by whom; each has been entered when the next is asked for."""
    rules = course.game
    while not rules.is_terminal(before := course.state):
        ply = course.ply + 1
        rng = Rng(bytes(32), ply, "turns")
        if rng.below(CLOCK_EVERY) == 0:
            action, actor = rules.timeout_action(before, Rng(SECRET, ply, "timeout")), "clock"
        else:
            action, actor = rng.choice(list(rules.legal_actions(before))), "human"
        yield action, actor
        if takebacks and may_take_back(rules, before, action):
            takebacks -= 1
            yield TakeBack(ply - 1), "human"
