"""What tests of leagues share: a site with the commonest words, and a season in its first round."""

import pytest

from lobby.leagues.models import Season
from tests.conftest import Build
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words
from tests.lobby.leagues import site


@pytest.fixture(scope="module")
def common_lists(lasting: Build) -> None:
    """Lists of the commonest words."""
    lasting(load_words, common_words())


def build() -> int:
    league = site.found(
        undo_hours=24, withdrawal="keep", excuses=1, extension_days=3, no_show_days=4
    )
    season, _ = site.begin(site.season_of(league), 4)
    return season.pk


@pytest.fixture(scope="module")
def _begun(lasting: Build) -> int:
    """A season begun once for all tests of a module: each test undoes what it changes."""
    return lasting(build)


@pytest.fixture
def playing(_begun: int, db: None) -> Season:
    """A season of four in its first round."""
    return Season.objects.get(pk=_begun)
