"""The rules as a page: what a table is called, and that none has a head that says nothing."""

from pathlib import Path

from games.rules_page import render_rules

PAGE = """# A game

## First

| | |
|---|---|
| a | **b** |

## Second

| tile | points |
|---|---|
| c | 4 |
"""


def test_each_table_has_a_name_and_no_empty_head(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(PAGE)
    page = render_rules(readme)
    assert page.contents == [("first", "First"), ("second", "Second")]
    assert [f'aria-label="Table {number}"' in page.html for number in (1, 2, 3)] == [
        True, True, False,
    ]  # fmt: skip
    assert (page.html.count("<thead>"), page.html.count("<th>")) == (1, 2)
