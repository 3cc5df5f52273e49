"""A day's game for one: the same for all, once for each, and hidden till the day is over."""

import pytest
from django.db.models import Q
from django.test import Client

from accounts.users.models import User
from games.daily import acts, days, reading, receivers
from games.daily.models import Challenge, Entry
from games.matches import play
from games.matches import reading as matches
from games.matches.models import Duel, Match, MatchSecret
from lobby.ratings.models import RatedMatch
from lobby.records import acts as records
from lobby.records.models import Result
from tests.factories import NOW, seconds, view_of
from tests.games.daily.made import ALONE, TODAY, play_alone

pytestmark = pytest.mark.usefixtures("_at_now")

HOME = f"/daily/{ALONE}/"
DAY = f"{HOME}{TODAY}/"
START = f"{DAY}start"


def begin(alone: Challenge, user: User) -> Match:
    return acts.start(challenge=alone, user_id=user.pk, name=user.username, now=NOW)


def test_all_get_the_same_game_and_each_but_one(
    alone: Challenge, anna: User, ben: User, settings
) -> None:
    first = begin(alone, anna)
    assert begin(alone, anna) == first
    settings.SECRET_KEY = "another"  # the day's game stays what it is
    second = begin(alone, ben)
    assert (first.state, first.commitment) == (second.state, second.commitment)
    assert Match.objects.count() == 2
    assert first.timer.waits
    secrets = MatchSecret.objects.values_list("secret", flat=True)
    assert len({bytes(secret) for secret in secrets}) == 1


def test_a_finished_game_has_its_points_and_stays_hidden(
    alone: Challenge, anna: User, ben: User, client: Client
) -> None:
    match = play_alone(alone, anna)
    receivers.note_points(match_id=match.pk)
    entry = Entry.objects.get()
    assert (entry.points, entry.finished_at) == (match.scores[0], match.finished_at)
    view = view_of(match, 0)
    assert (view["duel"]["over"], view["result"]["secret"]) == (False, "")
    assert [one["name"] for one in view["duel"]["entrants"]] == ["anna"]
    client.force_login(ben)
    assert client.get(match.get_absolute_url())["Location"] == DAY
    assert client.get(f"{match.get_absolute_url()}view").status_code == 403
    assert client.get(f"{match.get_absolute_url()}game.json").status_code == 403
    assert client.get(f"/duel/{alone.duel.public_id}/")["Location"] == DAY
    play_alone(alone, ben)
    acts.note_all(now=NOW)
    page = client.get(HOME).content
    assert b">anna<" not in page  # whose points they are is told tomorrow
    assert b"when the day is over" in page


def test_the_duel_is_over_at_the_end_of_the_day(alone: Challenge, anna: User, ben: User) -> None:
    first, late = play_alone(alone, anna), begin(alone, ben)
    play.begin(match_id=late.pk, player=0, now=NOW)
    closes = days.closes_at(alone.day)
    assert play.close_duels(now=closes - seconds(1)) == 0
    assert Duel.objects.get(pk=alone.duel_id).finished_at is None
    assert play.close_duels(now=closes) == 1
    assert Duel.objects.get(pk=alone.duel_id).finished_at == closes
    first.refresh_from_db()
    late.refresh_from_db()
    assert (first.places, late.places) == ([1], [1])
    assert late.end_reason == "closed"
    assert play.close_duels(now=closes + seconds(60)) == 0
    assert matches.is_revealed(Match.objects.get(pk=first.pk))


def test_a_day_on_which_nobody_plays_is_over_too(alone: Challenge) -> None:
    play.close_duels(now=days.closes_at(alone.day))
    assert Duel.objects.get(pk=alone.duel_id).finished_at == days.closes_at(alone.day)


def test_nobody_begins_when_it_is_closed(alone: Challenge, anna: User) -> None:
    facts = {"game": ALONE, "options": {}, "control": acts.LIVE, "secret": bytes(32)}
    entrant = play.SeatPlan("anna", anna.pk)
    for now in (days.opens_at(alone.day) - seconds(1), days.closes_at(alone.day)):
        with pytest.raises(play.DuelIsClosed):
            play.enter_duel(duel_id=alone.duel_id, entrant=entrant, now=now, **facts)
    with pytest.raises(acts.NotNow):
        acts.start(challenge=alone, user_id=anna.pk, name="anna", now=NOW + days.DAY)


def test_a_game_without_a_move_does_not_count(alone: Challenge, anna: User, client: Client) -> None:
    match = begin(alone, anna)
    play.resign(match_id=match.pk, player=0, now=NOW)
    assert not acts.note_all(now=NOW)
    assert Entry.objects.get().finished_at is None
    client.force_login(anna)
    assert b"so this game doesn" in client.get(HOME).content


def test_the_start_button_leads_to_the_game(alone: Challenge, anna: User, client: Client) -> None:
    client.force_login(anna)
    assert b"Everyone plays the same game today" in client.get(HOME).content
    answer = client.post(START)
    match = Match.objects.get()
    assert answer["Location"] == match.get_absolute_url()
    assert b"Everyone who plays this challenge" in client.get(match.get_absolute_url()).content
    assert b"Go on with your game" in client.get(HOME).content
    assert client.post(f"/daily/tiled_of_it/{TODAY}/start")["Location"] == "/daily/tiled_of_it/"
    assert Match.objects.count() == 1


def test_a_visitor_plays_as_a_guest(alone: Challenge, client: Client) -> None:
    answer = client.post(START)
    match = Match.objects.get()
    assert answer["Location"] == match.get_absolute_url()
    assert Entry.objects.get().user.is_guest


def test_it_counts_for_records_as_a_game_alone_and_for_no_rating(
    alone: Challenge, anna: User, ben: User
) -> None:
    first, _ = play_alone(alone, anna, places=2), play_alone(alone, ben, places=2)
    assert records.note_result(match_id=first.pk) == 0  # others may still play
    play.close_duels(now=days.closes_at(alone.day))
    Match.objects.update(end_reason="over")
    assert records.note_results(now=NOW) == 2
    assert set(Result.objects.values_list("outcome", "place")) == {("alone", 1)}
    assert not RatedMatch.objects.exists()
    everything = Q(pk__isnull=False)
    assert matches.finished_tables(matches=everything, duels=everything, limit=9) == []


def test_no_number_counts_it_among_the_turns_that_others_wait_for(
    alone: Challenge, anna: User, ben: User
) -> None:
    begin(alone, anna)
    begin(alone, ben)
    assert matches.turns_waiting(user_id=anna.pk) == 0
    (row,) = matches.my_running(user_id=anna.pk)
    assert (row.practice, row.opponents, row.with_whom) == (True, "", "a challenge for everyone")


def test_table_of_points(alone: Challenge, anna: User, ben: User) -> None:
    play_alone(alone, anna)
    play_alone(alone, ben)
    acts.note_all(now=NOW)
    Entry.objects.filter(user=ben).update(points=40)
    Entry.objects.filter(user=anna).update(points=30)
    table = reading.table_of(alone, viewer_id=anna.pk)
    assert [(one.place, one.name, one.points) for one in table.lines] == [
        (1, "ben", 40),
        (2, "anna", 30),
    ]
