"""A part of a picture on its own: what stays, what goes, and what is marked."""

import re

import pytest
import resvg_py

from games.core.drawing import cutting, lettering, seats
from games.core.drawing.canvas import canvas
from games.core.drawing.cutting import Box

PART = Box(100, 50, 60, 40)


def rect(left, top, colour):
    return f'<rect x="{left}" y="{top}" width="20" height="20" fill="{colour}"/>'


def head(picture):
    return re.findall(r'(viewBox|width|height)="([^"]*)"', picture.split(">", 1)[0])


def test_a_part_has_its_place_and_its_size_in_pixels():
    assert head(cutting.cut(canvas(300, 200), PART, 0.5)) == [
        ("viewBox", "100 50 60 40"), ("width", "30"), ("height", "20"),
    ]  # fmt: skip


def test_what_lies_outside_is_left_out_and_what_reaches_in_stays():
    away, within, across = rect(10, 10, "red"), rect(110, 60, "green"), rect(90, 60, "blue")
    cut = cutting.cut(canvas(300, 200, away, f"<g>{within}{across}</g>"), PART, 1)
    assert re.findall(r'fill="(red|green|blue)"', cut) == ["green", "blue"]


@pytest.mark.parametrize(
    ("left", "top", "stays"),
    [(105, 60, True), (90, 45, True), (20, 60, False), (161, 60, False), (105, 91, False)],
)
def test_letters_are_left_out_where_none_of_them_reaches_in(left, top, stays):
    written = lettering.write("AB", left, top, 10, "red")  # 14 wide
    cut = cutting.cut(canvas(300, 200, written), PART, 1)
    assert ('stroke="red"' in cut) is stays


def test_what_moves_in_a_way_of_its_own_stays():
    turned = f'<g transform="rotate(20 0 0)">{rect(0, 0, "red")}</g>'
    assert 'fill="red"' in cutting.cut(canvas(300, 200, turned), PART, 1)


def test_definitions_that_nothing_shows_are_left_out():
    defs = (
        '<defs><g id="inner"><path d="M0 0H9"/></g><g id="other"><path d="M0 0H8"/></g></defs>'
        '<symbol id="near"><use href="#inner"/></symbol>'
        '<symbol id="far"><use href="#other"/></symbol>'
    )
    near = '<use href="#near" x="110" y="60" width="20" height="20"/>'
    far = '<use href="#far" x="10" y="10" width="20" height="20"/>'
    cut = cutting.cut(canvas(300, 200, defs, near, far), PART, 1)
    assert re.findall(r' id="(\w+)"', cut) == ["inner", "near"]


def test_a_strip_below_says_what_a_turn_comes_to_and_has_room_for_it():
    foot = cutting.verdict(good=True, points=[(0, 12), (1, -3)], alone=False)
    cut = cutting.cut(canvas(300, 200), PART, 1, (), foot)
    height = PART.height + cutting.FOOT
    left = PART.left - (foot.width - PART.width) / 2
    assert head(cut) == [
        ("viewBox", f"{left:g} 50 {foot.width:g} {height:g}"),
        ("width", f"{foot.width:.0f}"),
        ("height", f"{height:.0f}"),
    ]
    assert [colour in cut for colour in (cutting.GREEN, cutting.RED)] == [True, False]
    assert [colour in cut for colour in seats.COLOURS[:3]] == [True, True, False]


def test_who_plays_alone_has_points_without_a_mark():
    foot = cutting.verdict(good=True, points=[(0, 350)], alone=True)
    assert seats.COLOURS[0] not in foot.drawn
    assert foot.width < cutting.verdict(good=True, points=[(0, 350)], alone=False).width


def test_what_is_refused_has_a_cross():
    foot = cutting.verdict(good=False, points=[], alone=False)
    assert [colour in foot.drawn for colour in (cutting.GREEN, cutting.RED)] == [False, True]


def test_an_arrow_is_a_wedge_between_neighbours_and_a_line_further_on():
    start, beside, far, askew = (Box(x, y, 10, 10) for x, y in ((0, 0), (12, 0), (60, 0), (12, 12)))
    assert cutting.arrow(start, beside, 1).count("<path") == 1
    bent, straight = cutting.arrow(start, far, 1), cutting.arrow(start, askew, 1)
    assert (bent.count("<path"), straight.count("<path")) == (3, 3)
    _, over = re.search(r"Q(\S+) (\S+) ", bent).groups()
    assert float(over) < 0  # above what lies between them


def test_a_marked_part_becomes_pixels():
    box = Box(110, 60, 20, 20)
    marks = [cutting.ring(box, 1), cutting.arrow(box, PART, 1), cutting.label("7", 120, 70, 1)]
    foot = cutting.verdict(good=True, points=[(2, 5)], alone=False)
    cut = cutting.cut(canvas(300, 200), PART, 1, marks, foot)
    assert bytes(resvg_py.svg_to_bytes(svg_string=cut))[:8] == b"\x89PNG\r\n\x1a\n"
