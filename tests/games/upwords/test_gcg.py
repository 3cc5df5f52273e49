"""Matches as GCG files: written, and read back to the same turns."""

import itertools
from pathlib import Path

import pytest

from games.core.errors import BadNotation, IllegalAction
from games.core.extras.gcg import GcgHead
from games.core.log.replay import Course
from games.core.log.takeback import TakeBack, Undo
from games.core.rng import Rng
from games.core.table import options as table_options
from games.upwords.options import Options
from games.upwords.position.model import Exchange, Pass, Play, TimeOut
from games.upwords.rules import Upwords
from tests.games.upwords.table import secret_of
from tests.games.upwords.test_random_games import some_action
from tests.games.words.release import common_words
from tests.size import runs

GAMES = runs(200, quick=3)  # at each table
TABLES = (Options(), Options(board="8x8", rack=5, height=3, old_ending=True), Options(rack=9))
ELSE_EVERY = 9  # entries, of which every so many swaps, takes back or undoes something


def head_of(game: Upwords, secret: bytes, players: int) -> GcgHead:
    return GcgHead(
        players=tuple(("Anna B.", "Ben", "Anna_B.", "Qu: Two")[:players]),
        title="Upwords 2026-11-26",
        match="abc234",
        lexicon="Broad 1",
        words=game.words.sha256,
        game="upwords",
        rules_version=Upwords.info.rules_version,
        options=table_options.write(game.options),
        secret=secret.hex(),
    )


def play(options: Options, secret: bytes) -> tuple[Upwords, Course, list[object]]:
    """Play a game at random, in which now and then something is taken back."""
    game = Upwords(options, common_words())
    players = 2 + secret[-1] % 3
    course = Course(game, game.initial_state(players, Rng(secret, 0)))
    entries: list[object] = []
    for ply in itertools.count(1):
        if course.state.to_move is None:
            return game, course, entries
        chance = Rng(secret, ply, "back")
        entry: object = None
        if chance.below(ELSE_EVERY) == 0:
            entry = something_else(course, chance)
        if entry is None or not entered(course, entry, Rng(secret, ply)):
            entry = some_action(game, course.state, Rng(secret, ply, "random"))
            assert entered(course, entry, Rng(secret, ply))
        entries.append(entry)
    raise AssertionError


def something_else(course: Course, chance: Rng) -> object:
    """Return a swap, a pass by the clock, or an entry that takes back or undoes, if it can."""
    which = chance.below(4)
    if which == 3:
        return TimeOut()
    if which == 0:
        return Exchange(chance.choice(course.state.racks[course.state.to_move]))
    if which == 1:
        return TakeBack(course.ply - 1)
    return Undo(chance.choice(course.line[-5:-1])) if len(course.line) > 1 else None


def entered(course: Course, entry: object, chance: Rng) -> bool:
    try:
        course.enter(entry, chance)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("options", TABLES)
def test_every_random_match_goes_out_and_comes_back(options: Options) -> None:
    kinds: set[type] = set()
    for number in range(GAMES):
        secret = secret_of(number)
        game, course, entries = play(options, secret)
        players = len(course.state.scores)
        head = head_of(game, secret, players)
        text = game.write_gcg(head, course.states, entries)
        read = game.read_gcg(text)
        assert [turn.entry for turn in read.turns] == entries
        assert read.head == head
        totals = [0] * players
        for turn, before in zip(read.turns, course.states, strict=False):
            if not isinstance(turn.entry, TakeBack | Undo):
                assert (turn.player, turn.rack) == (before.to_move, before.racks[turn.player])
                assert turn.total == before.scores[turn.player] + turn.points
            totals[turn.player] = turn.total
        for player, points in read.off:
            totals[player] += points
        if not any(isinstance(entry, Undo) for entry in entries):
            assert tuple(totals) == course.state.scores
        assert game.write_gcg(read.head, course.states, [t.entry for t in read.turns]) == text
        kinds |= {type(entry) for entry in entries}
    assert kinds >= {Play, TimeOut, Undo}


def test_the_example_of_the_docs_is_read() -> None:
    page = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
    begin = page.index("    #character-encoding")
    lines = page[begin : page.index("\n\n", begin)].splitlines()
    read = Upwords.read_gcg("\n".join(line[4:] for line in lines))
    assert (read.head.players, read.head.game, read.head.lexicon) == (
        ("Anna B.", "Ben"), "upwords", "Broad 1",
    )  # fmt: skip
    b_oat = Play(((4, 1, "b"), (5, 1, "o"), (6, 1, "a"), (7, 1, "t")))
    assert read.turns[2].entry == b_oat
    assert [turn.entry for turn in read.turns[4:]] == [Pass(), TakeBack(4), Exchange("u")]
    assert [turn.points for turn in read.turns] == [6, 7, 10, 6, 0, 0, 0]
    assert read.off == ((1, -25),)


