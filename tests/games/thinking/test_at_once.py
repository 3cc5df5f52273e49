"""Many who ask in the same moment."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.thinking import asking
from games.thinking.models import Thought
from games.thinking.question import Question
from tests.factories import NOW
from tests.games.thinking.thought import asked_of


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_at_once_wait_for_one_thought_and_nobody_has_two() -> None:
    same, others = asked_of(), [asked_of(ply=number) for number in range(1, 5)]

    def tell(one: Question, by: str) -> str:
        try:
            asking.ask(one, by=by, now=NOW)
        except asking.Later as later:
            return later.code
        finally:
            connection.close()
        return "answered"

    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda by: tell(same, by), ["1", "2", "3", "4"]))
        assert together == ["thinking"] * 4
        Thought.objects.all().delete()
        alone = list(threads.map(lambda one: tell(one, "1"), others))
    assert sorted(alone) == ["one_at_a_time"] * 3 + ["thinking"]
    assert Thought.objects.count() == 1
