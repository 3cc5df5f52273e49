"""Computer players' turns are thought about in an order that is fair to the people who wait."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from kombu import Connection

from accounts.users.models import User
from config.celery import app
from games.core.clock import Pace, TimeControl
from games.matches import play, reading, tasks
from games.matches.models import Match, TurnTimer
from games.matches.play import SeatPlan
from lobby.tables.acts import held, opening
from tests.factories import NOW, make_match, make_user, move, seconds

pytestmark = pytest.mark.django_db

Asked = Callable[[], list[int]]


@pytest.fixture
def asked() -> Iterator[Asked]:
    """The ids of the matches whose computer players were asked, in the order of their turns."""
    with Connection(
        app.conf.broker_url, transport_options=app.conf.broker_transport_options
    ) as connection:
        queue = app.amqp.queues["bots"](connection.default_channel)
        queue.declare()
        queue.purge()

        def take() -> list[int]:
            taken = []
            while message := queue.get(no_ack=True):
                (match_id, _), *_ = message.payload
                taken.append(match_id)
            return taken

        yield take


def waiting_for_the_computer(*people: User, **facts: Any) -> Match:
    """Return a match in which a computer player is to move."""
    return make_match("hard", *people, **facts)


def in_a_duel(*people: User, computers: int = 1) -> list[Match]:
    """Return the matches of the computer players in a duel."""
    plans = [SeatPlan(name=user.username, user_id=user.pk) for user in people]
    duel = play.start_duel(
        game="counting_tiles",
        options={},
        control=TimeControl(Pace.LIVE, 60),
        entrants=[*plans, *[SeatPlan(name="Hard", level="hard")] * computers],
        now=NOW,
    )
    return list(Match.objects.filter(duel=duel, seats__user=None).order_by("pk"))


def place(match: Match) -> int:
    return reading.computer_place(match_id=match.pk)


def test_each_turn_somebody_waits_for_elsewhere_puts_the_next_one_back() -> None:
    greedy, modest = make_user(), make_user()
    first, *others = [waiting_for_the_computer(greedy) for _ in range(12)]
    assert place(first) == reading.LAST
    for match in others[:7]:
        play.resign(match_id=match.pk, player=1, now=NOW)
    assert place(first) == 5
    assert place(waiting_for_the_computer(modest)) == 1


def test_computer_players_in_a_duel_are_waited_for_by_its_people() -> None:
    greedy, modest = make_user(), make_user()
    five = in_a_duel(greedy, computers=5)
    assert [place(match) for match in five] == [5] * 5
    assert place(waiting_for_the_computer(greedy)) == 6
    (one,) = in_a_duel(modest)
    assert place(one) == 1
    waiting_for_the_computer(modest)
    assert place(one) == 2
    assert [place(match) for match in in_a_duel(greedy, make_user())] == [1]


def test_what_stands_still_puts_nothing_back() -> None:
    anna = make_user()
    spoiled, paused, _, match = [waiting_for_the_computer(anna) for _ in range(4)]
    Match.objects.filter(pk=spoiled.pk).update(quarantined_at=NOW)
    TurnTimer.objects.filter(match=paused).update(paused_at=NOW, deadline_at=None, fires_at=None)
    assert place(match) == 2


def test_at_a_table_of_several_the_one_who_waits_for_least_counts() -> None:
    greedy, modest = make_user(), make_user()
    for _ in range(5):
        waiting_for_the_computer(greedy)
    assert place(waiting_for_the_computer(greedy, modest)) == 1


def test_whoever_plays_for_somebody_away_comes_first() -> None:
    people = make_user(), make_user()
    for _ in range(5):
        waiting_for_the_computer(people[1])
    match = make_match(*people)
    play.substitute(match_id=match.pk, player=0, now=NOW + seconds(30))
    assert place(match) == 0


def test_turns_are_handed_out_by_place(asked: Asked) -> None:
    greedy, modest, gone = make_user(), make_user(), make_user()
    many = []
    for _ in range(12):
        many.append(waiting_for_the_computer(greedy).pk)
        tasks.ask_for_turn(many[-1], 0)
    one = waiting_for_the_computer(modest)
    held = make_match(gone, make_user())
    play.substitute(match_id=held.pk, player=0, now=NOW + seconds(30))
    for match in (one, held):
        tasks.ask_for_turn(match.pk, 0)
    assert asked() == [held.pk, many[0], one.pk, *many[1:]]


def test_one_turn_at_most_goes_before_that_of_somebody_with_one_game(asked: Asked) -> None:
    guest, other = make_user(is_guest=True), make_user()
    for user, games in ((guest, held.MOST_ALONE_AS_GUEST), (other, 1)):
        for _ in range(games):
            match = practise(user)
            move(match)
            tasks.ask_for_turn(match.pk, match.ply)
    order = asked()
    assert (len(order), order.index(match.pk)) == (7, 1)
    for match_id in order[:2]:  # the first was asked for when nothing else was waited for
        tasks.ask_for_turn(match_id, 1)
    assert asked() == [match.pk, order[0]]


def practise(user: User) -> Match:
    lobby = opening.practise(user=user, game="tilekingdom", level="hard", now=NOW)
    assert lobby.match is not None
    return lobby.match


def test_the_longest_waited_for_are_asked_again_first() -> None:
    late, early = [waiting_for_the_computer(make_user(), now=NOW - seconds(s)) for s in (1, 60)]
    found = reading.waiting_computers(before=NOW, limit=1)
    assert found == [(early.pk, 0)]
    assert reading.waiting_computers(before=NOW) == [*found, (late.pk, 0)]
