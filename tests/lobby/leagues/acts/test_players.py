"""What people do in a season on the site: join, leave, stand in, be excused, claim."""

from datetime import timedelta

import pytest

from accounts.users.models import User
from games.core.errors import Refusal
from games.matches.models import Match, Seat
from lobby.leagues.acts import founding, substitutes
from lobby.leagues.acts import players as services
from lobby.leagues.acts.running import runner
from lobby.leagues.models import Entrant, Fixture, Season, Substitute
from lobby.leagues.reading import people
from lobby.leagues.season.rules import Rules
from lobby.permission import NotAllowed
from tests.factories import mails_owed, make_user, move
from tests.lobby.leagues.site import (
    DAY,
    NOW,
    begin,
    end_match,
    found,
    join,
    players_of,
    run,
    running,
    season_of,
)

pytestmark = pytest.mark.django_db


def place(season: Season, user: User) -> Entrant:
    return season.entrants.get(user=user)


def seated(fixture: Fixture, player: int) -> User:
    return fixture.seats.get(player=player).entrant.user


def match_of(fixture: Fixture) -> Match:
    assert fixture.lobby is not None
    assert fixture.lobby.match is not None
    fixture.lobby.match.refresh_from_db()
    return fixture.lobby.match


def test_one_joins_once_and_whoever_comes_too_late_waits() -> None:
    season = season_of(found(least=2, most=2))
    anna, ben, cleo = (make_user() for _ in range(3))
    with pytest.raises(Refusal, match="hasn't opened yet"):
        join(season, anna, now=NOW)
    run(season, season.registration_at)
    first, second, third = join(season, anna, ben, cleo, now=season.registration_at)
    assert [each.standing for each in (first, second, third)] == [
        "registered", "registered", "waiting",
    ]  # fmt: skip
    assert join(season, anna, now=season.registration_at) == [first]
    services.leave(season_id=season.pk, user=ben, now=season.registration_at)
    third.refresh_from_db()
    assert third.standing == "registered"
    assert mails_owed(kind="league", user=cleo).count() == 1
    assert join(season, ben, now=season.registration_at)[0].standing == "waiting"


def test_guests_and_those_who_promise_nothing_do_not_join() -> None:
    season = season_of(found())
    run(season, season.registration_at)
    guest = make_user(is_guest=True)
    with pytest.raises(NotAllowed, match="Guests"):
        join(season, guest, now=season.registration_at)
    with pytest.raises(Refusal, match="promise"):
        services.register(
            season_id=season.pk, user=make_user(), agreed=False, now=season.registration_at
        )
    assert not season.entrants.exists()


def test_a_code_lets_in_whoever_knows_it_and_those_who_played_before() -> None:
    league = found(joining="code")
    season = season_of(league)
    run(season, season.registration_at)
    anna, facts = make_user(), {"season_id": season.pk, "agreed": True, "now": NOW}
    with pytest.raises(Refusal, match="this league's code"):
        services.register(user=anna, code="wrong", **facts)
    written = f"{league.code[:5].lower()}-{league.code[5:]}"
    assert services.register(user=anna, code=written, **facts).standing == "registered"


