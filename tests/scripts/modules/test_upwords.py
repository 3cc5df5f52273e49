"""The play in the making and the squares of Upwords, by themselves."""

from typing import Any

from playwright.sync_api import Page

DRAFT = "/static/games/upwords/draft.js"
SQUARES = "/static/games/upwords/squares.js"


def drafted(modules: Page, script: str) -> Any:
    """Return what a script returns that has a draft and the tiles a, b, c and q of a rack."""
    made = "const d = new Draft(); const [a, b, c, q] = [...'abcq'].map(letter => ({letter}));"
    return modules.evaluate(f"at => import(at).then(({{ Draft }}) => {{ {made} {script} }})", DRAFT)


def test_a_draft_is_sent_in_reading_order(modules: Page) -> None:
    sent = drafted(
        modules,
        """const empty = d.action();
        d.lay(q, 4, 10); d.lay(a, 5, 0); d.lay(b, 4, 9);
        return [empty, d.action(), d.at(4, 10) === q, d.at(4, 4), d.squareOf(b)];""",
    )
    tiles = [[4, 9, "b"], [4, 10, "q"], [5, 0, "a"]]
    assert sent == [None, {"type": "Play", "tiles": tiles}, True, None, "4,9"]


def test_a_draft_runs_across_or_down_once_two_tiles_say_so(modules: Page) -> None:
    ways = drafted(
        modules,
        """const seen = [d.way];
        d.lay(a, 4, 4); seen.push(d.way);
        d.lay(b, 4, 6); seen.push(d.way);
        d.lay(c, 5, 4); seen.push(d.way);
        d.take(b); seen.push(d.way);
        return seen;""",
    )
    assert ways == [None, None, [0, 1], None, [1, 0]]


def test_a_tile_laid_again_leaves_where_it_was_and_sends_another_back(modules: Page) -> None:
    seen = drafted(
        modules,
        """d.lay(a, 1, 1); d.lay(b, 2, 2); d.lay(a, 2, 2);
        const after = [d.at(1, 1), d.at(2, 2) === a, a.laid, b.laid, d.laid.size];
        d.take(a); d.lay(b, 0, 0); d.lay(c, 0, 1);
        const before = [b.laid, c.laid];
        d.clear();
        return [after, a.laid, before, b.laid, c.laid, d.empty];""",
    )
    assert seen == [[None, True, True, False, 1], False, [True, True], False, False, True]


def test_tiles_stay_through_a_turn_where_nothing_has_changed_below_them(modules: Page) -> None:
    seen = drafted(
        modules,
        """d.lay(a, 0, 0); d.lay(b, 0, 1); d.lay(c, 1, 1);
        const before = [["", ""], ["e", "f"]];
        const same = d.revise(before, [["", ""], ["ex", "f"]]);
        const changed = d.revise(before, [["", "g"], ["e", "fh"]]);
        return [same, changed, a.laid, b.laid, c.laid, [...d.laid.keys()]];""",
    )
    assert seen == [0, 2, True, False, False, ["0,0"]]


def test_squares_are_named_as_players_write_them(modules: Page) -> None:
    rows = [["b", "ae", "q"], ["", "d", ""], ["s", "", "x"]]
    lines = ["B3 across Q(UI)T", "J1 down AT", "A10 across (B)E", "exchange", "pass"]
    seen = modules.evaluate(
        """([at, rows, lines]) => import(at).then((m) => ({
          names: [m.squareName(0, 0), m.squareName(9, 2), m.tileName("q"), m.shown("qte")],
          words: [[0, 0], [0, 1], [1, 1], [2, 0], [1, 0]].map(([r, c]) => m.wordsAt(rows, r, c)),
          squares: lines.map(m.squaresOf),
        }))""",
        [SQUARES, rows, lines],
    )
    assert seen["names"] == ["A1", "C10", "Qu", "QUTE"]
    assert seen["words"] == [["BEQU"], ["BEQU", "ED"], ["ED"], [], []]
    across, down, tenth, *none = seen["squares"]
    assert across == [[2, 1], [2, 2], [2, 3]]
    assert down == [[0, 9], [1, 9]]
    assert tenth == [[9, 0], [9, 1]]
    assert none == [[], []]
