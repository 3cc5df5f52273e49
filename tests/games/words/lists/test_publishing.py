"""Versions of lists: frozen, numbered, known by their checksum, made again from the database."""

import dataclasses
import logging
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from games.registry import indexes_of
from games.words.lists import lexicon, loading, publishing
from games.words.lists.lexicon import NotLoaded
from games.words.lists.loading import Release
from games.words.lists.packing import checksum, pack
from games.words.models import Change, Form, Word, WordList, WordListVersion
from tests.factories import NOW

LATER = NOW + timedelta(days=1)


def of(slug: str) -> WordList:
    return WordList.objects.get(slug=slug)


def newest(slug: str) -> WordListVersion:
    return WordListVersion.objects.get(pk=lexicon.newest(slug))


def rule(slug: str, word: str, status: str) -> WordListVersion:
    change = Change(word=word, status=status, reason="voted by the players")
    return publishing.publish(word_list=of(slug), changes=[change], now=LATER)


@pytest.mark.django_db
def test_without_lists_there_is_a_sentence_for_it() -> None:
    with pytest.raises(NotLoaded, match="loaded yet"):
        lexicon.newest("broad")


def test_loading_publishes_the_first_version_of_each_list(small: Release) -> None:
    assert {
        version.word_list.slug: (version.number, version.words, version.slurs)
        for version in WordListVersion.objects.select_related("word_list")
    } == {"everyday": (1, 7, 0), "standard": (1, 8, 1), "broad": (1, 9, 1)}
    assert newest("everyday").sha256 == checksum(
        ["cat", "cats", "fart", "mice", "mouse", "run", "running"]
    )


def test_loading_again_does_nothing(small: Release) -> None:
    assert not loading.load(now=LATER, read=pytest.fail, mark="small")
    assert WordListVersion.objects.count() == 3


def test_slurs_are_words_only_where_they_are_allowed(small: Release) -> None:
    version = newest("broad")
    assert "wog" not in lexicon.lexicon(version.pk)
    assert "wog" in lexicon.lexicon(version.pk, slurs=True)
    assert lexicon.lexicon(version.pk).sha256 == version.sha256
    assert lexicon.lexicon(version.pk, slurs=True).sha256 == version.full_sha256


def test_vulgar_words_count_but_are_not_shown(small: Release) -> None:
    words = lexicon.lexicon(lexicon.newest("broad"))
    assert "fart" in words
    assert not words.is_showable("fart")
    assert words.is_showable("cat")


def test_weaker_computers_find_the_words_everyone_knows(small: Release) -> None:
    words = lexicon.lexicon(lexicon.newest("broad"))
    assert "zax" in words
    assert list(words.everyday) == ["cat", "cats", "fart", "mice", "mouse", "run", "running"]


def test_a_ruling_takes_effect_in_the_next_version_and_leaves_the_last_as_it_was(
    small: Release,
) -> None:
    first = newest("broad")
    second = rule("broad", "zax", "out")
    third = rule("broad", "dax", "word")
    assert [version.number for version in (first, second, third)] == [1, 2, 3]
    assert lexicon.newest("broad") == third.pk
    assert "zax" in lexicon.lexicon(first.pk)
    assert "zax" not in lexicon.lexicon(second.pk)
    assert "dax" in lexicon.lexicon(third.pk)
    assert "zax" not in lexicon.lexicon(third.pk)
    assert newest("standard").number == 1


def test_a_word_may_become_a_slur_and_an_ordinary_word_again(small: Release) -> None:
    slur = rule("broad", "zax", "slur")
    assert ("zax" in lexicon.lexicon(slur.pk), "zax" in lexicon.lexicon(slur.pk, slurs=True)) == (
        False,
        True,
    )
    assert "zax" in lexicon.lexicon(rule("broad", "zax", "word").pk)


