"""The tiles as pictures: complete, and the committed files are what the code makes."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from games.tilekingdom import art, designs, scenery, sprite
from games.tilekingdom.tiles import TILES

SHELL = Path(__file__).parents[3] / "games/static/games/shell"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", sprite.files())
def test_committed_file_is_what_the_code_makes(name: str) -> None:
    assert (sprite.STATIC / name).read_text(encoding="utf-8") == sprite.files()[name], (
        "run python -m games.tilekingdom.sprite"
    )


def test_sprite_holds_every_tile_in_every_rotation_and_every_subject() -> None:
    root = ET.fromstring(sprite.sprite())  # noqa: S314 - our own file
    symbols = {symbol.get("id") for symbol in root.iter(f"{SVG}symbol")}
    tiles = {art.symbol_id(kind, rotation) for kind in TILES for rotation in range(4)}
    subjects = {f"subject-{role}-{player}" for role in scenery.FIGURES for player in range(5)}
    assert symbols == tiles | subjects | {f"mark-{player}" for player in range(5)}


def test_sprite_refers_only_to_what_it_holds_and_carries_no_style_attribute() -> None:
    text = sprite.sprite()
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(re.findall(r' id="([^"]+)"', text))
    assert "style=" not in text


@pytest.mark.parametrize("kind", sorted(TILES))
def test_each_feature_has_an_anchor_apart_from_the_others(kind: str) -> None:
    anchors = designs.DESIGNS[kind].anchors
    assert sorted(anchors) == sorted(feature.key for feature in TILES[kind].features)
    points = list(anchors.values())
    assert all(8 <= x <= 92 and 8 <= y <= 92 for x, y in points)
    apart = [
        ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5
        for place, (ax, ay) in enumerate(points)
        for bx, by in points[:place]
    ]
    assert min(apart, default=100) >= 24


@pytest.mark.parametrize("kind", sorted(TILES))
def test_roads_are_drawn_to_the_sides_that_have_one(kind: str) -> None:
    middles = {(50, 0): 0, (100, 50): 1, (50, 100): 2, (0, 50): 3}
    drawn = set()
    for line in designs.DESIGNS[kind].roads:
        numbers = [int(number) for number in re.findall(r"\d+", re.sub(r"[HV]", " ", line))]
        ends = {(numbers[0], numbers[1]), (numbers[-2], numbers[-1])}
        drawn |= {middles[end] for end in ends if end in middles}
    assert drawn == {side for side, edge in enumerate(TILES[kind].edges) if edge == "R"}


def test_four_quarter_turns_are_none() -> None:
    assert [art.turn((10, 20), rotation) for rotation in range(5)] == [
        (10, 20), (80, 10), (90, 80), (20, 90), (10, 20),
    ]  # fmt: skip


def test_facts_tell_the_browser_labels_in_words() -> None:
    facts = json.loads(sprite.files()["tiles.json"])
    labels = {key: feature["label"] for key, feature in facts["D"]["features"].items()}
    assert labels == {
        "c0": "city north",
        "r0": "road east-west",
        "f0": "desert north-west",
        "f1": "desert south",
    }
    assert facts["D"]["edges"] == "CRFR"


def test_players_have_the_marks_and_colours_of_the_site() -> None:
    marks = re.findall(r'"(M[^"]+Z)"', (SHELL / "marks.js").read_text())
    assert tuple(marks) == scenery.MARKS
    tokens = (SHELL / "site.css").read_text()
    assert tuple(re.findall(r"--p\d: light-dark\((#\w+)", tokens)) == scenery.PLAYERS
