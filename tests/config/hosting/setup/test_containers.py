"""The Dockerfile, compose.yaml and the proxy's files name only what there is."""

import os
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands
from redis import Redis
from redis.connection import parse_url
from redis.exceptions import AuthenticationError

from config.hosting.setup.keys import make
from config.local.paths import PROJECT
from config.local.valkey import find_server
from config.processes.logs import BEARING, hide
from config.version import VERSION
from tests.config.hosting.setup.settings import known
from tests.config.processes.test_logs import BEARERS, bearing

CADDY = PROJECT / "config/hosting/setup/caddy"
OURS = ("prepare", "web", "worker", "bots", "beat")
DOCKERFILE = (PROJECT / "Dockerfile").read_text(encoding="utf-8")


def compose() -> dict[str, Any]:
    return yaml.safe_load((PROJECT / "compose.yaml").read_text(encoding="utf-8"))


def services() -> dict[str, Any]:
    """Return the services of the image by name."""
    found = compose()["services"]
    return {name: found[name] for name in OURS}


def test_every_program_is_a_command() -> None:
    for name, service in services().items():
        command = service.get("command", ["web"])
        assert command == [name]
        assert name in get_commands()
    assert 'CMD ["web", "--host", "0.0.0.0"]' in DOCKERFILE


def test_one_image_of_this_version_is_all_programs() -> None:
    assert {service["image"] for service in services().values()} == {f"tilepost:{VERSION}"}
    assert f'org.opencontainers.image.version="{VERSION}"' in DOCKERFILE


def test_every_setting_is_one_that_the_site_reads() -> None:
    named = {name for service in services().values() for name in service["environment"]}
    assert "DATABASE_URL_FILE" in named
    assert named - known() == {"TMPDIR"}  # which Python reads
    image = set(re.findall(r"^(?:ENV| +)\s*([A-Z_]+)=", DOCKERFILE, re.MULTILINE))
    assert {"STATIC_ROOT", "TILEPOST_DATA", "WEB_DRAIN"} <= image
    assert image - known() - {"PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"} == set()


def test_every_secret_is_one_that_is_made(tmp_path) -> None:
    made = set(make(tmp_path))
    told = compose()
    assert {name: one["file"] for name, one in told["secrets"].items()} == {
        name: f"./secrets/{name}" for name in made
    }
    used = {name for service in told["services"].values() for name in service.get("secrets", [])}
    assert used == made
    for service in services().values():
        files = {value for name, value in service["environment"].items() if name.endswith("_FILE")}
        assert files == {f"/run/secrets/{name}" for name in service["secrets"]}


def test_none_can_write_or_gain_rights() -> None:
    told = compose()["services"]
    for service in told.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert not {"privileged", "pid", "ipc", "network_mode", "devices"} & service.keys()
    rights = {name: service["cap_add"] for name, service in told.items() if "cap_add" in service}
    assert rights == {"caddy": ["NET_BIND_SERVICE"]}
    # Whose images begin as root otherwise, to become somebody else.
    assert (told["postgres"]["user"], told["valkey"]["user"]) == ("postgres", "valkey")
    assert re.search(r"^USER 10001:10001$", DOCKERFILE, re.MULTILINE)


def test_only_who_has_to_can_call_outside_or_be_called() -> None:
    told = compose()
    assert told["networks"] == {
        "inside": {"internal": True}, "front": {"internal": True}, "outside": {},
    }  # fmt: skip
    assert {name: set(service["networks"]) for name, service in told["services"].items()} == {
        "caddy": {"front", "outside"},
        "web": {"front", "inside"},
        "prepare": {"inside", "outside"},  # backups, and so does the worker, with emails and pushes
        "worker": {"inside", "outside"},
        "bots": {"inside"},
        "beat": {"inside"},
        "postgres": {"inside"},
        "valkey": {"inside"},
    }
    assert [name for name, service in told["services"].items() if "ports" in service] == ["caddy"]


def test_the_sites_account_is_made_once_and_is_no_superuser(tmp_path) -> None:
    service = compose()["services"]["postgres"]
    assert "POSTGRES_USER" not in service["environment"]  # then it's postgres
    assert "./config/hosting/setup/postgres:/docker-entrypoint-initdb.d:ro" in service["volumes"]
    account = (PROJECT / "config/hosting/setup/postgres/account.sql").read_text(encoding="utf-8")
    read = set(re.findall(r"/run/secrets/(\w+)", account))
    given = service["environment"]["POSTGRES_PASSWORD_FILE"].removeprefix("/run/secrets/")
    assert {*read, given} == set(service["secrets"])
    assert given not in read
    list(make(tmp_path))
    user, database = re.findall(r"//(\w+):.*/(\w+)$", (tmp_path / "database_url").read_text())[0]
    assert f"CREATE ROLE {user} LOGIN PASSWORD" in account
    assert f"CREATE DATABASE {database} OWNER {user};" in account


