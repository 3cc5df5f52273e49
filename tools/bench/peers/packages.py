"""Packages of npm and PyPI to measure beside: installed for one run, and nothing without them."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from config.local.paths import PROJECT

NPM = (
    "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error",
    "--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=1000",
)  # fmt: skip
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input")
PATIENCE = 300  # seconds
REASON = re.compile(r"^(?:npm error code|\w*Error: |ERROR: ).*", re.MULTILINE)


class Missing(Exception):
    """A package could not be installed or does not run; the text says why."""


def install_npm(source: Path, folder: Path) -> None:
    """Copy scripts into a new folder and install what they need; raise Missing."""
    if not shutil.which("npm") or not shutil.which("node"):
        raise Missing("there is no npm here")
    shutil.copytree(source, folder)
    _run(["npm", *NPM], folder)


def run_node(script: str, *words: str, folder: Path) -> str:
    """Return what a script of such a folder prints; raise Missing."""
    return _run(["node", script, *words], folder)


def install_pip(packages: Sequence[str], folder: Path) -> None:
    """Install packages of PyPI into a folder, as they come ready made; raise Missing."""
    _run([sys.executable, *PIP, "--only-binary=:all:", f"--target={folder}", *packages], PROJECT)


def run_python(module: str, *words: str, packages: Path) -> str:
    """Return what a module of ours prints when it finds such packages; raise Missing."""
    return _run([sys.executable, "-m", module, *words], PROJECT, PYTHONPATH=str(packages))


def _run(command: list[str], folder: Path, **env: str) -> str:
    try:
        done = subprocess.run(
            command, cwd=folder, env={**os.environ, **env}, capture_output=True, text=True,
            timeout=PATIENCE, check=True,
        )  # fmt: skip
    except subprocess.SubprocessError as error:
        said = error.stderr if isinstance(error, subprocess.CalledProcessError) else ""
        reason = REASON.search(said)
        raise Missing(reason[0] if reason else str(error)) from error
    return done.stdout
