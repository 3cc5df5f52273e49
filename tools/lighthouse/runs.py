"""Runs npm's Lighthouse with its mobile setting, and reads what it reports."""

import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserType

from tools.lighthouse.visitors import Visit

LIGHTHOUSE = "lighthouse@12.8.2"  # the last that Node 20 runs
HEAD = f"{'page':30} perf a11y best  seo  LCP s TBT ms    CLS requests   KiB"
KINDS = ("performance", "accessibility", "best-practices", "seo")


@dataclass(frozen=True)
class Figures:
    """What one run found out; ``lost`` names what cost points."""

    scores: tuple[int, ...]  # of 100, in the order of KINDS
    lcp: float  # seconds until the largest thing is there
    tbt: float  # milliseconds the page wouldn't have answered
    cls: float
    requests: int
    size: float  # KiB on the way
    lost: tuple[str, ...]


def measured(
    browsers: BrowserType, site: str, visit: Visit, *, chromium: str, runs: int, kept: Path | None
) -> Figures:
    """Return the best of so many runs: what else a machine does can only slow a page down."""
    found = []
    for number in range(runs):
        report = None
        for _ in range(2):  # one may fail on a busy machine
            if report is None:
                with _opened(browsers, site, visit, chromium) as port:
                    report = _report(site, visit, port)
        if report is None:
            raise RuntimeError(f"Lighthouse failed twice at {visit.name}.")
        if kept is not None:
            name = visit.name.replace(", ", "-").replace(" ", "-")
            (kept / f"{name}-{number + 1}.json").write_text(json.dumps(report), encoding="utf-8")
        found.append(read(report))
    return max(found, key=lambda one: (one.scores, -one.tbt, -one.lcp))


@contextlib.contextmanager
def _opened(browsers: BrowserType, site: str, visit: Visit, chromium: str) -> Iterator[int]:
    """Start a browser that has seen nothing yet, as the visitor's; yield the port it listens to."""
    with tempfile.TemporaryDirectory(prefix="tilepost-lighthouse-") as profile:
        context = browsers.launch_persistent_context(
            profile,
            executable_path=chromium,
            args=["--no-sandbox", "--remote-debugging-port=0"],
        )
        visit.sign_in(context, site)
        yield int((Path(profile) / "DevToolsActivePort").read_text(encoding="utf-8").split()[0])
        context.close()


def _report(site: str, visit: Visit, port: int) -> dict[str, Any] | None:
    """Return what one run reports, or None if it failed."""
    with tempfile.TemporaryDirectory(prefix="tilepost-lighthouse-") as name:
        out = Path(name) / "report.json"
        done = subprocess.run(
            [
                "npx", "--yes", LIGHTHOUSE, site + visit.path, "--quiet", "--output=json",
                f"--output-path={out}", f"--port={port}", "--disable-storage-reset",
            ],
            capture_output=True,
            text=True,
            check=False,
        )  # fmt: skip
        if done.returncode:
            sys.stderr.write(f"{visit.name}: {done.stderr[-300:]}\n")
            return None
        report: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        return report


def read(report: dict[str, Any]) -> Figures:
    """Return the figures of a report of Lighthouse's."""
    audits, categories = report["audits"], report["categories"]
    requests = [
        one
        for one in audits["network-requests"]["details"]["items"]
        if one["url"].startswith("http") and one.get("networkEndTime") is not None
    ]
    return Figures(
        scores=tuple(round(100 * (categories[kind]["score"] or 0)) for kind in KINDS),
        lcp=audits["largest-contentful-paint"]["numericValue"] / 1000,
        tbt=audits["total-blocking-time"]["numericValue"],
        cls=audits["cumulative-layout-shift"]["numericValue"],
        requests=len({one["url"] for one in requests}),
        size=sum(one.get("transferSize", 0) for one in requests) / 1024,
        lost=tuple(_lost(audits, categories.values())),
    )


def _lost(audits: dict[str, Any], categories: Iterable[dict[str, Any]]) -> Iterator[str]:
    for category in categories:
        for part in category["auditRefs"]:
            score = audits[part["id"]]["score"]
            if part["weight"] and score is not None and score < 1:
                yield f"{part['id']} {score:g}"


def table(rows: Iterable[tuple[Visit, Figures]]) -> str:
    """Return the figures in columns."""
    lines = [HEAD]
    for visit, one in rows:
        scores = " ".join(f"{score:4}" for score in one.scores)
        lines.append(
            f"{visit.name:30} {scores} {one.lcp:6.2f} {one.tbt:6.0f} {one.cls:6.3f}"
            f" {one.requests:8} {one.size:5.0f}  {', '.join(one.lost)}".rstrip()
        )
    return "\n".join(lines)
