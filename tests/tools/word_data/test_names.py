"""Which words are only names, tested with tiny sources."""

from pathlib import Path

import pytest

from tools.word_data.make_words import without_accents
from tools.word_data.names import names

# Synsets as WordNet writes them: number, file, part, words, pointers, and the gloss.
NOUNS = """
  1 a line of the licence
00000001 15 n 01 Paris 0 001 @i 00000009 n 0000 | the capital of France
00000002 20 n 02 Paris 0 genus_Paris 0 001 @ 00000009 n 0000 | a genus of herbs
00000003 15 n 01 China 0 001 @i 00000009 n 0000 | a country
00000004 06 n 01 china 0 001 @ 00000009 n 0000 | dishes
00000005 06 n 01 Kleenex 0 002 @ 00000009 n 0000 ;u 06851742 n 0000 | a paper handkerchief
00000006 20 n 02 Acer 0 genus_Acer 0 001 @ 00000009 n 0000 | maples
00000007 18 n 01 Parker 0 001 @i 00000009 n 0000 | a writer
00000008 18 n 01 Jordan 0 001 @i 00000009 n 0000 | a river
00000009 18 n 01 Swede 0 001 @ 00000009 n 0000 | someone from Sweden
00000010 18 n 01 Marks 0 001 @i 00000009 n 0000 | a painter
"""
WORDS = """
paris parises china kleenex acer parker parkers jordan jordans swede marks mark rory rories xyst
bede went
"""
RARE = dict.fromkeys(WORDS.split(), 80)


@pytest.fixture
def sources(tmp_path: Path) -> tuple[Path, Path]:
    for part in ("noun", "verb", "adj", "adv"):
        (tmp_path / f"data.{part}").write_text(NOUNS.lstrip("\n") if part == "noun" else "")
        (tmp_path / f"{part}.exc").write_text("went go\n" if part == "verb" else "")
    (tmp_path / "english-proper-names.50").write_text("Rory\nWent\n")
    (tmp_path / "english-proper-names.80").write_text("Bede\n")
    return tmp_path, tmp_path


def test_places_persons_and_brands_go_with_their_plurals(sources: tuple[Path, Path]) -> None:
    assert names(RARE, ["parker"], *sources) == {
        "paris", "parises", "kleenex", "jordan", "jordans", "rory", "rories"
    }  # fmt: skip


def test_what_a_smaller_size_has_stays(sources: tuple[Path, Path]) -> None:
    known = {**RARE, "jordan": 70, "kleenex": 60, "parker": 60}
    assert names(known, [], *sources) == {"paris", "parises", "rory", "rories"}


def test_an_exception_that_no_rule_needs_is_reported(sources: tuple[Path, Path]) -> None:
    with pytest.raises(ValueError, match="no rule takes acer for a name"):
        names(RARE, ["parker", "acer"], *sources)


def test_accents_fall_away_and_other_letters_stay() -> None:
    words = ("café", "mêlée", "jalapeño", "smörgåsbord", "smørrebrød", "plain")
    assert [without_accents(word) for word in words] == [
        "cafe", "melee", "jalapeno", "smorgasbord", "smørrebrød", "plain"
    ]  # fmt: skip
