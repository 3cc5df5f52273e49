"""Draws made again by the page's script and by the stand-alone program: they find the same."""

import json
import runpy
from typing import Any

import pytest
from playwright.sync_api import Page

from games.matches.proofs import signing
from tests.conformance.playing import SLUGS
from tests.games.matches.pages.taken_home import SCRIPT, resealed
from tests.scripts.modules.asking import ask
from tests.scripts.modules.files import file_of

TURNS = 12  # of a match that is altered in many ways
AT = "/static/shell/proofs/check.js"
# Whether each step differs, from the secret to the result.
_CHECK = """async ({check}, cases) => {
  const all = [];
  for (const [game, noted] of cases) {
    const steps = [];
    for await (const {part, entry, problems} of check(game, noted))
      steps.push([entry ? entry.ply : part, problems.length > 0]);
    all.push(steps);
  }
  return all;
}"""
Case = tuple[dict[str, Any], list[str]]  # a file, and what somebody has noted


@pytest.fixture(scope="module")
def program() -> Any:
    """What the stand-alone program has, without the project."""
    return runpy.run_path(str(SCRIPT))


def differs(page: Page, program: Any, cases: list[Case]) -> list[list[Any]]:
    """Return where each file differs, which the page and the program have to agree on."""
    found = ask(page, AT, _CHECK, cases)
    for (game, noted), steps in zip(cases, found, strict=True):
        judged = [bool(problems) for _, problems in program["check"](game, *noted)]
        assert [wrong for _, wrong in steps] == judged
    return [[where for where, wrong in steps if wrong] for steps in found]


def altered(game: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the match with one number, one thing, one turn of the clock, or its secret changed."""
    copies = [json.loads(json.dumps(game)) for _ in range(4)]
    draws = [
        [d for entry in one["log"] for stream in entry["streams"] for d in stream["draws"]]
        for one in copies
    ]
    draws[0][2]["numbers"][0] += 1
    draw = next(draw for draw in draws[1] if len(draw["of"]) > 1 and draw["kind"] != "order")
    draw["drawn"] = next(one for one in draw["of"] if one != draw["drawn"])
    entry = next(entry for entry in copies[2]["log"] if entry["actor"] == "clock")
    other = next(one for one in copies[2]["log"] if one["action"] != entry["action"])
    entry["action"] = other["action"]
    copies[3]["secret"] = "00" + game["secret"][2:-2] + "00"
    return copies


@pytest.mark.parametrize("slug", SLUGS)
def test_every_draw_of_a_whole_match_follows(slug: str, modules: Page, program: Any) -> None:
    game = file_of(slug)
    assert game["ended"] == "over"
    assert differs(modules, program, [(game, [])]) == [[]]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_page_and_the_program_agree(slug: str, modules: Page, program: Any) -> None:
    game = file_of(slug, turns=TURNS)
    plain = signing.unsigned(game)
    unnamed = {**plain, "match": ""}
    by_older_rules = {name: value for name, value in plain.items() if name != "start"}
    by_older_rules["not_replayed"] = "The rules have changed."
    agreeing = [game, plain, unnamed, by_older_rules, resealed(game)]
    found = [*altered(plain), altered(unnamed)[0], altered(by_older_rules)[2]]
    by_another_clock = resealed(altered(game)[2])  # only the rules tell what it should have done
    titled = {**game, "title": "Chess"}
    every = [*agreeing, *found, by_another_clock, titled]
    where = differs(modules, program, [(one, []) for one in every])
    assert where[: len(agreeing)] == [[] for _ in agreeing]
    assert all(where[len(agreeing) :])
    clocks = next(entry["ply"] for entry in game["log"] if entry["actor"] == "clock")
    assert where[-2:] == [[clocks], ["signature"]]


def test_what_somebody_has_noted_is_looked_for(modules: Page, program: Any) -> None:
    game = file_of("tilekingdom", turns=TURNS)
    fourth = game["log"][3]["hash"]
    there = [game["commitment"], fourth, game["seal"], game["key"]]
    cases: list[Case] = [(game, [one]) for one in [*there, "0" * 64]]
    cases += [(game, there), (signing.unsigned(game), there)]
    assert differs(modules, program, cases) == [[], [], [], [], ["secret"], [], ["secret"]]


def test_moves_taken_back_are_checked(modules: Page, program: Any) -> None:
    game = signing.unsigned(file_of("tilekingdom", turns=TURNS, takebacks=3, mode="chess"))
    back = [one for one in game["log"] if one["action"]["type"] == "TakeBack"]
    assert len(back) == 3
    number, player = back[0]["ply"] - 1, back[0]["player"]
    copies = [json.loads(json.dumps(game)) for _ in range(4)]
    copies[1]["log"][number]["action"]["to"] -= 1
    copies[2]["log"][number]["player"] = 1 - player
    del copies[3]["log"][number]["position"]["placements"]
    where = differs(modules, program, [(one, []) for one in copies])
    assert where[0] == []
    assert all(back[0]["ply"] in steps for steps in where[1:])


def test_a_result_that_does_not_follow_is_found(modules: Page, program: Any) -> None:
    game = file_of("words_with_chilwell")
    other_places = resealed({**game, "places": [3 - place for place in game["places"]]})
    other_scores = resealed({**game, "scores": [score + 1 for score in game["scores"]]})
    cases: list[Case] = [(resealed(game), []), (other_places, []), (other_scores, [])]
    assert differs(modules, program, cases) == [[], ["result"], ["result"]]
