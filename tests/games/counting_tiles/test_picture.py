"""The position as a stand-alone SVG that can be turned into pixels anywhere."""

import re
import xml.etree.ElementTree as ET

import pytest
import resvg_py

from games.core.drawing.lettering import STROKES, write
from games.core.language import text
from games.counting_tiles.display.picture import COMBINED, OVER, colour_of
from tests.games.counting_tiles.table import Table, tile_of

GERMAN = {
    "Score": "Punkte",
    "{n} row": "{n} Reihe",
    "In hand": "In deiner Hand",
    "Random tile": "Nächstes zufälliges Plättchen",
    "every {n} seconds": "alle {n} Sekunden",
    "after {n} actions": "nach {n} Aktionen",
    "Wild card": "Joker für eine Reihe, die noch freie Felder hat",
}


class German(text.English):
    """Another language, which knows what a picture says."""

    def single(self, message):
        return GERMAN.get(message, message)

    def plural(self, one, many, number):
        return self.single(super().plural(one, many, number))


@pytest.fixture
def german():
    """Have everything said in German."""
    before = text._spoken[-1]
    text.speak(German)
    yield
    text.speak(before)


def drawn(table):
    return table.game.picture(table.state, 0)


def test_picture_is_one_svg_that_needs_nothing_from_outside():
    picture = drawn(Table().row(1, "5 5r 5m 5c1 5c5 ."))
    ET.fromstring(picture)  # noqa: S314 - our own drawing
    assert "<text" not in picture
    assert "href" not in picture


@pytest.mark.parametrize(
    ("tile", "colour"),
    [
        ("5", "#f2deaa"), ("5r", "#f7a085"), ("5m", "#a8deee"), ("5c1", "#00a2e8"),
        ("5rc3", "#0184bd"), ("5mc5", "#015b81"), ("5c9", "#015b81"),
    ],
)  # fmt: skip
def test_2_7_each_tile_has_the_colour_of_how_it_came(tile, colour):
    assert colour_of(tile_of(tile)) == colour
    assert f'fill="{colour}"' in drawn(Table().row(1, f"{tile} . . . . ."))


@pytest.mark.parametrize("origin", ["", "r", "m"])
def test_the_larger_a_value_the_deeper_its_colour(origin):
    """Up to 20; a larger one looks no heavier."""
    colours = [colour_of(tile_of(f"{value}{origin}")) for value in (1, 5, 10, 14, 20, 40)]
    light = [sum(int(colour[at : at + 2], 16) for at in (1, 3, 5)) for colour in colours]
    assert light == sorted(light, reverse=True)
    assert len(set(colours)) == 5
    assert colours[-2] == colours[-1]


def test_2_7_and_a_mark_for_those_who_see_no_colours():
    plain = drawn(Table().row(1, "5 . . . . ."))
    marks = [drawn(Table().row(1, f"{tile} . . . . .")) for tile in ("5r", "5m", "5c1", "5c3")]
    assert [picture.count("<circle") for picture in marks] == [0, 0, 1, 3]
    assert marks[0].count("<path") == plain.count("<path") + 1
    assert marks[1].count("<rect") == plain.count("<rect") + 1
    assert len(set(COMBINED)) == 5


def signs(words):
    """Return how words are drawn, wherever they stand."""
    return write(words, 0, 0, 11, "x").partition(">")[2].removesuffix("</g>")


def test_picture_says_what_is_what():
    picture = drawn(Table(drops="counted").set(rows=1))
    for words in ("SCORE", "1 ROW", "IN HAND", "RANDOM TILE", "AFTER 4 ACTIONS", "WILD CARD"):
        assert signs(words) in picture
    assert signs("EVERY 25 SECONDS") in drawn(Table())
    assert signs("THE END") in drawn(Table(limit=1).play("drop"))


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("drops", "tempo"), [("timed", "ALLE 25 SEKUNDEN"), ("counted", "NACH 4 AKTIONEN")]
)
def test_picture_speaks_the_readers_language_in_the_room_it_has(drops, tempo):
    picture = drawn(Table(drops=drops).unlock().set(rows=1))
    joker = "JOKER FUR EINE REIHE, DIE NOCH FREIE FELDER HAT"
    for words in ("PUNKTE", "1 REIHE", "NACHSTES ZUFALLIGES PLATTCHEN", tempo, joker):
        assert signs(words) in picture
    root = ET.fromstring(picture)  # noqa: S314 - our own drawing
    for group in root.iter("{http://www.w3.org/2000/svg}g"):
        x, scale = map(float, re.findall(r"\((\S+)[ )]", group.get("transform")))
        last = max(float(sign.get("transform")[10:].split()[0]) for sign in group)
        assert x + (last + 6) * scale <= float(root.get("width"))


def test_picture_shows_what_a_row_needs():
    table = Table().row(1, "8 8 8 8 8 8", target=40)
    assert drawn(table).count(f'stroke="{OVER}"') == 1
    assert STROKES["-"] in drawn(table)
    assert f'stroke="{OVER}"' not in drawn(Table())


def test_picture_shows_bonuses():
    ready, used = Table().unlock(), Table().unlock("locked", "locked", "locked", "used")
    assert drawn(ready).count('stroke-width="2.5"') == 4
    assert drawn(used).count(f'stroke="{OVER}"') == 1


@pytest.mark.parametrize("drops", ["timed", "counted"])
def test_picture_becomes_pixels(drops):
    table = Table(drops=drops).row(1, "5 5r 5m 40c1 5c5 .").unlock().set(rows=12, score=12345)
    data = bytes(resvg_py.svg_to_bytes(svg_string=drawn(table)))
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(data) > 5000
