"""A match that is over, and reviews that take little thought."""

import pytest

from accounts.users.models import User
from games.matches.models import Match
from games.reviews import acts, work
from games.reviews.models import Review
from tests.conftest import Build
from tests.factories import NOW, make_user
from tests.games.matches.pages.finished import finished
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words

GAME = "words_with_chilwell"  # the shortest of all for two
LOOKS = 200  # at each turn


@pytest.fixture(scope="module")
def common_lists(lasting: Build) -> None:
    """Lists of the commonest words."""
    lasting(load_words, common_words())


@pytest.fixture
def people(db) -> list[User]:
    return [make_user("anna"), make_user("ben")]


@pytest.fixture
def match(people: list[User], common_lists) -> Match:
    """A match that people have played to its end, some of its moves made by the clock."""
    return finished(GAME, *people)


@pytest.fixture
def reviewed(match: Match, people: list[User]) -> Review:
    """The match's review, done."""
    ask_for(match, people[0])
    return done(match)


def ask_for(match: Match, user: User) -> Review:
    """Have somebody ask for the review of a match, with little thought about each turn."""
    review = acts.ask(match_id=match.pk, user_id=user.pk, now=NOW)
    Review.objects.filter(match=match).update(looks=LOOKS)
    return review


def done(match: Match) -> Review:
    """Work until a match has been reviewed."""
    while (review := Review.objects.get(match=match)).status == Review.Status.WAITING:
        assert work.work(now=NOW)
    return review
