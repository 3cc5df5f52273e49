"""Matches that are over, and studies of them."""

import pytest

from accounts.users.models import User
from games.matches.models import Match
from games.studies import acts
from games.studies.models import Study
from tests.conftest import Build
from tests.factories import NOW, make_user
from tests.games.matches.pages.finished import finished
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words


@pytest.fixture(scope="module")
def common_lists(lasting: Build) -> None:
    """Lists of the commonest words."""
    lasting(load_words, common_words())


def play() -> int:
    return finished("words_with_chilwell", make_user("anna"), make_user("ben")).pk


@pytest.fixture(scope="module")
def played(lasting: Build, common_lists: None) -> int:
    """A match that was played once for all tests of a module."""
    return lasting(play)


@pytest.fixture
def anna(played: int, db: None) -> User:
    return User.objects.get(username="anna")


@pytest.fixture
def ben(played: int, db: None) -> User:
    return User.objects.get(username="ben")


@pytest.fixture
def match(played: int, db: None) -> Match:
    """A short match that is over."""
    return Match.objects.get(pk=played)


@pytest.fixture
def study(match: Match, anna: User) -> Study:
    """Anna's study of it."""
    return acts.make_of_match(match_id=match.pk, user=anna, now=NOW)
