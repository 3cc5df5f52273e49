"""The position as a stand-alone SVG that can be turned into pixels anywhere."""

import xml.etree.ElementTree as ET

import resvg_py

from games.core.drawing.lettering import STROKES
from games.words_with_chilwell.display.picture import BACK, BLANK_LINE
from tests.games.words_with_chilwell.table import TRAINING, Table


def test_picture_is_one_svg_that_needs_nothing_from_outside():
    table = Table(TRAINING)
    picture = table.game.picture(table.state, 0)
    ET.fromstring(picture)  # noqa: S314 - our own drawing
    assert "<text" not in picture
    assert "href" not in picture


def test_picture_shows_the_own_hand_and_the_backs_of_the_other():
    table = Table(TRAINING).set(queue="e" * 20)
    picture = table.game.picture(table.state, 0)
    assert picture.count(f'fill="{BACK}"') == 15
    assert picture.count(f'd="{STROKES["J"]}"') == 1
    assert f'd="{STROKES["Z"]}"' not in picture
    assert f'd="{STROKES["Z"]}"' in table.game.picture(table.state, 1)
    assert table.game.picture(table.state, None).count(f'fill="{BACK}"') == 30


def test_picture_shows_blanks_and_large_hands():
    table = Table().set(queue="e" * 20)
    letters = table.give(0, "e" * 21).game.picture(table.state, 0)
    blanks = table.give(0, "▊" * 21).game.picture(table.state, 0)
    assert letters.count(f'stroke="{BLANK_LINE}"') == 0
    assert blanks.count(f'stroke="{BLANK_LINE}"') == 21


def test_picture_becomes_pixels():
    table = Table(TRAINING)
    picture = table.game.picture(table.state, 1)
    data = bytes(resvg_py.svg_to_bytes(svg_string=picture))
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(data) > 5000
