from datetime import UTC, datetime, timedelta

import pytest

from config.hosting import reading
from config.hosting.faults import fault
from config.hosting.models import Backup, Drill

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)


def test_nothing_is_known_before_the_first():
    assert reading.last_backup() is None
    assert reading.last_drill() is None
    assert reading.last_good_drill() is None


def test_the_newest_backup_and_the_last_drills():
    for days in (2, 1, 3):
        Backup.objects.create(
            made_at=NOW - timedelta(days=days), place="/b", name=f"{days}", size=1, seconds=1
        )
    Drill.objects.create(at=NOW - timedelta(days=1), name="2", seconds=1)
    wrong = [fault("match", match="k7", ply=12, what="text")]
    Drill.objects.create(at=NOW, name="1", seconds=1, faults=wrong)

    assert reading.last_backup().name == "1"
    assert reading.last_good_drill().name == "2"
    assert reading.last_drill().name == "1"
    assert reading.faults_in_words(reading.last_drill()) == [
        "Match k7 differs at ply 12: its text isn't what the replay gives."
    ]
