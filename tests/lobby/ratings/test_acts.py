"""Ratings as stored: which matches count, once each, and the same when worked out again."""

import random
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from accounts.users.models import User
from games.core.clock import Form, Pace, TimeControl
from games.matches import play
from games.matches.answers import Actor
from games.matches.models import Match
from games.matches.play import SeatPlan
from lobby.ratings import acts as ratings
from lobby.ratings import reading
from lobby.ratings import strength as rating
from lobby.ratings.models import RatedMatch, Rating, RatingChange
from lobby.ratings.strength import Strength
from tests.factories import NOW, first_action, make_match, make_user, play_out

pytestmark = pytest.mark.django_db


def resign(match: Match, player: int) -> None:
    play.resign(match_id=match.pk, player=player, now=NOW)


def strength(user: User) -> Strength:
    row = Rating.objects.get(user=user)
    return Strength(row.mu, row.sigma)


def why_not(match: Match) -> str:
    assert ratings.rate_match(match_id=match.pk)
    assert not Rating.objects.exists()
    return RatedMatch.objects.get(match=match).why_not


def test_a_finished_match_is_rated_once():
    one, other = make_user(), make_user()
    match = make_match(one, other)
    assert not ratings.rate_match(match_id=match.pk)
    resign(match, 0)
    assert ratings.rate_match(match_id=match.pk)
    assert not ratings.rate_match(match_id=match.pk)
    assert ratings.rate_finished(now=NOW) == 0
    lost, won = rating.rate([rating.start()] * 2, (2, 1))
    assert (strength(one), strength(other)) == (lost, won)
    assert (
        list(Rating.objects.values_list("game", "pace", "matches"))
        == [("tilekingdom", "live", 1)] * 2
    )
    assert set(RatingChange.objects.values_list("model", flat=True)) == {rating.MODEL}


def test_the_sweep_rates_what_nobody_was_told_of_and_older_ones_first():
    people = [make_user() for _ in range(3)]
    early, late = make_match(*people[:2]), make_match(*people[1:])
    play.resign(match_id=late.pk, player=0, now=NOW + timedelta(hours=2))
    play.resign(match_id=early.pk, player=0, now=NOW + timedelta(hours=1))
    assert ratings.rate_finished(now=NOW) == 2
    assert list(RatedMatch.objects.order_by("pk").values_list("match", flat=True)) == [
        early.pk,
        late.pk,
    ]


def test_paces_are_rated_apart():
    one, other = make_user(), make_user()
    for facts in ({}, {"pace": Pace.CORRESPONDENCE, "budget": 86400}):
        resign(make_match(one, other, **facts), 0)
    ratings.rate_finished(now=NOW)
    assert set(Rating.objects.values_list("pace", "matches")) == {
        ("live", 1),
        ("correspondence", 1),
    }


def test_several_at_a_table_are_rated_by_their_places():
    people = [make_user() for _ in range(4)]
    match = make_match(*people)
    play_out(match)
    ratings.rate_match(match_id=match.pk)
    expected = rating.rate([rating.start()] * 4, match.places)
    assert [strength(each) for each in people] == expected


def test_computers_guests_and_matches_without_a_clock_do_not_count():
    with_computer = make_match(make_user(), "easy")
    resign(with_computer, 0)
    assert why_not(with_computer) == "computer"
    with_guest = make_match(make_user(), make_user(is_guest=True))
    resign(with_guest, 0)
    assert why_not(with_guest) == "guest"
    timeless = make_match(pace=Pace.CORRESPONDENCE, budget=0, form=Form.NO_CLOCK)
    resign(timeless, 0)
    assert why_not(timeless) == "no_clock"


def test_a_match_that_was_closed_from_outside_does_not_count():
    match = make_match()
    play.close_match(match_id=match.pk, places=[1, 2], now=NOW)
    assert why_not(match) == "broken_off"


