"""A new version comes while all tables play, and pages take long to find their way back."""

import asyncio

import pytest

from tests.faults.evening import evening
from tests.faults.history import replaced
from tests.faults.site import Site
from tests.faults.storm import FAULTS, tables
from tests.size import runs

pytestmark = pytest.mark.thorough
TABLES = runs(100, quick=10)
AWAY = 45.0  # seconds after which the pages are back


@pytest.mark.parametrize(
    "kind",
    [
        "both web processes told to stop", "both web processes killed", "reload",
        "stopped and started",
    ],
)  # fmt: skip
def test_nobody_loses_their_seat_whose_page_comes_back_within_a_minute(
    site: Site, kind: str
) -> None:
    async def scene() -> list[str]:
        async with evening(site, seed=3, tables=tables(TABLES)) as evening_:
            await evening_.moves(TABLES)
            for person in evening_.people:
                person.plays, person.is_out_of_reach = False, True
            await FAULTS[kind](evening_)
            await asyncio.sleep(AWAY)
            for person in evening_.people:
                person.is_out_of_reach = False
            await evening_.all_run()
            return list(replaced(await evening_.end()))

    assert asyncio.run(scene()) == []
