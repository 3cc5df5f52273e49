"""What Lighthouse reports is read and shown as it says it."""

from tools.lighthouse import runs, shifts
from tools.lighthouse.visitors import Seated, Visit, judged, looked_at

AUDITS = {
    "largest-contentful-paint": {"score": 0.96, "numericValue": 1934.5},
    "total-blocking-time": {"score": 1, "numericValue": 42},
    "cumulative-layout-shift": {"score": 1, "numericValue": 0.0014},
    "meta-description": {"score": 0},
    "not-judged": {"score": None},
    "network-requests": {
        "details": {
            "items": [
                {"url": "http://localhost/", "transferSize": 2048, "networkEndTime": 10},
                {"url": "http://localhost/a.css", "transferSize": 1024, "networkEndTime": 20},
                {"url": "http://localhost/a.css", "transferSize": 0, "networkEndTime": 30},
                {"url": "data:image/svg+xml,x", "transferSize": 0, "networkEndTime": 11},
                {"url": "http://localhost/late.js", "transferSize": 9},
            ]
        }
    },
}
REPORT = {
    "audits": AUDITS,
    "categories": {
        "performance": {
            "score": 0.98,
            "auditRefs": [
                {"id": "largest-contentful-paint", "weight": 25},
                {"id": "total-blocking-time", "weight": 30},
            ],
        },
        "accessibility": {"score": 1, "auditRefs": [{"id": "not-judged", "weight": 7}]},
        "best-practices": {"score": 1, "auditRefs": []},
        "seo": {"score": 0.9, "auditRefs": [{"id": "meta-description", "weight": 1}]},
    },
}
FIGURES = runs.Figures(
    scores=(98, 100, 100, 90),
    lcp=1.9345,
    tbt=42,
    cls=0.0014,
    requests=2,
    size=3.0,
    lost=("largest-contentful-paint 0.96", "meta-description 0"),
)


def test_a_report_is_read() -> None:
    assert runs.read(REPORT) == FIGURES


def test_the_table_says_what_cost_points() -> None:
    assert runs.table([(Visit("home", "/"), FIGURES)]).splitlines() == [
        "page                           perf a11y best  seo  LCP s TBT ms    CLS requests   KiB",
        "home                             98  100  100   90   1.93     42  0.001        2     3  "
        + ", ".join(FIGURES.lost),
    ]


def test_the_table_of_shifts_names_what_moved_too_far() -> None:
    found = {
        ("home", 1280): [(0.01, "p.still")],
        ("home", 390): [],
        ("lobby", 1280): [],
        ("lobby", 390): [(0.015, "div.a"), (0.0102, "div.b")],
    }
    assert shifts.table(found).splitlines() == [
        "shifts of layout                      1280     390",
        "home                                 0.010   0.000",
        "lobby                                0.000   0.025  div.a; div.b",
    ]


def test_matches_are_seen_from_outside_and_from_a_seat() -> None:
    players = {"upwords": Seated("session=1", "/match/a/")}
    assert judged(players)[-2:] == [
        Visit("match upwords", "/match/a/"),
        Visit("match upwords, seated", "/match/a/", "session=1"),
    ]
    kinds = looked_at(players)
    assert len(kinds) > 15
    assert len({visit.name for visit in kinds}) == len(kinds)
