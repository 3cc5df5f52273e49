"""Who can ask for a review, of which matches, and how often."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.edge.clock import read_clock
from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.matches import play
from games.matches.models import Match
from games.matches.play import SeatPlan
from games.registry import version_of
from games.reviews import acts, material, reading
from games.reviews.models import Review
from games.reviews.tasks import sweep_reviews
from tests.factories import NOW, make_match, make_user, move
from tests.games.matches.pages.finished import finished
from tests.games.reviews.conftest import GAME, LOOKS, done

pytestmark = pytest.mark.usefixtures("common_lists")


def test_a_player_asks_and_the_match_is_queued_once(match: Match, people: list[User]) -> None:
    first = acts.ask(match_id=match.pk, user_id=people[0].pk, now=NOW)
    again = acts.ask(match_id=match.pk, user_id=people[1].pk, now=NOW)
    assert (first.status, first.judged, first.version) == ("waiting", 0, version_of(GAME))
    assert again.asked_by_id == people[0].pk
    assert Review.objects.count() == 1


def test_nobody_else_asks(match: Match) -> None:
    with pytest.raises(acts.NotAPlayer):
        acts.ask(match_id=match.pk, user_id=make_user().pk, now=NOW)
    assert not Review.objects.exists()


def test_a_running_match_cannot_be_reviewed(people: list[User]) -> None:
    running = make_match(*people, game=GAME)
    move(running)
    with pytest.raises(material.NotReviewable) as refused:
        acts.ask(match_id=running.pk, user_id=people[0].pk, now=NOW)
    assert str(refused.value) == "You can review a match once it's over."


def test_a_match_without_a_turn_cannot_be_reviewed(people: list[User]) -> None:
    given_up = make_match(*people, game=GAME)
    play.resign(match_id=given_up.pk, player=0, now=NOW)
    with pytest.raises(material.NotReviewable) as refused:
        acts.ask(match_id=given_up.pk, user_id=people[0].pk, now=NOW)
    assert str(refused.value) == "Nobody has played a turn in this match."


def test_a_match_of_older_rules_cannot_be_reviewed(match: Match, people: list[User]) -> None:
    Match.objects.filter(pk=match.pk).update(rules_version=0)
    with pytest.raises(material.NotReviewable):
        acts.ask(match_id=match.pk, user_id=people[0].pk, now=NOW)


def test_there_is_a_limit_a_day(match: Match, people: list[User], settings) -> None:
    settings.REVIEWS_A_DAY = 1
    other = finished(GAME, *people, secret=bytes(32))
    acts.ask(match_id=match.pk, user_id=people[0].pk, now=NOW)
    assert reading.left_today(user_id=people[0].pk, now=NOW) == 0
    Review.objects.update(status="done", report={}, finished_at=NOW)
    with pytest.raises(acts.TooMany) as refused:
        acts.ask(match_id=other.pk, user_id=people[0].pk, now=NOW)
    assert str(refused.value) == "You can ask for one review a day. Try again tomorrow."
    later = NOW + timedelta(days=1, seconds=1)
    assert acts.ask(match_id=other.pk, user_id=people[0].pk, now=later).status == "waiting"


def test_a_review_of_an_older_version_can_be_made_again(
    match: Match, people: list[User], reviewed: Review
) -> None:
    Review.objects.update(version="older")
    again = acts.ask(match_id=match.pk, user_id=people[1].pk, now=NOW)
    assert (again.status, again.report, again.asked_by_id) == ("waiting", None, people[1].pk)
    Review.objects.update(looks=LOOKS)
    assert done(match).report == reviewed.report


def test_matches_of_leagues_are_reviewed_unasked(match: Match) -> None:
    since = match.finished_at - timedelta(hours=1)
    assert reading.to_review(since=since, limit=9) == []
    Match.objects.filter(pk=match.pk).update(arranged=True)
    assert reading.to_review(since=since, limit=9) == [match.pk]
    review = acts.ask_unasked(match_id=match.pk, now=NOW)
    assert review is not None
    assert (review.status, review.asked_by) == ("waiting", None)
    assert reading.to_review(since=since, limit=9) == []


def test_a_machine_thinks_about_nothing_unasked_where_its_host_says_so(
    match: Match, settings: Any
) -> None:
    Match.objects.filter(pk=match.pk).update(arranged=True, finished_at=read_clock())
    settings.THINK_UNASKED = False
    sweep_reviews()
    assert not Review.objects.exists()
    settings.THINK_UNASKED = True
    sweep_reviews()
    assert Review.objects.get().asked_by is None


@pytest.fixture
def open_duel(people: list[User]) -> Match:
    """Anna's match of a duel: it's over, and Ben still plays."""
    entrants = [SeatPlan(name=one.username, user_id=one.pk) for one in people]
    control = TimeControl(Pace.LIVE, 60)
    duel = play.start_duel(
        game="counting_tiles", options={}, control=control, entrants=entrants, now=NOW
    )
    mine = Match.objects.get(duel=duel, seats__user=people[0])
    play.begin(match_id=mine.pk, player=0, now=NOW)
    move(mine)
    play.resign(match_id=mine.pk, player=0, now=NOW)
    return mine


def test_a_match_of_an_open_duel_cannot_be_reviewed(open_duel: Match, people: list[User]) -> None:
    with pytest.raises(material.NotReviewable) as refused:
        acts.ask(match_id=open_duel.pk, user_id=people[0].pk, now=NOW)
    assert str(refused.value) == "You can review a match once it's over."
    Match.objects.filter(pk=open_duel.pk).update(arranged=True)
    assert reading.to_review(since=NOW - timedelta(days=1), limit=9) == []
    assert acts.ask_unasked(match_id=open_duel.pk, now=NOW) is None


def test_no_door_shows_anything_of_an_open_duel(
    open_duel: Match, people: list[User], client: Client
) -> None:
    base = f"/match/{open_duel.public_id}/review"
    client.force_login(people[1])
    assert client.get(f"{base}/")["Location"] == open_duel.duel.get_absolute_url()
    assert client.get(f"{base}/learn/")["Location"] == open_duel.duel.get_absolute_url()
    for door in (f"{base}/state", f"{base}.json", f"{base}/idea?ply=1&idea=0"):
        assert client.get(door).status_code == 403
    for door in (f"{base}/ask", f"{base}/learn/1/try", f"{base}/learn/1/preview"):
        assert client.post(door, "{}", content_type="application/json").status_code in (400, 403)
    client.force_login(people[0])
    assert client.get(f"{base}/")["Location"] == f"/match/{open_duel.public_id}/replay/"
    for door in (f"{base}/state", f"{base}.json", f"{base}/idea?ply=1&idea=0"):
        assert client.get(door).status_code == 409
    assert client.post(f"{base}/ask").status_code == 409
    assert not Review.objects.exists()


def test_no_door_shows_anything_of_a_running_match(people: list[User], client: Client) -> None:
    running = make_match(*people, game=GAME)
    move(running)
    base = f"/match/{running.public_id}/review"
    client.force_login(people[0])
    assert client.get(f"{base}/")["Location"] == f"/match/{running.public_id}/replay/"
    assert client.get(f"{base}/learn/")["Location"] == f"{base}/"
    for door in (f"{base}/state", f"{base}.json", f"{base}/idea?ply=1&idea=0"):
        assert client.get(door).status_code == 409
    action = {"action": {"type": "Spell", "word": "a", "draw": 3}}
    for door in (f"{base}/ask", f"{base}/learn/1/try", f"{base}/learn/1/preview"):
        answer = client.post(door, action, content_type="application/json")
        assert (answer.status_code, answer.json()["text"]) == (
            409,
            "You can review a match once it's over.",
        )
    with pytest.raises(CommandError, match="once it's over"):
        call_command("review", running.public_id)
