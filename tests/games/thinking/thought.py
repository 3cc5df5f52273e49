"""Asking as a page does: again, until somebody has thought about it."""

from collections.abc import Callable
from typing import Any

from accounts.edge.clock import read_clock
from games.core.rng import Rng
from games.matches import reading
from games.matches.models import Match
from games.thinking import work
from games.thinking.question import Question
from tests.factories import make_match, make_user

THINKING = {
    "ok": True,
    "thinking": True,
    "text": "We're thinking about that. It takes a moment.",
}


def thought(ask: Callable[[], Any]) -> Any:
    """Return the answer to what has to be thought about once."""
    first = ask()
    assert (first.status_code, first["Retry-After"], first.json()) == (202, "1", THINKING)
    assert work.work(now=read_clock())
    assert not work.work(now=read_clock())
    return ask()


def asked_of(game: str = "tilekingdom", *, looks: int = 2, ply: int = 0) -> Question:
    """Return a question about the first turn of a match."""
    match = Match.objects.filter(game=game).first() or make_match(make_user(), "easy", game=game)
    rules = reading.rules_of(match)
    state = rules.initial_state(2, Rng(bytes(32), 0))
    seen = rules.observation(state, 0)
    first = next(iter(rules.legal_actions(seen)))
    return Question(
        rules, match.word_list_version_id, seen, 0, "00" * 32, ply, "ideas", looks, (first,)
    )
