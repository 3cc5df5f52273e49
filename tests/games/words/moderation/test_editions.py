"""From decisions to versions: which lists change, when, and what a new release leaves alone."""

import dataclasses
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from games.core.errors import Refusal
from games.words.dictionary import labels, lookup
from games.words.lists import lexicon, loading, publishing, reading, statuses
from games.words.lists.access import NotAllowed
from games.words.lists.loading import Release
from games.words.models import Form, Label, Proposal, WordListVersion
from games.words.moderation import custom_lists, editions, proposals, queue
from games.words.moderation.editions import NothingDecided
from games.words.tasks import publish_due_editions
from tests.accounts.notices.backends import ProcessKilled
from tests.factories import NOW, make_user
from tests.games.words.people import (
    LATER,
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


def holds(word: str, *, slurs: bool = False) -> list[str]:
    """The lists whose newest version has a word."""
    found = {slug: WordListVersion.objects.get(pk=lexicon.newest(slug)) for slug in LISTS}
    return [
        slug
        for slug, version in found.items()
        if word in publishing.listed(publishing.content(version), slurs=slurs)
    ]


def numbers() -> dict[str, int]:
    return {slug: reading.versions_of(slug)[0].number for slug in LISTS}


def test_what_is_decided_waits_in_the_draft_until_it_is_published(small: Release) -> None:
    rejected = agree(propose("add", "vox", "broad"), accepted=False)
    decided = accept("add", "dax", "broad")
    propose("remove", "zax", "broad")
    assert list(editions.draft()) == [decided]
    assert holds("dax") == []
    edition = publish()
    assert edition.published_at == LATER
    assert holds("dax") == ["broad"]
    assert list(editions.draft()) == []
    assert queue.find(rejected.public_id).published_at is None
    assert queue.find(decided.public_id).published_at == LATER


def test_a_word_is_added_to_a_list_and_all_larger_ones(small: Release) -> None:
    accept("add", "dax", "standard")
    publish()
    assert holds("dax") == ["standard", "broad"]
    assert numbers() == {"everyday": 1, "standard": 2, "broad": 2}


def test_a_word_is_removed_from_a_list_and_all_smaller_ones(small: Release) -> None:
    accept("remove", "cat", "standard")
    publish()
    assert holds("cat") == ["broad"]
    assert numbers() == {"everyday": 2, "standard": 2, "broad": 1}


def test_the_changelog_says_which_decision_a_change_comes_from(small: Release) -> None:
    first, second = accept("add", "dax", "broad"), accept("remove", "zax", "broad")
    publish()
    version = reading.versions_of("broad")[0]
    told = [(c.word, c.status, c.reason, c.proposal) for c in reading.changelog(version)]
    assert told == [
        ("dax", "word", first.reason, first),
        ("zax", "out", second.reason, second),
    ]
    assert version.edition == statuses.published_decisions()[0].changes.get().version.edition


def test_without_decisions_there_is_nothing_to_publish(small: Release) -> None:
    propose("add", "dax", "broad")
    with pytest.raises(NothingDecided):
        publish()


def test_only_moderators_publish(small: Release) -> None:
    accept("add", "dax", "broad")
    for act in (
        lambda: publish(LATER, user=make_user()),
        lambda: editions.schedule(user=make_user(), at=LATER, now=NOW),
        lambda: editions.call_off(user=make_user(), now=NOW),
    ):
        with pytest.raises(NotAllowed):
            act()
    assert holds("dax") == []


def test_an_edition_is_published_at_its_instant(small: Release) -> None:
    moderator = make_moderator()
    accept("add", "dax", "broad")
    editions.schedule(user=moderator, at=LATER, note="for winter", now=NOW)
    accept("add", "vox", "broad")
    with pytest.raises(Refusal, match="There's already an edition waiting"):
        editions.schedule(user=moderator, at=LATER, now=NOW)
    assert editions.publish_due(now=LATER - timedelta(seconds=1)) == []
    done = editions.publish_due(now=LATER)
    assert [edition.note for edition in done] == ["for winter"]
    assert (holds("dax"), holds("vox")) == (["broad"], ["broad"])
    assert editions.publish_due(now=LATER) == []
    assert editions.coming() is None


def test_what_is_handed_in_is_published_once_by_whoever_comes_along(small: Release) -> None:
    moderator = make_moderator()
    with pytest.raises(NothingDecided):
        editions.hand_in(user=moderator, now=NOW)
    accept("add", "dax", "broad")
    first = editions.hand_in(user=moderator, note="for winter", now=NOW)
    assert editions.hand_in(user=moderator, note="pressed again", now=LATER) == first
    assert (editions.last(), holds("dax")) == (None, [])
    assert editions.publish_due(now=LATER) == [first]
    assert editions.publish_due(now=LATER) == []
    assert (editions.last(), holds("dax")) == (first, ["broad"])


def test_nothing_is_handed_in_while_an_edition_waits_for_its_time(small: Release) -> None:
    moderator = make_moderator()
    accept("add", "dax", "broad")
    editions.schedule(user=moderator, at=LATER, now=NOW)
    with pytest.raises(Refusal, match="Call it off first"):
        editions.hand_in(user=moderator, now=NOW)
    with pytest.raises(NotAllowed):
        editions.hand_in(user=make_user(), now=NOW)


@pytest.mark.parametrize("writes", [0, 1, 2, 4])
def test_publishing_that_was_killed_is_begun_again(small: Release, writes: int) -> None:
    accept("add", "dax", "broad")
    edition = editions.hand_in(user=make_moderator(), now=NOW)
    left = iter(range(writes))

    def die(execute: Any, sql: str, *args: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE")) and next(left, None) is None:
            raise ProcessKilled
        return execute(sql, *args)

    with connection.execute_wrapper(die), pytest.raises(ProcessKilled):
        editions.publish_due(now=LATER)
    assert (editions.coming(), holds("dax")) == (edition, [])
    assert editions.publish_due(now=LATER) == [edition]
    assert reading.versions_of("broad").first().number == 2


def test_an_edition_that_fails_keeps_no_other_waiting(small: Release) -> None:
    owner = make_user()
    accept("add", "dax", "broad")
    broken = editions.hand_in(user=make_moderator(), now=NOW)
    custom_list = custom_lists.create(user=owner, title="Pirates", base="broad", now=NOW)
    made = ask(user=owner, wish=wish("add", "arrr", custom_list.slug), now=NOW)
    decide(user=owner, proposal=made.public_id, accepted=True, reason="agreed", now=NOW)
    other = editions.hand_in(user=owner, word_list=custom_list, now=LATER)
    failures = iter([RuntimeError("the disk is full")])

    def fail(execute: Any, sql: str, *args: Any) -> Any:
        if 'INSERT INTO "words_wordlistversion' in sql and (error := next(failures, None)):
            raise error
        return execute(sql, *args)

    with connection.execute_wrapper(fail):
        assert editions.publish_due(now=LATER) == [other]
    assert editions.coming() == broken
    assert editions.publish_due(now=LATER + timedelta(seconds=9)) == []
    assert editions.publish_due(now=LATER + timedelta(seconds=10)) == [broken]


def test_an_edition_is_called_off(small: Release) -> None:
    moderator = make_moderator()
    accept("add", "dax", "broad")
    editions.schedule(user=moderator, at=LATER, now=NOW)
    editions.call_off(user=moderator, now=NOW)
    assert editions.publish_due(now=LATER) == []
    with pytest.raises(Refusal, match="no edition waiting"):
        editions.call_off(user=moderator, now=NOW)
    with pytest.raises(Refusal, match="Choose a time in the future"):
        editions.schedule(user=moderator, at=NOW, now=NOW)
    assert editions.draft().count() == 1


def test_a_scheduled_edition_with_nothing_in_it_is_called_off(small: Release) -> None:
    editions.schedule(user=make_moderator(), at=LATER, now=NOW)
    assert editions.publish_due(now=LATER) == []
    assert editions.last().cancelled_at == LATER


def test_two_editions_never_have_the_same_instant(small: Release) -> None:
    accept("add", "dax", "broad")
    first = publish()
    accept("add", "vox", "broad")
    second = publish()
    assert (first.published_at, second.published_at) == (LATER, LATER + publishing.MOMENT)


def test_a_slur_is_playable_only_where_slurs_are_allowed(small: Release) -> None:
    accept("relabel", "cat", label="slur")
    publish()
    assert (holds("cat"), holds("cat", slurs=True)) == ([], list(LISTS))
    accept("relabel", "cat", label="vulgar")
    publish(LATER + timedelta(days=1))
    assert (holds("cat"), labels.label_of("cat")) == (list(LISTS), "vulgar")


def test_a_label_comes_with_a_version_that_has_the_same_words(small: Release) -> None:
    accept("relabel", "zax", label="vulgar")
    assert labels.label_of("zax") == ""
    publish()
    assert labels.label_of("zax") == "vulgar"
    second, first = reading.versions_of("broad")
    assert second.sha256 == first.sha256
    assert numbers() == {"everyday": 1, "standard": 1, "broad": 2}
    assert not lexicon.lexicon(second.pk).is_showable("zax")


def test_an_added_word_brings_its_label_and_its_lemma(small: Release) -> None:
    accept("add", "catses", "broad", label="vulgar", lemma="cat", part="noun")
    publish()
    assert labels.label_of("catses") == "vulgar"
    assert [m.gloss for m in lookup.definitions(["catses"])["catses"]] == [
        "a small animal that purrs"
    ]


def test_a_definition_is_corrected_added_and_taken_away(small: Release) -> None:
    accept("define", "cat", former="a small animal that purrs", gloss="a pet", part="noun")
    accept("define", "mouse", former="to hunt such animals", part="verb")
    accept("define", "run", gloss="a way to go", part="noun")
    publish()
    meanings = {
        word: [(m.part, m.gloss) for m in found]
        for word, found in lookup.definitions(["cat", "mouse", "run"]).items()
    }
    assert meanings == {
        "cat": [("noun", "a pet")],
        "mouse": [("noun", "a small animal that squeaks")],
        "run": [
            ("noun", "a score in cricket"), ("verb", "to move fast"), ("noun", "a way to go"),
        ],
    }  # fmt: skip


def test_a_later_release_leaves_what_was_decided_here(small: Release) -> None:
    accept("add", "dax", "standard", lemma="dactyl", part="noun")
    accept("remove", "zax", "broad")
    accept("relabel", "cat", label="vulgar")
    accept("define", "cat", former="a small animal that purrs", gloss="a pet", part="noun")
    publish()
    release = dataclasses.replace(
        small,
        tiers={**small.tiers, "vlog": 60},
        labels=[*small.labels, ("run", "vulgar", "by hand")],
        definitions=sorted([*small.definitions, ("cat", "verb", "to be sick", "")]),
    )
    assert loading.load(now=LATER, read=lambda: release, mark="later")
    assert (holds("dax"), holds("zax"), holds("vlog")) == (["standard", "broad"], [], list(LISTS))
    assert set(Label.objects.values_list("word", "kind")) == {
        ("fart", "vulgar"), ("wog", "slur"), ("cat", "vulgar"), ("run", "vulgar"),
    }  # fmt: skip
    assert [(m.part, m.gloss) for m in lookup.definitions(["cat"])["cat"]] == [
        ("noun", "a pet"), ("verb", "to be sick"),
    ]  # fmt: skip
    assert Form.objects.filter(form="dax", lemma="dactyl").exists()


def test_a_release_cannot_tear_the_lists_apart_where_a_word_was_added(small: Release) -> None:
    """A word added to Standard stays in Broad, even if a release would remove it there."""
    accept("add", "zax", "standard")
    publish()
    assert numbers() == {"everyday": 1, "standard": 2, "broad": 1}
    tiers = {word: tier for word, tier in small.tiers.items() if word != "zax"}
    loading.load(now=LATER, read=lambda: dataclasses.replace(small, tiers=tiers), mark="later")
    assert holds("zax") == ["standard", "broad"]


def test_a_rollback_is_a_new_version_with_the_words_of_the_old(small: Release) -> None:
    accept("add", "dax", "broad")
    publish()
    accept("remove", "zax", "broad")
    publish(LATER + timedelta(days=1))
    moderator = make_moderator()
    back = proposals.propose_rollback(
        user=moderator, word_list="broad", number=1, reason="a mistake", now=LATER
    )
    agree(back, now=LATER)
    publish(LATER + timedelta(days=2))
    versions = list(reading.versions_of("broad"))
    assert [version.number for version in versions] == [4, 3, 2, 1]
    assert versions[0].full_sha256 == versions[3].full_sha256
    assert {c.word: c.status for c in reading.changelog(versions[0])} == {
        "dax": "out",
        "zax": "word",
    }


@pytest.mark.parametrize(("number", "text"), [(7, "has no version 7"), (1, "already at version 1")])
def test_one_rolls_back_to_a_version_there_was(small: Release, number: int, text: str) -> None:
    facts = {"word_list": "broad", "number": number, "reason": "x", "now": NOW}
    with pytest.raises(Refusal, match=text):
        proposals.propose_rollback(user=make_moderator(), **facts)
    with pytest.raises(NotAllowed):
        proposals.propose_rollback(user=make_user(), **facts)


def test_a_file_is_imported_by_one_decision(small: Release) -> None:
    made = proposals.propose_import(
        user=make_user(),
        word_list="standard",
        added=["dax", "vox", "wog", "cat"],
        removed=["qi", "run"],
        reason="a better list",
        now=NOW,
    )
    agree(made)
    publish()
    assert [holds(word) for word in ("dax", "vox", "cat")] == [
        ["standard", "broad"], ["standard", "broad"], list(LISTS),
    ]  # fmt: skip
    assert (holds("qi"), holds("run"), holds("wog")) == (["broad"], ["broad"], [])
    assert holds("wog", slurs=True) == ["standard", "broad"]


@pytest.mark.parametrize(
    ("added", "text"),
    [([], "wouldn't change anything"), (["caf\u00e9"], "isn't a word of 2 to 15")],
)
def test_an_import_holds_words(small: Release, added: list[str], text: str) -> None:
    with pytest.raises(Refusal, match=text):
        proposals.propose_import(
            user=make_user(), word_list="broad", added=added, reason="x", now=NOW
        )
    assert not Proposal.objects.exists()


def test_the_beat_publishes_what_is_due_and_makes_the_files(small: Release) -> None:
    accept("add", "dax", "broad")
    editions.schedule(user=make_moderator(), at=LATER, now=NOW)
    publish_due_editions()  # by the real clock, which is past that instant
    version = reading.versions_of("broad")[0]
    assert version.number == 2
    assert (lexicon.folder() / f"{version.sha256}.graph").is_file()
