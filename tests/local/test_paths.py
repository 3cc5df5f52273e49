"""Where the embedded stack keeps its data."""

import base64
import os
import re
import stat
from pathlib import Path

import pytest

from config import local
from config.local import folders, paths, secret
from config.local.errors import LocalError


def test_the_urls_name_sockets_below_the_data_folder() -> None:
    assert local.embedded_urls(Path("/srv/tiles")) == (
        "postgresql://tilepost@/tilepost?host=/srv/tiles/run/pg",
        "unix:///srv/tiles/run/valkey.sock",
    )


def test_a_long_path_gets_a_short_folder_for_its_sockets() -> None:
    deep = Path("/srv/" + "a-long-name/" * 12)
    other = Path("/srv/" + "another-name/" * 12)
    assert len(str(paths.postgres_socket_dir(deep) / ".s.PGSQL.5432")) < 100
    assert paths.run_dir(deep) != paths.run_dir(other)
    assert paths.run_dir(deep) == paths.run_dir(deep)


def test_the_environment_chooses_the_data_folder(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TILEPOST_DATA", str(tmp_path))
    assert local.data_dir() == tmp_path


def test_the_secret_key_is_made_once_and_nobody_else_can_read_it(
    monkeypatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TILEPOST_DATA", str(tmp_path / "data"))
    key = local.secret_key()
    assert len(key) >= 50
    assert local.secret_key() == key
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["secret_key"]
    assert stat.S_IMODE((tmp_path / "data" / "secret_key").stat().st_mode) == 0o600


def test_two_machines_have_two_keys(monkeypatch, tmp_path: Path) -> None:
    keys = set()
    for name in ("one", "two"):
        monkeypatch.setenv("TILEPOST_DATA", str(tmp_path / name))
        keys.add(local.secret_key())
    assert len(keys) == 2


def test_others_cannot_look_into_the_data_folder(tmp_path: Path) -> None:
    data = tmp_path / "data"
    folders.prepare(data)
    for folder in (data, data / "log"):
        assert stat.S_IMODE(folder.stat().st_mode) & 0o066 == 0


def test_what_a_copy_has_opened_to_others_is_closed_and_named(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TILEPOST_DATA", str(tmp_path))
    folders.prepare(tmp_path)
    local.secret_key()
    local.vapid_key()
    assert folders.close(tmp_path) == []
    (tmp_path / "secret_key").chmod(0o644)
    (tmp_path / "log").chmod(0o755)
    assert folders.close(tmp_path) == ["secret_key", "log"]
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "log").stat().st_mode) == 0o700
    assert folders.close(tmp_path) == []


def test_the_database_gets_its_files_back_after_a_copy(tmp_path: Path) -> None:
    account = folders.database_account()
    files = tmp_path / "postgres"
    (files / "base").mkdir(parents=True)
    (files / "base" / "1").write_text("rows")
    (files / "link").symlink_to("/etc/hostname")
    tmp_path.chmod(0o711)
    for path in (files, files / "base", files / "base" / "1"):
        path.chmod(0o777)
    if account is not None:
        for folder in (tmp_path, *tmp_path.parents[:-1]):
            folder.chmod(folder.stat().st_mode | 0o011)
    folders.give_all(files, account)
    modes = [stat.S_IMODE(one.stat().st_mode) for one in (files, files / "base", files / "base/1")]
    assert modes == [0o700] * 3
    owner = os.geteuid() if account is None else account.user
    assert {path.lstat().st_uid for path in (files, *files.rglob("*"))} == {owner}
    assert Path("/etc/hostname").stat().st_mode & 0o044  # a link is not followed


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes what belongs to another account")
def test_what_belongs_to_another_account_is_named_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("key")
    (tmp_path / "secret_key").chmod(0o644)
    for folder in (tmp_path, *tmp_path.parents[:-1]):
        folder.chmod(folder.stat().st_mode | 0o011)
    os.setegid(65534)
    os.seteuid(65534)
    try:
        with pytest.raises(LocalError) as refused:
            folders.close(tmp_path)
    finally:
        os.seteuid(0)
        os.setegid(0)
    assert str(refused.value) == (
        f"{tmp_path / 'secret_key'} belongs to another account. As root, give it back: "
        f"chown -R 65534:65534 {tmp_path}"
    )


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LocalError, match=r"can't keep its data in .*TILEPOST_DATA"):
        folders.prepare(tmp_path / "file" / "data")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts PostgreSQL for another account")
def test_root_is_told_when_the_database_cannot_enter(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    folders.prepare(closed / "data")
    with pytest.raises(LocalError, match="nobody can't enter"):
        folders.give(closed / "data" / "postgres", folders.database_account())
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700


def test_the_key_for_pushes_is_made_once_and_nobody_else_can_read_it(
    monkeypatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TILEPOST_DATA", str(tmp_path / "data"))
    key = local.vapid_key()
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", key)
    assert local.vapid_key() == key
    assert stat.S_IMODE((tmp_path / "data" / "vapid_key").stat().st_mode) == 0o600
    number = int.from_bytes(base64.urlsafe_b64decode(key + "="), "big")
    assert 1 <= number < secret.P256_ORDER


def test_the_key_for_files_of_matches_is_made_once_and_nobody_else_can_read_it(
    monkeypatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TILEPOST_DATA", str(tmp_path / "data"))
    key = local.signing_key()
    assert len(base64.urlsafe_b64decode(key + "=")) == 32
    assert local.signing_key() == key
    assert stat.S_IMODE((tmp_path / "data" / "signing_key").stat().st_mode) == 0o600
