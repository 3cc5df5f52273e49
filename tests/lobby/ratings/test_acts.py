"""Ratings as stored: which matches count, once each, and the same when worked out again."""

import random
from datetime import datetime, timedelta

import pytest
from django.core.management import CommandError, call_command

from accounts.users.models import User
from games.core.clock import Form, Pace, TimeControl
from games.matches import play
from games.matches.answers import Actor
from games.matches.models import Match, Move
from games.matches.play import SeatPlan
from games.matches.reading import is_short
from lobby.ratings import acts as ratings
from lobby.ratings import reading
from lobby.ratings import strength as rating
from lobby.ratings.models import RatedMatch, Rating, RatingChange
from lobby.ratings.strength import Strength
from lobby.ratings.terms import Terms, changing, why_not
from tests.factories import NOW, first_action, have_chosen, make_match, make_user, move, play_out

pytestmark = pytest.mark.django_db


def resign(match: Match, player: int, *, now: datetime = NOW) -> None:
    """Have somebody leave, after everyone has chosen two turns."""
    play.resign(match_id=match.pk, player=player, now=now)
    if Match.objects.get(pk=match.pk).status == "finished":
        have_chosen(match)


def strength(user: User) -> Strength:
    row = Rating.objects.get(user=user)
    return Strength(row.mu, row.sigma)


def why_not_of(match: Match) -> str:
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
    resign(late, 0, now=NOW + timedelta(hours=2))
    resign(early, 0, now=NOW + timedelta(hours=1))
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
    for player in (2, 0, 1):
        resign(match, player)
    ratings.rate_match(match_id=match.pk)
    match.refresh_from_db()
    assert match.places == [2, 2, 2, 1]
    expected = rating.rate([rating.start()] * 4, match.places)
    assert [strength(each) for each in people] == expected


def test_computers_guests_and_matches_without_a_clock_do_not_count():
    with_computer = make_match(make_user(), "easy")
    resign(with_computer, 0)
    assert why_not_of(with_computer) == "computer"
    with_guest = make_match(make_user(), make_user(is_guest=True))
    resign(with_guest, 0)
    assert why_not_of(with_guest) == "guest"
    timeless = make_match(pace=Pace.CORRESPONDENCE, budget=0, form=Form.NO_CLOCK)
    resign(timeless, 0)
    assert why_not_of(timeless) == "no_clock"


def test_a_match_that_was_closed_from_outside_does_not_count():
    match = make_match()
    play.close_match(match_id=match.pk, places=[1, 2], now=NOW)
    assert why_not_of(match) == "broken_off"


def test_whoever_took_a_seat_over_is_not_rated_but_the_others_are():
    people = [make_user() for _ in range(3)]
    match = make_match(*people)
    rescuer = make_user()
    play.hand_over(match_id=match.pk, player=0, user_id=rescuer.pk, name="rescuer", now=NOW)
    resign(match, 0)
    resign(match, 2)
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
    assert why_not_of(match) == "handed_over"


def have_helped(match: Match) -> int:
    """Have the computer make the next move for whoever is up; return their seat."""
    helped, away = match.to_move, NOW + timedelta(seconds=30)
    assert helped is not None
    play.substitute(match_id=match.pk, player=helped, now=away)
    play.submit(
        match_id=match.pk,
        player=helped,
        action=first_action(match),
        expected_ply=0,
        actor=Actor.COMPUTER,
        now=away,
    )
    return helped


def test_if_the_computer_moved_for_the_winner_nobody_gains_or_loses():
    match = make_match(make_user(), make_user())
    helped = have_helped(match)
    resign(match, 1 - helped)
    assert ratings.rate_match(match_id=match.pk)
    assert RatedMatch.objects.get().why_not == "helped"
    assert not RatingChange.objects.exists()
    assert set(Rating.objects.values_list("mu", "matches")) == {(rating.start().mu, 0)}


