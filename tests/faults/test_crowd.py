"""A site near what it can serve is quick again right after a fault, and not once people have gone.

``THOROUGH=1 python -m pytest -s tests/faults/test_crowd.py`` prints how quickly.
"""

import asyncio

import pytest

from tests.faults.crowd import Crowd, Visit
from tests.faults.evening import WEB, Evening, evening, hold, strike
from tests.faults.history import Answer, History, robbed, unsafe
from tests.faults.site import Site
from tests.faults.storm import tables
from tests.size import runs

SHARE = 0.7  # of what the site can serve
MEASURED = runs(8.0, quick=3.0)  # seconds
HUNG = runs(20.0, quick=12.0)
AFTERWARDS = runs(20.0, quick=8.0)
WITHIN = 3.0  # seconds after which all is good again
FEW = 0.02  # of the visits afterwards may still be late: the machine is nearly full


async def _hangs(scene: Evening) -> None:
    await hold(scene.site, *WEB, seconds=HUNG)


async def _dies_again_and_again(scene: Evening) -> None:
    for _ in range(5):
        strike(scene.site, *WEB)
        await asyncio.sleep(12 / 5)


async def rush(site: Site, fault) -> tuple[History, Crowd, float]:
    async with evening(site, seed=7, tables=tables(10)) as scene:
        crowd = Crowd(scene.people)
        rate = SHARE * await crowd.capacity(MEASURED)
        async with crowd.coming(rate):
            await asyncio.sleep(MEASURED)
            await fault(scene)
            back_at = await scene.answers()
            await asyncio.sleep(AFTERWARDS)
        return await scene.end(), crowd, back_at


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(_hangs, marks=pytest.mark.thorough),
        pytest.param(_dies_again_and_again, marks=pytest.mark.sometimes),
    ],
)
def test_pages_and_moves_are_good_again_at_once(site: Site, fault) -> None:
    history, crowd, back_at = asyncio.run(rush(site, fault))
    assert unsafe(history) + list(robbed(history)) == []
    slow = _slow(history.answers, back_at)
    bad = crowd.bad_since(back_at)
    _tell(crowd, bad, slow, back_at)
    later = [visit for visit in crowd.visits if visit.sent_at >= back_at + WITHIN]
    still_bad = [visit for visit in later if not visit.is_good]
    assert len(still_bad) <= FEW * len(later)
    assert [answer for answer in slow if answer.sent_at >= back_at + WITHIN] == []


def _slow(answers: list[Answer], since: float) -> list[Answer]:
    return [
        answer
        for answer in answers
        if answer.sent_at >= since
        and not (answer.is_final and answer.answered_at - answer.sent_at <= WITHIN)
    ]


def _tell(crowd: Crowd, bad: list[Visit], slow: list[Answer], back_at: float) -> None:
    after = [visit for visit in crowd.visits if visit.sent_at >= back_at]
    rate = len(after) / AFTERWARDS
    last = max((visit.sent_at - back_at for visit in bad), default=0.0)
    print(  # noqa: T201
        f"\n{rate:.0f} pages a second; {len(bad)} of {len(after)} were bad afterwards, "
        f"the last one {last:.1f} s after the first that came again; {len(slow)} moves were."
    )
