"""Other ways to keep a word list, each measured in a process of its own: what the site's is up to.

``build`` writes their files into a folder that holds ``words.txt``; the name of one opens it, reads
it, and prints what that took. The packages are found by PYTHONPATH.
"""

import importlib
import json
import sys
import time
from collections.abc import Callable, Container
from pathlib import Path
from typing import Any

from tools.bench import machine
from tools.bench.words import speed

WORDS = "words.txt"
QUESTIONS = "questions.txt"


def open_set(builtins: Any, folder: Path) -> Container[str]:
    """Return Python's own, from the plain list."""
    return builtins.frozenset((folder / WORDS).read_text(encoding="ascii").split())  # type: ignore[no-any-return]


def open_marisa(marisa_trie: Any, folder: Path) -> Container[str]:
    """Return the trie, read from its file where a look-up needs it."""
    trie = marisa_trie.Trie()
    trie.mmap(str(folder / "words.marisa"))
    return trie  # type: ignore[no-any-return]


def open_dawg(dawg: Any, folder: Path) -> Container[str]:
    """Return the graph, read into memory."""
    return dawg.DAWG().load(str(folder / "words.dawg"))  # type: ignore[no-any-return]


# The name of the package, what it is imported as, and what opens its file.
WAYS: dict[str, tuple[str, Callable[[Any, Path], Container[str]]]] = {
    "set": ("builtins", open_set),
    "marisa-trie": ("marisa_trie", open_marisa),
    "dawg2": ("dawg", open_dawg),
}


def build(folder: Path) -> None:
    """Write the files that are opened later."""
    words = (folder / WORDS).read_text(encoding="ascii").split()
    importlib.import_module("marisa_trie").Trie(words).save(str(folder / "words.marisa"))
    importlib.import_module("dawg").DAWG(words).save(str(folder / "words.dawg"))


def measure(way: str, folder: Path) -> dict[str, float]:
    """Return ms to open, MB, and look-ups a second of one way."""
    asked = (folder / QUESTIONS).read_text(encoding="ascii").split()
    module, open_way = WAYS[way]
    package = importlib.import_module(module)
    before = machine.own_memory()
    begin = time.perf_counter()
    words = open_way(package, folder)
    load_s = time.perf_counter() - begin
    rate = speed.lookups_per_s(words, asked, time.process_time)
    memory = machine.own_memory() - before
    return {"load_ms": 1000 * load_s, "mb": memory / 1e6, "lookups_per_s": rate}


def main() -> None:
    """Do what the command line says."""
    what, folder = sys.argv[1], Path(sys.argv[2])
    if what == "build":
        build(folder)
    else:
        sys.stdout.write(json.dumps(measure(what, folder)))


if __name__ == "__main__":
    main()
