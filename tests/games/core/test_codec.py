"""The codec: what goes out comes back, and nothing else gets in."""

import dataclasses
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from typing import Literal

import pytest

from games.core.codec import BadData, canonical, decode, derived, encode
from games.core.table.options import choice, number
from tests.games.core.nim import Nim, Options, Pass, State, Take


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass(frozen=True, slots=True)
class Leaf:
    name: str
    size: int = 1


@dataclasses.dataclass(frozen=True, slots=True)
class Twig:
    leaves: tuple[Leaf, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Tree:
    number: int
    share: float
    alive: bool
    pair: tuple[int, str]
    sizes: dict[str, int]
    kind: Literal["oak", "fig"]
    colour: Colour
    part: Leaf | Twig
    maybe: Leaf | None = None
    row: tuple[int, ...] | None = None
    cache: list[int] = derived(default_factory=list)  # noqa: RUF009 - declares a field


TREE = Tree(
    number=3, share=0.5, alive=True, pair=(1, "a"), sizes={"x": 2}, kind="fig", colour=Colour.BLUE,
    part=Twig((Leaf("l"), Leaf("m", 4))), row=(1, 2),
)  # fmt: skip
DATA = {
    "number": 3, "share": 0.5, "alive": True, "pair": [1, "a"], "sizes": {"x": 2}, "kind": "fig",
    "colour": "blue",
    "part": {"type": "Twig", "leaves": [{"name": "l", "size": 1}, {"name": "m", "size": 4}]},
    "maybe": None, "row": [1, 2],
}  # fmt: skip


def test_a_value_is_written_field_by_field_without_its_index():
    assert encode(TREE, Tree) == DATA


def test_what_was_written_is_read_back():
    assert decode(DATA, Tree) == TREE
    assert type(decode(DATA, Tree).colour) is Colour


def test_a_whole_number_is_read_as_a_float_where_one_is_expected():
    assert decode({**DATA, "share": 1}, Tree).share == 1


def test_fields_with_a_default_may_be_missing():
    assert decode({"name": "l"}, Leaf) == Leaf("l", 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"number": True}, r"\$\.number: expected int, got bool"),
        ({"number": "3"}, r"\$\.number: expected int, got str"),
        ({"number": 3.0}, r"\$\.number: expected int, got float"),
        ({"number": None}, r"\$\.number: expected int, got NoneType"),
        ({"number": 2**63}, r"\$\.number: the number is too large"),
        ({"number": -(2**63) - 1}, r"\$\.number: the number is too large"),
        ({"share": float("nan")}, r"\$\.share: not a finite number"),
        ({"share": float("inf")}, r"\$\.share: not a finite number"),
        ({"share": True}, r"\$\.share: expected float, got bool"),
        ({"alive": 1}, r"\$\.alive: expected bool, got int"),
        ({"pair": [1]}, r"\$\.pair: expected 2 items, got 1"),
        ({"pair": [1, "a", 2]}, r"\$\.pair: expected 2 items, got 3"),
        ({"pair": "1a"}, r"\$\.pair: expected a list, got str"),
        ({"sizes": [1]}, r"\$\.sizes: expected an object, got list"),
        ({"sizes": {"x": "2"}}, r"\$\.sizes\.x: expected int, got str"),
        ({"sizes": {"\x00": 2}}, r"\$\.sizes: the text holds characters"),
        ({"kind": "elm"}, r"\$\.kind: expected one of oak, fig"),
        ({"colour": "green"}, r"\$\.colour: expected one of red, blue"),
        ({"colour": ["red"]}, r"\$\.colour: expected one of red, blue"),
        ({"part": {"name": "l"}}, r"\$\.part\.type: expected one of Leaf, Twig"),
        ({"part": {"type": "Root"}}, r"\$\.part\.type: expected one of Leaf, Twig"),
        ({"part": {"type": ["Leaf"], "name": "l"}}, r"\$\.part\.type: expected one of"),
        ({"part": {"type": "Leaf", "name": "l", "x": 1}}, r"\$\.part: unknown field 'x'"),
        ({"part": {"type": "Leaf"}}, r"\$\.part: missing field 'name'"),
        ({"part": None}, r"\$\.part: does not fit"),
        ({"part": {"type": "Twig", "leaves": [{"name": 1}]}}, r"\$\.part\.leaves\[0\]\.name"),
        ({"maybe": {"name": "\ud800"}}, r"\$\.maybe\.name: the text holds characters"),
        ({"row": [1, None]}, r"\$\.row\[1\]: expected int, got NoneType"),
        ({"extra": 1}, r"\$: unknown field 'extra'"),
        ({"cache": [1]}, r"\$: unknown field 'cache'"),
    ],
)
def test_malformed_data_is_refused_with_the_place_at_fault(change, message):
    with pytest.raises(BadData, match=message):
        decode({**DATA, **change}, Tree)


