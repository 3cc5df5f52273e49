"""The rules as a page: names of its tables, and what it says of time as the site holds it."""

import gzip
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.templatetags.static import static
from django.test import Client
from django.utils import translation
from django.utils.html import escape

from games.core.clock import GRACE, Pace
from games.core.table.agreement import EXCUSES
from games.matches.clocks import turns
from games.matches.pages import rules_page
from games.matches.pages.rules_page import render_rules
from games.registry import diagrams_of, game_class
from tests.conformance.playing import SLUGS
from tools import diagrams as tool

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


# --- Diagrams -------------------------------------------------------------------------------------

ILLUSTRATED = """# A game

## 1 Tiles

**1.1** Two tiles share a side.

![They share one.](static/diagrams/tilekingdom/beside.svg)
![They don't.](static/diagrams/tilekingdom/corner.svg)

**1.2** Points:

- one for each tile.

![Ten tiles.](static/diagrams/tilekingdom/mosque.svg)
![Three.](static/diagrams/tilekingdom/road.svg)

## How turns are written

| Kind | Tile |
|---|---|
| A | ![](static/games/tilekingdom/list.svg#A) |

![A turn.](static/diagrams/tilekingdom/written.svg)
"""


@pytest.fixture
def illustrated(tmp_path: Path) -> str:
    """The page of a document with pictures, in a folder with those of a game."""
    (tmp_path / "static").symlink_to(GAMES / "tilekingdom" / "static")
    (tmp_path / "README.md").write_text(ILLUSTRATED)
    return render_rules(tmp_path / "README.md", diagrams=diagrams_of("tilekingdom")).html


def figures(page: str) -> list[dict[str, str]]:
    """Return what the pictures of a page say of themselves, with their captions."""
    found = re.findall(r"<figure[^>]*><img (.+?)><figcaption>(.*?)</figcaption></figure>", page)
    return [{**dict(re.findall(r'(\w+)="(.*?)"', one)), "caption": text} for one, text in found]


def test_a_diagram_has_its_caption_what_is_seen_and_its_size(illustrated: str) -> None:
    shown = figures(illustrated)
    assert [one["caption"] for one in shown] == [
        "They share one.", "They don&#x27;t.", "Ten tiles.", "Three.", "A turn.",
    ]  # fmt: skip
    drawn = {one.name: one for one in diagrams_of("tilekingdom").each}
    assert shown[0]["alt"] == str(drawn["beside"].text)
    size = re.search(r'width="(\d+)" height="(\d+)"', tool.files("tilekingdom")["beside.svg"])
    assert size is not None
    assert (shown[0]["width"], shown[0]["height"]) == size.groups()
    assert {one["loading"] for one in shown} == {"lazy"}
    assert shown[0]["src"] == static("diagrams/tilekingdom/beside.svg")


def test_diagrams_stand_below_their_rule(illustrated: str) -> None:
    assert re.findall(r'<div class="(rule[^"]*)">', illustrated) == ["rule", "rule-text"] * 2
    _, *rules = illustrated.split('<div class="rule">')
    halves = [each.split('</div><div class="diagrams">', 1) for each in rules]
    texts, below = [half[0] for half in halves], [half[1] for half in halves]
    assert [text.count("<figure") for text in texts] == [0, 0]
    assert texts[1].count("<li>") == 1
    assert [rest.split("</div>")[0].count("<figure") for rest in below] == [2, 2]
    assert illustrated.count("<div") == illustrated.count("</div>")


def test_a_picture_in_a_table_has_a_size_and_the_table_says_what_its_parts_are(
    illustrated: str,
) -> None:
    cell = r'<td role="cell"><img src="([^"]+)" alt="" [^>]*width="72" height="72"'
    assert re.findall(cell, illustrated) == [static("games/tilekingdom/list.svg") + "#A"]
    assert '<table class="pictured" role="table">' in illustrated
    assert re.findall(r'<(t\w+) role="(\w+)">', illustrated) == [
        ("thead", "rowgroup"), ("tr", "row"), ("th", "columnheader"), ("th", "columnheader"),
        ("tbody", "rowgroup"), ("tr", "row"), ("td", "cell"), ("td", "cell"),
    ]  # fmt: skip


def test_a_rule_has_its_number_as_an_anchor(illustrated: str) -> None:
    assert re.findall(r'<p id="([\d.]+)">', illustrated) == ["1.1", "1.2"]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_the_page_shows_all_diagrams_of_a_game_and_weighs_little(client: Client, slug: str) -> None:
    page = client.get(f"/rules/{slug}/").content.decode()
    shown = figures(page)
    assert {one["alt"] for one in shown} == {
        escape(str(one.text)) for one in diagrams_of(slug).each
    }
    sources = {one["src"].removeprefix("/static/") for one in shown}
    tiles = set(re.findall(r'src="/static/(games/[^"#]+)', page))
    files = [(GAMES / slug / "static" / source).read_bytes() for source in sources | tiles]
    assert sum(len(gzip.compress(one)) for one in (*files, page.encode())) < 150_000


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
    assert '<html lang="en-gb"' in page


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
