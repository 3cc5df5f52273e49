"""The image, from Debian's packages alone."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from config.local.paths import PROJECT
from config.version import VERSION

BASE = "docker.io/library/debian:bookworm-slim"
IMAGE = f"localhost/tilepost:{VERSION}"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
_UNNEEDED = ("doc", "info", "locale", "man")  # as in the slim images of Debian


class Workshop:
    """A folder with images and what is made of them; it's kept, so that a second build is quick."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        storage = {"driver": "vfs", "runroot": folder / "run", "graphroot": folder / "images"}
        lines = ["[storage]", *(f'{name} = "{value}"' for name, value in storage.items())]
        (folder / "storage.conf").write_text("\n".join(lines), encoding="utf-8")
        self.env = {
            **os.environ,
            "CONTAINERS_STORAGE_CONF": str(folder / "storage.conf"),
            "BUILDAH_ISOLATION": "chroot",  # a machine may have no user namespaces
        }

    def make_base(self) -> None:
        """Make the image the Dockerfile begins with, unless it's there."""
        if BASE in self._run("buildah", "images", "--format", "{{.Name}}:{{.Tag}}").split():
            return
        archive = self.folder / "base.tar"
        without = [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in _UNNEEDED]
        self._run("mmdebstrap", "--quiet", "--variant=minbase", *without, "bookworm", str(archive))
        container = self._run("buildah", "from", "scratch").strip()
        self._run("buildah", "add", "--quiet", container, str(archive), "/")
        self._run("buildah", "commit", "--quiet", "--rm", container, BASE)
        archive.unlink()

    def build(self) -> None:
        """Build the image; pip goes by what this machine knows of certificates."""
        pip = self.folder / "pip.conf"
        pip.write_text("[global]\ncert = /run/certificates.pem\n", encoding="utf-8")
        secrets = [f"--secret=id=pip,src={pip}", f"--secret=id=certificates,src={CERTIFICATES}"]
        # The health check is part of Docker's format alone.
        how = ["--pull-never", "--format=docker", "--layers", *secrets, f"--tag={IMAGE}"]
        self._run("buildah", "build", *how, str(PROJECT))

    def size(self) -> int:
        """Return the bytes of all files in the image."""
        said = self._run("buildah", "images", "--json", IMAGE)
        return int(json.loads(said)[0].get("size_bytes") or self._weigh())

    def _weigh(self) -> int:
        with_root = self._run("du", "--summarize", "--bytes", str(self.unpacked()))
        return int(with_root.split()[0])

    def configuration(self) -> dict[str, Any]:
        """Return what the image says of itself: user, command, environment."""
        said = self._run("buildah", "inspect", "--type", "image", IMAGE)
        return dict(json.loads(said)["Docker"]["config"])

    def unpacked(self) -> Path:
        """Return the folder with the files of the image."""
        name = "tilepost-trial"
        if name not in self._run("buildah", "containers", "--format", "{{.ContainerName}}").split():
            self._run("buildah", "from", "--pull-never", "--name", name, IMAGE)
        return Path(self._run("buildah", "mount", name).strip())

    def forget(self) -> None:
        """Let go of the files of an earlier image."""
        name = "tilepost-trial"
        if name in self._run("buildah", "containers", "--format", "{{.ContainerName}}").split():
            self._run("buildah", "rm", name)

    def _run(self, *command: str) -> str:
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command[:3])} failed:\n{done.stderr[-3000:]}")
        return done.stdout
