"""The rules as a page: names of its tables, and what it says of time as the site holds it."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation

from games.core.clock import GRACE, Pace
from games.core.table.agreement import EXCUSES
from games.matches.clocks import turns
from games.matches.pages import rules_page
from games.matches.pages.rules_page import render_rules
from games.registry import game_class
from tests.conformance.playing import SLUGS

GAMES = Path(turns.__file__).parents[2]
TOLD = (
    "something else: the computer plays for you, you lose your seat, or your time starts again",
    "within 2 seconds of your time running out, or 10 seconds at a turn-based table.",
    "if you're away for more than 15 seconds, the computer plays for you until you're back",
    "It plays at its easiest level",
    "as often and for as long as needed, unless the table sets a limit after which you lose your",
    "the match waits until one of you is back. If nobody comes back within an hour, it ends as it",
    "stands and doesn't count for anyone",
    "it waits a week",
)

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


# --- In the reader's language ---------------------------------------------------------------------


@pytest.fixture
def readme(tmp_path: Path) -> Path:
    """A document in English, in French, and in Portuguese as all and as Brazilians write it."""
    for language in ("", ".fr", ".pt", ".pt-br"):
        (tmp_path / f"README{language}.md").write_text(f"# Title\n\n## Text{language}\n")
    return tmp_path / "README.md"


@pytest.mark.parametrize(
    ("reader", "title", "language"),
    [
        ("en-gb", "Text", "en"), ("fr", "Text.fr", "fr"), ("fr-ca", "Text.fr", "fr"),
        ("pt-br", "Text.pt-br", "pt-br"), ("pt", "Text.pt", "pt"), ("de", "Text", "en"),
        ("en-xa", "Text", "en"),
    ],
)  # fmt: skip
def test_rules_are_in_the_readers_language_or_in_english(
    readme: Path, reader: str, title: str, language: str
) -> None:
    with translation.override(reader):
        page = rules_page.of(readme)
    assert ([name for _, name in page.contents], page.language) == ([title], language)


def test_each_heading_has_an_anchor_in_any_script(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("# Игра\n\n## 1 Доска\n\n## 2 Ход\n")
    assert render_rules(readme).contents == [("1-доска", "1 Доска"), ("2-ход", "2 Ход")]


def test_a_table_is_named_in_the_language_of_its_page(readme: Path) -> None:
    readme.write_text(PAGE)
    with translation.override("fr"):
        assert 'aria-label="Table 1"' in render_rules(readme).html


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/rules/upwords/", "/fairness/"])
def test_a_page_says_which_language_its_document_is_in(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    assert '<article class="prose card" lang="en">' in page
    assert '<h1 lang="en-gb">' in page


@pytest.mark.parametrize("slug", [one for one in SLUGS if game_class(one).info.max_players > 1])
def test_the_rules_of_a_game_for_several_say_what_becomes_of_time_and_of_who_is_away(
    slug: str,
) -> None:
    live, slow = Pace.LIVE, Pace.CORRESPONDENCE
    assert [GRACE[pace].accept.seconds for pace in (live, slow)] == [2, 10]
    assert (turns.ABSENCE.seconds, EXCUSES) == (15, 2)
    patience = [turns.DESERTED_FOR[pace] for pace in (live, slow)]
    assert patience == [timedelta(hours=1), timedelta(days=7)]
    rules = " ".join((GAMES / slug / "README.md").read_text().split())
    assert [line for line in TOLD if line not in rules] == []
