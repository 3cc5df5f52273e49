"""The benchmark works; no test can promise how fast a machine is."""

import itertools

from games.words.speed import measure


def test_figures_of_a_small_list() -> None:
    ticks = itertools.count()
    figures = measure(["cat", "cats", "mouse"], lambda: float(next(ticks)))
    assert figures.words == 3
    assert figures.lookups == 50_000
    assert (figures.build_seconds, figures.open_seconds) == (1.0, 1.0)
    assert figures.bytes > 0
