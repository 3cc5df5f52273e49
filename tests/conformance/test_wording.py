"""What happens in a game can be told to everyone: in sentences that are only shown, never read."""

import importlib
import textwrap
from pathlib import Path

import pytest

import games
from games.core.clock import Pace
from games.core.language.events import Event
from games.core.language.text import Text
from games.core.language.wording import COMMON, is_deed, sentence, told
from tests.conformance import wording
from tests.conformance.playing import SLUGS, agreed_on, load_game, playout, secret_of
from tests.size import runs

GAMES = Path(games.__file__).parent
SHELL = GAMES.parent / "static" / "shell"
TABLES = runs(40, quick=3)


def folder_of(slug: str) -> Path:
    return Path(importlib.import_module(f"games.{slug}").__file__ or "").parent


def events_of(slug: str) -> list[Event]:
    """Return what happens in random games at tables of several kinds."""
    tables = [load_game(slug)]
    tables += [agreed_on(slug, pace, number) for pace in Pace for number in range(TABLES)]
    found: list[Event] = []
    for number, game in enumerate(tables):
        seats = range(game.info.min_players, game.info.max_players + 1)
        found += wording.happened(game, seats[number % len(seats)], 500 + number)
    return found


# --- The games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_all_that_can_happen_has_a_sentence_and_every_sentence_is_of_something(slug: str) -> None:
    folder, sentences = folder_of(slug), load_game(slug).wording
    assert wording.unworded(folder, sentences) == []
    assert wording.unmade(folder, sentences) == []
    assert wording.miswritten(folder, sentences) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_what_happens_in_random_games_is_told_with_all_its_facts(slug: str) -> None:
    events = events_of(slug)
    assert wording.mistold(load_game(slug).wording, events) == []
    kinds = {event.kind for event in events} - COMMON.keys()
    assert wording.unknown(folder_of(slug), sorted(kinds)) == []  # the code was read whole


@pytest.mark.parametrize("slug", SLUGS)
def test_every_move_is_told_in_a_sentence_that_needs_no_notation(slug: str) -> None:
    game = load_game(slug)
    secret = secret_of(700)
    untold = []
    for state, action, after in playout(game, game.info.min_players, secret):
        player, line = game.current_player(state), game.log_text(state, action)
        if any(is_deed(game.wording, event.kind) for event in after.events):
            continue
        found = game.read_log(player, line)
        if found is None or not is_deed(game.wording, found.kind):
            untold.append(line)
        else:
            assert wording.mistold(game.wording, [found]) == []
            assert sentence(game.wording, found).in_words(["Anna", "Ben", "Cleo"])
    assert untold == []


@pytest.mark.parametrize("slug", SLUGS)
def test_no_board_reads_a_sentence(slug: str) -> None:
    assert wording.read_by_scripts(folder_of(slug) / "static") == []


def test_what_happens_in_every_game_has_a_sentence() -> None:
    core = GAMES / "core"
    assert wording.unworded(core, COMMON) == []
    assert wording.unmade(core, COMMON) == []
    assert wording.miswritten(core, COMMON) == []


def test_the_shell_reads_no_sentence() -> None:
    assert wording.read_by_scripts(SHELL) == []


# --- What the checks find -------------------------------------------------------------------------

SENTENCES = {
    "rolled": told(Text("{player} rolled {pips}.")),
    "won_early": told(Text("{player} won early.")),
    "won_late": told(Text("{player} won late.")),
    "over": told(Text("The game is over.")),
}
CODE = """\
    ENDS = {0: "over"}


    def roll(player, pips):
        facts = {"pips": pips}
        return [Event("rolled", player, facts)]


    def end(early, player):
        kind, points = _how(early), 3
        tell(kind, player)
        return Event(ENDS[0])


    def tell(kind, player):
        return Event(kind, player)


    def _how(early):
        when = "early" if early else "late"
        return f"won_{when}"
    """


def written(folder: Path, code: str, name: str = "rules.py") -> Path:
    """Return a folder with a file of code in it."""
    folder.joinpath(name).write_text(textwrap.dedent(code))
    return folder


def test_kinds_are_found_wherever_they_come_from(tmp_path: Path) -> None:
    folder = written(tmp_path, CODE)
    assert wording.Code(folder).made() == [
        wording.Made("rules.py:6", ("rolled",), frozenset({"pips"})),
        wording.Made("rules.py:12", ("over",), frozenset()),
        wording.Made("rules.py:16", ("won_early", "won_late"), frozenset()),
    ]
    assert wording.unworded(folder, SENTENCES) == []
    assert wording.unmade(folder, SENTENCES) == []
    assert wording.miswritten(folder, SENTENCES) == []


