"""Pictures, and the parts of them that are seen."""

import pytest

from games.core.drawing.canvas import canvas, part_of, size_of


def test_a_part_of_a_picture_is_the_same_drawing_in_a_smaller_window() -> None:
    whole = canvas(200, 100, "<g/>")
    part = part_of(whole, (0.25, 0.5, 0.5, 0.4))
    assert 'viewBox="50 50 100 40" width="100" height="40"' in part
    assert part.partition("><")[2] == whole.partition("><")[2]
    assert (size_of(whole), size_of(part)) == ((200, 100), (100, 40))


def test_the_whole_is_a_part_too() -> None:
    whole = canvas(200, 100, "<g/>")
    assert part_of(whole, (0, 0, 1, 1)) == whole


def test_a_drawing_without_a_size_has_no_parts() -> None:
    with pytest.raises(ValueError, match="a picture has a viewBox"):
        part_of("<svg/>", (0, 0, 1, 1))