def test_every_version_is_made_again_to_the_byte(small: Release, tmp_path: Path) -> None:
    versions = [newest("broad"), rule("broad", "zax", "out"), rule("broad", "dax", "word")]
    for version in versions:
        lexicon.lexicon(version.pk)
    before = {path.name: path.read_bytes() for path in lexicon.folder().glob("*.graph")}
    for path in lexicon.folder().glob("*.graph"):
        path.unlink()
    lexicon.lexicon.cache_clear()
    for version in versions:
        assert lexicon.lexicon(version.pk).sha256 == version.sha256
    assert {path.name: path.read_bytes() for path in lexicon.folder().glob("*.graph")} == before


@pytest.mark.parametrize("damage", [b"", b"rubbish"])
def test_a_damaged_file_is_made_again(small: Release, damage: bytes) -> None:
    version = newest("broad")
    path = lexicon.folder() / f"{version.sha256}.graph"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(damage)
    assert "zax" in lexicon.lexicon(version.pk)
    words = publishing.listed(publishing.content(version), slurs=False)
    assert path.read_bytes() == pack(words, indexes_of(words))


def test_each_machine_makes_its_own_files_from_the_database(
    small: Release, settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path / "another"
    lexicon.lexicon.cache_clear()
    lexicon.prepare()
    made = {path.stem for path in lexicon.folder().iterdir()}
    assert made == {newest(slug).sha256 for slug in ("everyday", "standard", "broad")}


def test_where_no_file_can_be_written_a_list_is_kept_in_memory(
    small: Release, settings: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings.DATA_DIR = tmp_path / "no folder"
    settings.DATA_DIR.write_text("")
    lexicon.lexicon.cache_clear()
    with caplog.at_level(logging.WARNING, logger=lexicon.logger.name):
        words = lexicon.lexicon(lexicon.newest("broad"))
    assert ("zax" in words, words.sha256) == (True, newest("broad").sha256)
    assert [record.getMessage().split(":")[0] for record in caplog.records] == [
        "a word list is kept in memory, as it can't be kept in a file"
    ] * 2  # with it the list that weaker computers know


def refused(action: Any) -> None:
    with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
        action()


def test_the_database_refuses_to_change_what_is_published(small: Release) -> None:
    version = rule("broad", "zax", "out")
    change = Change.objects.get()
    refused(lambda: WordListVersion.objects.filter(pk=version.pk).update(words=1))
    refused(lambda: WordListVersion.objects.filter(number=1).delete())
    refused(lambda: Change.objects.update(status="word"))
    refused(change.delete)
    refused(lambda: Change.objects.create(version=version, word="dax", status="word", reason=""))
    refused(lambda: Word.objects.filter(word="cat").update(tier=80))
    refused(lambda: Word.objects.filter(word="cat").delete())
    refused(lambda: Word.objects.create(word="dax", tier=10))
    refused(lambda: WordList.objects.update(max_tier=10))


def test_raw_sql_is_refused_too(small: Release) -> None:
    def rewrite() -> None:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM words_word")

    refused(rewrite)


def test_another_release_makes_the_next_version_and_leaves_decisions_alone(small: Release) -> None:
    rule("broad", "zax", "out")
    tiers = {word: tier for word, tier in small.tiers.items() if word != "qi"} | {"vlog": 60}
    other = dataclasses.replace(small, tiers=tiers, forms=[])
    assert loading.load(now=LATER, read=lambda: other, mark="other")
    broad = newest("broad")
    assert broad.number == 3
    assert set(broad.changes.values_list("word", "status")) == {("qi", "out"), ("vlog", "word")}
    assert "zax" not in lexicon.lexicon(broad.pk)
    assert newest("everyday").number == 2
    assert Form.objects.count() == 0


def test_a_release_with_the_same_words_makes_no_version(small: Release) -> None:
    assert loading.load(now=LATER, read=lambda: small, mark="other meanings")
    assert WordListVersion.objects.count() == 3
