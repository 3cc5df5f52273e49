"""What the database itself refuses, whoever asks, and what it records about every change."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from games.words.lists.loading import Release
from games.words.models import AuditEntry, Batch, Change, Edition, Proposal, Vote, WordList
from games.words.moderation import proposals, queue
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


def refused(action: Callable[[], Any], text: str) -> None:
    with pytest.raises(DatabaseError, match=text), transaction.atomic():
        action()


def vote(proposal: Proposal, moderator: Any, *, accepted: bool = True) -> Vote:
    return Vote.objects.create(
        proposal=proposal, moderator=moderator, accepted=accepted, reason="x", at=NOW
    )


def close(proposal: Proposal, status: str) -> Callable[[], Any]:
    rows = Proposal.objects.filter(pk=proposal.pk)
    return lambda: rows.update(status=status, decided_at=NOW)


@pytest.mark.parametrize("status", ["accepted", "rejected"])
def test_nothing_is_decided_without_two_votes_that_agree(small: Release, status: str) -> None:
    made, text = propose("add", "dax", "broad"), "votes of more moderators"
    accepted = status == "accepted"
    refused(close(made, status), text)
    vote(made, make_user(), accepted=accepted)
    refused(close(made, status), text)
    vote(made, make_user(), accepted=not accepted)
    refused(close(made, status), text)
    vote(made, make_user(), accepted=accepted)
    assert close(made, status)() == 1


def test_a_label_takes_one_vote_unless_it_is_a_slur(small: Release) -> None:
    vulgar, slur = (
        propose("relabel", "cat", label="vulgar"),
        propose("relabel", "run", label="slur"),
    )
    for made in (vulgar, slur):
        vote(made, make_user())
    assert close(vulgar, "accepted")() == 1
    refused(close(slur, "accepted"), "votes of more moderators")


def test_no_vote_is_the_proposers_own_or_nobodys_or_given_twice(small: Release) -> None:
    made, moderator = propose("add", "dax", "broad"), make_user()
    refused(lambda: vote(made, made.proposer), "a proposal of their own")
    refused(lambda: vote(made, None), "somebody's")
    vote(made, moderator)
    refused(lambda: vote(made, moderator), "one_vote_per_moderator")
    agree(made)
    refused(lambda: vote(made, make_user()), "decided already")


def test_a_vote_says_why(small: Release) -> None:
    facts = {"proposal": propose("add", "dax", "broad"), "accepted": True, "at": NOW}
    refused(lambda: Vote.objects.create(**facts, moderator=make_user()), "vote_says_why")
    given = Vote.objects.create(**facts, moderator=make_user(), answer="nowhere")
    assert given.why == "It isn't in any good dictionary."


def test_a_proposal_begins_open(small: Release) -> None:
    facts = {"kind": "relabel", "word": "cat", "label": "vulgar", "reason": "x", "made_at": NOW}
    refused(
        lambda: Proposal.objects.create(**facts, status="accepted", decided_at=NOW), "begins open"
    )


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("word", "pax"), ("kind", "remove"), ("reason", "y"), ("label", "slur"), ("made_at", LATER),
        ("word_list_id", None), ("group", "other"), ("source", "y"), ("lemma", "pax"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("decided", [False, True])
def test_what_was_proposed_never_changes(
    small: Release, column: str, value: Any, decided: bool
) -> None:
    made = propose("add", "dax", "broad")
    if decided:
        agree(made)
    one = Proposal.objects.filter(pk=made.pk)
    refused(lambda: one.update(**{column: value}), "what was proposed never changes")
    refused(lambda: one.update(proposer=make_user()), "what was proposed never changes")
    refused(lambda: one._raw_delete("default"), "kept for ever")


def test_what_was_decided_never_changes(small: Release) -> None:
    made = accept("add", "dax", "broad")
    one, text = Proposal.objects.filter(pk=made.pk), "what was decided never changes"
    for status in ("open", "rejected", "withdrawn"):
        decided_at = None if status == "open" else NOW
        refused(lambda s=status, at=decided_at: one.update(status=s, decided_at=at), text)
    refused(lambda: one.update(decided_at=LATER), text)
    publish()
    refused(lambda: one.update(published_at=None), "published, and once")
    refused(lambda: one.update(published_at=NOW), "published, and once")


def test_only_what_was_accepted_is_published(small: Release) -> None:
    rejected = agree(propose("add", "dax", "broad"), accepted=False)
    waiting = propose("add", "vox", "broad")
    for made in (rejected, waiting):
        one = Proposal.objects.filter(pk=made.pk)
        refused(lambda one=one: one.update(published_at=LATER), "only what was accepted")

    def smuggle() -> None:
        broad = WordList.objects.get(slug="broad")
        version = broad.versions.create(number=2, created_at=NOW, words=1, slurs=0)
        Change.objects.create(version=version, word="vox", status="word", proposal=waiting)

    refused(smuggle, "only what was accepted is published")


def test_votes_batches_and_editions_are_kept(small: Release) -> None:
    made = proposals.propose_import(
        user=make_user(), word_list="broad", added=["dax"], reason="x", now=NOW
    )
    agree(made)
    publish()
    refused(lambda: Vote.objects.update(accepted=False), "a vote never changes")
    refused(lambda: Vote.objects.update(reason="y"), "a vote never changes")
    refused(Vote.objects.all().delete, "a vote is kept for ever")
    refused(lambda: Batch.objects.update(added="pax"), "kept as it is")
    refused(lambda: Edition.objects.update(note="y"), "kept as it is")
    refused(lambda: Edition.objects.update(published_at=None), "kept as it is")


def test_a_list_keeps_its_base(small: Release) -> None:
    broad = WordList.objects.get(slug="broad")
    refused(lambda: WordList.objects.filter(slug="everyday").update(base=broad), "never changes")


def test_whoever_leaves_the_site_leaves_their_decisions(small: Release) -> None:
    made, moderator = propose("relabel", "cat", label="vulgar"), make_moderator()
    decide(user=moderator, proposal=made.public_id, accepted=True, reason="x", now=NOW)
    edition = publish(LATER, user=moderator)
    moderator.delete()
    made.proposer.delete()
    edition.refresh_from_db()
    assert (queue.find(made.public_id).proposer, made.votes.get().moderator, edition.by) == (
        None, None, None,
    )  # fmt: skip


# --- What is noted --------------------------------------------------------------------------------


def noted(table: str) -> list[tuple[str, int | None, str, int]]:
    return [
        (entry.operation, entry.person, entry.reason, entry.rows)
        for entry in AuditEntry.objects.filter(table=table).reverse()
    ]


def test_every_step_of_a_decision_is_noted_with_person_and_reason(small: Release) -> None:
    before = len(noted("words_wordlistversion"))
    anna = make_user()
    made = ask(user=anna, wish=wish("add", "dax", "broad"), now=NOW)
    moderators = [make_moderator(), make_moderator()]
    for moderator in moderators:
        decide(user=moderator, proposal=made.public_id, accepted=True, reason="all books", now=NOW)
    publish(user=moderators[0])
    first, second = (moderator.pk for moderator in moderators)
    assert noted("words_vote") == [
        ("insert", first, "all books", 1),
        ("insert", second, "all books", 1),
    ]
    assert noted("words_proposal") == [
        ("insert", anna.pk, "in the dictionary", 1),
        ("update", second, "all books", 1),
        ("update", first, "for the tests", 1),
    ]
    assert noted("words_change") == [("insert", first, "for the tests", 1)]
    assert noted("words_wordlistversion")[before:] == [
        ("insert", first, "for the tests", 1),
        ("update", first, "for the tests", 1),
    ]
    change = AuditEntry.objects.filter(table="words_proposal")[1]
    assert (change.before[0]["status"], change.after[0]["status"]) == ("open", "accepted")


def test_a_release_is_noted_in_the_name_of_the_site(small: Release) -> None:
    assert noted("words_label") == [("insert", None, "release", 2)]
    assert noted("words_wordlist") == [("insert", None, "release", 1)] * 3


def test_a_statement_on_many_rows_is_noted_by_their_number(small: Release) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO words_definition (lemma, rank, part, gloss, label)"
            " SELECT 'many', n, '', 'x', '' FROM generate_series(1, 201) n"
        )
        cursor.execute(
            "UPDATE words_definition SET part = 'noun' WHERE lemma = 'many' AND rank < 3"
        )
        cursor.execute("DELETE FROM words_definition WHERE lemma = 'nonesuch'")
    few, many = AuditEntry.objects.filter(table="words_definition")[:2]
    assert (many.rows, many.before, many.after) == (201, None, None)
    assert (few.operation, few.rows, [row["part"] for row in few.after]) == (
        "update", 2, ["noun", "noun"],
    )  # fmt: skip


def test_what_is_noted_stays(small: Release) -> None:
    refused(lambda: AuditEntry.objects.update(reason="y"), "kept as it is")
    refused(AuditEntry.objects.all().delete, "kept as it is")
