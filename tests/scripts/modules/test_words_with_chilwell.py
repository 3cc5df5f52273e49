"""The word in the making, the queue and the points of WordsWithChilwell, by themselves."""

from typing import Any

from playwright.sync_api import Page

from games.words_with_chilwell.options import Options
from games.words_with_chilwell.position.tiles import BLANK
from games.words_with_chilwell.turns.scoring import points_of
from tests.browser.handplay import KINDS

SCRIPTS = "/static/games/words_with_chilwell"


def drafted(modules: Page, script: str) -> Any:
    """Return what a script returns that has a draft and the tiles a, b, c, e and a blank."""
    tiles = f"const [a, b, c, e, blank] = [...'abce{BLANK}'].map(letter => ({{letter}}));"
    do = f"({{ Draft }}) => {{ const d = new Draft(); {tiles} {script} }}"
    return modules.evaluate(f"at => import(at).then({do})", f"{SCRIPTS}/word/draft.js")


def test_letters_go_before_the_caret_or_before_a_letter(modules: Page) -> None:
    seen = drafted(
        modules,
        """const seen = [[d.empty, d.word]];
        const see = () => seen.push([d.word, d.caret]);
        d.add(a, "a"); see();
        d.add(b, "b", 0); see();
        d.add(c, "c"); see();
        d.add(blank, "z", 99); see();
        seen.push([d.tiles, [a, b, c, blank].every((tile) => tile.laid)]);
        d.clear(); see();
        return [...seen, [a, b, c, blank].some((tile) => tile.laid)];""",
    )
    words = [["a", 1], ["ba", 1], ["bca", 2], ["bcaz", 4]]
    assert seen == [[True, ""], *words, [["b", "c", "a", BLANK], True], ["", 0], False]


def test_the_caret_stays_at_its_letter_when_another_is_taken_back(modules: Page) -> None:
    seen = drafted(
        modules,
        """[a, b, c].forEach((tile) => d.add(tile, tile.letter));
        const seen = [];
        const see = (tile) => { d.take(tile); seen.push([d.word, d.caret, tile.laid]); };
        d.caret = 2;
        see(e); see(c); see(a);
        return seen;""",
    )
    assert seen == [["abc", 2, False], ["ab", 2, False], ["b", 1, False]]


def test_a_letter_moves_before_another_one(modules: Page) -> None:
    seen = drafted(
        modules,
        """[a, b, c].forEach((tile) => d.add(tile, tile.letter));
        const moved = (tile, place) => { d.move(tile, place); return [d.word, d.caret]; };
        return [moved(a, 3), moved(a, 0), moved(b, 1), moved(c, 1)];""",
    )
    assert seen == [["bca", 3], ["abc", 1], ["abc", 2], ["acb", 2]]


def test_a_blank_gives_way_to_a_letter_of_the_hand(modules: Page) -> None:
    seen = drafted(
        modules,
        """d.add(blank, "e"); d.add(a, "a");
        d.settle((letter) => (letter === "e" && !e.laid ? e : null));
        const replaced = [d.word, d.tiles, blank.laid, e.laid];
        // Of equal letters the first are tiles of the hand.
        d.clear();
        d.add(blank, "e"); d.add(a, "a"); d.add(e, "e");
        d.settle(() => null);
        return [replaced, [d.word, d.tiles, blank.laid, e.laid]];""",
    )
    assert seen == [["ea", ["e", "a"], False, True], ["eae", ["e", "a", BLANK], True, True]]


def test_a_word_ends_at_20_letters_and_at_the_last_tile(modules: Page) -> None:
    said = modules.evaluate(
        """at => import(at).then(({ Spelling }) => {
          const [root, svg] = [0, 0].map(() => document.createElement("div"));
          const said = [];
          const on = { root, may: () => true, changed() {}, announce: (text) => said.push(text) };
          const spelling = new Spelling({ root, svg, nodes: new Map(), kind: "draft" }, on);
          const last = () => [spelling.draft.length, said.at(-1)];
          spelling.rack.deal("a▊" + "b".repeat(20));
          [..."aaa"].forEach((letter) => spelling.type(letter));
          const lacked = [...last(), ...said.slice(0, 2)];
          [..."b".repeat(19)].forEach((letter) => spelling.type(letter));
          return [lacked, last()];
        })""",
        f"{SCRIPTS}/word/spelling.js",
    )
    lacked = [2, "You have no A left, and no blank.", "A", "A blank for A."]
    assert said == [lacked, [20, "A word can have up to 20 letters."]]


def test_a_choice_counts_tiles_once_there_is_a_word(modules: Page) -> None:
    counts, choices, plan = modules.evaluate(
        """([at, kinds]) => import(at).then(({ choiceOf, countOf, planOf }) => {
          const options = { penalty: 3, hand_limit: 20, extra: 3 };
          const view = { options, player: 1, state: { sizes: [9, 15], used: [4, 7] } };
          const own = { view, mine: true, chosen: "more", draft: { length: 5 } };
          const board = (facts) => ({ ...own, ...facts });
          const none = { length: 0, empty: true };
          const choices = [
            {}, { peeked: "extra" }, { peeked: "skip" }, { peeked: "stop" },
            { draft: none }, { draft: none, peeked: "extra" }, { draft: none, peeked: "same" },
            { mine: false, peeked: "skip" },
          ].map((facts) => choiceOf(board(facts))).map(({ count, tone }) => [count, tone]);
          const plan = (facts, count) => planOf(board(facts), { count });
          return [
            [5, 0].map((length) => kinds.map((kind) => countOf(kind, length, 3))),
            choices,
            [plan({}, 8), plan({ peeked: "skip" }, 3), plan({}, null)],
          ];
        })""",
        [f"{SCRIPTS}/queue/choice.js", KINDS],
    )
    assert counts == [[0, 3, 5, 8], [0, 3, None, None]]
    own = [[8, "mine"], [3, "mine"], [3, "bad"], [6, "bad"]]
    assert choices == [*own, [None, "mine"], [3, "mine"], [None, "mine"], [None, "mine"]]
    assert plan == [{"used": 12, "hand": 18}, {"used": 7, "hand": 18}, None]


def test_points_are_those_of_the_rules(modules: Page) -> None:
    options = Options()
    tiles = ["abcdefghijklmnopqrstuvwxyz"[:length] for length in range(27)]
    tiles += [f"{tiles[options.middle_length - 1]}{BLANK}", BLANK, "j", "z"]
    names = ("middle_length", "middle_bonus", "long_length", "long_bonus")
    facts = {name: getattr(options, name) for name in names}
    told = modules.evaluate(
        """([at, words, options]) =>
          import(at).then(({ pointsFor }) => words.map((tiles) => pointsFor(tiles, options)))""",
        [f"{SCRIPTS}/tiles.js", tiles, facts],
    )
    points = [points_of(one, options) for one in tiles]
    ours = [{"letters": one.tiles, "bonus": one.bonus, "total": one.total} for one in points]
    assert told == ours


def test_of_equal_letters_in_a_word_played_the_last_are_blanks(modules: Page) -> None:
    tiles = modules.evaluate(
        """at => import(at).then(({ spelled }) => [
          spelled({ word: "EERIE", blanks: ["E", "R"] }), spelled({ word: "AT", blanks: [] }),
        ].map((entries) => entries.map(({ tile }) => tile).join("")))""",
        f"{SCRIPTS}/telling.js",
    )
    assert tiles == [f"ee{BLANK}i{BLANK}", "at"]