def test_whoever_took_a_seat_over_is_not_rated_but_the_others_are():
    people = [make_user() for _ in range(3)]
    match = make_match(*people)
    rescuer = make_user()
    play.hand_over(match_id=match.pk, player=0, user_id=rescuer.pk, name="rescuer", now=NOW)
    play_out(match)
    ratings.rate_match(match_id=match.pk)
    rated = set(Rating.objects.values_list("user", flat=True))
    assert rated == {people[1].pk, people[2].pk}
    match.refresh_from_db()
    after = rating.rate([rating.start()] * 2, match.places[1:])
    assert [strength(each) for each in people[1:]] == after


def test_of_two_nobody_is_rated_if_one_took_the_seat_over():
    match = make_match()
    play.hand_over(match_id=match.pk, player=0, user_id=make_user().pk, name="rescuer", now=NOW)
    resign(match, 1)
    assert why_not(match) == "handed_over"


def test_if_the_computer_moved_for_you_your_rating_can_only_fall():
    one, other = make_user(), make_user()
    match = make_match(one, other)
    helped = match.to_move
    away = NOW + timedelta(seconds=30)
    play.substitute(match_id=match.pk, player=helped, now=away)
    play.submit(
        match_id=match.pk,
        player=helped,
        action=first_action(match),
        expected_ply=0,
        actor=Actor.COMPUTER,
        now=away,
    )
    resign(match, 1 - helped)
    ratings.rate_match(match_id=match.pk)
    people = (one, other)
    assert strength(people[helped]) == rating.start()
    assert strength(people[1 - helped]).mu < rating.start().mu


def test_a_duel_is_rated_when_all_have_finished():
    people = [make_user() for _ in range(3)]
    plans = [SeatPlan(name=each.username, user_id=each.pk) for each in people]
    duel = play.start_duel(
        game="counting_tiles",
        options={},
        control=TimeControl(Pace.LIVE, 60),
        entrants=plans,
        now=NOW,
    )
    matches = list(duel.matches.order_by("pk"))
    for number, match in enumerate(matches):
        assert not ratings.rate_match(match_id=match.pk)
        play.resign(match_id=match.pk, player=0, now=NOW + timedelta(minutes=number))
    assert ratings.rate_finished(now=NOW) == 1
    assert not ratings.rate_match(match_id=matches[0].pk)
    for match in matches:
        match.refresh_from_db()
    expected = rating.rate([rating.start()] * 3, [match.places[0] for match in matches])
    assert [strength(each) for each in people] == expected


@pytest.mark.parametrize("seed", range(3))
def test_worked_out_again_all_is_as_stored(seed: int):
    rng = random.Random(seed)
    people = [make_user() for _ in range(6)]
    for number in range(12):
        match = make_match(*rng.sample(people, rng.choice([2, 2, 3])))
        for player in range(match.players - 1):
            play.resign(
                match_id=match.pk, player=player, now=NOW + timedelta(minutes=rng.randrange(99))
            )
        if number % 3:
            ratings.rate_match(match_id=match.pk)
    ratings.rate_finished(now=NOW)
    assert ratings.recompute(write=False) == 0
    call_command("recompute_ratings", "--check")
    Rating.objects.filter(user=people[0]).update(mu=1.0)
    with pytest.raises(CommandError):
        call_command("recompute_ratings", "--check")
    assert ratings.recompute() == 1
    assert ratings.recompute() == 0


def test_ratings_of_others_stay_what_they_are_when_somebody_leaves_the_site():
    one, other = make_user(), make_user()
    for loser in (0, 1, 1):
        resign(make_match(one, other), loser)
    ratings.rate_finished(now=NOW)
    before = strength(one)
    other.delete()
    assert ratings.recompute() == 0
    assert strength(one) == before


def test_the_course_of_a_rating_has_its_latest_value_last():
    one, other = make_user(), make_user()
    for loser in (1, 1, 0):
        resign(make_match(one, other), loser)
        ratings.rate_finished(now=NOW)
    (course,) = reading.courses(user_id=one.pk)
    assert (course.game, course.pace, course.matches) == ("tilekingdom", "live", 3)
    assert course.is_provisional
    assert len(course.values) == 3
    assert course.values[0] > 1000
    assert course.values[1] > course.values[0] > 1000
    assert course.values[2] < course.values[1]
    assert course.shown == course.values[-1]
    assert reading.courses(user_id=make_user().pk) == []
