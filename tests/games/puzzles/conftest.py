"""A public match that was reviewed, and a puzzle of one of its turns."""

import hashlib

import pytest

from accounts.users.models import User
from games.core import codec
from games.core.bots import Budget
from games.core.review.report import Idea
from games.core.rng import Rng
from games.matches import play, reading
from games.matches.models import Match
from games.puzzles import acts, finding
from games.puzzles.models import Puzzle
from games.registry import bots
from games.reviews.reading import report_of
from tests.conftest import Build
from tests.factories import NOW, make_user
from tests.games.matches.pages.finished import begun
from tests.games.reviews.conftest import GAME, LOOKS, ask_for, done
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words

SECRET = hashlib.sha256(b"puzzles/3").digest()


def build() -> int:
    """Play a match and have it reviewed, so that it can have puzzles in it; return its id."""
    load_words(common_words())
    people = [make_user("anna"), make_user("ben")]
    match = played_well(*people)
    ask_for(match, people[0])
    done(match)
    acts.offer(match_id=match.pk, now=NOW)
    return match.pk


@pytest.fixture(scope="module")
def reviewed(lasting: Build) -> int:
    return lasting(build)


@pytest.fixture
def people(reviewed: int, db) -> list[User]:
    return [User.objects.get(username=name) for name in ("anna", "ben")]


@pytest.fixture
def match(reviewed: int, db) -> Match:
    """A match that was reviewed."""
    return Match.objects.get(pk=reviewed)


def played_well(*people: User) -> Match:
    """Return a match in which both played like Medium, so that it was open to its last turns."""
    match = begun(GAME, *people, secret=SECRET)
    rules, medium = reading.rules_of(match), bots(GAME)["medium"]
    while match.status == Match.Status.RUNNING:
        player = match.to_move or 0
        seen = rules.observation(rules.decode_state(match.state), player)
        budget = Budget.of_looks(1)
        action = medium.choose(rules, seen, player, Rng(SECRET, match.ply, "bot"), budget)
        play.submit(
            match_id=match.pk,
            player=player,
            action=rules.encode_action(action),
            expected_ply=match.ply,
            now=NOW,
        )
        match.refresh_from_db()
    return match


@pytest.fixture
def puzzle(match: Match) -> Puzzle:
    """A puzzle: the first turn at which the best choice is clearly better than the next one."""
    turn = max(report_of(match.review).turns, key=lambda turn: finding.margin(turn.ideas))
    return Puzzle.objects.create(
        match=match,
        ply=turn.ply,
        game=GAME,
        ideas=codec.encode(turn.ideas, tuple[Idea, ...]),
        looks=LOOKS,
        margin=finding.margin(turn.ideas),
        made_at=NOW,
    )
