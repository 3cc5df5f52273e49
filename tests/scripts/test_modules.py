"""Modules that other scripts are made of: what each function returns."""

from playwright.sync_api import Page

CURVE = "/static/shell/reviews/curve.js"
TREE = "/static/shell/studies/tree.js"


def test_points_of_a_curve_are_the_chances_before_each_turn_and_the_result(modules: Page) -> None:
    report = {
        "turns": [{"ply": 3, "before": [0.5, 0.5]}, {"ply": 4, "before": [0.7, 0.3]}],
        "result": [1, 0],
    }
    points = modules.evaluate(
        "([at, report]) => import(at).then(({points}) => points(report, 9))", [CURVE, report]
    )
    assert points == [
        {"ply": 2, "chances": [0.5, 0.5]},
        {"ply": 3, "chances": [0.7, 0.3]},
        {"ply": 9, "chances": [1, 0]},
    ]
