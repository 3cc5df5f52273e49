"""Sentences as data: what they say, in which language, and what they are made of."""

import pytest

from games.core.errors import IllegalAction, Refusal
from games.core.language.text import AND, OR, Part, Plural, Text, Who, listed, points, verbatim


class Shouting:
    """A language in which everything is said loudly."""

    def single(self, message):
        return message.upper().replace("{PLAYER}", "{player}").replace("{THINGS}", "{things}")

    def plural(self, one, many, number):
        return self.single(one if number == 1 else many).replace("{N}", "{n}")

    def number(self, number):
        return f"#{number}"


def test_facts_fill_the_places_of_a_message():
    text = Text("{word} is worth {count}.", word="CAT", count=3)
    assert (str(text), text.places()) == ("CAT is worth 3.", {"word", "count"})


def test_players_are_called_by_name_or_by_number():
    text = Text("{player} passed.", player=Who(1))
    assert str(text) == "Player 2 passed."
    assert text.in_words(["Anna", "Ben"]) == "Ben passed."


def test_a_number_of_things_has_its_own_message():
    text = Plural("{n} tile is left.", "{n} tiles are left.")
    assert [str(text.having(n=n)) for n in (0, 1, 2, -1)] == [
        "0 tiles are left.",
        "1 tile is left.",
        "2 tiles are left.",
        "\N{MINUS SIGN}1 tile is left.",
    ]


@pytest.mark.parametrize(
    ("items", "last", "told"),
    [(["A"], AND, "A"), (["A", "B"], AND, "A and B"), (["A", "B", "C"], OR, "A, B or C")],
)
def test_things_are_told_one_after_the_other(items, last, told):
    assert str(Text("{items}", items=listed(items, last))) == told


def test_another_language_says_all_parts_of_a_sentence():
    text = Text("{player} has {things}", player=Who(0), things=points(12))
    assert text.in_words(["Anna"], Shouting()) == "Anna HAS #12 POINTS"
    assert text.in_words(["Anna"]) == "Anna has 12 points"


def test_a_sentence_can_be_had_in_pieces():
    text = Text("{player} played {words} for {points}.", player=Who(0), words=("CAT", "AT"),
                points=points(5))  # fmt: skip
    assert text.parts(["Anna"]) == [
        Part("Anna", "player"),
        Part(" played "),
        Part("CAT", "words"),
        Part(", "),
        Part("AT", "words"),
        Part(" for "),
        Part("5", "n"),
        Part(" points", "points"),
        Part("."),
    ]


def test_things_of_a_list_go_by_the_name_of_its_place():
    text = Text("{words} count.", words=listed(["CAT", "AT", "TA"]))
    assert [part for part in text.parts() if part.text in ("CAT", "AT", "TA")] == [
        Part("CAT", "words"), Part("AT", "words"), Part("TA", "words"),
    ]  # fmt: skip


def test_words_of_people_are_left_alone():
    assert str(verbatim("{braces} stay")) == "{braces} stay"


def test_two_texts_are_equal_if_they_say_the_same():
    assert Text("{n} left", n=1) == Text("{n} left", n=1)
    assert Text("{n} left", n=1) != Text("{n} left", n=2)
    assert Text("left") != Plural("left", "lefts")


def test_a_refusal_says_what_is_wrong_or_what_is_usual():
    assert str(Refusal("No {what}.", what="way")) == "No way."
    assert str(IllegalAction()) == str(Refusal.usual) == "You can't do that now."
    assert IllegalAction(Text("No.")).text == Text("No.")
