"""What tests of pages share: a site with the commonest words, and the program that checks games."""

import importlib.util
from typing import Any

import pytest
from django.test import Client

from games.matches.models import Match
from tests.conftest import Build
from tests.games.matches.pages.finished import finished
from tests.games.matches.pages.taken_home import GAMES, SCRIPT, keep
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words


@pytest.fixture(scope="module")
def common_lists(lasting: Build) -> None:
    """Lists of the commonest words."""
    lasting(load_words, common_words())


@pytest.fixture(scope="module", params=GAMES)
def over(request: pytest.FixtureRequest, lasting: Build, common_lists: None) -> Match:
    """A match of each game that was played to its end, once for all tests that ask for it."""
    match: Match = lasting(finished, request.param)
    lasting(keep, Client(), match)
    return match


@pytest.fixture(scope="session")
def script() -> Any:
    """The stand-alone program as a module."""
    spec = importlib.util.spec_from_file_location("check_game", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
