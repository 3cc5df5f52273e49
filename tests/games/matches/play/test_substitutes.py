"""People who take over lost seats: asked in waves, the first who says yes gets it."""

import threading
from datetime import datetime

import pytest
from django.db import connection

from accounts.notices.models import Notification, NotificationPreference
from accounts.trust import blocking
from accounts.users.models import User
from games.core.clock import Pace
from games.core.errors import Refusal
from games.core.table.agreement import Agreement, OnTimeout
from games.matches import play, reading, sweeps
from games.matches.answers import MatchOver
from games.matches.between import vacancies
from games.matches.models import (
    Match,
    PreparedTurn,
    Seat,
    SeatChange,
    SubstituteListing,
    Vacancy,
    VacancyCall,
)
from games.matches.play.seats.substitutes import Taken
from tests.factories import (
    NOW,
    assert_replay_matches,
    first_action,
    mails_owed,
    make_match,
    make_user,
    move,
    seconds,
)

pytestmark = pytest.mark.django_db

DAY = 86400
HOUR = 3600


def table(
    *, players: int = 3, asks_substitutes: bool = True, pace: Pace = Pace.CORRESPONDENCE
) -> Match:
    agreement = Agreement(on_timeout=OnTimeout.EASY, asks_substitutes=asks_substitutes)
    people = [make_user() for _ in range(players)]
    return make_match(*people, pace=pace, budget=DAY, agreement=agreement)


def vacant(*, at: datetime = NOW) -> tuple[Match, Vacancy]:
    match = table()
    play.resign(match_id=match.pk, player=1, now=at)
    return match, Vacancy.objects.get(match=match)


def listed(count: int, *, game: str = "tilekingdom") -> list[User]:
    people = [make_user() for _ in range(count)]
    for number, user in enumerate(people):
        play.choose_listings(user_id=user.pk, games=[game], now=NOW + seconds(number))
    return people


def asked(vacancy: Vacancy) -> list[int]:
    return list(vacancy.calls.order_by("pk").values_list("user_id", flat=True))


def seat_of(match: Match, player: int = 1) -> Seat:
    return Seat.objects.get(match=match, player=player)


# --- A seat becomes vacant ------------------------------------------------------------------------


def test_a_seat_is_vacant_when_its_owner_resigns_or_loses_it_and_others_play_on() -> None:
    match = table()
    play.resign(match_id=match.pk, player=1, now=NOW)
    vacancy = Vacancy.objects.get()
    assert (vacancy.player, vacancy.opened_at, vacancy.next_wave_at) == (1, NOW, NOW)
    play.resign(match_id=match.pk, player=0, now=NOW)  # one is left: the match is over
    vacancy.refresh_from_db()
    assert (vacancy.closed_at, vacancy.next_wave_at) == (NOW, None)
    assert Vacancy.objects.count() == 1


@pytest.mark.parametrize(
    "facts",
    [{"asks_substitutes": False}, {"players": 2}, {"pace": Pace.LIVE}],
    ids=["none", "two", "live"],
)
def test_no_seat_is_vacant(facts: dict[str, object]) -> None:
    match = table(**facts)  # type: ignore[arg-type]
    play.resign(match_id=match.pk, player=1, now=NOW)
    assert Vacancy.objects.count() == 0


# --- Asking ---------------------------------------------------------------------------------------


def test_three_are_asked_six_more_after_six_hours_and_all_others_after_a_day() -> None:
    people = [user.pk for user in listed(12)]
    _, vacancy = vacant()
    assert sweeps.sweep_vacancies(now=NOW) == 3
    assert sweeps.sweep_vacancies(now=NOW) == 0
    assert asked(vacancy) == people[:3]
    assert sweeps.sweep_vacancies(now=NOW + seconds(6 * HOUR - 1)) == 0
    assert sweeps.sweep_vacancies(now=NOW + seconds(6 * HOUR)) == 6
    assert asked(vacancy) == people[:9]
    assert sweeps.sweep_vacancies(now=NOW + seconds(24 * HOUR - 1)) == 0
    assert sweeps.sweep_vacancies(now=NOW + seconds(24 * HOUR)) == 3
    assert asked(vacancy) == people
    notices = Notification.objects.filter(kind="vacancy").order_by("pk")
    assert [notice.user_id for notice in notices] == people
    # Who joins the list later is asked within a day.
    (late,) = listed(1)
    assert sweeps.sweep_vacancies(now=NOW + seconds(48 * HOUR)) == 1
    assert asked(vacancy) == [*people, late.pk]