def test_whoever_leaves_is_replaced_by_a_substitute_who_plays_on(playing: Season) -> None:
    season, users = playing, players_of(playing)
    fixture = running(season)[0]
    leaver = seated(fixture, 0)
    move(match_of(fixture), now=season.starts_at)
    eager, slow = make_user(), make_user()
    for user in (slow, eager):
        substitutes.offer(season_id=season.pk, user=user, now=season.starts_at)
    with pytest.raises(Refusal, match="can't stand in"):
        substitutes.offer(season_id=season.pk, user=users[0], now=season.starts_at)
    now = season.starts_at + DAY
    services.leave(season_id=season.pk, user=leaver, now=now)
    run(season, now)
    entrant = place(season, leaver)
    assert entrant.standing == "leaving"
    assert set(Substitute.objects.values_list("asked_for", flat=True)) == {entrant.pk}
    assert mails_owed(kind="league_seat").count() == 2
    substitutes.decline(season_id=season.pk, user=slow, now=now)
    substitutes.accept(season_id=season.pk, user=eager, now=now)
    run(season, now)
    entrant.refresh_from_db()
    assert (entrant.user, entrant.standing, entrant.name) == (eager, "playing", eager.username)
    assert [each["name"] for each in entrant.former] == [leaver.username]
    seat = Seat.objects.get(match=match_of(fixture), player=0)
    assert (seat.user, seat.covers, seat.name) == (eager, True, eager.username)
    with pytest.raises(Refusal, match="already taken the place"):
        substitutes.accept(season_id=season.pk, user=slow, now=now)
    end_match(fixture, loser=1, now=now)
    runner.step(season.pk, now)
    fixture.refresh_from_db()
    assert fixture.places == [1, 2]


def told(user: User) -> list[tuple[int, str, str]]:
    """Return what the list of somebody's leagues says of each: division, words, what is asked."""
    found = people.places_of(user_id=user.pk)
    return [
        (row.division.level if row.division else 0, str(row.words or ""), str(row.calls or ""))
        for row in found
    ]


def test_everybody_is_told_what_their_leagues_ask_of_them() -> None:
    season = season_of(found(repeats=False))
    run(season, season.registration_at)
    users = [make_user() for _ in range(4)]
    join(season, *users, now=season.registration_at)
    stranger = make_user()
    assert told(users[0]) == [(0, "registered", "")]
    assert told(stranger) == []
    run(season, season.check_in_at)
    for user in users[1:]:
        services.check_in(season_id=season.pk, user=user, now=season.check_in_at)
    assert [told(user) for user in users[:2]] == [[(0, "", "Check in")], [(0, "checked in", "")]]
    services.check_in(season_id=season.pk, user=users[0], now=season.check_in_at)
    run(season, season.starts_at)
    assert told(users[0]) == [(1, "round 1", "")]
    substitutes.offer(season_id=season.pk, user=stranger, now=season.starts_at)
    assert told(stranger) == []
    services.leave(season_id=season.pk, user=users[0], now=season.starts_at)
    run(season, season.starts_at)
    assert told(users[0]) == [(1, "you've left; we're looking for a substitute", "")]
    assert told(stranger) == [(1, f"for {users[0]}", "Will you stand in?")]


def test_a_place_that_nobody_takes_over_is_given_up_and_its_match_ends(playing: Season) -> None:
    season = playing
    fixture = running(season)[0]
    leaver = seated(fixture, 1)
    now = season.starts_at + DAY
    services.leave(season_id=season.pk, user=leaver, now=now)
    run(season, now + 2 * DAY - timedelta(seconds=1))
    assert place(season, leaver).standing == "leaving"
    run(season, now + 2 * DAY)
    fixture.refresh_from_db()
    assert place(season, leaver).standing == "withdrawn"
    assert (fixture.status, fixture.how, fixture.places) == ("over", "forfeit", [1, 0])
    assert (match_of(fixture).status, match_of(fixture).end_reason) == ("finished", "closed")


def test_whoever_has_not_checked_in_can_stand_in_for_others() -> None:
    season = season_of(found(repeats=False))
    run(season, season.registration_at)
    users = [make_user() for _ in range(6)]
    join(season, *users, now=season.registration_at)
    services.leave(season_id=season.pk, user=users[5], now=season.registration_at)
    run(season, season.check_in_at)
    for user in users[:4]:
        services.check_in(season_id=season.pk, user=user, now=season.check_in_at)
    run(season, season.starts_at)
    now, late = season.starts_at, users[4]
    assert place(season, late).standing == "absent"
    for user in (late, users[5]):
        substitutes.offer(season_id=season.pk, user=user, now=now)
    with pytest.raises(Refusal, match="can't stand in"):
        substitutes.offer(season_id=season.pk, user=users[1], now=now)
    services.leave(season_id=season.pk, user=users[0], now=now)
    run(season, now)
    taken = substitutes.accept(season_id=season.pk, user=late, now=now)
    assert (taken.user, taken.standing) == (late, "playing")
    places = season.entrants.filter(user=late).order_by("pk").values_list("standing", flat=True)
    assert sorted(places) == ["playing", "withdrawn"]
    assert services.place_of(season, late) == taken


