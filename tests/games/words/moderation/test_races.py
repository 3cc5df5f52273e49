"""Moderators and proposers act at the same instant: the second sees what the first one did."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection, transaction

from games.core.errors import Refusal
from games.words.lists import loading, publishing, reading
from games.words.models import Edition, Proposal, Vote
from games.words.moderation import custom_lists, proposals, queue
from tests.factories import NOW, make_user
from tests.games.words.conftest import SMALL
from tests.games.words.people import (
    LATER,
    accept,
    ask,
    decide,
    make_moderator,
    propose,
    publish,
    wish,
)
from tests.size import runs

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = runs(12, quick=6)


@pytest.fixture(autouse=True)
def _small(db: None, transactional_db: None) -> None:
    loading.load(now=NOW, read=lambda: SMALL, mark="small")


def at_once(acts: Sequence[Callable[[], Any]]) -> list[str]:
    """Do all of them at the same instant, each in a thread; return the refusals, "" for none."""
    together = threading.Barrier(len(acts))
    told = [""] * len(acts)

    def run(index: int) -> None:
        try:
            together.wait()
            acts[index]()
        except Refusal as error:
            told[index] = str(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told


def vote(user: Any, proposal: Proposal, accepted: bool = True) -> Callable[[], Any]:
    facts = {"proposal": proposal.public_id, "accepted": accepted, "reason": "x", "now": NOW}
    return lambda: decide(user=user, **facts)


def test_two_votes_at_once_decide_and_a_third_comes_too_late() -> None:
    moderators = [make_moderator() for _ in range(3)]
    for number in range(ROUNDS):
        made = propose("add", "da" + "x" * (number + 1), "broad")
        told = at_once([vote(moderator, made) for moderator in moderators])
        assert sorted(told) == ["", "", "This has already been decided."]
        assert queue.find(made.public_id).status == "accepted"
        assert made.votes.count() == 2


def test_one_moderator_in_two_windows_votes_once() -> None:
    moderator = make_moderator()
    for number in range(ROUNDS):
        made = propose("add", "da" + "x" * (number + 1), "broad")
        told = at_once([vote(moderator, made), vote(moderator, made, accepted=False)])
        assert sorted(told) == ["", "You've already decided on this."]
        assert (queue.find(made.public_id).status, made.votes.count()) == ("open", 1)


def test_withdrawn_or_decided_but_never_both() -> None:
    first, second = make_moderator(), make_moderator()
    for number in range(ROUNDS):
        made = propose("add", "da" + "x" * (number + 1), "broad")
        vote(first, made)()
        take_back = {"user": made.proposer, "proposal": made.public_id, "now": NOW}
        told = at_once([vote(second, made), lambda facts=take_back: proposals.withdraw(**facts)])
        assert sorted(told) == ["", "This has already been decided."]
        ended = queue.find(made.public_id).status
        assert (ended, told[0]) in {
            ("accepted", ""),
            ("withdrawn", "This has already been decided."),
        }
    assert Vote.objects.filter(proposal__status="open").count() == 0


def test_the_same_word_proposed_by_many_at_once_is_open_once() -> None:
    people = [make_user() for _ in range(4)]
    for number in range(ROUNDS // 2):
        asked = wish("add", "da" + "x" * (number + 1), "broad")
        told = at_once([lambda u=user, a=asked: ask(user=u, wish=a, now=NOW) for user in people])
        too_late = "Someone has already proposed this. You can support it."
        assert sorted(told) == ["", *[too_late] * 3]


def test_nobody_gets_past_the_limit_by_being_quick() -> None:
    anna = make_user()
    wishes = [wish("add", "da" + "x" * (number + 1), "broad") for number in range(12)]
    told = at_once([lambda w=w: ask(user=anna, wish=w, now=NOW) for w in wishes])
    assert [text.partition(".")[0] for text in sorted(told)] == [""] * 10 + [
        "You have 10 open proposals"
    ] * 2


def test_making_a_list_while_others_publish_says_so() -> None:
    owner = make_user()
    with transaction.atomic():
        publishing.alone()

        def impatient() -> None:
            with transaction.atomic():
                with connection.cursor() as cursor:
                    cursor.execute("SET LOCAL lock_timeout = '50ms'")
                custom_lists.create(user=owner, title="Pirates", base="broad", now=LATER)

        told = at_once([impatient])
    assert told == ["The lists are being published right now. Try again in a minute."]


def test_what_is_published_by_two_at_once_is_published_once() -> None:
    accept("add", "dax", "broad")
    moderators = [make_moderator(), make_moderator()]
    assert at_once([lambda u=u: publish(user=u) for u in moderators]) == ["", ""]
    assert Edition.objects.count() == 1
    assert [version.number for version in reading.versions_of("broad")] == [2, 1]