@pytest.mark.parametrize("data", [None, [], "tree", 3, True])
def test_something_else_than_an_object_is_refused(data):
    with pytest.raises(BadData, match=r"\$: expected an object"):
        decode(data, Tree)


def test_a_missing_field_is_named():
    with pytest.raises(BadData, match=r"\$: missing field 'number'"):
        decode({key: value for key, value in DATA.items() if key != "number"}, Tree)


def test_actions_carry_their_class_name():
    game = Nim(Options())
    for action, data in [(Take(2), {"type": "Take", "count": 2}), (Pass(), {"type": "Pass"})]:
        assert game.encode_action(action) == data
        assert game.decode_action(data) == action
    for data in [{"count": 2}, {"type": "Give", "count": 2}, {"type": "Take", "count": True}, 7]:
        with pytest.raises(BadData):
            game.decode_action(data)


def test_a_state_is_read_back_with_its_events():
    game = Nim(Options())
    state = State(to_move=1, heap=3, taken=(1, 0))
    assert game.decode_state(game.encode_state(state)) == state


def test_a_class_that_refuses_its_values_is_bad_data():
    @dataclasses.dataclass(frozen=True)
    class Positive:
        value: int

        def __post_init__(self) -> None:
            if self.value < 1:
                raise ValueError("must be positive")

    with pytest.raises(BadData, match="must be positive"):
        decode({"value": 0}, Positive)


def test_option_declarations_do_not_disturb_the_codec():
    @dataclasses.dataclass(frozen=True, slots=True)
    class Mixed:
        count: int = number(1, "Count", low=0, high=3)
        mode: str = choice("a", "Mode", (("a", "A"), ("b", "B")))

    assert encode(Mixed(), Mixed) == {"count": 1, "mode": "a"}
    assert decode({"mode": "b"}, Mixed) == Mixed(mode="b")


def test_a_moment_is_written_in_utc() -> None:
    noon = datetime(2026, 3, 1, 14, tzinfo=timezone(timedelta(hours=2)))
    assert encode(noon, datetime) == "2026-03-01T12:00:00+00:00"
    assert decode("2026-03-01T12:00:00+00:00", datetime) == datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "data", [5, "noon", "2026-03-01", "2026-03-01T12:00:00", "2026-03-01T14:00:00+02:00"]
)
def test_a_moment_written_otherwise_is_refused(data) -> None:
    with pytest.raises(BadData):
        decode(data, datetime)


def test_a_set_is_a_sorted_list() -> None:
    assert encode(frozenset({3, 1}), frozenset[int]) == [1, 3]
    assert decode([1, 3], frozenset[int]) == {1, 3}


@pytest.mark.parametrize("data", [[3, 1], [1, 1], [1, "3"], {"1": 3}])
def test_a_set_written_otherwise_is_refused(data) -> None:
    with pytest.raises(BadData):
        decode(data, frozenset[int])


def test_the_same_data_has_one_text() -> None:
    assert canonical({"b": 1, "a": ["é"]}) == canonical({"a": ["é"], "b": 1})
    assert canonical({"b": 1, "a": ["é"]}) == r'{"a":["\u00e9"],"b":1}'