def test_if_the_computer_moved_for_the_loser_both_gain_and_lose_as_ever():
    people = [make_user(), make_user()]
    match = make_match(*people)
    helped = have_helped(match)
    resign(match, helped)
    ratings.rate_match(match_id=match.pk)
    match.refresh_from_db()
    after = rating.rate([rating.start()] * 2, match.places)
    assert [strength(each) for each in people] == after
    assert after[helped].mu < after[1 - helped].mu


def test_only_pairs_in_which_help_may_have_won_are_left_out():
    people = [make_user() for _ in range(3)]
    match = make_match(*people)
    helped = have_helped(match)
    last, second = (player for player in range(3) if player != helped)
    resign(match, last)
    resign(match, second)
    ratings.rate_match(match_id=match.pk)
    # Those two share the last place.
    match.refresh_from_db()
    assert (match.places[helped], match.places[last], match.places[second]) == (1, 2, 2)
    both = [(min(helped, other), max(helped, other)) for other in (last, second)]
    after = rating.rate([rating.start()] * 3, match.places, both)
    assert [strength(people[player]) for player in (last, second)] == [after[last], after[second]]
    assert set(RatingChange.objects.values_list("user", flat=True)) == {
        people[last].pk, people[second].pk,
    }  # fmt: skip
    assert ratings.recompute(write=False) == 0


@pytest.mark.parametrize(("loser", "counts"), [(0, True), (1, False)])
def test_whoever_leaves_their_seat_to_a_substitute_loses_if_it_loses(loser: int, counts: bool):
    one, other, rescuer = make_user(), make_user(), make_user()
    match = make_match(one, other)
    while match.ply < 2:
        move(match)
    play.hand_over(match_id=match.pk, player=0, user_id=rescuer.pk, name="rescuer", now=NOW)
    resign(match, loser)
    ratings.rate_match(match_id=match.pk)
    lost, won = rating.rate([rating.start()] * 2, (2, 1))
    expected = {one.pk: lost.mu, other.pk: won.mu} if counts else {}
    assert dict(RatingChange.objects.values_list("user", "mu")) == expected
    assert RatedMatch.objects.get().why_not == ("" if counts else "helped")


# --- What would be easy to make many of ---------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options", "named"),
    [
        ("counting_tiles", {"limit": 4}, ["End after this many random tiles"]),
        ("counting_tiles", {"row_points": 0}, ["Points for a completed row"]),
        ("tilekingdom", {"mode": "chess", "subjects": 7}, ["How tiles are drawn"]),
        ("upwords", {"board": "8x8", "word_list": "broad", "slurs": True, "word_check": False}, []),
        ("upwords", {"word_list": "own-abcdefghij"}, ["Word list"]),
        ("tiled_of_it", {"cards": 48}, []),
        ("tiled_of_it", {"cards": 47}, ["Cards in the game"]),
    ],
)  # fmt: skip
def test_a_game_is_the_same_at_its_usual_settings_and_those_it_names(game, options, named):
    terms = Terms(game=game, options=options, control=TimeControl(Pace.LIVE, 60))
    assert changing(game, options) == named
    assert why_not(terms) == ("settings" if named else "")


@pytest.mark.parametrize(
    ("control", "why"),
    [
        (TimeControl(Pace.LIVE, 9), "too_fast"),
        (TimeControl(Pace.LIVE, 10), ""),
        (TimeControl(Pace.LIVE, 5, 149), "too_fast"),
        (TimeControl(Pace.LIVE, 5, 150), ""),
        (TimeControl(Pace.CORRESPONDENCE, 3600), ""),
        (TimeControl(Pace.CORRESPONDENCE, 0, form=Form.NO_CLOCK), "no_clock"),
    ],
)
def test_a_clock_leaves_time_to_think(control: TimeControl, why: str):
    assert why_not(Terms(game="upwords", options={}, control=control)) == why


