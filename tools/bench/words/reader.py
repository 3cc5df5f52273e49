"""A process that opens the Broad list when the site is long running; prints what that took."""

import json
import sys
import time

import django

django.setup()

from games.core.table.words import LARGEST_LIST  # noqa: E402
from games.words.lists import lexicon  # noqa: E402
from tools.bench import machine  # noqa: E402
from tools.bench.words import speed  # noqa: E402


def main() -> None:
    """Open the list, read all of it, and look words up."""
    version = lexicon.newest(LARGEST_LIST)  # with the database found
    before = machine.own_memory()
    begin = time.perf_counter()
    words = lexicon.lexicon(version)
    load_s = time.perf_counter() - begin
    for each in (words, words.everyday):
        for _ in each:
            pass
    memory = machine.own_memory() - before
    asked = speed.questions(list(words))
    figures = {
        "lexicon_load_ms": load_s * 1000,
        "lexicon_mb": memory / 1e6,
        "lexicon_lookups_per_s": speed.lookups_per_s(words, asked, time.process_time),
    }
    sys.stdout.write(json.dumps(figures))


if __name__ == "__main__":
    main()
