"""Whoever asks for many thoughts at once holds up nobody's pages.

``python -m pytest -s tests/faults/test_questions.py`` prints how long a front page takes.
"""

import asyncio
import statistics

import pytest

from tests.faults.questions import Flood, flood
from tests.faults.site import Site

SLOWER = 3  # times as long as usual that a page may take meanwhile


@pytest.mark.thorough
@pytest.mark.parametrize("askers", [1, 8])
def test_a_front_page_stays_quick_while_people_ask(own_site: Site, askers: int) -> None:
    people = own_site.ask("begin_asking", askers)
    for kind, asking in people.items():
        found: Flood = asyncio.run(flood(own_site.url, asking))
        print(f"\n{askers} ask {kind}: {found}")  # noqa: T201
        assert statistics.median(found.during) <= SLOWER * statistics.median(found.idle)
        for status, after, said in found.answers:
            assert status in (200, 202, 409, 429, 503)
            assert said["ok"] or said["text"]
            assert (after is not None) is (status in (202, 429, 503))
