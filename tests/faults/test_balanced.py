"""Web processes are replaced behind a proxy, and nobody notices."""

import asyncio

import pytest

from tests.faults.balanced import WEBS, WORKERS, Balanced, caddy, rolling
from tests.faults.players import Manner

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(caddy() is None, reason="Caddy isn't installed"),
]


def test_no_request_fails_and_no_move_is_lost_while_web_processes_are_replaced() -> None:
    with Balanced() as site:
        manner = Manner(least=0.5, most=1.5, dozes=0.0)
        made = asyncio.run(rolling(site, times=2, tables=6, manner=manner))
        site.replay()
        ends = {name: site.end(name) for name in (*WEBS, *WORKERS)}
    assert made.codes == [0, 0]
    assert made.complaints == []
    assert made.failed == 0
    assert made.pages.keys() == {200}
    assert made.moves >= 20
    assert ends == dict.fromkeys((*WEBS, *WORKERS), 0)