def test_those_are_asked_first_who_were_asked_least_recently() -> None:
    people = [user.pk for user in listed(5)]
    first, second = vacant()[1], vacant()[1]
    sweeps.sweep_vacancies(now=NOW)
    assert (asked(first), asked(second)) == (people[:3], people[3:])
    play.decline_call(vacancy_id=first.pk, user_id=people[0], now=NOW + seconds(60))
    SubstituteListing.objects.filter(user_id=people[0]).update(last_asked_at=NOW - seconds(5))
    third = vacant(at=NOW + seconds(90))[1]
    sweeps.sweep_vacancies(now=NOW + seconds(90))
    assert asked(third) == [people[0]]


def test_nobody_is_asked_twice_at_once_nor_more_than_twice_a_day() -> None:
    (user,) = listed(1)
    calls = []
    for hour in range(4):
        at = NOW + seconds(hour * HOUR)
        vacancy = vacant(at=at)[1]
        sweeps.sweep_vacancies(now=at)
        sweeps.sweep_vacancies(now=at + seconds(60))
        calls.append(asked(vacancy))
        play.decline_call(vacancy_id=vacancy.pk, user_id=user.pk, now=at + seconds(120))
    assert calls == [[user.pk], [user.pk], [], []]


def test_a_call_unanswered_for_three_days_is_forgotten() -> None:
    (user,) = listed(1)
    vacant()
    sweeps.sweep_vacancies(now=NOW)
    second = vacant(at=NOW + seconds(DAY))[1]
    sweeps.sweep_vacancies(now=NOW + seconds(2 * DAY))
    assert asked(second) == []
    sweeps.sweep_vacancies(now=NOW + seconds(4 * DAY))
    assert asked(second) == [user.pk]


def test_nobody_who_sits_or_sat_at_the_table_is_asked() -> None:
    match, vacancy = vacant()
    for seat in match.seats.all():
        assert seat.user_id is not None
        play.choose_listings(user_id=seat.user_id, games=["tilekingdom"], now=NOW)
    assert sweeps.sweep_vacancies(now=NOW) == 0
    assert asked(vacancy) == []


def test_whoever_has_blocked_a_player_or_is_blocked_by_one_takes_no_seat() -> None:
    ann, bob, cy = listed(3)
    match, vacancy = vacant()
    player = User.objects.get(seats__match=match, seats__player=0)
    blocking.block(user=ann, other=player, now=NOW)
    blocking.block(user=player, other=bob, now=NOW)
    sweeps.sweep_vacancies(now=NOW)
    assert asked(vacancy) == [cy.pk]
    blocking.block(user=player, other=cy, now=NOW)
    with pytest.raises(Refusal, match="You can't take this seat"):
        play.cover(vacancy_id=vacancy.pk, user_id=cy.pk, name="cy", now=NOW)


def test_guests_the_unconfirmed_and_those_who_want_no_mail_are_not_asked(settings: object) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"  # type: ignore[attr-defined]
    guest = make_user(is_guest=True)
    unconfirmed, unwilling, willing, other_game = (make_user() for _ in range(4))
    for user in (unwilling, willing, other_game, guest):
        user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    unconfirmed.emailaddress_set.create(email=unconfirmed.email, verified=False, primary=True)
    NotificationPreference.objects.create(
        user=unwilling, kind="vacancy", channel="mail", wanted=False
    )
    for user in (guest, unconfirmed, unwilling, willing):
        play.choose_listings(user_id=user.pk, games=["tilekingdom"], now=NOW)
    play.choose_listings(user_id=other_game.pk, games=["upwords"], now=NOW)
    _, vacancy = vacant()
    assert sweeps.sweep_vacancies(now=NOW) == 1
    assert asked(vacancy) == [willing.pk]


def test_the_list_is_left_by_choosing_other_games() -> None:
    user = make_user()
    play.choose_listings(user_id=user.pk, games=["tilekingdom", "upwords"], now=NOW)
    play.choose_listings(user_id=user.pk, games=["upwords"], now=NOW + seconds(9))
    assert vacancies.listings_of(user_id=user.pk) == {"upwords"}
    assert SubstituteListing.objects.get().since == NOW


# --- Taking the seat ------------------------------------------------------------------------------


def called(count: int = 1) -> tuple[Match, Vacancy, list[User]]:
    people = listed(count)
    match, vacancy = vacant()
    sweeps.sweep_vacancies(now=NOW)
    return match, vacancy, people


AN_HOUR_LATER = NOW + seconds(HOUR)


def take(vacancy: Vacancy, user: User, now: datetime = AN_HOUR_LATER) -> object:
    return play.cover(vacancy_id=vacancy.pk, user_id=user.pk, name=user.username, now=now)


