"""The secrets of a new site, as files."""

import base64
import stat
from pathlib import Path

from django.core.management import call_command

from config.hosting.setup import keys
from config.local.secret import P256_ORDER

NAMES = [
    "secret_key", "signing_key", "vapid_private_key", "postgres_superuser_password",
    "postgres_password", "database_url", "valkey_password", "redis_url", "email_url",
]  # fmt: skip


def test_they_are_made_once_and_stay(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    assert list(keys.make(folder)) == NAMES
    before = {path.name: path.read_text() for path in folder.iterdir()}
    (folder / "signing_key").unlink()
    assert list(keys.make(folder)) == ["signing_key"]
    after = {path.name: path.read_text() for path in folder.iterdir()}
    assert after.pop("signing_key") != before.pop("signing_key")
    assert after == before


def test_they_are_what_the_settings_expect(tmp_path: Path) -> None:
    list(keys.make(tmp_path, database="db.example.org"))
    read = {path.name: path.read_text() for path in tmp_path.iterdir()}
    password = read["postgres_password"]
    assert read["database_url"] == f"postgresql://tilepost:{password}@db.example.org:5432/tilepost"
    assert read["redis_url"] == f"redis://:{read['valkey_password']}@valkey:6379/0"
    assert len(read["secret_key"]) == 67
    assert len(base64.urlsafe_b64decode(read["signing_key"] + "=")) == 32
    number = int.from_bytes(base64.urlsafe_b64decode(read["vapid_private_key"] + "="))
    assert 0 < number < P256_ORDER
    assert read["email_url"] == ""


def test_others_cannot_enter_and_a_container_can_read(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    list(keys.make(folder))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o444}


def test_the_command_says_what_it_has_made(tmp_path: Path, capsys) -> None:
    call_command("secrets", str(tmp_path))
    call_command("secrets", str(tmp_path))
    assert capsys.readouterr().out == (
        f"Made in {tmp_path}: {', '.join(NAMES)}. Keep a copy elsewhere.\n"
        f"All secrets are in {tmp_path} already. Nothing was changed.\n"
    )
