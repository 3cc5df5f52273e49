"""The faults that are planted to try the tests: each has its place in the source."""

from tools.planted.__main__ import FAULTS, chosen, problem, read_faults

ONE = """
games/core/clock.py
    Nothing is wrong.
    - import nothing
    + import something
"""


def test_all_of_them_can_be_planted() -> None:
    assert len(FAULTS) > 100
    assert [said for planted in chosen([]) if (said := problem(planted))] == []


def test_one_that_has_lost_its_place_is_told() -> None:
    (fault,) = read_faults(ONE)
    assert problem((1, fault)) == (
        "  1  games/core/clock.py has the text 0 times and not once: import nothing"
    )
