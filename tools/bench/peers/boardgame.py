"""The same load on boardgame.io, the best known server of turn-based games that npm has.

Its games are trivial here and its file store does not wait for the disk: what is measured is the
server alone. For play-outs there is no peer: no package of PyPI or npm plays these rules right.
"""

import json
from pathlib import Path

from tools.bench.peers import packages

SOURCE = Path(__file__).with_name("boardgameio")


def measure(folder: Path, *, lanes: int, seconds: float) -> tuple[float | None, str]:
    """Install it into a folder and measure it; return its moves a second, and the result in words.

    Without it, return None and why there is none.
    """
    try:
        packages.install_npm(SOURCE, folder)
        answer = packages.run_node("measure.js", str(lanes), str(seconds), folder=folder)
    except packages.Missing as why:
        return None, f"boardgame.io was not measured: {why}"
    figure = json.loads(answer.splitlines()[-1])
    return figure["moves_per_s"], (
        f"boardgame.io {figure['version']} with its file store, {lanes} tables at will: "
        f"{figure['moves_per_s']:.0f} moves/s, seen after {figure['p50_ms']:.1f} ms (median), "
        f"{figure['p99_ms']:.1f} ms (99%)."
    )
