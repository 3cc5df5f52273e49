"""Settings may stand in files, as secrets of containers do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.local.environment import env, given
from config.local.errors import LocalError


def put(folder: Path, text: str) -> str:
    path = folder / "secret"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_setting_comes_from_the_file_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIED_BY_FILE_FILE", put(tmp_path, "a=b \n"))
    assert env("TRIED_BY_FILE") == "a=b "
    assert given("TRIED_BY_FILE") == "a=b "


def test_a_setting_comes_from_the_environment_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIED_PLAIN", "a \n")
    assert env("TRIED_PLAIN") == "a \n"
    assert given("TRIED_NOWHERE") == ""
    assert env.int("TRIED_NOWHERE", default=3) == 3


@pytest.mark.parametrize(
    ("bytes_", "why"), [(None, "No such file or directory"), (b"\xff", "it isn't text")]
)
def test_a_file_that_cannot_be_read_is_named(
    bytes_: bytes | None, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret"
    if bytes_ is not None:
        path.write_bytes(bytes_)
    monkeypatch.setenv("TRIED_IN_VAIN_FILE", str(path))
    with pytest.raises(LocalError) as caught:
        env("TRIED_IN_VAIN")
    assert str(caught.value) == (f"We couldn't read {path}, which TRIED_IN_VAIN_FILE names: {why}.")


def test_a_command_says_so_in_one_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        env={**os.environ, "SIGNING_KEY_FILE": "/nowhere/key"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (
        1,
        "We couldn't read /nowhere/key, which SIGNING_KEY_FILE names: No such file or directory.\n",
    )


def test_addresses_and_keys_may_all_stand_in_files(tmp_path: Path) -> None:
    wanted = {
        "DATABASE_URL": "postgresql://tilepost:a%2Fb@db:5433/tiles",
        "REDIS_URL": "redis://broker:6379/1",
        "SECRET_KEY": "s" * 50,
        "SIGNING_KEY": "A" * 43,
        "VAPID_PRIVATE_KEY": "B" * 43,
        "EMAIL_URL": "",
    }
    files = {}
    for name, value in wanted.items():
        (tmp_path / name).write_text(value + "\n", encoding="utf-8")
        files[f"{name}_FILE"] = str(tmp_path / name)
    names = ("SECRET_KEY", "SIGNING_KEY", "VAPID_PRIVATE_KEY", "REDIS_URL", "MAIL_LEAVES")
    code = (
        "from django.conf import settings; db = settings.DATABASES['default'];"
        f"print(*(getattr(settings, name) for name in {names}),"
        "db['HOST'], db['PORT'], db['NAME'], db['PASSWORD'])"
    )
    env = {key: value for key, value in os.environ.items() if key not in wanted} | files
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", code],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    values = [wanted[name] for name in names[:4]]
    assert done.stdout.split() == [*values, "False", "db", "5433", "tiles", "a/b"], done.stderr
