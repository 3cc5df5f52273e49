"""A page of a challenge that isn't ready says when it will be, or that nobody is at work on it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.daily import days, making
from games.daily.models import Challenge
from tests.factories import NOW
from tests.games.daily.made import GAME, TODAY

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_at_now")]

HOME = f"/daily/{GAME}/"
MINUTE = timedelta(minutes=1)


def wanted(game: str = GAME, **more: Any) -> Challenge:
    facts: dict[str, Any] = {"rules_version": 1, "version": "v", "looks": 1, "wanted_at": NOW}
    return Challenge.objects.create(**{"game": game, "day": TODAY, **facts, **more})


def ready_in(game: str = GAME) -> float:
    at = making.of_day(TODAY, now=NOW)[game].ready_at
    assert at is not None
    return (at - NOW).total_seconds()


def test_a_challenge_that_was_just_asked_for_takes_what_is_usual(client: Client) -> None:
    wanted()
    assert ready_in() == 51.0  # 3 games of 16 turns and the 3 that are picked, a second each
    page = client.get(HOME).content.decode()
    assert "It should be ready at about" in page
    assert ">12:00 UTC</time>" in page


def test_what_was_measured_before_counts() -> None:
    wanted()
    ready = {"status": "ready", "judged": 40, "seconds": 10.0}
    wanted(day=TODAY - days.DAY, made_at=NOW - days.DAY, **ready)
    assert ready_in() == 51 * 0.25


def test_its_own_pace_counts_more_and_so_do_others_that_wait() -> None:
    halfway = {"course": {"1": [], "2": []}, "judged": 32, "seconds": 64.0}
    wanted(wanted_at=NOW - MINUTE, worked_at=NOW, **halfway)
    assert ready_in() == (16 + 3) * 2.0
    wanted("upwords")
    assert ready_in() == 2 * (16 + 3) * 2.0
    assert ready_in("upwords") == 51.0 + 19 * 2.0


def test_work_that_waits_for_others_takes_longer() -> None:
    wanted(wanted_at=NOW - 4 * MINUTE, worked_at=NOW, judged=30, seconds=60.0)
    assert ready_in() == (18 + 3) * 2.0 * 4


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (
            {"wanted_at": NOW - days.DAY, "worked_at": NOW - making.IDLE},
            "nothing has been done on it for 10 minutes",
        ),
        ({"wanted_at": NOW - making.IDLE}, "nothing has been done on it for 10 minutes"),
        ({"status": "failed"}, "couldn&#x27;t be made. There&#x27;s a new one tomorrow."),
        (None, "hasn&#x27;t been begun. On a new site that takes a minute or two"),
    ],
)
def test_otherwise_it_says_what_is_the_matter(facts: Any, words: str, client: Client) -> None:
    if facts is not None:
        wanted(**facts)
    page = client.get(HOME).content.decode().replace("'", "&#x27;")
    assert words in page
    assert "It should be ready" not in page
