"""The benchmark works; no test can promise how fast a machine is."""

import itertools

from tools.bench.words import speed


def test_look_ups_are_counted_by_the_clock_that_is_given() -> None:
    ticks = itertools.count()
    asked = speed.questions(["cat", "cats", "mouse"])
    assert len(asked) == 50_000
    assert speed.lookups_per_s({"cat"}, asked, lambda: float(next(ticks))) == 50_000