def duel_of(*people: User, **options: int) -> list[Match]:
    plans = [SeatPlan(name=each.username, user_id=each.pk) for each in people]
    control = TimeControl(Pace.LIVE, 60)
    duel = play.start_duel(
        game="counting_tiles", options=options, control=control, entrants=plans, now=NOW
    )
    return list(duel.matches.order_by("pk"))


@pytest.mark.parametrize(("options", "why"), [({"limit": 4}, "settings"), ({}, "drawn")])
def test_a_duel_in_which_nobody_scores_is_not_rated(options: dict[str, int], why: str):
    matches = duel_of(*(make_user() for _ in range(6)), **options)
    for match in matches:
        resign(match, 0)
    assert ratings.rate_match(match_id=matches[0].pk)
    assert RatedMatch.objects.get().why_not == why
    assert not Rating.objects.exists()


def test_a_draw_that_players_agree_on_or_that_nobody_played_for_is_not_rated():
    match = make_match()
    play_out(match)
    assert (match.scores, match.places, match.end_reason) == ([0, 0], [1, 1], "over")
    assert why_not_of(match) == "drawn"
    for end_reason in ("drawn", "ended"):
        agreed = make_match()
        have_chosen(agreed)
        facts = {"status": "finished", "to_move": None, "finished_at": NOW, "places": [1, 1]}
        Match.objects.filter(pk=agreed.pk).update(end_reason=end_reason, **facts)
        assert why_not_of(agreed) == "drawn"


def over(match: Match, end_reason: str = "over", **facts: object) -> None:
    over_now = {"status": "finished", "to_move": None, "finished_at": NOW, "places": [1, 2]}
    Match.objects.filter(pk=match.pk).update(end_reason=end_reason, **over_now | facts)
    match.refresh_from_db()
    match.was_short = is_short([match], match.seats.all())
    match.save(update_fields=["was_short"])


@pytest.mark.parametrize(("arranged", "why"), [(False, "too_short"), (True, "no_move")])
def test_a_match_that_the_clock_alone_has_played_is_not_rated(arranged: bool, why: str):
    match = make_match()
    over(match, arranged=arranged)
    assert why_not_of(match) == why


CLOCK, HUMAN, PREPARED, COMPUTER = Actor.CLOCK, Actor.HUMAN, Actor.PREPARED, Actor.COMPUTER


@pytest.mark.parametrize(
    ("turns", "why"),
    [
        ([(0, HUMAN), (1, HUMAN), (0, HUMAN), (1, PREPARED)], ""),
        ([(0, HUMAN), (1, HUMAN), (0, HUMAN)], "too_short"),
        ([(0, HUMAN), (1, HUMAN), (0, HUMAN), (1, CLOCK), (0, HUMAN)], "too_short"),
        ([(0, HUMAN), (1, HUMAN), (0, HUMAN), (1, COMPUTER)], "too_short"),
        ([(0, CLOCK), (1, CLOCK), *[(0, HUMAN), (1, HUMAN)] * 2], ""),
        ([(0, HUMAN), (1, HUMAN), (0, HUMAN), (1, HUMAN), (1, "back")], "too_short"),
    ],
)
@pytest.mark.parametrize("end_reason", ["over", "resigned", "lost"])
def test_a_match_counts_once_each_has_chosen_two_turns_of_their_own(
    turns: list[tuple[int, str]], why: str, end_reason: str
):
    match = make_match()
    facts = {"text": "", "started_at": NOW, "played_at": NOW}
    for ply, (player, actor) in enumerate(turns, start=1):
        Move.objects.create(
            match=match, ply=ply, player=player, actor=HUMAN if actor == "back" else actor,
            action={"type": "TakeBack" if actor == "back" else "Place"},
            events=[{"kind": "road", "player": 0, "facts": {}, "points": 1, "topic": ""}], **facts,
        )  # fmt: skip
    over(match, end_reason)
    ratings.rate_match(match_id=match.pk)
    assert RatedMatch.objects.get(match=match).why_not == why
    assert Rating.objects.exists() == (not why)


