"""Lists of the commonest words."""

import pytest

from tests.conftest import Build
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words


@pytest.fixture(scope="module")
def common_lists(lasting: Build) -> None:
    lasting(load_words, common_words())
