"""A site with a few words whose clock stands still, and every game that hides something."""

import functools
import logging
from typing import Any

import pytest
from django.utils import timezone

from games.matches.post import composing
from games.matches.reading import pace
from games.registry import game_class
from tests.conformance.playing import SLUGS
from tests.factories import NOW
from tests.games.matches.pages.secrecy.seen import OURS
from tests.size import one_of, some_of


@pytest.fixture(params=some_of(SLUGS, __file__))
def slug(request: pytest.FixtureRequest) -> Any:
    return request.param


HIDING = [one for one in SLUGS if game_class(one).info.hidden_information]


@pytest.fixture(params=some_of(HIDING, __file__))
def hiding(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture(params=one_of(HIDING, __file__))
def one_hiding(request: pytest.FixtureRequest) -> Any:
    """A game that hides something, where what's asked has little to do with which it is."""
    return request.param


@pytest.fixture(autouse=True)
def _words(common_lists: None) -> None:
    """Games of words are played too."""


@pytest.fixture(autouse=True)
def _the_clock_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)


@pytest.fixture(autouse=True)
def _pictures_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are compared as they are drawn, so each is turned into few pixels, and once."""
    monkeypatch.setattr(composing, "PICTURE_WIDTH", 48)
    monkeypatch.setattr(composing, "_png", functools.cache(composing._png))


@pytest.fixture(autouse=True)
def _forecasts_are_rough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forecasts are compared as they are made, so each table is played through a few times only."""
    monkeypatch.setattr(pace, "RUNS", 20)


@pytest.fixture(autouse=True)
def _all_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    for name in OURS:
        caplog.set_level(logging.DEBUG, logger=name)
