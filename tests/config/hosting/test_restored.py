"""A site that is lost is there again from its backup and its keys, and nobody has lost a turn."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from config.local import paths
from tests.prepared import PreparedSite
from tests.stack import Stack

pytestmark = pytest.mark.slow

PLAYED = """
import json
from django.utils import timezone
from games.core.clock import Pace
from tests.factories import make_match, move
for pace, budget in ((Pace.CORRESPONDENCE, 86400), (Pace.LIVE, 3600)):
    now = timezone.now()
    match = make_match(pace=pace, budget=budget, now=now)
    move(match, now=now)
"""
KNOWN = """
import json
from games.matches.models import Outage, TurnTimer
from games.matches.proofs import replays
assert replays.verify_all().differences == []
timers = TurnTimer.objects.select_related("match").order_by("match_id")
print(json.dumps({
    "matches": [[one.match.public_id, one.match.ply, one.match.last_hash] for one in timers],
    "slow": next(one.deadline_at.timestamp() for one in timers if one.match.pace != "live"),
    "given": sum((one.ended_at - one.began_at).total_seconds()
                 for one in Outage.objects.filter(process=None)),
}))
"""


def known(site: Stack) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(site.manage("shell", "-v0", "-c", KNOWN))
    return found


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="tilepost-kept-") as name:
        yield Path(name)


def refused(site: Stack, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=paths.PROJECT, env=site.env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    return done.stderr


def test_a_lost_site_goes_on_from_its_backup(folder: Path) -> None:
    backups, keys = str(folder / "backups"), str(folder / "keys")
    with PreparedSite() as lost:
        lost.manage("shell", "-v0", "-c", PLAYED)
        before = known(lost)
        lost.manage("backup", "--to", backups)
        lost.manage("backup", "--keys", keys)
        at_backup = known(lost)["given"]

    new = Stack()
    restore = ("restore", "latest", "--from", backups)
    told = refused(new, *restore)
    assert "SECRET_KEY isn't the one this backup was made with." in told
    assert "Nothing has been changed." in told

    said = new.manage(*restore, "--keys", keys)
    assert "rows are as they were counted then." in said
    assert "The database isn't empty" in refused(new, *restore, "--keys", keys)
    with new:
        after = known(new)
        assert after["matches"] == before["matches"]
        given = after["given"] - at_backup
        assert given > 1
        assert after["slow"] - before["slow"] == pytest.approx(after["given"] - before["given"])
