"""A day's challenge that took little thought, its clock standing still."""

import pytest

from accounts.edge import clock
from accounts.users.models import User
from games.daily.models import Challenge
from tests.conftest import Build
from tests.factories import NOW, make_user
from tests.games.daily import made
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words


def build() -> None:
    load_words(common_words())
    made.begun()


@pytest.fixture(scope="module")
def begun(lasting: Build) -> None:
    """The day of NOW, whose positions are still to be found."""
    lasting(build)


@pytest.fixture(scope="module")
def today(begun: None, lasting: Build) -> None:
    """The challenges of the day of NOW."""
    lasting(made.made)


@pytest.fixture
def challenge(today: None, db: None) -> Challenge:
    return made.challenge()


@pytest.fixture
def alone(begun: None, db: None) -> Challenge:
    return made.challenge(game=made.ALONE)


@pytest.fixture
def anna(db: None) -> User:
    return make_user("anna")


@pytest.fixture
def ben(db: None) -> User:
    return make_user("ben")


@pytest.fixture
def _at_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the pages of the site be asked for at NOW."""
    monkeypatch.setattr(clock, "machine_time", lambda: NOW)
