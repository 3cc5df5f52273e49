"""Computer players' turns are thought about in an order that is fair to the people who wait."""

import pytest
from kombu import Connection, Queue

from config.celery import app
from games import play, queries
from games.models import Match
from tests.factories import NOW, make_match, make_user, seconds

pytestmark = pytest.mark.django_db


def waiting_for_the_computer(*people: object) -> Match:
    """Return a match in which a computer player is to move."""
    return make_match("hard", *people)  # type: ignore[arg-type]


def test_each_turn_somebody_waits_for_elsewhere_puts_the_next_one_back() -> None:
    greedy, modest = make_user(), make_user()
    first, *others = [waiting_for_the_computer(greedy) for _ in range(12)]
    assert queries.computer_place(match_id=first.pk) == queries.LAST
    for match in others[:7]:
        play.resign(match_id=match.pk, player=1, now=NOW)
    assert queries.computer_place(match_id=first.pk) == 5
    assert queries.computer_place(match_id=waiting_for_the_computer(modest).pk) == 1


def test_at_a_table_of_several_the_one_who_waits_for_least_counts() -> None:
    greedy, modest = make_user(), make_user()
    for _ in range(5):
        waiting_for_the_computer(greedy)
    match = waiting_for_the_computer(greedy, modest)
    assert queries.computer_place(match_id=match.pk) == 1


def test_who_plays_for_somebody_away_comes_first() -> None:
    people = make_user(), make_user()
    for _ in range(5):
        waiting_for_the_computer(people[1])
    match = make_match(*people)
    play.substitute(match_id=match.pk, player=0, now=NOW + seconds(30))
    assert queries.computer_place(match_id=match.pk) == 0


def test_the_queue_hands_out_by_place() -> None:
    name, taken = "test-of-places", []
    with Connection(
        app.conf.broker_url, transport_options=app.conf.broker_transport_options
    ) as connection:
        queue = Queue(name)(connection.default_channel)
        queue.declare()
        producer = connection.Producer(serializer="json")
        for place in (9, 5, 1, 0, 7):
            producer.publish(place, routing_key=name, priority=place, declare=[queue])
        while message := queue.get(no_ack=True):
            taken.append(message.payload)
        queue.delete()
    assert taken == [0, 1, 5, 7, 9]
