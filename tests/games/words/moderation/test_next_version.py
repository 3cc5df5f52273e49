"""An edition does exactly what was forecast for it."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from games.core.errors import Refusal
from games.words.lists import publishing
from games.words.lists.loading import Release
from games.words.models import WordList, WordListVersion
from games.words.moderation import custom_lists, editions, impact, proposals
from tests.factories import NOW, make_user
from tests.games.words.people import (
    accept,
    agree,
    ask,
    decide,
    make_moderator,
    propose,
    publish,
    wish,
)

LISTS = ("everyday", "standard", "broad")
WORDS = ("cat", "cats", "mouse", "zax", "qi", "wog", "fart", "dax", "vox", "run", "ab")


def contents() -> dict[str, dict[str, str]]:
    """What each list's newest version contains."""
    found = {}
    for version in WordListVersion.objects.order_by("number").select_related("word_list"):
        statuses = publishing.statuses(version)
        found[version.word_list.slug] = {w: statuses.status(w) for w in WORDS}
    return found


def foretold(word_list: WordList | None = None) -> dict[tuple[str, str], tuple[str, str]]:
    return {
        (one.word_list.slug, change.word): (change.before, change.after)
        for one in impact.report(word_list)
        for change in one.changes
        if change.before != change.after
    }


def happened(before: dict[str, Any], after: dict[str, Any]) -> dict[tuple[str, str], Any]:
    return {
        (slug, word): (before[slug][word], after[slug][word])
        for slug in before
        for word in WORDS
        if before[slug][word] != after[slug][word]
    }


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_decisions_do_what_was_foretold(small: Release, seed: int) -> None:
    chance, now = Random(seed), NOW
    moderator = make_moderator()
    for _ in range(3):
        now += timedelta(days=2)
        for _ in range(6):
            kind = chance.choice(["add", "remove", "relabel"])
            facts = {"label": chance.choice(["", "slur", "vulgar"])} if kind == "relabel" else {}
            where = "" if kind == "relabel" else chance.choice(LISTS)
            asked = wish(kind, chance.choice(WORDS), where, **facts)
            try:
                agree(ask(user=make_user(), wish=asked, now=now), now=now)
            except Refusal:
                continue
        if chance.random() < 0.5:
            number = WordListVersion.objects.filter(word_list__slug="broad").count()
            if number > 1:
                facts = {"word_list": "broad", "number": 1, "reason": "all of it was wrong"}
                agree(proposals.propose_rollback(user=moderator, now=now, **facts), now=now)
        told, before = foretold(), contents()
        if editions.draft():
            publish(now, user=moderator)
        assert told == happened(before, contents())


def test_a_custom_list_is_foretold_with_what_changes_below_it(small: Release) -> None:
    owner = make_user()
    custom_list = custom_lists.create(user=owner, title="Our words", base="broad", now=NOW)
    accept("remove", "zax", "broad")
    publish(NOW + timedelta(days=1), user=make_moderator())
    asked = ask(user=owner, wish=wish("add", "dax", custom_list.slug), now=NOW)
    facts = {"accepted": True, "reason": "we like it", "now": NOW}
    decide(user=owner, proposal=asked.public_id, **facts)
    told = foretold(custom_list)
    assert told == {
        (custom_list.slug, "dax"): ("out", "word"),
        (custom_list.slug, "zax"): ("word", "out"),
    }
    before = contents()
    publish(NOW + timedelta(days=2), user=owner, word_list=custom_list)
    assert told == happened(before, contents())


def test_an_import_is_foretold_too(small: Release) -> None:
    words = {"added": ["dax", "ab"], "removed": ["cat"]}
    asked = proposals.propose_import(
        user=make_user(), word_list="standard", reason="a better book", now=NOW, **words
    )
    agree(asked)
    told, before = foretold(), contents()
    publish(NOW + timedelta(days=1), user=make_moderator())
    assert told == happened(before, contents())
    assert ("broad", "dax") in told
    assert ("everyday", "cat") in told


def test_a_label_makes_a_version_even_if_no_word_comes_or_goes(small: Release) -> None:
    agree(propose("relabel", "cat", label="vulgar"))
    found = impact.report()
    assert [(one.word_list.slug, one.number) for one in found] == [(slug, 2) for slug in LISTS]
    assert not any(one.gained or one.lost for one in found)


def test_without_decisions_nothing_lies_ahead(small: Release) -> None:
    assert impact.report() == []
