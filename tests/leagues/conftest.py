"""What tests of leagues share: a site with the commonest words."""

import pytest

from tests.words.loaded import load_words
from tests.words.release import common_words


@pytest.fixture
def common_lists(db: None) -> None:
    """Lists of the commonest words."""
    load_words(common_words())
