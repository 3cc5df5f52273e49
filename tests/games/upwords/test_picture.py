"""The position as a stand-alone SVG that can be turned into pixels anywhere."""

import dataclasses
import re
import xml.etree.ElementTree as ET

import pytest
import resvg_py

from games.upwords.display.picture import FACES, NEW, SIDES, TALLEST, draw
from tests.games.upwords.table import Table


def table():
    table = Table("quiet quieter quieteb rest best").play("D5 across quiet")
    return table.play("D5 across (quiet)er").play("I5 down (r)est").play("I5 down b(est)")


def test_picture_is_one_svg_that_needs_nothing_from_outside():
    picture = draw(table().state, 0)
    ET.fromstring(picture)  # noqa: S314 - our own drawing
    assert "href" not in picture
    assert "<text" not in picture


def test_picture_shows_own_rack_only():
    state = table().hold("cat", "dog").state
    with_rack, without = draw(state, 0), draw(state, None)
    assert with_rack != draw(state, 1)
    assert len(with_rack) > len(without)


def test_picture_marks_the_tiles_laid_last():
    assert draw(table().state, None).count(NEW) == 1
    assert draw(Table().state, None).count(NEW) == 0


def drawn_stack(stack):
    """Return the sides of a stack's tiles and its face, each as (left, top, colour)."""
    state = Table("quiet").state
    board = ((stack, *[""] * 9), *[("",) * 10] * 9)
    tile = re.compile(r'<rect x="(\S+)" y="(\S+)" width="52" height="52" rx="7" fill="(#\w{6})" ')
    found = tile.findall(draw(dataclasses.replace(state, board=board), None))
    return [(float(x), float(y), colour) for x, y, colour in found if colour != "#04100c"]


@pytest.mark.parametrize("height", [1, 2, 3, 5, 9])
def test_a_stack_stands_as_high_as_its_tiles(height):
    *sides, face = drawn_stack("abcdefghi"[:height])
    assert [colour for *_, colour in sides] == [SIDES[level % 2] for level in range(height)]
    assert face[2] == FACES[min(height, 5) - 1]
    thick = min(5, TALLEST / height)
    tops = [round(top, 1) for _, top, _ in (*sides, face)]
    assert tops == [round(sides[0][1] - thick * level, 1) for level in range(height + 1)]


def test_picture_becomes_pixels():
    for board in ("8x8", "10x10"):
        for picture in (draw(Table(board=board).state, 0), draw(table().state, 1)):
            data = bytes(resvg_py.svg_to_bytes(svg_string=picture))
            assert data[:8] == b"\x89PNG\r\n\x1a\n"
            assert len(data) > 10_000
