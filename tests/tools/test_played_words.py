"""What is said of the words of computer players' games."""

import re
from collections import Counter
from dataclasses import fields
from pathlib import Path

from games.core.table.words import WordOptions
from tools.played_words import explained, shares

ROOT = Path(__file__).parent.parent.parent
# Of 100 words made in games with Broad: those without a meaning, and those outside Everyday.
SHARES = {"upwords": (20.4, 45.5), "words_with_chilwell": (62.3, 74.3)}


def test_words_are_explained_by_themselves_or_by_their_base_form() -> None:
    words = {"quiz", "mice", "hoped", "qi", "zzyzx"}
    assert words & explained() == {"quiz", "mice", "hoped", "qi"}


def test_each_word_counts_as_often_as_it_is_made() -> None:
    games = [Counter(quiz=1, zax=3), Counter(quiz=2, zax=6)]
    assert shares(games, frozenset({"quiz"})) == (75.0, 0.0)


def test_the_table_form_and_the_pages_give_the_same_figures_for_broad() -> None:
    (field,) = [one for one in fields(WordOptions) if one.name == "word_list"]
    pages = [str(field.metadata), (ROOT / "templates/words/index.html").read_text(encoding="utf-8")]
    docs = (ROOT / "docs/words.md").read_text(encoding="utf-8")
    for silent, rare in SHARES.values():
        assert f"{silent} %" in docs
        assert f"{rare} %" in docs
        for page in pages:
            assert {f"{silent:.0f}", f"{rare + 0.01:.0f}"} <= set(re.findall(r"\d+", page))
