"""Table settings: forms, bounds and words come from one declaration."""

import dataclasses

import pytest

from games.core.codec import BadData
from games.core.errors import Refusal
from games.core.language.text import Text
from games.core.table.options import Field, choice, fields, in_words, number, read, switch, write

ROUNDS, HELP, GROUP = Text("Rounds"), Text("How many."), Text("Table")
ALL = (("all", Text("All words")),)
MODES = (("easy", Text("Easy going")), ("strict", Text("Strict")))


def said(lines):
    """Return settings as a reader sees them."""
    return [(str(label), str(value), differs) for label, value, differs in lines]


@dataclasses.dataclass(frozen=True, slots=True)
class Options:
    rounds: int = number(3, ROUNDS, low=1, high=9, help=HELP, group=GROUP)
    mode: str = choice("easy", Text("Mode"), MODES)
    open_hand: bool = switch(False, Text("Open hands"))


def test_fields_tell_a_form_all_it_needs():
    rounds, mode, open_hand = fields(Options)
    assert rounds == Field("rounds", ROUNDS, "number", 3, 1, 9, help=HELP, group=GROUP)
    assert mode.choices == MODES
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
    ],
)
def test_values_out_of_bounds_are_refused(data, message):
    with pytest.raises(Refusal) as refused:
        read(data, Options)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"rounds": True}, "expected int, got bool"),
        ({"rounds": "3"}, "expected int, got str"),
        ({"open_hand": 1}, "expected bool, got int"),
        ({"speed": 3}, "unknown field 'speed'"),
    ],
)
def test_what_is_no_such_value_is_bad_data(data, message):
    with pytest.raises(BadData, match=message):
        read(data, Options)


def test_options_in_words():
    options = Options(mode="strict", open_hand=True)
    assert said(in_words(options)) == [
        ("Rounds", "3", False),
        ("Mode", "Strict", True),
        ("Open hands", "yes", True),
    ]
    assert said(in_words(Options(rounds=4), only_changed=True)) == [("Rounds", "4", True)]


def test_what_follows_from_the_pace_never_differs_and_what_it_makes_idle_is_not_told():
    @dataclasses.dataclass(frozen=True, slots=True)
    class Paced:
        falls: str = choice(
            "timed",
            Text("Falls"),
            (("timed", Text("by the clock")), ("counted", Text("turn-based"))),
            asked=False,
        )
        seconds: int = number(25, Text("Seconds"), low=8, high=60, only_at=("falls", "timed"))

    assert said(in_words(Paced(seconds=30))) == [
        ("Falls", "by the clock", False),
        ("Seconds", "30", True),
    ]
    assert said(in_words(Paced(falls="counted", seconds=30))) == [("Falls", "turn-based", False)]


def test_a_choice_may_be_open_to_names_that_the_site_knows():
    @dataclasses.dataclass(frozen=True, slots=True)
    class Open:
        words: str = choice(
            "all", Text("Words"), (("all", Text("All words")),), others="own-[a-z]{3}"
        )

    assert said(in_words(read({"words": "own-abc"}, Open))) == [("Words", "own-abc", True)]
    for value in ("own-abcd", "own-ab1", "none", ""):
        with pytest.raises(Refusal, match=r"Words must be one of: All words\."):
            read({"words": value}, Open)
