"""JSON that is encoded once, its words said later."""

import json

import pytest

from games.core.language.gaps import Gapped, filled, gapped, joined
from games.core.language.text import AND, ENGLISH, Paragraph, Pieces, Plural, Text, Who, listed
from games.say import said

NAMES = ["Anna", "Ben"]
DEEP = Text(
    "{player} has {points} and {tiles}.",
    player=Who(1),
    points=Plural("{n} point", "{n} points", n=1),
    tiles=listed(["A", "B", Text("a blank")], AND),
)
TOLD = {
    "plain": [1, None, True, 'words, "more" ~ {n}'],
    "text": DEEP,
    "texts": [DEEP, Text("It's over.")],
    "both": Paragraph((DEEP, Text("It's {player}'s turn.", player=Who(0)))),
    "told": Pieces(DEEP),
    "nothing": [Pieces(None), Paragraph(())],
}


def sent(value):
    """Return it as it comes to another program."""
    return Gapped(*json.loads(json.dumps(value)))


@pytest.mark.parametrize("value", [{}, {"a": 1}, TOLD], ids=["empty", "plain", "all there is"])
def test_what_is_filled_is_what_was_meant(value):
    assert json.loads(filled(sent(gapped(value)), ENGLISH, NAMES)) == said(value, NAMES)


def test_two_objects_are_one():
    one, other = {"a": 1, "b": DEEP}, {"c": DEEP, "d": [2]}
    whole = joined(gapped(one), gapped(other))
    assert json.loads(filled(sent(whole), ENGLISH, NAMES)) == said({**one, **other}, NAMES)


def test_only_words_have_gaps():
    with pytest.raises(TypeError, match="not JSON serializable: set"):
        gapped({"a": {1}})
