"""A site that is lost is there again from its backup and its keys, and nobody has lost a turn."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.local import paths
from tests import prepared
from tests.prepared import PreparedSite
from tests.stack import Stack

pytestmark = pytest.mark.slow

# A silence during which the matches began counts less for them: it's over with the next beat.
PLAYED = """
import json, time
from django.utils import timezone
from games.core.clock import Pace
from games.matches.models import Pulse
from tests.factories import make_match, move
from tests.gauge import PATIENCE
for pace, budget in ((Pace.CORRESPONDENCE, 86400), (Pace.LIVE, 3600)):
    now = timezone.now()
    match = make_match(pace=pace, budget=budget, now=now)
    move(match, now=now)
end = time.monotonic() + PATIENCE
while Pulse.objects.get().beat_at < now:
    assert time.monotonic() < end
    time.sleep(0.05)
"""
KNOWN = """
import json
from games.matches.models import Outage, TurnTimer
from games.matches.proofs import replays

def known():
    assert replays.verify_all().differences == []
    timers = TurnTimer.objects.select_related("match").order_by("match_id")
    return {
        "matches": [[one.match.public_id, one.match.ply, one.match.last_hash] for one in timers],
        "slow": next(one.deadline_at.timestamp() for one in timers if one.match.pace != "live"),
        "given": sum((one.ended_at - one.began_at).total_seconds()
                     for one in Outage.objects.filter(process=None)),
    }
"""
BACKED_UP = """
from django.core.management import call_command
before = known()
call_command("backup", "--to", {backups!r})
call_command("backup", "--keys", {keys!r})
print(json.dumps([before, known()["given"]]))
"""


def little() -> dict[str, str]:
    """Return how a whole site has few programs, and files that were collected beforehand."""
    return {"WEB_WORKERS": "1", "WEB_SPARE": "0", "STATIC_ROOT": str(prepared.static())}


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


@pytest.mark.sometimes
def test_a_lost_site_goes_on_from_its_backup(folder: Path) -> None:
    backups, keys = str(folder / "backups"), str(folder / "keys")
    with PreparedSite(env=little()) as lost:
        backed_up = PLAYED + KNOWN + BACKED_UP.format(backups=backups, keys=keys)
        said = lost.manage("shell", "-v0", "-c", backed_up)
        before, at_backup = json.loads(said.splitlines()[-1])

    new = Stack(env=little())
    restore = ("restore", "latest", "--from", backups)
    told = refused(new, *restore)
    assert "isn't signed with the SIGNING_KEY of this site" in told
    assert "name the file that has them with --keys FILE" in told

    said = new.manage(*restore, "--keys", keys)
    assert "rows are as they were counted then." in said
    assert "The database isn't empty" in refused(new, *restore, "--keys", keys)
    with new:
        after = json.loads(new.manage("shell", "-v0", "-c", f"{KNOWN}\nprint(json.dumps(known()))"))
        assert after["matches"] == before["matches"]
        given = after["given"] - at_backup
        assert given > 1
        assert after["slow"] - before["slow"] == pytest.approx(after["given"] - before["given"])