HEAD = "#player1 anna Anna\n#player2 ben Ben\n"


def test_a_file_reads_as_people_expect_it() -> None:
    text = (
        f"{HEAD}#note Hello\nwhich goes on\n>anna: ABCDE[QU]T 5E CAT +6 6\n\n"
        ">ben: EIOSTTU E5 .O2T +3 3\n>anna: BD -B +0 6\n>ben: E - +0 3\n>ben: ? -- +0 3\n"
        ">ben: E (E) -5 -2\n"
    )
    with pytest.raises(BadNotation) as problem:
        Upwords.read_gcg(text)
    wrong = "Line 7: The stack on E6 is 0 high before this turn."
    assert str(problem.value) == wrong
    read = Upwords.read_gcg(text.replace(".O2T", "H2OT"))
    assert [turn.entry for turn in read.turns] == [
        Play(((4, 4, "c"), (4, 5, "a"), (4, 6, "t"))),
        Play(((4, 4, "h"), (5, 4, "o"), (6, 4, "t"))),
        Exchange("b"),
        Pass(),
        TakeBack(3),
    ]
    assert [turn.rack for turn in read.turns] == ["abcdeqt", "eiosttu", "bd", "e", None]
    assert read.off == ((1, -5),)
    assert (read.head.players, read.head.secret, read.head.options) == (("Anna", "Ben"), "", None)


@pytest.mark.parametrize(
    "comment",
    ["# my comment", "#", "##", "#!", "  # indented", "#Note that", "#my-own pragma", "#\u00e9",
     "# one\u2028line\x0cof\x85text", "#player", "#tilepost-"],
)  # fmt: skip
def test_a_comment_is_skipped_wherever_it_stands(comment: str) -> None:
    lines = [
        *HEAD.splitlines(),
        ">anna: ACT 5E CAT +6 6",
        "#note Hello",
        "which goes on",
        ">ben: E - +0 0",
    ]
    plain = Upwords.read_gcg("\n".join(lines))
    for place in range(len(lines) + 1):
        for end in ("\n", "\r\n", "\r"):
            read = Upwords.read_gcg(end.join([*lines[:place], comment, *lines[place:]]))
            assert read.head == plain.head
            assert [(turn.player, turn.entry, turn.total) for turn in read.turns] == [
                (turn.player, turn.entry, turn.total) for turn in plain.turns
            ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "This isn't a GCG file: it doesn't name any players."),
        ("hello", "Line 1: A line has to begin with # or >."),
        (f"{HEAD}>carl: A - +0 0", "Line 3: There's no player called carl."),
        (f"{HEAD}>ben: A -AB +0 0", "Line 3: In Upwords you swap one tile."),
        (f"{HEAD}>ben: A 5E CaT +6 6", "Line 3: Write a square and a word, such as 8H WO.D."),
        (f"{HEAD}>ben: A 5E QIT +6 6", "Line 3: Write a square and a word, such as 8H WO.D."),
        (f"{HEAD}>ben: A 5J CAT +6 6",
         "Line 3: That word doesn't fit on the board if it starts on 5J."),
        (f"{HEAD}>ben: A 5E C.T +6 6", "Line 3: The stack on F5 is 0 high before this turn."),
        (f"{HEAD}>ben: A 5E C2AT +6 6", "Line 3: The stack on E5 is 0 high before this turn."),
        (f"{HEAD}>ben: A 5E CAT six 6", "Line 3: The points have to be numbers."),
        (f"{HEAD}>ben: A (time) -10 6", "Line 3: That's no turn that Upwords has."),
        (f"{HEAD}>ben: A 5E\u00a0CAT +6 6", "Line 3: That's no turn that Upwords has."),
        (f"{HEAD}>ben: A -\u2003+0 0", "Line 3: That's no turn that Upwords has."),
        (f"{HEAD}>ben: A (challenge) +5 6", "Line 3: That's no turn that Upwords has."),
        (f"{HEAD}>ben: A -- +0 6", "Line 3: There's nothing to undo."),
        (f"{HEAD}#tilepost-stacking 2",
         "Line 3: Stacks are written in a way that we don't know yet."),
        (f"{HEAD}#player2 carl",
         "Line 3: The players have to be numbered from 1 to 4, one on each line."),
        (f"{HEAD}#note Hello\n>ben A - +0 0", "Line 4: That's no turn that Upwords has."),
        (f"{HEAD}>ben: A - +0 0\n# me\nhello", "Line 5: A line has to begin with # or >."),
        (f"{HEAD}#player{'1' * 5000} carl",
         "Line 3: The players have to be numbered from 1 to 4, one on each line."),
        ("#player1 a\n#player2 a", "Line 2: Two players have the same short name."),
    ],
)  # fmt: skip
def test_what_is_no_such_file_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadNotation) as refused:
        Upwords.read_gcg(text)
    assert str(refused.value) == problem
