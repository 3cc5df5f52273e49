"""The position as a stand-alone SVG that can be turned into pixels anywhere."""

import re
import xml.etree.ElementTree as ET

import pytest
import resvg_py

from games.core.drawing import lettering, seats
from games.tilekingdom.display import scenery
from games.tilekingdom.display.picture import BAND, FAINT, LONGEST, ROOM, draw
from games.tilekingdom.position.model import Placement, State, Subject
from games.tilekingdom.turns.replying import fitting
from tests.games.tilekingdom.table import Table

DASHED = 'stroke-dasharray="7 7"'

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
    assert picture.count(f'color="{seats.COLOURS[0]}"') == 1


def test_picture_becomes_pixels() -> None:
    data = bytes(resvg_py.svg_to_bytes(svg_string=draw(STATE, 1)))
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(data) > 10_000


def test_picture_names_the_tile_in_hand_and_the_places_where_it_fits() -> None:
    """They are numbered as turns are written, and all in sight."""
    table = Table().play("V90 1,0 road WN")
    table.hold("P")
    picture = table.game.picture(table.state, 0)
    places = sorted({place for found in fitting(table.state).values() for place in found})
    assert len(places) > 2
    for x, y in places:
        name = f"{x},{y}"
        size = min(26.0, LONGEST / lettering.width(name, 1))
        assert picture.count(centred(name, 100 * x + 50, 100 * y + 50, size)) == 1
    assert picture.count(DASHED) == len(places)
    left, top, width, height = map(float, picture.split('viewBox="')[1].split('"')[0].split())
    for x, y in places:
        assert left <= 100 * x <= left + width - 100
        assert top <= 100 * y <= top + height - 100
    letter = lettering.write("P", left + width - 92, top + height - BAND + 20, 24, scenery.INK)
    assert letter in picture


def test_numbers_of_a_wide_map_can_be_read_in_a_mail() -> None:
    table = Table()
    for x in (*range(1, 7), *range(-1, -8, -1)):
        table.play(f"U0 {x},0")
    table.hold("U")
    picture = table.game.picture(table.state, 0)
    width = float(picture.split('viewBox="')[1].split()[2])
    assert width == 1616
    sizes = [10 * float(scale) for scale in re.findall(rf'scale\((\S+)\)"[^>]*"{FAINT}"', picture)]
    assert len(sizes) >= picture.count(DASHED) > 20
    assert min(sizes) * 480 / width > 9  # pixels where a mail shows it


@pytest.mark.parametrize("viewer", [0, None])
def test_the_map_fills_its_picture(viewer: int | None) -> None:
    """The frame is as far from the outermost tile, or place for one, on all sides."""
    table = Table()
    for x in range(1, 5):
        table.play(f"U0 {x},0")
    table.hold("B")  # desert all round: it fits nowhere east, west, or north of a city
    drawn = table.game.picture(table.state, viewer)
    left, top, width, height = map(float, drawn.split('viewBox="')[1].split('"')[0].split())
    cells = {(one.x, one.y) for one in table.state.placements}
    if viewer is not None:
        cells |= {place for found in fitting(table.state).values() for place in found}
    columns, rows = ({100 * cell[axis] for cell in cells} for axis in (0, 1))
    assert (left, top) == (min(columns) - ROOM, min(rows) - ROOM)
    assert (left + width, top + height - BAND) == (
        max(columns) + 100 + ROOM, max(rows) + 100 + ROOM,
    )  # fmt: skip


def test_picture_of_the_end_numbers_nothing() -> None:
    over = Table().play("U0 1,0", last=True)
    assert DASHED not in over.game.picture(over.state, 0)


def test_picture_for_spectators_numbers_nothing() -> None:
    """Who only watches lays no tile; the map is the larger for it."""
    table = Table().play("V90 1,0 road WN")
    table.hold("P")
    assert DASHED in table.game.picture(table.state, 1)
    assert DASHED not in table.game.picture(table.state, None)


def centred(name: str, x: float, y: float, size: float) -> str:
    return lettering.write_centred(name, x, y, size, FAINT)
