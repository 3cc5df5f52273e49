"""Where the time of a run went is read from the record that pytest leaves."""

from pathlib import Path

from tools import times

RECORD = """<?xml version="1.0"?><testsuites><testsuite name="pytest" tests="3" time="4.5">
<testcase classname="tests.lobby.test_codes" name="test_a" time="1.5" />
<testcase classname="tests.lobby.test_codes.TestMore" name="test_b" time="0.5">
<properties><property name="fixture table (module, tests/lobby)" value="0.25" />
<property name="another" value="9" /></properties></testcase>
<testcase classname="tests.games.test_rules" name="test_c" time="6.0" />
</testsuite></testsuites>"""


def test_the_slowest_files_and_fixtures_come_first(tmp_path: Path) -> None:
    path = tmp_path / "unit.xml"
    path.write_text(RECORD, encoding="utf-8")
    head, *rows = times.table(path, most=9)
    assert head == "unit: 3 tests took 8 s, 4 s by the clock"
    assert [row.split() for row in rows] == [
        ["seconds", "share", "times", "file"],
        ["6.0", "75%", "1", "tests/games/test_rules.py"],
        ["2.0", "25%", "2", "tests/lobby/test_codes.py"],
        ["seconds", "share", "times", "fixture"],
        ["0.2", "3%", "1", "table", "(module,", "tests/lobby)"],
    ]
