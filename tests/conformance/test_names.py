"""People read names: no position, in words or drawn, calls anyone by a number."""

import re

import pytest

from games.core.drawing.lettering import write
from games.core.language.naming import Reader
from games.core.language.text import Text
from tests.conformance.playing import SLUGS, load_game, steps_of

NAMES = ("Anna", "ben_2", "Carl", "dora", "Eve-Lyn")
NUMBERED = re.compile(r"player", re.IGNORECASE)


def said(game, state, player, names):
    """Return a position in words as a player (None: a spectator) reads it."""
    return " ".join(sentence.in_words(names) for sentence in game.describe(state, player))


def test_a_reader_is_you_and_others_have_their_names():
    reader = Reader(0, NAMES)
    has = Text("You have {cards}."), Text("{player} has {cards}.")
    told = [reader.say(reader.told(who, *has, cards=3)) for who in (0, 1)]
    assert told == ["You have 3.", "ben_2 has 3."]


def test_without_names_others_are_numbers():
    reader = Reader(None)
    told = reader.told(1, Text("You have {cards}."), Text("{player} has {cards}."), cards=3)
    assert reader.say(told) == "Player 2 has 3."


@pytest.mark.parametrize("slug", SLUGS)
def test_a_position_is_described_with_names(slug):
    game = load_game(slug)
    for players in range(game.info.min_players, game.info.max_players + 1):
        names = NAMES[:players]
        steps = steps_of(game, players)
        for _, _, after in steps[::12] + steps[-1:]:
            for player in (None, *range(players)):
                told = said(game, after, player, names)
                sentences = [one for one in told.split(". ") if not one.startswith("The game ends")]
                assert not NUMBERED.search(". ".join(sentences))
                assert [name for name in names if name not in told] == (
                    [] if player is None else [names[player]]
                )


@pytest.mark.parametrize("slug", SLUGS)
def test_names_change_nothing_else_in_a_description(slug):
    """With numbers for names the words are those of the tests' transcripts."""
    game = load_game(slug)
    numbers = tuple(f"Player {number + 1}" for number in range(game.info.max_players))
    for _, _, after in steps_of(game, game.info.max_players)[::15]:
        plain, named = (said(game, after, None, names) for names in ((), numbers))
        if game.info.max_players > 1:
            assert named == plain


def test_a_picture_with_words_in_it_has_names():
    game = load_game("words_with_chilwell")
    state = steps_of(game, 2)[0][0]
    for player, words, gone in ((0, "YOU", "ANNA"), (1, "ANNA", "BEN_2"), (None, "ANNA", "YOU")):
        picture = game.picture(state, player, NAMES)
        assert drawn(words) in picture
        assert drawn(gone) not in picture
        assert drawn("PLAYER") not in picture
    assert drawn("BEN_2") in game.picture(state, None, NAMES)


def drawn(word):
    """Return what a word begun at the left looks like within a picture, wherever it stands."""
    return write(word, 0, 0, 11, "x").partition(">")[2].removesuffix("</g>")
