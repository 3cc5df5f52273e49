"""The position as a stand-alone SVG that can be turned into pixels anywhere."""

import re
import xml.etree.ElementTree as ET

import resvg_py

from games.tilekingdom import scenery
from games.tilekingdom.model import Placement, State, Subject
from games.tilekingdom.picture import draw

STATE = State(
    to_move=1,
    placements=(Placement("D", 0, 0, 0, None), Placement("V", 1, 0, 1, 0)),
    subjects=(Subject(0, 1, 0, "r0"),),
    supplies=(6, 7),
    scores=(10, 24),
    tile="Q",
    bag={},
)


def test_picture_is_one_svg_that_needs_nothing_from_outside() -> None:
    picture = draw(STATE, 0)
    ET.fromstring(picture)  # noqa: S314 - our own drawing
    wanted = set(re.findall(r'href="([^"]+)"', picture))
    assert {name for name in wanted if not name.startswith("#")} == set()
    assert {name[1:] for name in wanted} <= set(re.findall(r' id="([^"]+)"', picture))
    assert "<text" not in picture


def test_picture_shows_tiles_turned_the_tile_in_hand_and_the_subjects() -> None:
    picture = draw(STATE, None)
    assert re.findall(r'<use href="#(tile-[^"]+)"', picture) == ["tile-D", "tile-V-1", "tile-Q"]
    assert picture.count(f'color="{scenery.PLAYERS[0]}"') == 1


def test_picture_becomes_pixels() -> None:
    data = bytes(resvg_py.svg_to_bytes(svg_string=draw(STATE, 1)))
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(data) > 10_000
