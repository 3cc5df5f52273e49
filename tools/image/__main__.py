"""Builds the image, tries it and prints what was seen: ``python -m tools.image``."""

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from config.local import folders, listening, paths
from config.local.paths import PROJECT
from config.local.postgres import Postgres
from config.local.process import Server
from config.local.valkey import Valkey
from tools.image import match
from tools.image.building import IMAGE, Workshop
from tools.image.containers import Container

PROGRAMS = ("buildah", "mmdebstrap", "bwrap", "caddy")
WEBS = ("127.0.0.2", "127.0.0.3")  # as if each was a container with an address of its own
ROLES = {"worker": ("worker",), "bots": ("bots",), "beat": ("beat",)}
KEYS = ("secret_key", "signing_key", "vapid_private_key", "email_url")


class Trial:
    """The site from the image's files, with its servers and proxy beside it."""

    def __init__(self, root: Path, image: dict[str, Any], folder: Path) -> None:
        self.root, self.image, self.folder = root, image, folder
        self.port, self.plain_port, self.web_port = free_port(), free_port(), free_port()
        self.url = f"https://localhost:{self.port}"
        self.running: dict[str, Container] = {}
        self.secrets = folder / "secrets"
        self.env = {
            "SITE_URL": self.url,
            "TRUSTED_PROXIES": "1",
            "DATABASE_URL": "postgresql://tilepost@/tilepost?host=/run/servers/pg",
            "REDIS_URL": "unix:///run/servers/valkey.sock",
            **{f"{key.upper()}_FILE": f"/run/secrets/{key}" for key in KEYS},
        }

    def start(self, name: str, *command: str, **more: Any) -> Container:
        """Start a program of the image."""
        binds = {paths.run_dir(self.folder): "/run/servers"}
        if "writable" not in more:
            binds[self.secrets] = "/run/secrets"
        log = self.folder / "log" / f"{name}.log"
        env = more.pop("env", self.env)
        made = Container(self.root, self.image, command, env=env, binds=binds, log=log, **more)
        self.running[name] = made
        return made

    def make_secrets(self) -> None:
        """Have the image make the secrets, as the one who owns the folder."""
        user = int(self.image["User"].partition(":")[0])
        self.secrets.mkdir(mode=0o700)
        os.chown(self.secrets, user, user)
        self.start(
            "secrets", "secrets", "/run/secrets", env={}, writable={self.secrets: "/run/secrets"}
        )
        self.running.pop("secrets").finish()

    @contextlib.contextmanager
    def servers(self) -> Iterator[None]:
        """Run database and broker, which a container can reach, while the block runs."""
        with contextlib.ExitStack() as stack:
            for server in (Postgres(self.folder), Valkey(self.folder)):
                stack.enter_context(_running(server))
            for path in (paths.run_dir(self.folder), paths.postgres_socket_dir(self.folder)):
                path.chmod(0o755)
            paths.valkey_socket(self.folder).chmod(0o777)
            yield

    @contextlib.contextmanager
    def proxy(self) -> Iterator[Path]:
        """Run Caddy with a certificate of its own; yield the authority behind that."""
        home = self.folder / "caddy"
        home.mkdir()
        hosts = self.folder / "hosts"
        hosts.write_text("\n".join(("127.0.0.1 localhost", *(f"{a} web" for a in WEBS), "")))
        line = ["bwrap", "--die-with-parent", "--as-pid-1", "--unshare-pid", "--ro-bind", "/", "/"]
        line += ["--dev", "/dev", "--proc", "/proc", "--bind", str(self.folder), str(self.folder)]
        line += ["--ro-bind", str(hosts), "/etc/hosts", "--cap-drop", "ALL"]
        line += ["caddy", "run", "--config", str(self._configuration())]
        env = {**os.environ, "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
        with (self.folder / "log" / "caddy.log").open("wb") as log:
            process = subprocess.Popen(line, env=env, stdout=log, stderr=log)
        try:
            yield home / "caddy/pki/authorities/local/root.crt"
        finally:
            process.terminate()
            process.wait()

    def _configuration(self) -> Path:
        """Return the project's own configuration, with a free port for plain HTTP."""
        source = PROJECT / "config/hosting/setup/caddy/Caddyfile"
        said = subprocess.run(
            ["caddy", "adapt", "--config", str(source), "--adapter", "caddyfile"],
            env={**os.environ, "SITE_URL": self.url, "WEB_PORT": str(self.web_port)},
            capture_output=True,
            check=True,
        ).stdout
        made = json.loads(said)
        made["apps"]["http"]["http_port"] = self.plain_port
        made["admin"] = {"disabled": True}
        path = self.folder / "caddy.json"
        path.write_text(json.dumps(made), encoding="utf-8")
        return path

    def outside(self) -> dict[str, str]:
        """Return the settings with which a command beside the containers meets the same site."""
        database, broker = paths.embedded_urls(self.folder)
        keys = {f"{key.upper()}_FILE": str(self.secrets / key) for key in KEYS}
        own = {"DATABASE_URL": database, "REDIS_URL": broker, "TILEPOST_DATA": str(self.folder)}
        return {**self.env, **own, **keys}


@contextlib.contextmanager
def _running(server: Server) -> Iterator[None]:
    process = server.spawn()
    try:
        server.wait_until_ready(process)
        yield
    finally:
        server.stop(process)


def free_port() -> int:
    """Return a port that nobody listens at."""
    with listening.listen("127.0.0.1", 0) as listener:
        return int(listener.getsockname()[1])


def say(text: str) -> None:
    """Tell whoever looks on."""
    print(text, flush=True)


def attempt(trial: Trial) -> None:
    """Start the site, play a match, stop it; raise RuntimeError or say what was seen."""
    trial.make_secrets()
    say("The secrets were made by the image itself.")
    with trial.servers(), trial.proxy() as authority:
        say(
            f"prepare took {trial.start('prepare', 'prepare').finish():.1f} s on an empty database."
        )
        trial.running.pop("prepare")
        begun = time.monotonic()
        for number, host in enumerate(WEBS, 1):
            trial.start(f"web-{number}", "web", "--host", host, "--port", str(trial.web_port))
        for name, command in ROLES.items():
            trial.start(name, *command)
        while not authority.exists() or match.first_page(trial.url, authority) != 200:
            if time.monotonic() > begun + 120:
                raise RuntimeError("No page came.")
            time.sleep(0.05)
        took = time.monotonic() - begun
        say(f"The first page came through the proxy {took:.1f} s after the start.")
        for name, container in trial.running.items():
            say(f"{name} was healthy after {container.wait():.1f} s: {container.restraints()}")
        plies = match.play(trial.url, trial.outside(), authority)
        say(f"A match of {plies} turns was played over TLS, each as answered when played again.")
        for name, container in trial.running.items():
            say(f"{name} has {container.memory() / 1024:.0f} MB; it says {container.said()!r}")
        ends = {name: container.end() for name, container in trial.running.items()}
        say(f"Told to stop, they ended with {ends}.")
        if any(ends.values()):
            raise RuntimeError("Not all of them ended well.")


def main() -> None:
    """Build and try."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("/var/lib/tilepost-image"))
    parser.add_argument("--skip-build", action="store_true", help="try the image that is there")
    wishes = parser.parse_args()
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing or os.geteuid():
        sys.exit(f"Run this as root, with these installed: {', '.join(missing or PROGRAMS)}.")
    workshop = Workshop(wishes.folder)
    if not wishes.skip_build:
        workshop.make_base()
        begun = time.monotonic()
        workshop.build()
        workshop.forget()
        say(f"Built {IMAGE} in {time.monotonic() - begun:.0f} s.")
    root = workshop.unpacked()
    say(f"The image has {workshop.size() / 1e6:.0f} MB.")
    folder = Path(tempfile.mkdtemp(prefix="tilepost-image-", dir=wishes.folder))
    folders.prepare(folder)
    trial = Trial(root, workshop.configuration(), folder)
    try:
        attempt(trial)
    except RuntimeError as error:
        for log in sorted((folder / "log").glob("*.log")):
            say(f"--- {log.name}\n{log.read_text(encoding='utf-8', errors='replace')[-1500:]}")
        sys.exit(str(error))
    finally:
        for container in trial.running.values():
            container.kill()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
