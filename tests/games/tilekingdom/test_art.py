"""The tiles as pictures: complete, and the committed files are what the code makes."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from games.core.drawing import seats
from games.tilekingdom.display import art, designs, scenery, sprite
from games.tilekingdom.position.tiles import TILES

SHELL = Path(__file__).parents[3] / "static/shell"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", sprite.files())
def test_committed_file_is_what_the_code_makes(name: str) -> None:
    assert (sprite.STATIC / name).read_text(encoding="utf-8") == sprite.files()[name], (
        "run python -m games.tilekingdom.display.sprite"
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


def test_facts_tell_the_browser_where_features_are() -> None:
    told = re.search("<metadata>(.+)</metadata>", sprite.files()["tiles.svg"])
    assert told is not None
    facts = json.loads(told[1])
    found = {
        key: (one["kind"], one["at"], one["sides"]) for key, one in facts["D"]["features"].items()
    }
    assert found == {
        "c0": ("city", [50, 14], [0]),
        "r0": ("road", [50, 56], [1, 3]),
        "f0": ("desert", [13, 33], []),
        "f1": ("desert", [50, 82], []),
    }
    assert facts["D"]["edges"] == "CRFR"


def test_the_browser_has_a_name_for_each_tile() -> None:
    script = (sprite.STATIC / "tiles.js").read_text(encoding="utf-8")
    names = dict(re.findall(r'^  ([A-Z]): say\("(.+)"\),$', script, re.MULTILINE))
    assert list(names) == sorted(TILES)
    assert len(set(names.values())) == len(TILES)


def test_where_a_tile_has_several_roads_or_cities_each_is_at_one_side() -> None:
    """So the browser can call them by that side."""
    for tile in TILES.values():
        for kind in ("road", "city"):
            several = [one.sides for one in tile.features if one.kind == kind]
            assert len(several) < 2 or all(len(sides) == 1 for sides in several)


def test_players_have_the_marks_and_colours_of_the_site() -> None:
    marks = re.findall(r'"(M[^"]+Z)"', (SHELL / "common/marks.js").read_text())
    assert tuple(marks) == seats.MARKS
    tokens = (SHELL / "site/site.css").read_text()
    assert tuple(re.findall(r"--p\d: light-dark\((#\w+)", tokens)) == seats.COLOURS
