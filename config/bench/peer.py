"""The same load on boardgame.io, the best known server of games by turns that npm has.

Its games are trivial here and its file store does not wait for the disk: what is measured is the
server alone. For play-outs there is no peer: no package of PyPI or npm plays these rules right.
"""

import json
import shutil
import subprocess
from pathlib import Path

from config.local.paths import PROJECT

SOURCE = PROJECT / "config" / "bench" / "peer"
INSTALL = ("install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error")
PATIENCE = 300  # seconds


def measure(folder: Path, *, lanes: int, seconds: float) -> str:
    """Install it into a folder and measure it; return the result in words, or why there is none."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if not npm or not node:
        return "boardgame.io was not measured: there is no npm here."
    shutil.copytree(SOURCE, folder)
    try:
        _run([npm, *INSTALL], folder)
        answer = _run([node, "measure.js", str(lanes), str(seconds)], folder)
    except subprocess.SubprocessError as error:
        words = getattr(error, "stderr", None) or str(error)
        return f"boardgame.io was not measured: {words.strip().splitlines()[-1]}"
    figure = json.loads(answer.splitlines()[-1])
    return (
        f"boardgame.io {figure['version']} with its file store, {lanes} tables at will: "
        f"{figure['moves_per_s']:.0f} moves/s, seen after {figure['p50_ms']:.1f} ms (median), "
        f"{figure['p99_ms']:.1f} ms (99 %)."
    )


def _run(command: list[str], folder: Path) -> str:
    done = subprocess.run(  # noqa: S603 - npm and our own script
        command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    return done.stdout
