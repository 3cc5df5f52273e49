"""Play now: two people who want the same game sit down together, and each other's wishes hold."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

from accounts.trust import blocking, presence
from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.core.errors import Refusal
from games.core.table.agreement import Agreement
from games.matches.models import Match
from lobby.ratings.models import Rating
from lobby.tables.acts import opening, pairing, seating
from lobby.tables.choices import StartRule, Status, Visibility
from lobby.tables.models import Lobby, LobbySeat
from tests.factories import NOW, assert_replay_matches, make_user, seconds
from tests.games.words.loaded import load_words

pytestmark = pytest.mark.django_db

LIVE = TimeControl(Pace.LIVE, 60, 120)
DAYS = TimeControl(Pace.CORRESPONDENCE, 172_800, 86_400)
USUAL = Agreement()
LATER = NOW + seconds(20)


def here(*people: User) -> None:
    for person in people:
        presence.note_here(user_id=person.pk)


def play(user: User, **changes: Any) -> Lobby:
    facts = {"game": "tilekingdom", "control": LIVE, "agreement": USUAL, "now": LATER}
    return pairing.play_now(user=user, **facts | changes)  # type: ignore[arg-type]


def open_table(host: User, **changes: Any) -> Lobby:
    facts: dict[str, Any] = {
        "host": host,
        "game": "tilekingdom",
        "options": {},
        "control": LIVE,
        "agreement": USUAL,
        "seats": 2,
        "visibility": Visibility.OPEN,
        "start_rule": StartRule.FULL,
        "now": NOW,
    }
    return opening.create(**facts | changes)


def rate(user: User, points: int, *, sigma: float = 4.0, pace: str = "live") -> None:
    """Have somebody be so strong, as far as we can guess; ``sigma`` is the doubt about it."""
    facts = {"game": "tilekingdom", "pace": pace, "sigma": sigma, "matches": 20, "met": [1, 2, 3]}
    facts["mu"] = 25 + (points - 1000) / 25
    Rating.objects.create(user=user, **facts)


def people_of(lobby: Lobby) -> list[str]:
    seats = lobby.seats.select_related("user").order_by("index")
    return [seat.user.username if seat.user else seat.level for seat in seats]


@pytest.mark.parametrize("control", [LIVE, DAYS])
def test_the_first_opens_a_table_and_the_second_sits_down_at_it(control: TimeControl) -> None:
    anna, ben = make_user("anna"), make_user("ben")
    opened = play(anna, control=control, now=NOW)
    assert (opened.status, people_of(opened)) == (Status.WAITING, ["anna", ""])
    assert (opened.visibility, opened.start_rule) == (Visibility.OPEN, StartRule.FULL)
    begun = play(ben, control=control)
    match = Match.objects.get()
    assert (begun.pk, begun.match) == (opened.pk, match)
    assert [seat.name for seat in match.seats.order_by("player")] == ["anna", "ben"]
    assert_replay_matches(match)


def test_a_duel_begins_the_same_way() -> None:
    control = opening.COUNTDOWN
    play(make_user(), game="counting_tiles", control=control, now=NOW)
    begun = play(make_user(), game="counting_tiles", control=control)
    assert begun.duel is not None
    assert Match.objects.filter(duel=begun.duel).count() == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "upwords"},
        {"control": DAYS},
        {"control": TimeControl(Pace.LIVE, 30, 120)},
        {"agreement": Agreement(takebacks=True)},
        {"options": {"road_tile": 4}},
        {"visibility": Visibility.PRIVATE},
        {"start_rule": StartRule.HOST},
        {"seats": 3},
    ],
)
def test_a_table_with_other_terms_is_left_alone(changes: dict[str, Any]) -> None:
    load_words(["cat", "dog", "tiles"])
    other = open_table(make_user("anna"), **changes)
    mine = play(make_user("ben"))
    assert (mine.pk == other.pk, people_of(mine)) == (False, ["ben", ""])
    assert LobbySeat.objects.filter(lobby=other, user__isnull=False).count() == 1


def test_the_last_seat_of_a_larger_table_fits_and_begins_it() -> None:
    anna, ben, carla = make_user("anna"), make_user("ben"), make_user("carla")
    table = open_table(anna, seats=3)
    seating.join(lobby_id=table.pk, user=ben, now=NOW)
    begun = play(carla)
    assert (begun.pk, begun.status, people_of(begun)) == (
        table.pk, Status.STARTED, ["anna", "ben", "carla"],
    )  # fmt: skip


def test_a_computer_player_or_a_seat_that_is_kept_does_not_fit() -> None:
    anna, ben, carla = make_user("anna"), make_user("ben"), make_user("carla")
    with_computer = open_table(anna, seats=3)
    seating.add_computer(lobby_id=with_computer.pk, user=anna, level="easy", now=NOW)
    kept = open_table(ben)
    kept.seats.filter(index=1).update(kept_for=make_user("dora"))
    assert play(carla).pk not in {with_computer.pk, kept.pk}


def test_a_seat_that_is_kept_for_the_player_fits() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    kept = open_table(anna)
    kept.seats.filter(index=1).update(kept_for=ben)
    assert play(ben).pk == kept.pk


@pytest.mark.parametrize("blocker", ["anna", "ben"])
def test_people_who_blocked_each_other_do_not_meet(blocker: str) -> None:
    people = {name: make_user(name) for name in ("anna", "ben")}
    theirs = play(people["anna"], now=NOW)
    other = next(person for name, person in people.items() if name != blocker)
    blocking.block(user=people[blocker], other=other, now=NOW)
    assert play(people["ben"]).pk != theirs.pk


def test_whoever_asks_again_waits_at_the_same_table() -> None:
    anna = make_user("anna")
    first = play(anna, now=NOW)
    assert play(anna).pk == first.pk
    assert Lobby.objects.count() == 1


def test_whoever_waits_longest_comes_first() -> None:
    anna, ben, carla = make_user("anna"), make_user("ben"), make_user("carla")
    younger = open_table(ben, now=NOW + seconds(5))
    older = open_table(anna, now=NOW)
    assert play(carla).pk == older.pk
    assert play(make_user()).pk == younger.pk


# --- Who is here ----------------------------------------------------------------------------------


def test_nobody_sits_down_with_somebody_who_has_gone() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    gone = open_table(anna, now=NOW - seconds(31))
    assert play(ben, now=NOW).pk != gone.pk


def test_whoever_is_here_is_played_with() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    waits = open_table(anna, now=NOW - seconds(31))
    here(anna)
    assert play(ben, now=NOW).pk == waits.pk


def test_somebody_who_was_seen_to_be_away_is_not() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    waits = open_table(anna)
    waits.seats.filter(user=anna).update(away_since=NOW)
    here(anna)
    assert play(ben).pk != waits.pk


def test_at_a_turn_based_table_nobody_has_to_be_here() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    waits = open_table(anna, control=DAYS, now=NOW - timedelta(days=2))
    assert play(ben, control=DAYS, now=NOW).pk == waits.pk


# --- How strong they are --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("theirs", "own", "meet"),
    [(1200, 1450, True), (1200, 1451, False), (1451, 1200, False), (1700, None, True)],
)
def test_ratings_are_near_where_they_are_known(theirs: int, own: int | None, meet: bool) -> None:
    anna, ben = make_user("anna"), make_user("ben")
    rate(anna, theirs)
    if own is not None:
        rate(ben, own)
    assert (play(anna, now=NOW).pk == play(ben).pk) is meet


def test_a_newcomer_as_strong_as_a_veteran_plays_with_them() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    rate(anna, 1300, sigma=1.0)
    rate(ben, 1300, sigma=5.9)  # so pages show 368 points less
    assert play(anna, now=NOW).pk == play(ben).pk


def test_a_provisional_rating_keeps_nobody_apart() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    rate(anna, 1700)
    rate(ben, 1000, sigma=7.0)
    assert play(anna, now=NOW).pk == play(ben).pk


def test_a_rating_at_the_other_pace_says_nothing() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    rate(anna, 1700)
    rate(ben, 1000, pace="correspondence")
    assert play(anna, now=NOW).pk == play(ben).pk


@pytest.mark.parametrize(
    ("control", "waited", "meet"),
    [(LIVE, 59, False), (LIVE, 60, True), (DAYS, 3599, False), (DAYS, 3600, True)],
)
def test_whoever_has_waited_long_plays_with_anybody(
    control: TimeControl, waited: int, meet: bool
) -> None:
    anna, ben = make_user("anna"), make_user("ben")
    rate(anna, 1700, pace=control.pace)
    rate(ben, 1000, pace=control.pace)
    waits = play(anna, control=control, now=NOW)
    here(anna)
    assert (play(ben, control=control, now=NOW + seconds(waited)).pk == waits.pk) is meet


# --- Other tables of one's own --------------------------------------------------------------------


def test_whoever_plays_live_waits_nowhere_else() -> None:
    """A game at another table would begin in the middle of this one."""
    anna, ben = make_user("anna"), make_user("ben")
    alone = open_table(anna, control=TimeControl(Pace.LIVE, 30))
    in_company = open_table(anna, seats=3, control=TimeControl(Pace.LIVE, 45))
    seating.join(lobby_id=in_company.pk, user=ben, now=NOW)
    private = open_table(anna, visibility=Visibility.PRIVATE)
    slow = open_table(anna, control=DAYS)
    now = play(anna)
    waiting = Lobby.objects.filter(status=Status.WAITING, seats__user=anna)
    assert set(waiting) == {in_company, private, slow, now}
    alone.refresh_from_db()
    assert alone.status == Status.CLOSED


def test_whoever_plays_turn_based_waits_on_elsewhere() -> None:
    anna = make_user("anna")
    live = play(anna, now=NOW)
    slow = play(anna, control=DAYS)
    assert set(Lobby.objects.filter(status=Status.WAITING)) == {live, slow}


def test_nobody_waits_at_very_many_tables() -> None:
    anna = make_user("anna")
    for budget in range(1, 11):
        open_table(anna, control=TimeControl(Pace.CORRESPONDENCE, budget * 3600))
    with pytest.raises(Refusal, match="already sitting at 10 waiting tables"):
        play(anna)
    assert Lobby.objects.count() == 10


# --- Those who wait side by side ------------------------------------------------------------------


def far_apart(control: TimeControl = LIVE) -> tuple[Lobby, Lobby]:
    """Return the tables of two who pressed Play now, whose ratings are far apart."""
    anna, ben = make_user("anna"), make_user("ben")
    rate(anna, 1700, pace=control.pace)
    rate(ben, 1000, pace=control.pace)
    here(anna, ben)
    return play(anna, control=control, now=NOW), play(ben, control=control, now=NOW + seconds(5))


@pytest.mark.parametrize(("control", "long"), [(LIVE, 60), (DAYS, 3600)])
def test_two_who_wait_side_by_side_play_once_one_has_waited_long(
    control: TimeControl, long: int
) -> None:
    older, younger = far_apart(control)
    assert pairing.bring_together(now=NOW + seconds(long - 1)) == 0
    assert pairing.bring_together(now=NOW + seconds(long)) == 1
    for table in (older, younger):
        table.refresh_from_db()
    assert (older.status, younger.status) == (Status.STARTED, Status.CLOSED)
    assert people_of(older) == ["anna", "ben"]
    assert older.match is not None
    assert_replay_matches(older.match)
    assert pairing.bring_together(now=NOW + seconds(long)) == 0


def test_whoever_has_gone_is_not_brought_to_anybody() -> None:
    far_apart()
    cache.clear()
    assert pairing.bring_together(now=NOW + seconds(61)) == 0


def test_people_who_blocked_each_other_wait_on() -> None:
    older, younger = far_apart()
    assert older.host is not None
    assert younger.host is not None
    blocking.block(user=older.host, other=younger.host, now=NOW)
    assert pairing.bring_together(now=NOW + seconds(61)) == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "counting_tiles", "control": opening.COUNTDOWN},
        {"control": TimeControl(Pace.LIVE, 30, 120)},
        {"options": {"road_tile": 4}},
        {"agreement": Agreement(takebacks=True)},
        {"visibility": Visibility.PRIVATE},
        {"start_rule": StartRule.HOST},
        {"seats": 3},
    ],
)
def test_tables_that_are_not_alike_wait_on(changes: dict[str, Any]) -> None:
    anna, ben = make_user("anna"), make_user("ben")
    here(anna, ben)
    open_table(anna)
    open_table(ben, **changes)
    assert pairing.bring_together(now=NOW + timedelta(days=1)) == 0
    assert Match.objects.count() == 0


def test_a_seat_that_is_kept_stays_kept() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    here(anna, ben)
    open_table(anna).seats.filter(index=1).update(kept_for=make_user())
    open_table(ben)
    assert pairing.bring_together(now=NOW + seconds(61)) == 0


def test_nobody_is_brought_together_with_themselves() -> None:
    anna = make_user("anna")
    here(anna)
    open_table(anna)
    open_table(anna)
    assert pairing.bring_together(now=NOW + seconds(61)) == 0


def test_of_many_the_first_two_play_and_the_next_two() -> None:
    people = [make_user() for _ in range(5)]
    here(*people)
    for number, person in enumerate(people):
        open_table(person, now=NOW + seconds(number))
    assert pairing.bring_together(now=NOW + seconds(70)) == 2
    begun = Lobby.objects.filter(status=Status.STARTED).order_by("pk")
    assert [people_of(table) for table in begun] == [
        [people[0].username, people[1].username],
        [people[2].username, people[3].username],
    ]


# --- At the same moment ---------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("count", [2, 6])
def test_people_who_press_at_the_same_moment_get_each_other(count: int) -> None:
    cache.clear()
    people = [make_user() for _ in range(count)]
    together = threading.Barrier(count)
    seated: list[str] = []

    def press(user: User) -> None:
        try:
            together.wait()
            play(user, now=NOW)
            seated.append(user.username)
        finally:
            connection.close()

    threads = [threading.Thread(target=press, args=[user]) for user in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seated) == sorted(user.username for user in people)
    assert list(Lobby.objects.values_list("status", flat=True)) == [Status.STARTED] * (count // 2)
    assert Match.objects.count() == count // 2