def test_a_kind_without_a_sentence_is_found(tmp_path: Path) -> None:
    folder = written(tmp_path, CODE.replace('"late"', '"at_last"'))
    written(folder, "def fall(cell):\n    yield Event(cell.kind)\n", "falling.py")
    assert wording.unworded(folder, SENTENCES) == [
        "falling.py:2: nobody can tell which kind this is",
        "rules.py:16: won_at_last: there is no wording for it",
    ]


def test_a_sentence_for_nothing_is_found(tmp_path: Path) -> None:
    folder = written(tmp_path, CODE.replace('{0: "over"}', '{0: "ended"}'))
    assert wording.unmade(folder, SENTENCES) == ["over: nothing that happens is of this kind"]


def test_facts_that_no_sentence_tells_are_found(tmp_path: Path) -> None:
    folder = written(tmp_path, CODE.replace('"pips": pips', '"pips": pips, "dice": 2'))
    fault = "rolled: facts and sentence differ: dice"
    assert wording.miswritten(folder, SENTENCES) == [f"rules.py:6: {fault}"]
    events = [
        Event("rolled", 0, {"pips": 6, "dice": 2}),
        Event("rolled", 0, {}),
        Event("jumped", 0, {}),
        Event("jumped", 0, {}),
        Event("over"),
    ]
    assert wording.mistold(SENTENCES, events) == [
        fault,
        "rolled: facts and sentence differ: pips",
        "jumped: there is no wording for it",
    ]


def test_facts_that_do_not_come_back_as_they_were_are_found() -> None:
    events = [Event("rolled", 0, {"pips": value}) for value in ((6,), {6}, {6: 1}, [6], "6", 6)]
    assert wording.mistold(SENTENCES, events) == [
        "rolled: these facts are not stored as they are: {'pips': (6,)}",
        "rolled: these facts are not stored as they are: {'pips': {6}}",
        "rolled: these facts are not stored as they are: {'pips': {6: 1}}",
    ]


IMPORTS = 'import { nodes as pieces, plain } from "../../shell/board/told.js";'
SHOWN = (
    "line.append(...pieces(event, { word: (word) => button(word) }));",
    'return h("span", {}, pieces(event));',
    "announce(`${plain(event)} Your turn.`);",
    'const sentence = plain(event);  h("p", { title: sentence }, sentence);',
    'if (event.facts.word === "plain(event).split") return entry.text.split(" ");',
    "const plain = entry.actor; // not plain(event).length",
    "show({ nodes: pieces(event) ?? plain(event), told: this.told });",
)
READ = (
    "return plain(event).includes(word);",
    "return /colour/.test(plain(event));",
    "if (plain(event) === before) return null;",
    'if (last !== plain(entry.events.find(({ kind }) => kind === "over"))) show();',
    "const [first] = plain(event).split(/ /);",
    "return pieces(event)[1];",
    "return plain(event)?.slice(2);",
    "switch (plain(event)) { case one: stop(); }",
    "const sentence = plain(event); return sentence.startsWith(name);",
    "return colours.indexOf(plain(event)) > 0;",
    "return `${plain(event).length} letters`;",
    "return word in pieces(event);",
    "return event.text;",
    'const over = entry.events.find((one) => one.kind === "over")?.text;',
    "return entry.events.map(({ topic, text }) => topic || text);",
    "gain({ text, points }) { return text; }",
    "return event.told.at(-1);",
    "const made = ({ told }) => told.length;",
    "const { kind, told } = event;",
)


@pytest.mark.parametrize("line", SHOWN)
def test_a_sentence_can_be_shown(tmp_path: Path, line: str) -> None:
    assert wording.read_by_scripts(written(tmp_path, f"{IMPORTS}\n{line}\n", "board.js")) == []


@pytest.mark.parametrize("line", READ)
def test_a_script_that_reads_a_sentence_is_found(tmp_path: Path, line: str) -> None:
    folder = written(tmp_path, f"/* A board.\n */\n{IMPORTS}\n\n{line}\n", "board.js")
    assert wording.read_by_scripts(folder) == [
        f"board.js:5: a sentence is there to be shown: {line}"
    ]
