"""What a try is worth, and how positions are chosen."""

import pytest

from games.daily import days, finding, judging, work
from games.daily.finding import Candidate
from games.daily.models import Challenge
from tests.factories import NOW


@pytest.mark.parametrize(
    ("loss", "error", "points"),
    [
        (0.0, 0.0, 100),
        (0.005, 0.0, 100),
        (0.01, 0.0, 95),
        (0.1, 0.0, 50),
        (0.2, 0.0, 0),
        (0.5, 0.0, 0),
        (0.1, 0.05, 100),  # it may be an error of the search
        (0.12, 0.01, 50),
    ],
)
def test_points_follow_from_the_chance_that_is_given_away(
    loss: float, error: float, points: int
) -> None:
    assert judging.points_of(loss, error) == points


def test_positions_go_from_easy_to_hard_one_of_each_game() -> None:
    def one(ply: int, hard: float, *, fits: bool = True, clear: float = 0.05) -> Candidate:
        return Candidate(ply, fits, clear, hard)

    found = {
        1: [one(1, 0.2), one(2, 0.09)],
        2: [one(3, 0.2), one(4, 0.0, clear=0.03), one(5, 0.0), one(6, 0.0, fits=False, clear=0.4)],
        3: [one(7, 0.02), one(8, 0.03)],
    }
    assert [(slot, pick.ply) for slot, pick in finding.picked(found)] == [(2, 5), (3, 8), (1, 1)]


def test_games_are_played_until_there_is_one_of_each_level() -> None:
    def games(*levels: str) -> finding.Found:
        hard = {"easy": 0.0, "middling": 0.05, "hard": 0.2}
        return {
            slot: [Candidate(at, True, 0.05, hard[name]) for at, name in enumerate(names.split())]
            for slot, names in enumerate(levels, start=1)
        }

    assert finding.are_enough(games("easy", "middling", "hard"))
    assert finding.are_enough(games("hard easy", "hard", "easy middling"))
    assert not finding.are_enough(games("easy", "middling", "easy middling"))
    assert not finding.are_enough(games("easy middling hard", "easy", "easy"))
    assert finding.are_enough(games("easy middling hard", "easy", "easy", "hard middling"))
    assert not finding.are_enough(games(*["easy"] * (finding.MOST_GAMES - 1)))
    assert finding.are_enough(games(*["easy"] * finding.MOST_GAMES))


def test_one_of_each_level_goes_before_one_that_is_nearer_to_its_mark() -> None:
    found = {
        1: [Candidate(1, True, 0.05, 0.0)],
        2: [Candidate(2, True, 0.05, 0.029), Candidate(3, True, 0.05, 0.07)],
        3: [Candidate(4, True, 0.05, 0.3)],
    }
    assert [one.ply for _, one in finding.picked(found)] == [1, 3, 4]


def test_nobody_can_tell_a_secret_from_another(settings) -> None:
    day = days.day_of(NOW)
    first = days.secret_of("upwords", day, 1)
    assert first == days.secret_of("upwords", day, 1)
    others = {
        days.secret_of("upwords", day, 2),
        days.secret_of("tilekingdom", day, 1),
        days.secret_of("upwords", day + days.DAY, 1),
    }
    settings.SECRET_KEY = "another"
    others.add(days.secret_of("upwords", day, 1))
    assert len(others | {first}) == 5


def test_a_day_begins_at_midnight_utc() -> None:
    day = days.day_of(NOW)
    assert days.opens_at(day).isoformat() == "2026-03-01T00:00:00+00:00"
    assert days.closes_at(day) == days.opens_at(day + days.DAY)


def test_a_site_without_words_waits_for_them(db) -> None:
    work.begin(now=NOW)
    found = set(Challenge.objects.values_list("game", flat=True))
    assert found == {"tilekingdom", "counting_tiles"}
