"""Drawn signs: every letter and digit, in their box, without a font."""

import re
import string
import xml.etree.ElementTree as ET

import pytest

from games.core.drawing import lettering, seats


def test_all_letters_and_digits_can_be_drawn():
    assert set(string.ascii_uppercase + string.digits) <= lettering.STROKES.keys()
    assert len(set(lettering.STROKES.values())) == len(lettering.STROKES)


def test_a_text_is_drawn_in_capitals_and_gaps():
    drawn = ET.fromstring(lettering.write("a b", 10, 20, 5, "#000"))  # noqa: S314 - our own
    assert [path.get("d") for path in drawn] == [lettering.STROKES["A"], lettering.STROKES["B"]]
    assert [path.get("transform") for path in drawn] == ["translate(0 0)", "translate(16 0)"]
    assert drawn.get("transform") == "translate(10 20) scale(0.5)"


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("a-b", "A-B"),
        ("café Ångström", "CAFE ANGSTROM"),
        ("Straße", "STRASSE"),
        ("1\u202f234", "1 234"),
        ("it's ⟦here⟧", "ITS HERE"),
        ("Ωð", ""),
    ],
)
def test_a_letter_without_a_drawing_is_the_one_it_is_made_of_or_left_out(text, drawn):
    assert lettering.drawable(text) == drawn
    assert lettering.write(text, 1, 2, 3, "#000") == lettering.write(drawn, 1, 2, 3, "#000")
    assert lettering.width(text, 10) == lettering.width(drawn, 10)


@pytest.mark.parametrize(("text", "size"), [("AB", 10), ("QUIZ", 5), ("", 10), ("Ω", 10)])
def test_a_text_is_made_small_enough_for_its_room(text, size):
    assert lettering.fitting(text, 10, 15) == size


@pytest.mark.parametrize(
    ("text", "expected"), [("", 0), ("A", 6), ("AB", 14), ("QUIZ", 30), ("ä", 6), ("Ω", 0)]
)
def test_width_counts_the_boxes_and_the_gaps_between(text, expected):
    assert lettering.width(text, 10) == expected


def test_centred_text_has_its_middle_there():
    drawn = ET.fromstring(lettering.write_centred("AB", 50, 30, 10, "#000"))  # noqa: S314
    assert drawn.get("transform") == "translate(43 25) scale(1)"


def test_a_badge_carries_the_colour_and_the_mark_of_the_seat():
    for player, colour in enumerate(seats.COLOURS):
        drawn = seats.badge(player, 1, 2, 12)
        assert re.findall(r'fill="(#[^"]+)"', drawn) == [colour, "#fff"]
        assert seats.MARKS[player] in drawn
