"""The position as a stand-alone SVG that can be turned into pixels anywhere."""

import xml.etree.ElementTree as ET

import resvg_py

from games.core.drawing.lettering import STROKES
from games.core.drawing.seats import COLOURS
from games.tiled_of_it.options import Options
from games.tiled_of_it.position.model import Card
from tests.games.tiled_of_it.table import BLUE, RED, Table


def drawn(table, player):
    return table.game.picture(table.state, player)


def test_picture_is_one_svg_that_needs_nothing_from_outside():
    picture = drawn(Table().put({(0, 0): ("pi", RED)}), 0)
    ET.fromstring(picture)  # noqa: S314 - our own drawing
    assert "<text" not in picture
    assert "href" not in picture


def test_picture_shows_cards_in_the_colour_of_who_controls_them():
    table = Table().hold(BLUE, "x")
    before = drawn(table, None).count(f'stroke="{COLOURS[RED]}"')
    table.put({(0, 0): ("pi", RED), (1, 1): ("le", RED)})
    assert drawn(table, None).count(f'stroke="{COLOURS[RED]}"') == before + 2


def test_picture_shows_only_the_own_hand():
    table = Table().hold(0, "zzz").hold(1, "vvv")
    assert drawn(table, 0).count(STROKES["Z"]) == 3
    assert STROKES["V"] not in drawn(table, 0)
    assert STROKES["Z"] not in drawn(table, 1)
    assert STROKES["Z"] not in drawn(table, None)


def test_picture_shows_the_pile():
    table = Table()
    small = drawn(table, None)
    table.set(pile=tuple(Card("qq", RED) for _ in range(12)))
    assert drawn(table, None).count(STROKES["Q"]) == 24
    assert len(drawn(table, None)) > len(small)


def test_picture_becomes_pixels():
    for size in (4, 8):
        table = Table(players=4, options=Options(size=size)).put({(3, 3): ("sta", 3)})
        data = bytes(resvg_py.svg_to_bytes(svg_string=drawn(table, 2)))
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        assert len(data) > 5000
