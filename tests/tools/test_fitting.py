"""The programs that fit numbers find those in the code, from few games already."""

import math

import pytest

from games.core.rng import Rng
from games.upwords.turns import outlook as upwords_outlook
from games.words_with_chilwell.options import Options
from games.words_with_chilwell.rules import WordsWithChilwell
from tests.games.words.release import common_words
from tests.tools.test_played_words import SHARES
from tools import played_words
from tools.fitting import chilwell, outlook, promise, tilekingdom


@pytest.mark.thorough
def test_what_a_letter_is_worth_in_upwords_is_what_the_code_says() -> None:
    found = promise.fit_upwords(promise.QUICK["upwords"])
    apart, errors = promise.distance(found)
    assert apart < 2 * errors
    assert correlation(found) > 0.5


@pytest.mark.thorough
def test_what_a_tile_is_worth_in_words_with_chilwell_is_what_the_code_says() -> None:
    found = promise.fit_chilwell(promise.QUICK["words_with_chilwell"])
    apart, errors = promise.distance(found)
    assert apart < 2 * errors


def correlation(found: list[promise.Found]) -> float:
    ours, theirs = [one.number for one in found], [one.in_code for one in found]
    mean, mean_code = sum(ours) / len(ours), sum(theirs) / len(theirs)
    together = sum((a - mean) * (b - mean_code) for a, b in zip(ours, theirs, strict=True))
    squares = sum((a - mean) ** 2 for a in ours) * sum((b - mean_code) ** 2 for b in theirs)
    return together / math.sqrt(squares)


@pytest.mark.parametrize(
    "slug",
    [
        pytest.param("upwords", marks=pytest.mark.thorough),
        pytest.param("words_with_chilwell", marks=pytest.mark.slow),
        pytest.param("tiled_of_it", marks=pytest.mark.thorough),
    ],
)
def test_forecasts_of_the_turns_left_hold(slug: str) -> None:
    games = [outlook.play(task) for task in outlook.tasks(slug, 5)]
    held, count, off = outlook.tried(slug, games)
    assert held / count >= 0.7
    assert abs(off) < 1
    found, errors = outlook.FITS[slug](games), outlook.errors(slug, games)
    in_code = outlook.outlook_of(slug)
    # Five of them, as so few games make the errors look small. What does not vary has none.
    apart = {
        name: abs(number - getattr(in_code, name)) / errors[name]
        for name, number in found.items()
        if errors[name]
    }
    assert {name: far for name, far in apart.items() if far > 5} == {}


@pytest.mark.thorough
def test_open_ends_close_in_tilekingdom_as_often_as_the_code_says() -> None:
    rows = [row for number in range(12) for row in tilekingdom.ends_of(number)]
    assert not any(closed for (_, steps, _), closed in rows if not steps[0])
    lines = tilekingdom.report_check(games=1, processes=1)
    *_, kept = [line.split() for line in lines if line.split()[:3] == ["0", "to", "70"]]
    assert abs(float(kept[4])) < 5 * float(kept[5])


def test_numbers_are_put_in_a_module_for_a_while() -> None:
    before = upwords_outlook.BAG
    with outlook.put(upwords_outlook, {"BAG": 9.0, "unknown": 1.0}):
        assert upwords_outlook.BAG == 9.0
    assert before == upwords_outlook.BAG


@pytest.mark.thorough
@pytest.mark.parametrize("slug", list(SHARES))
def test_a_game_with_broad_is_what_the_pages_say(slug: str) -> None:
    """The figures in docs/words.md, within four errors of what few games show."""
    tasks = [played_words.Task(slug, "broad", number) for number in range(6)]
    games = [played_words.words_of(task) for task in tasks]
    for told, known in zip(
        SHARES[slug], (played_words.explained(), played_words.everyday()), strict=True
    ):
        found, error = played_words.shares(games, known)
        assert abs(found - told) < 4 * error


def test_numbers_that_tell_who_won_are_found() -> None:
    """Of positions with a lead of one unit or of minus one, three in four are won by the leader."""
    rows = [
        chilwell.Row((0, 0), (1.0, lead), margin)
        for lead in (1.0, -1.0)
        for margin in (lead, lead, lead, -lead) * 100
    ]
    even, each = chilwell.logistic(rows, (0.0, 0.0))
    assert abs(even) < 0.01
    assert abs(each - math.log(3)) < 0.05
    table = chilwell.reliability(
        (1 / (1 + math.exp(-each * row.facts[1])), row.margin > 0) for row in rows
    )
    assert table == [
        "chance  25.4 %, won  25.0 %, 400 positions",
        "chance  74.6 %, won  75.0 %, 400 positions",
    ]


def test_positions_of_a_game_are_fitted_to_how_it_ended() -> None:
    game = WordsWithChilwell(Options(), common_words())
    chance = Rng(bytes(32), 0)
    rows = [row for _ in range(3) for row in chilwell.play(game, chance)]
    assert rows
    assert {len(row.facts) for row in rows} == {14}