def test_valkey_wants_a_password_that_no_list_of_processes_shows(tmp_path: Path) -> None:
    secrets, path = tmp_path / "secrets", tmp_path / "valkey.sock"
    list(make(secrets))
    service = compose()["services"]["valkey"]
    for said in (*service["command"], *service["healthcheck"]["test"]):
        assert "requirepass" not in said or "requirepass $$(cat " in said
    shell, flag, script = service["command"]
    script = script.replace("$$", "$").replace("/run/secrets/", f"{secrets}/")
    script = script.replace("\nEND", f"\nport 0\nunixsocket {path}\ndir {tmp_path}\nEND")
    search = f"{find_server().parent}:{os.environ['PATH']}"
    process = subprocess.Popen(
        [shell, flag, script], env={**os.environ, "PATH": search}, stdout=subprocess.DEVNULL
    )
    try:
        await_file(path)
        password = (secrets / "valkey_password").read_text(encoding="ascii")
        url = (secrets / "redis_url").read_text(encoding="ascii")
        assert parse_url(url) == {"host": "valkey", "port": 6379, "db": 0, "password": password}
        assert password not in Path(f"/proc/{process.pid}/cmdline").read_text(encoding="utf-8")
        with Redis(unix_socket_path=str(path)) as stranger, pytest.raises(AuthenticationError):
            stranger.ping()
        with Redis(unix_socket_path=str(path), password=password) as known:
            assert known.ping()
            assert known.config_get("save", "appendonly") == {"save": "", "appendonly": "no"}
    finally:
        process.terminate()
        assert process.wait(10) == 0


def await_file(path: Path) -> None:
    for _ in range(500):
        if path.exists():
            return
        time.sleep(0.01)
    pytest.fail("it didn't start")


def test_no_tag_floats_and_each_can_be_pinned() -> None:
    images = {name: service["image"] for name, service in compose()["services"].items()}
    others = {name: image for name, image in images.items() if name not in OURS}
    for name, image in others.items():
        assert re.fullmatch(rf"\$\{{{name.upper()}_IMAGE:-[a-z/]+:\d+\.\d+(\.\d+)?\}}", image)
    assert compose()["services"]["prepare"]["build"]["args"] == {
        "BASE": "${BASE_IMAGE:-debian:bookworm-slim}"
    }
    assert re.findall(r"^ARG .*|^FROM (?!base).*", DOCKERFILE, re.MULTILINE) == [
        "ARG BASE=debian:bookworm-slim", "FROM ${BASE} AS base",
    ]  # fmt: skip


def test_all_have_bounds_and_logs_that_end() -> None:
    for service in compose()["services"].values():
        assert service["mem_limit"]
        assert 0 < service["pids_limit"] <= 512
        assert service["logging"]["options"] == {"max-size": "10m", "max-file": "3"}
        assert "healthcheck" in service or service["image"].startswith("tilepost:")


def test_what_is_copied_is_there() -> None:
    lines = (PROJECT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    kept = {line[1:] for line in lines if line.startswith("!")}
    assert {name for name in kept if not (PROJECT / name).exists()} <= {"locale"}
    assert kept >= {"accounts", "config", "games", "lobby", "static", "templates", "docs"}
    assert not kept & {"tests", "tools", ".env", "secrets"}


def test_the_proxy_hides_what_our_own_logs_hide() -> None:
    pattern, nginx = caddy_hides(), re.compile(f"^/({BEARING})/")
    secret = "k7Qm2xX9vLwPzR4s"
    hidden = {one.template: bearing(one, secret) for one in BEARERS}
    assert {"/study/{}/", "/study/{}/share", "/people/{}/", "/seat/{}/", "/tables/{}/join"} <= {
        *hidden
    }
    for address in (*hidden.values(), f"/ws/table/{secret}/"):
        assert secret not in hide(address)
        assert secret not in pattern.sub(r"\1\2", address)
        assert nginx.match(address)
    for address in (f"/rules/?next=/turn/{secret}/", f"/accounts/login/?code={secret}"):
        assert secret not in pattern.sub(r"\1\2", address)
    plain = "/match/ab12/view"
    assert pattern.sub(r"\1\2", plain) == plain == hide(plain)
    assert not nginx.match(plain)


def caddy_hides() -> re.Pattern[str]:
    text = (CADDY / "Caddyfile").read_text(encoding="utf-8")
    found = re.search(r"request>uri regexp `(.+)` \"\$1\$2\"", text)
    assert found is not None
    return re.compile(found[1])


def test_all_proxies_hide_the_same() -> None:
    assert caddy_hides().pattern == f"^(?:(/(?:{BEARING})/).*|([^?]*).*)$"
    told = (PROJECT / "docs/hosting/servers.md").read_text(encoding="utf-8")
    assert f"    ~^/({BEARING})/ 0;\n" in told
    assert "error_log /var/log/nginx/error.log crit;" in told


def test_the_proxy_asks_for_what_there_is(client) -> None:
    text = (CADDY / "addresses.caddy").read_text(encoding="utf-8")
    found = re.search(r"health_uri (\S+)", text)
    assert found is not None
    assert found[1] == "/health/ready"
    named = {
        name for path in CADDY.iterdir() for name in re.findall(r"\{\$(\w+)", path.read_text())
    }
    assert named == {
        "SITE_URL", "SITE_HOST", "WEB_FOUND_BY", "WEB_NAME", "WEB_PORT", "WEB_TO",
    }  # fmt: skip


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy isn't installed")
@pytest.mark.parametrize("found_by", ["names", "addresses"])
def test_caddy_understands_it(found_by: str) -> None:
    env = {"SITE_URL": "http://localhost:1", "SITE_HOST": "localhost", "WEB_TO": "a:1 b:2"}
    done = subprocess.run(
        ["caddy", "adapt", "--config", CADDY / "Caddyfile", "--adapter", "caddyfile"],
        env={**env, "WEB_FOUND_BY": found_by, "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
