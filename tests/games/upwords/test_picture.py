"""The position as a stand-alone SVG that can be turned into pixels anywhere."""

import xml.etree.ElementTree as ET

import resvg_py

from games.upwords.display.picture import NEW, draw
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


def test_picture_becomes_pixels():
    for board in ("8x8", "10x10"):
        for picture in (draw(Table(board=board).state, 0), draw(table().state, 1)):
            data = bytes(resvg_py.svg_to_bytes(svg_string=picture))
            assert data[:8] == b"\x89PNG\r\n\x1a\n"
            assert len(data) > 10_000