def test_the_first_one_gets_the_seat_and_plays_it() -> None:
    match, vacancy, (fast, slow) = called(2)
    former = seat_of(match).user_id
    take(vacancy, fast)
    seat = seat_of(match)
    assert (seat.user_id, seat.name, seat.controller, seat.covers) == (
        fast.pk, fast.username, "human", True,
    )  # fmt: skip
    assert (seat.resigned_at, seat.lost_at, seat.spells, seat.excuses) == (None, None, 0, 0)
    change = SeatChange.objects.get(kind="covered")
    assert (change.player, change.by, change.former) == (1, fast.pk, former)
    vacancy.refresh_from_db()
    assert vacancy.closed_at == NOW + seconds(HOUR)
    with pytest.raises(Taken):
        take(vacancy, slow)
    assert take(vacancy, fast).replayed  # type: ignore[attr-defined]
    assert sweeps.sweep_vacancies(now=NOW + seconds(30 * HOUR)) == 0
    assert former is not None
    assert reading.place_of(public_id=match.public_id, user_id=former) == (match.pk, None)
    assert vacancies.departure(match_id=match.pk, user_id=former) == "covered"
    assert reading.place_of(public_id=match.public_id, user_id=fast.pk) == (match.pk, 1)


def test_a_covered_seat_is_placed_by_its_points_and_earns_nothing() -> None:
    match, vacancy, (user,) = called()
    take(vacancy, user)
    while match.status == "running":
        move(match, now=NOW + seconds(HOUR))
    assert match.places is not None
    order = sorted(match.scores, reverse=True)
    assert match.places == [1 + order.index(points) for points in match.scores]
    assert vacancies.helped(match) == {1}
    assert_replay_matches(match)


def test_a_running_turn_begins_again_and_its_reminder_goes_to_the_newcomer() -> None:
    people = listed(1)
    match = table()
    play.resign(match_id=match.pk, player=0, now=NOW)
    sweeps.sweep_vacancies(now=NOW)
    at = NOW + seconds(HOUR)
    take(Vacancy.objects.get(), people[0], at)
    match.timer.refresh_from_db()
    assert (match.timer.started_at, match.timer.deadline_at) == (at, at + seconds(DAY))
    reminder = mails_owed(kind="reminder").get()
    assert (reminder.user_id, reminder.due_at) == (people[0].pk, at + seconds(DAY * 3 / 4))
    assert move(match, now=at).ply == 1


def test_the_newcomer_inherits_nothing_prepared() -> None:
    match = table()
    PreparedTurn.objects.create(
        match=match,
        player=1,
        number=1,
        rank=0,
        action={},
        text="a",
        condition="legal",
        ply=0,
        made_at=NOW,
    )
    play.resign(match_id=match.pk, player=1, now=NOW)
    assert PreparedTurn.objects.count() == 0


def test_a_newcomer_may_lose_the_seat_too_and_it_is_offered_again() -> None:
    match, vacancy, (user,) = called()
    former = seat_of(match).user_id
    take(vacancy, user)
    play.resign(match_id=match.pk, player=1, now=NOW + seconds(2 * HOUR))
    again = Vacancy.objects.get(closed_at=None)
    for one in (former, user.pk):
        VacancyCall.objects.create(vacancy=again, user_id=one, asked_at=NOW)
        with pytest.raises(Refusal, match="You already have a seat at this table"):
            play.cover(vacancy_id=again.pk, user_id=one or 0, name="x", now=NOW)


def test_nobody_gets_a_seat_without_being_asked() -> None:
    _, vacancy, _ = called()
    with pytest.raises(Refusal, match="This seat wasn't offered to you"):
        take(vacancy, make_user())


def test_a_seat_of_a_match_that_is_over_is_taken_by_nobody() -> None:
    match, vacancy, (user,) = called()
    play.resign(match_id=match.pk, player=0, now=NOW)
    with pytest.raises(MatchOver):
        take(vacancy, user)


def test_easy_plays_on_until_the_seat_is_taken() -> None:
    match, vacancy, (user,) = called()
    move(match, now=NOW)
    play.submit(
        match_id=match.pk, player=1, action=first_action(match), expected_ply=1, actor="computer",
        now=NOW,
    )  # fmt: skip
    take(vacancy, user)
    match.refresh_from_db()
    assert (match.ply, match.to_move) == (2, 2)


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_gets_the_seat() -> None:
    match, vacancy, people = called(2)
    told: list[str] = []

    def attempt(user: User) -> None:
        try:
            take(vacancy, user)
            told.append("seated")
        except Taken:
            told.append("faster")
        finally:
            connection.close()

    threads = [threading.Thread(target=attempt, args=(user,)) for user in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == ["faster", "seated"]
    assert SeatChange.objects.filter(kind="covered").count() == 1
    assert seat_of(match).covers is True