def test_in_leagues_their_rules_decide_what_counts():
    match = make_match()
    over(match, "resigned", arranged=True)
    ratings.rate_match(match_id=match.pk)
    assert RatedMatch.objects.get(match=match).why_not == ""


@pytest.mark.parametrize("chosen", [{0: 2, 1: 2}, {0: 2, 1: 1}, {0: 9}])
def test_who_has_left_is_not_waited_for_if_two_others_play_on(chosen: dict[int, int]):
    match = make_match(*(make_user() for _ in range(3)))
    play.resign(match_id=match.pk, player=2, now=NOW)
    facts = {"action": {"type": "Place"}, "text": "", "started_at": NOW, "played_at": NOW}
    event = {"kind": "road", "player": 0, "facts": {}, "points": 1, "topic": ""}
    for ply, player in enumerate([one for one, turns in chosen.items() for _ in range(turns)]):
        Move.objects.create(
            match=match, ply=ply + 1, player=player, actor=HUMAN, events=[event], **facts
        )
    over(match, places=[1, 2, 3])
    ratings.rate_match(match_id=match.pk)
    why = "" if chosen == {0: 2, 1: 2} else "too_short"
    assert RatedMatch.objects.get(match=match).why_not == why


def test_two_have_so_many_rated_matches_with_each_other_and_later_some_more():
    one, other, third = make_user(), make_user(), make_user()

    def play_at(now: datetime, *people: User) -> str:
        match = make_match(*people)
        for player in range(1, match.players):
            resign(match, player, now=now)
        ratings.rate_match(match_id=match.pk)
        return RatedMatch.objects.get(match=match).why_not

    for _ in range(ratings.MOST_TOGETHER):
        assert play_at(NOW, one, other) == ""
    assert play_at(NOW, other, one) == "often"
    row = Rating.objects.get(user=one)
    assert (row.matches, row.met) == (ratings.MOST_TOGETHER, [other.pk])
    assert reading.shown_of(user_ids=[one.pk])[one.pk, "tilekingdom", "live"][1]  # provisional
    assert play_at(NOW, one, other, third) == ""  # but for these two
    assert RatedMatch.objects.order_by("pk").last().left_out == [[one.pk, other.pk]]
    assert play_at(NOW + ratings.LATELY, one, other) == ""
    assert ratings.recompute(write=False) == 0


def test_a_rating_is_provisional_until_it_comes_from_three_people():
    one, others = make_user(), [make_user() for _ in range(3)]
    Rating.objects.create(user=one, game="tilekingdom", pace="live", mu=30, sigma=2, matches=9)
    provisional = []
    for other in others:
        resign(make_match(one, other), 1)
        ratings.rate_finished(now=NOW)
        (shown,) = reading.shown_of(user_ids=[one.pk]).values()
        provisional.append(shown[1])
    assert provisional == [True, True, False]


def test_a_duel_is_rated_when_all_have_finished():
    people = [make_user() for _ in range(3)]
    matches = duel_of(*people)
    for number, match in enumerate(matches):
        assert not ratings.rate_match(match_id=match.pk)
        resign(match, 0, now=NOW + timedelta(minutes=number))
    for place, match in enumerate(matches, start=1):
        Match.objects.filter(pk=match.pk).update(places=[place])
    assert ratings.rate_finished(now=NOW) == 1
    assert not ratings.rate_match(match_id=matches[0].pk)
    expected = rating.rate([rating.start()] * 3, (1, 2, 3))
    assert [strength(each) for each in people] == expected


@pytest.mark.parametrize("seed", range(3))
def test_worked_out_again_all_is_as_stored(seed: int):
    rng = random.Random(seed)
    people = [make_user() for _ in range(6)]
    for number in range(12):
        match = make_match(*rng.sample(people, rng.choice([2, 2, 3])))
        for player in range(match.players - 1):
            resign(match, player, now=NOW + timedelta(minutes=rng.randrange(99)))
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
