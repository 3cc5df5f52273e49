"""Table settings: forms, bounds and words come from one declaration."""

import dataclasses

import pytest

from games.core.errors import BadData
from games.core.options import Field, choice, fields, in_words, number, read, switch, write


@dataclasses.dataclass(frozen=True, slots=True)
class Options:
    rounds: int = number(3, "Rounds", low=1, high=9, help="How many.", group="Table")
    mode: str = choice("easy", "Mode", (("easy", "Easy going"), ("strict", "Strict")))
    open_hand: bool = switch(False, "Open hands")


def test_fields_tell_a_form_all_it_needs():
    rounds, mode, open_hand = fields(Options)
    assert rounds == Field("rounds", "Rounds", "number", 3, 1, 9, help="How many.", group="Table")
    assert mode.choices == (("easy", "Easy going"), ("strict", "Strict"))
    assert (open_hand.kind, open_hand.default) == ("switch", False)


def test_reading_fills_in_defaults():
    assert read({}, Options) == Options()
    assert read({"rounds": 9, "open_hand": True}, Options) == Options(rounds=9, open_hand=True)


def test_what_is_written_is_read_back():
    options = Options(rounds=5, mode="strict", open_hand=True)
    assert write(options) == {"rounds": 5, "mode": "strict", "open_hand": True}
    assert read(write(options), Options) == options


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"rounds": 0}, "Rounds must be between 1 and 9."),
        ({"rounds": 10}, "Rounds must be between 1 and 9."),
        ({"mode": "wild"}, "Mode must be one of: Easy going, Strict."),
        ({"rounds": True}, "expected int, got bool"),
        ({"rounds": "3"}, "expected int, got str"),
        ({"open_hand": 1}, "expected bool, got int"),
        ({"speed": 3}, "unknown field 'speed'"),
    ],
)
def test_values_out_of_bounds_are_refused(data, message):
    with pytest.raises(BadData, match=message):
        read(data, Options)


def test_options_in_words():
    options = Options(mode="strict", open_hand=True)
    assert in_words(options) == [
        ("Rounds", "3", False),
        ("Mode", "Strict", True),
        ("Open hands", "yes", True),
    ]
    assert in_words(Options(rounds=4), only_changed=True) == [("Rounds", "4", True)]


def test_what_follows_from_the_pace_never_differs_and_what_it_makes_idle_is_not_told():
    @dataclasses.dataclass(frozen=True, slots=True)
    class Paced:
        falls: str = choice("timed", "Falls", (("timed", "by the clock"), ("counted", "by turns")),
                            asked=False)  # fmt: skip
        seconds: int = number(25, "Seconds", low=8, high=60, only_at=("falls", "timed"))

    assert in_words(Paced(seconds=30)) == [
        ("Falls", "by the clock", False),
        ("Seconds", "30", True),
    ]
    assert in_words(Paced(falls="counted", seconds=30)) == [("Falls", "by turns", False)]


def test_a_choice_may_be_open_to_names_that_the_site_knows():
    @dataclasses.dataclass(frozen=True, slots=True)
    class Open:
        words: str = choice("all", "Words", (("all", "All words"),), others="own-[a-z]{3}")

    assert in_words(read({"words": "own-abc"}, Open)) == [("Words", "own-abc", True)]
    for value in ("own-abcd", "own-ab1", "none", ""):
        with pytest.raises(BadData, match=r"Words must be one of: All words\."):
            read({"words": value}, Open)
