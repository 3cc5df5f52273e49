"""Whatever tells who came first in a match asks whether its result counts."""

import re
import subprocess

from tests.architecture.test_imports import ROOT

FOLDERS = ("games/[dmprs]*", "lobby", "accounts", "templates", "static/shell", ":!lobby/leagues")
PLACES = re.compile(
    r"(?:match|result|one|seat)\.places\b|\[\"places\"\]|\"places\":|EndReason\.DESERTED"
)
ASKS = re.compile(r"\.counts\b|\bcounts\(|\.was_short|\[\"short\"\]|\"short\":|Match\.COUNTED")
# Those that don't, and why.
OTHERS = {
    "games/matches/pages/matches.py": "the order of a duel's entrants; its template asks",
    "games/matches/play/stops/deserted.py": "ends a match",
    "games/matches/proofs/transcripts.py": "a file tells what was played",
    "games/matches/reading/chained.py": "what a seal is made of",
    "lobby/home/pages.py": "places in leagues",
    "games/reviews/material.py": "what turns were worth, whoever won",
}


def test_whoever_reads_places_asks_whether_they_count() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *FOLDERS],
        cwd=ROOT, capture_output=True, check=True, text=True,
    )  # fmt: skip
    found = set()
    for name in filter(None, listed.stdout.split("\0")):
        if name.endswith((".py", ".html", ".js")) and "/migrations/" not in name:
            text = (ROOT / name).read_text(encoding="utf-8")
            if PLACES.search(text) and not ASKS.search(text):
                found.add(name)
    assert found == set(OTHERS)