def test_substitutes_are_asked_in_waves(playing: Season) -> None:
    season, users = playing, players_of(playing)
    for _ in range(5):
        substitutes.offer(season_id=season.pk, user=make_user(), now=season.starts_at)
    now = season.starts_at + DAY
    services.leave(season_id=season.pk, user=users[0], now=now)
    run(season, now)
    asked = Substitute.objects.filter(asked_for=place(season, users[0]))
    first = set(asked)
    assert len(first) == 3
    assert season.next_at == now + substitutes.ANSWER_WITHIN
    run(season, season.next_at)
    assert asked.all().count() == 2
    assert not first & set(asked.all())
    run(season, season.next_at)
    assert asked.all().count() == 0


def test_an_excused_absence_gives_the_match_more_time(playing: Season) -> None:
    season, users = playing, players_of(playing)
    due_at = season.round_ends_at
    services.excuse(season_id=season.pk, user=users[0], round=1, now=season.starts_at)
    fixture = season.fixtures.get(round=1, seats__entrant__user=users[0])
    assert (fixture.extended, fixture.due_at) == (True, due_at + 3 * DAY)
    with pytest.raises(Refusal, match="1 excused absence"):
        services.excuse(season_id=season.pk, user=users[0], round=2, now=season.starts_at)


def test_a_match_that_the_opponent_does_not_begin_can_be_claimed(playing: Season) -> None:
    season = playing
    fixture = running(season)[0]
    idle, there = seated(fixture, 0), seated(fixture, 1)
    facts = {"fixture_id": fixture.pk, "now": season.starts_at + 4 * DAY}
    with pytest.raises(Refusal, match="until 4 days after it began"):
        services.claim_no_show(fixture_id=fixture.pk, user=there, now=season.starts_at + 3 * DAY)
    with pytest.raises(Refusal, match="It's your turn"):
        services.claim_no_show(user=idle, **facts)
    claimed = services.claim_no_show(user=there, **facts)
    assert (claimed.status, claimed.how, claimed.places) == ("over", "no_show", [0, 1])
    run(season, facts["now"])
    assert match_of(fixture).status == "finished"


def test_an_account_that_is_deleted_leaves_its_place() -> None:
    season, users = begin(season_of(found(substitutes=False, withdrawal="keep")), 4)
    entrant = place(season, users[0])
    Entrant.objects.filter(pk=entrant.pk).update(user=None)
    run(season, season.starts_at + DAY)
    entrant.refresh_from_db()
    assert entrant.standing == "withdrawn"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "ab"}, "3 to 60 visible characters"),
        ({"game": "chess"}, "no such game"),
        ({"zone": "Mars/Olympus"}, "time zone"),
        ({"first_day": NOW.date()}, "be in the future"),
        ({"league_rules": Rules(win=1, draw=2)}, "a draw in between"),
    ],
)
def test_what_does_not_fit_founds_nothing(changes: dict[str, object], sentence: str) -> None:
    from tests.lobby.leagues.site import FIRST_DAY, SLOW, Agreement

    facts = {
        "user": make_user(), "name": "A league", "game": "tilekingdom", "options": {},
        "control": SLOW, "agreement": Agreement(), "league_rules": Rules(), "zone": "UTC",
        "first_day": FIRST_DAY, "now": NOW,
    }  # fmt: skip
    late = {"now": NOW + timedelta(hours=9)} if "first_day" in changes else {}
    before = Season.objects.count()
    with pytest.raises(Refusal, match=sentence):
        founding.found(**facts | changes | late)
    assert Season.objects.count() == before
