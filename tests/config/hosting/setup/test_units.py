"""The systemd units of a machine without containers."""

import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest
from django.core.management import call_command, get_commands

from config.hosting.setup import units
from tests.config.hosting.setup.settings import known

FACTS = {
    "user": "tiles",
    "folder": Path("/srv/tiles"),
    "python": Path("/srv/tiles/.venv/bin/python"),
    "environment": Path("/etc/tiles"),
}


def parsed() -> dict[str, ConfigParser]:
    """Return the units by name; of a key that is there twice, the last value."""
    found = {}
    for name, text in units.written(**FACTS):
        unit = ConfigParser(strict=False, interpolation=None)
        unit.optionxform = str
        unit.read_string(text)
        found[name] = unit
    return found


def services() -> dict[str, ConfigParser]:
    return {name: unit for name, unit in parsed().items() if name.endswith(".service")}


def test_there_is_one_for_each_program() -> None:
    assert sorted(parsed()) == [
        "tilepost-backup.service", "tilepost-backup.timer", "tilepost-beat.service",
        "tilepost-bots.service", "tilepost-drill.service", "tilepost-drill.timer",
        "tilepost-prepare.service", "tilepost-web@.service", "tilepost-worker.service",
        "tilepost.target",
    ]  # fmt: skip


def test_each_starts_a_command_there_is() -> None:
    for name, unit in services().items():
        python, manage, command, *_ = unit["Service"]["ExecStart"].split()
        assert (python, manage) == ("/srv/tiles/.venv/bin/python", "/srv/tiles/manage.py")
        assert command == name.removeprefix("tilepost-").split(".")[0].rstrip("@")
        assert command in get_commands()


def test_each_runs_as_the_account_and_cannot_write_elsewhere() -> None:
    for unit in services().values():
        service = unit["Service"]
        assert service["User"] == "tiles"
        assert service["EnvironmentFile"] == "/etc/tiles"
        assert service["ProtectSystem"] == "strict"
        assert service["NoNewPrivileges"] == "yes"
        assert service["PrivateTmp"] == "yes"


def test_they_set_only_what_the_site_reads() -> None:
    named = {
        pair.partition("=")[0]
        for _, text in units.written(**FACTS)
        for line in text.splitlines()
        if line.startswith("Environment=")
        for pair in line.removeprefix("Environment=").split()
    }
    assert named == {"TILEPOST_DATA", "PYTHONDONTWRITEBYTECODE", "WEB_DRAIN"}
    assert named - {"PYTHONDONTWRITEBYTECODE"} <= known()


def test_the_target_wants_programs_there_are() -> None:
    _, text = next(one for one in units.written(**FACTS) if one[0] == "tilepost.target")
    wanted = [name for line in text.splitlines() if line.startswith("Wants=")
              for name in line.removeprefix("Wants=").split()]  # fmt: skip
    assert {name.replace("@1", "@").replace("@2", "@") for name in wanted} <= set(services())


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there's no systemd")
def test_systemd_finds_no_fault(tmp_path: Path, capsys) -> None:
    call_command(
        "units", "--user", "daemon", "--environment", "/dev/null", "--write", str(tmp_path)
    )
    assert capsys.readouterr().out.count("Wrote ") == len(parsed())
    done = subprocess.run(
        ["systemd-analyze", "verify", *map(str, sorted(tmp_path.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
    )
    own = [line for line in done.stderr.splitlines() if str(tmp_path) in line]
    assert (done.returncode, own) == (0, [])


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, capsys) -> None:
    with pytest.raises(SystemExit):
        call_command("units", "--write", str(tmp_path / "none"))
    assert capsys.readouterr().err == (
        f"We couldn't write into {tmp_path / 'none'}: No such file or directory.\n"
    )
