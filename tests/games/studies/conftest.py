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


@pytest.fixture
def anna(db) -> User:
    return make_user("anna")


@pytest.fixture
def ben(db) -> User:
    return make_user("ben")


@pytest.fixture
def match(anna: User, ben: User, common_lists) -> Match:
    """A short match that is over."""
    return finished("words_with_chilwell", anna, ben)


@pytest.fixture
def study(match: Match, anna: User) -> Study:
    """Anna's study of it."""
    return acts.make_of_match(match_id=match.pk, user=anna, now=NOW)
