"""What is counted, and how: the objects that the rest of the site adds to.

Add a figure here and count it where it happens; docs/hosting.md tells hosts what there is.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()

MOVES = Counter(
    "tilepost_moves",
    "Moves that were stored, by game and by who made them.",
    ("game", "by"),
    registry=REGISTRY,
)
MOVE_SECONDS = Histogram(
    "tilepost_move_seconds",
    "Seconds from a player's move reaching the site to its answer.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=REGISTRY,
)
COMPUTER_SECONDS = Histogram(
    "tilepost_computer_seconds",
    "Seconds for which computer players thought about a turn.",
    ("game",),
    buckets=(0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32),
    registry=REGISTRY,
)
LATENESS = Histogram(
    "tilepost_deadline_lateness_seconds",
    "Seconds from a turn's time being up to the clock's move.",
    ("pace",),
    buckets=(0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300),
    registry=REGISTRY,
)
SOCKETS = Gauge("tilepost_sockets", "Sockets that are open.", registry=REGISTRY)
ANSWERS = Counter(
    "tilepost_answers",
    "Answers to requests for pages, by the first digit of their status.",
    ("status",),
    registry=REGISTRY,
)
NOTICES = Counter(
    "tilepost_notices",
    "Emails and other notices, by how they went out and what became of them.",
    ("channel", "outcome"),
    registry=REGISTRY,
)
FAILURES = Counter(
    "tilepost_failures",
    "Rows that failed and were put off, or tasks that failed, by job.",
    ("job",),
    registry=REGISTRY,
)
SIGN_INS = Counter(
    "tilepost_sign_ins",
    "People who signed in, tried to, or signed out.",
    ("outcome",),
    registry=REGISTRY,
)
POKES_LOST = Counter(
    "tilepost_pokes_lost",
    "Hints between processes that could not be sent; boards were late by up to two seconds.",
    registry=REGISTRY,
)
