"""The same tasks done by packages of npm and PyPI, as far as they do such things.

``upwords-solver`` finds plays of Upwords by looser rules and does not count their points;
``trie-prefix-tree`` finds the words of a hand without blanks; ``marisa-trie`` and ``dawg2`` look
words up, but cannot be walked from letter to letter, as the searches here do it.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.bench.peers import lists, packages
from tools.bench.report import aligned, number, percentile
from tools.bench.words import speed
from tools.bench.words.plays import Results, Tasks

SOURCE = Path(__file__).with_name("wordsearch")
KEEPERS = ("marisa-trie==1.4.1", "dawg2==0.13.3")
SECONDS = 15  # for the hands, of which some take seconds


def measure(folder: Path, tasks: Tasks, results: Results) -> list[str]:
    """Install them into a folder and return the results in words, or why there are none."""
    return [*_searches(folder / "npm", tasks, results), "", *_lists(folder / "pip", tasks, results)]


def _searches(folder: Path, tasks: Tasks, results: Results) -> list[str]:
    """Return what searches of npm take for the same positions and hands."""
    try:
        packages.install_npm(SOURCE, folder)
        _write(folder, tasks)
        plays, hands = (
            json.loads(packages.run_node(script, "tasks.json", lists.WORDS, folder=folder))
            for script in ("plays.js", "hands.js")
        )
    except packages.Missing as why:
        return [f"No search of npm was measured: {why}"]
    words = "the same" if hands["found"] == results.words_found[: len(hands["ms"])] else "other"
    solver, tree = (_name(folder, name) for name in ("upwords-solver", "trie-prefix-tree"))
    boards = f"the same {len(plays['ms'])} positions by looser rules and without points"
    draws = f"{words} words for the first {len(hands['ms'])} hands without blanks"
    return [
        f"{solver}, {boards}: {_compared(plays['ms'], results.plays)}.",
        f"{tree}, {draws}: {_compared(hands['ms'], results.hands)}.",
    ]


def _write(folder: Path, tasks: Tasks) -> None:
    words = list(tasks.words)
    positions = [
        {"board": state.board, "rack": state.racks[state.to_move or 0]} for state in tasks.positions
    ]
    data = {"positions": positions, "hands": tasks.hands, "seconds": SECONDS}
    (folder / "tasks.json").write_text(json.dumps(data), encoding="utf-8")
    (folder / lists.WORDS).write_text("\n".join(words), encoding="ascii")
    (folder / lists.QUESTIONS).write_text("\n".join(speed.questions(words)), encoding="ascii")


def _name(folder: Path, package: str) -> str:
    about = json.loads((folder / "node_modules" / package / "package.json").read_text("utf-8"))
    return f"{package} {about['version']}"


def _compared(theirs: Sequence[float], ours: Sequence[float]) -> str:
    """Return their ms in words, and how many times ours for the same tasks they are."""
    ours = ours[: len(theirs)]
    half = percentile(theirs, 0.5)
    return (
        f"{number(half)} ms (median), {number(max(theirs))} ms (slowest), "
        f"in all {number(sum(theirs) / sum(ours))} times what it takes here"
    )


def _lists(folder: Path, tasks: Tasks, results: Results) -> list[str]:
    """Return what other ways to keep the list take, each in a process of its own."""
    folder.mkdir(parents=True)
    _write(folder, tasks)
    found = {
        "this site's": {
            key.removeprefix("lexicon_"): value for key, value in results.figures.items()
        }
    }
    missing, ways = [], list(lists.WAYS)
    try:
        packages.install_pip(KEEPERS, folder / "packages")
        _keep(folder, "build")
    except packages.Missing as why:
        missing, ways = [f"No list of PyPI was measured: {why}"], ["set"]
    for way in ways:
        found[way] = json.loads(_keep(folder, way))
    return [*_table(found), *missing]


def _keep(folder: Path, what: str) -> str:
    place = folder / "packages"
    return packages.run_python("tools.bench.peers.lists", what, str(folder), packages=place)


def _table(found: dict[str, dict[str, Any]]) -> list[str]:
    rows: list[tuple[str, ...]] = [("word list", "look-ups/s", "ratio", "ms to open", "MB")]
    own = found["this site's"]["lookups_per_s"]
    for name, figures in found.items():
        rate = figures["lookups_per_s"]
        opened, memory = (f"{figures[key]:.2f}" for key in ("load_ms", "mb"))
        rows.append((name, number(rate), f"{own / rate:.2f}", opened, memory))
    return aligned(rows)
