"""An edition does exactly what was forecast for it."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from games.core.errors import Refusal
from games.words.lists import publishing
from games.words.lists.loading import Release
from games.words.models import WordListVersion
from games.words.moderation import coming, custom_lists, editions, proposals, votes
from tests.factories import NOW, make_user
from tests.games.words.people import accept, agree, make_moderator, propose, wish

LISTS = ("everyday", "standard", "broad")
WORDS = ("cat", "cats", "mouse", "zax", "qi", "wog", "fart", "dax", "vox", "run", "ab")


def contents() -> dict[str, dict[str, str]]:
    """What each list's newest version contains."""
    found = {}
    for version in WordListVersion.objects.order_by("number").select_related("word_list"):
        book = publishing.book(version)
        found[version.word_list.slug] = {w: book.status(w) for w in WORDS}
    return found


def foretold(word_list: str = "") -> dict[tuple[str, str], tuple[str, str]]:
    return {
        (ahead.slug, shift.word): (shift.before, shift.after)
        for ahead in coming.ahead(word_list=word_list)
        for shift in ahead.shifts
        if shift.before != shift.after
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
                agree(proposals.propose(user=make_user(), wish=asked, now=now), now=now)
            except Refusal:
                continue
        if chance.random() < 0.5:
            number = WordListVersion.objects.filter(word_list__slug="broad").count()
            if number > 1:
                facts = {"word_list": "broad", "number": 1, "reason": "all of it was wrong"}
                agree(proposals.propose_rollback(user=moderator, now=now, **facts), now=now)
        told, before = foretold(), contents()
        if editions.draft():
            editions.publish(user=moderator, now=now)
        assert told == happened(before, contents())


def test_a_house_list_is_foretold_with_what_changes_below_it(small: Release) -> None:
    owner = make_user()
    house = custom_lists.create(user=owner, title="Our words", base="broad", now=NOW)
    accept("remove", "zax", "broad")
    editions.publish(user=make_moderator(), now=NOW + timedelta(days=1))
    asked = proposals.propose(user=owner, wish=wish("add", "dax", house.slug), now=NOW)
    facts = {"accepted": True, "reason": "we like it", "now": NOW}
    votes.decide(user=owner, proposal=asked.public_id, **facts)
    told = foretold(house.slug)
    assert told == {
        (house.slug, "dax"): ("out", "word"),
        (house.slug, "zax"): ("word", "out"),
    }
    before = contents()
    editions.publish(user=owner, word_list=house.slug, now=NOW + timedelta(days=2))
    assert told == happened(before, contents())


def test_an_import_is_foretold_too(small: Release) -> None:
    words = {"added": ["dax", "ab"], "removed": ["cat"]}
    asked = proposals.propose_import(
        user=make_user(), word_list="standard", reason="a better book", now=NOW, **words
    )
    agree(asked)
    told, before = foretold(), contents()
    editions.publish(user=make_moderator(), now=NOW + timedelta(days=1))
    assert told == happened(before, contents())
    assert ("broad", "dax") in told
    assert ("everyday", "cat") in told


def test_a_label_makes_a_version_even_if_no_word_comes_or_goes(small: Release) -> None:
    agree(propose("relabel", "cat", label="vulgar"))
    found = coming.ahead()
    assert [(one.slug, one.number) for one in found] == [(slug, 2) for slug in LISTS]
    assert not any(shift.gained or shift.lost for one in found for shift in one.shifts)


def test_without_decisions_nothing_lies_ahead(small: Release) -> None:
    assert coming.ahead() == []
