"""Which backups are kept by their age, how keys are known again, and what a manifest tells."""

import dataclasses
import json
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from config.hosting.backups import BackupError, keeping, keys, manifest
from config.hosting.backups.keeping import Counts

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)


def named(*days: float) -> list[str]:
    return [f"tilepost-{NOW - timedelta(days=day):%Y-%m-%d-%H%M%S}" for day in days]


def test_the_last_of_so_many_days_weeks_and_months_is_kept() -> None:
    every_day = named(*range(400))
    kept = keeping.kept(every_day, Counts(3, 2, 2))
    thursday, sunday, october = 0, 4, 26
    assert kept == set(named(thursday, 1, 2, sunday, october))
    assert keeping.kept(every_day, Counts(0, 0, 12)) == set(
        named(0, 26, 57, 87, 118, 149, 179, 210, 240, 271, 299, 330)
    )


def test_of_several_of_one_day_the_last_is_kept_once_they_are_a_day_old() -> None:
    of_today, of_before = named(0, 0.1, 0.9), named(2, 2.1, 2.2)
    assert keeping.kept(of_today + of_before, Counts(9, 0, 0)) == {*of_today, of_before[0]}


def test_the_newest_is_kept_whatever_is_asked_for() -> None:
    assert keeping.kept(named(30, 31), Counts(0, 0, 0)) == set(named(30))
    assert keeping.kept([], Counts()) == set()


def test_a_name_that_is_none_of_ours_is_no_backup() -> None:
    for name in ("notes", "tilepost-2026-13-01-000000", "tilepost-2026-11-26-120000-old"):
        assert keeping.made_at(name) is None


@pytest.mark.parametrize("text", ["", "7", "7,4", "7,4,x", "7,4,-1"])
def test_numbers_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(BackupError, match="BACKUP_KEEP has to be three numbers"):
        keeping.counts(text)


def test_a_key_is_known_again_by_what_gives_it_away_to_nobody() -> None:
    first, second = keys.fingerprint("a key"), keys.fingerprint("a key")
    assert first != second  # each has a salt of its own
    assert "a key" not in first
    assert keys.differing({"SECRET_KEY": first}, {"SECRET_KEY": "a key"}) == []
    assert keys.differing({"SECRET_KEY": first}, {"SECRET_KEY": "another"}) == ["SECRET_KEY"]


def test_keys_are_written_once_and_for_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    keys.write(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert keys.read(path) == keys.ours()
    with pytest.raises(BackupError, match="is there already"):
        keys.write(path)


def test_keys_that_are_wanting_are_named(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text("SECRET_KEY=x\nVAPID_PRIVATE_KEY=y\n")
    with pytest.raises(BackupError, match="has no SIGNING_KEY"):
        keys.read(path)
    with pytest.raises(BackupError, match="couldn't read the keys"):
        keys.read(tmp_path / "nothing")


def test_keys_of_another_site_replace_those_in_the_folder(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEPOST_DATA", str(tmp_path))
    for name in keys.COSTS:
        monkeypatch.delenv(name, raising=False)
    keys.put_in_place({**keys.ours(), "SECRET_KEY": "of old"})
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
    assert (tmp_path / "secret_key").read_text() == "of old"
    monkeypatch.setenv("SIGNING_KEY", settings.SIGNING_KEY)
    with pytest.raises(BackupError, match="SIGNING_KEY comes from the environment"):
        keys.put_in_place({**keys.ours(), "SIGNING_KEY": "of old"})


def test_a_manifest_is_read_as_it_was_written() -> None:
    known = manifest.Manifest(
        name="tilepost-2026-11-26-120000", at=NOW, version="1.0", postgres=18, dumped_by=18,
        migrations={"matches": ["0001_initial"]}, rows={"matches_move": 7}, size=1, sha256="0",
        keys={}, settings={},
    )  # fmt: skip
    signed = known.signed("a key")
    assert manifest.read(signed.written()) == signed
    assert [signed.is_signed(key) for key in ("a key", "another")] == [True, False]
    assert not known.is_signed("a key")
    assert not dataclasses.replace(signed, size=2).is_signed("a key")
    facts = json.loads(signed.written())
    deep: Any = []
    for _ in range(400):
        deep = [deep]
    for wrong in (
        [], {}, {"format": 2}, {"format": 1, "at": "x"}, {**facts, "more": 1},
        {**facts, "at": "2026-11-26"}, {**facts, "size": "1"}, {**facts, "keys": {"x": deep}},
        {**facts, "migrations": {"matches": "0001"}}, {**facts, "rows": [1]},
    ):  # fmt: skip
        with pytest.raises(ValueError):  # noqa: PT011 - of whatever kind
            manifest.read(json.dumps(wrong).encode())
    for written in (b"", b"\xff", b"[" * 100_000):
        with pytest.raises(ValueError):  # noqa: PT011
            manifest.read(written)
