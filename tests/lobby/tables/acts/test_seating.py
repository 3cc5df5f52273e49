"""What people do at a waiting table."""

import threading
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from accounts.notices.models import Notification
from accounts.trust import presence
from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.core.errors import Refusal
from games.matches import play
from games.matches import reading as matches
from games.matches.models import Match
from games.matches.play import SeatPlan
from lobby.tables import reading
from lobby.tables.acts import clearing, held, opening, seating
from lobby.tables.choices import StartRule, Status, Visibility
from lobby.tables.models import Lobby
from tests.factories import NOW, assert_replay_matches, make_match, make_user, play_out, seconds

pytestmark = pytest.mark.django_db


def open_table(host: User, **changes: Any) -> Lobby:
    facts: dict[str, Any] = {
        "host": host,
        "game": "tilekingdom",
        "options": {},
        "control": TimeControl(Pace.LIVE, 60),
        "seats": 2,
        "visibility": Visibility.OPEN,
        "start_rule": StartRule.FULL,
        "now": NOW,
    }
    return opening.create(**facts | changes)


def names(lobby: Lobby) -> list[str]:
    return [
        seat.user.username if seat.user else seat.level
        for seat in lobby.seats.select_related("user").order_by("index")
    ]


def test_create_seats_the_host_and_gives_a_long_code() -> None:
    lobby = open_table(make_user("anna"), seats=3, options={"road_tile": 4})
    assert names(lobby) == ["anna", "", ""]
    assert len(lobby.code) == 12
    assert lobby.options["road_tile"] == 4


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seats": 6}, "Tilekingdom is for 2 to 5 players"),
        ({"options": {"road_tile": -1}}, "Completed road, for each tile must be between 0 and 20"),
        ({"control": TimeControl(Pace.LIVE, 0)}, "A turn needs at least one second"),
    ],
)
def test_create_refuses_what_does_not_fit(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        open_table(make_user(), **changes)
    assert Lobby.objects.count() == 0


def test_the_last_to_join_begins_the_match_with_the_agreed_settings() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    lobby = open_table(anna, options={"mosque": 12}, control=TimeControl(Pace.LIVE, 45, 90))
    lobby = seating.join(lobby_id=lobby.pk, user=ben, now=NOW)
    match = Match.objects.get()
    assert (lobby.status, lobby.match) == (Status.STARTED, match)
    assert (match.budget, match.bank, match.options["mosque"]) == (45, 90, 12)
    assert [seat.name for seat in match.seats.order_by("player")] == ["anna", "ben"]
    assert_replay_matches(match)


def test_join_twice_is_joining_once_and_a_full_table_is_full() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    lobby = open_table(anna, start_rule=StartRule.HOST)
    for _ in range(2):
        seating.join(lobby_id=lobby.pk, user=ben, now=NOW)
    assert names(lobby) == ["anna", "ben"]
    with pytest.raises(Refusal, match="All the seats at this table are taken"):
        seating.join(lobby_id=lobby.pk, user=make_user(), now=NOW)


@pytest.mark.django_db(transaction=True)
def test_two_who_want_the_last_seat_at_once_do_not_both_get_it() -> None:
    lobby = open_table(make_user("anna"))
    answers: list[str] = []

    def attempt(user: User) -> None:
        try:
            seating.join(lobby_id=lobby.pk, user=user, now=NOW)
            answers.append("seated")
        except Refusal:
            answers.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=attempt, args=[make_user()]) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["refused", "refused", "seated"]
    assert Match.objects.count() == 1


def test_leave_frees_the_seat_and_hands_the_table_on() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    lobby = open_table(anna, seats=3)
    seating.join(lobby_id=lobby.pk, user=ben, now=NOW)
    lobby = seating.leave(lobby_id=lobby.pk, user=anna)
    assert (names(lobby), lobby.host_id) == (["", "ben", ""], ben.pk)
    lobby = seating.leave(lobby_id=lobby.pk, user=ben)
    assert (lobby.status, lobby.host_id) == (Status.CLOSED, None)
    with pytest.raises(Refusal, match="closed"):
        seating.join(lobby_id=lobby.pk, user=ben, now=NOW)


def test_only_the_host_seats_computers_and_begins() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    lobby = open_table(anna, seats=4, start_rule=StartRule.HOST)
    seating.join(lobby_id=lobby.pk, user=ben, now=NOW)
    with pytest.raises(Refusal, match="Only the host"):
        seating.add_computer(lobby_id=lobby.pk, user=ben, level="easy", now=NOW)
    seating.add_computer(lobby_id=lobby.pk, user=anna, level="hard", now=NOW)
    seating.add_computer(lobby_id=lobby.pk, user=anna, level="easy", now=NOW)
    assert names(lobby) == ["anna", "ben", "hard", "easy"]
    seating.remove_computer(lobby_id=lobby.pk, user=anna, index=2)
    with pytest.raises(Refusal, match="Choose Easy, Medium or Hard"):
        seating.add_computer(lobby_id=lobby.pk, user=anna, level="random", now=NOW)
    with pytest.raises(Refusal, match="Only the host"):
        seating.start(lobby_id=lobby.pk, user=ben, now=NOW)
    seating.start(lobby_id=lobby.pk, user=anna, now=NOW)
    match = Match.objects.get()
    seats = [(seat.name, seat.controller) for seat in match.seats.order_by("player")]
    assert seats == [("anna", "human"), ("ben", "human"), ("Easy computer", "easy")]


def test_a_computer_needs_two_seconds_a_turn() -> None:
    anna = make_user()
    lobby = open_table(anna, control=TimeControl(Pace.LIVE, 1))
    with pytest.raises(Refusal, match="at least 2 seconds"):
        seating.add_computer(lobby_id=lobby.pk, user=anna, level="easy", now=NOW)


def test_start_needs_enough_players() -> None:
    anna = make_user()
    lobby = open_table(anna, start_rule=StartRule.HOST)
    with pytest.raises(Refusal, match="for 2 to 5 players"):
        seating.start(lobby_id=lobby.pk, user=anna, now=NOW)


def test_rematch_moves_the_seats_on_and_begins_when_all_sit() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    match = make_match(anna, ben, "easy", options={"road_tile": 2}, budget=30)
    with pytest.raises(Refusal, match="This match isn't over yet"):
        opening.offer_rematch(match_id=match.pk, user=anna, now=NOW)
    Match.objects.filter(pk=match.pk).update(
        status="finished", to_move=None, finished_at=NOW, places=[1, 2, 3]
    )
    lobby = opening.offer_rematch(match_id=match.pk, user=anna, now=NOW)
    assert lobby.status == Status.WAITING
    assert [n.user.username for n in Notification.objects.filter(kind="table")] == ["ben"]
    lobby = opening.offer_rematch(match_id=match.pk, user=ben, now=NOW)
    assert lobby.match is not None
    again = [seat.name for seat in lobby.match.seats.order_by("player")]
    assert again == ["ben", "Easy computer", "anna"]
    assert (lobby.match.budget, lobby.match.options["road_tile"]) == (30, 2)
    assert opening.offer_rematch(match_id=match.pk, user=ben, now=NOW).pk == lobby.pk


def test_rematch_keeps_the_seats_for_those_who_played() -> None:
    match = make_match(make_user("anna"), make_user("ben"))
    play_out(match)
    anna = User.objects.get(username="anna")
    lobby = opening.offer_rematch(match_id=match.pk, user=anna, now=NOW)
    with pytest.raises(Refusal, match="taken"):
        seating.join(lobby_id=lobby.pk, user=make_user("carla"), now=NOW)


def test_close_stale_closes_what_waited_two_weeks() -> None:
    lobby = open_table(make_user())
    day = seconds(86400)
    assert clearing.close_stale(now=NOW + 13 * day) == 0
    assert clearing.close_stale(now=NOW + 14 * day) == 1
    lobby.refresh_from_db()
    assert lobby.status == Status.CLOSED


SITS_AT_MOST = "You're already sitting at 10 waiting tables"


def test_nobody_sits_at_more_waiting_tables_than_a_few() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    tables = [open_table(anna, seats=3) for _ in range(held.MOST_WAITING)]
    for refused in (open_table, again):
        with pytest.raises(Refusal, match=SITS_AT_MOST):
            refused(anna)
    assert Lobby.objects.count() == held.MOST_WAITING
    seating.leave(lobby_id=tables[0].pk, user=anna)
    assert again(anna).status == Status.WAITING
    with pytest.raises(Refusal, match=SITS_AT_MOST):
        seating.join(lobby_id=open_table(ben, seats=3).pk, user=anna, now=NOW)


def again(user: User) -> Lobby:
    """Open the table of a finished match again."""
    match = make_match(user, make_user())
    play.resign(match_id=match.pk, player=0, now=NOW)
    return opening.offer_rematch(match_id=match.pk, user=user, now=NOW)


def test_whoever_was_handed_tables_has_them_counted() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    for _ in range(held.MOST_WAITING):
        lobby = open_table(anna, seats=3)
        seating.join(lobby_id=lobby.pk, user=ben, now=NOW)
        seating.leave(lobby_id=lobby.pk, user=anna)
    assert Lobby.objects.filter(host=ben, status=Status.WAITING).count() == held.MOST_WAITING
    with pytest.raises(Refusal, match=SITS_AT_MOST):
        seating.join(lobby_id=open_table(anna, seats=3).pk, user=ben, now=NOW)


def test_a_table_that_begins_at_once_does_not_wait() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    for _ in range(held.MOST_WAITING):
        open_table(anna, seats=3)
    assert opening.practise(user=anna, game="tilekingdom", level="easy", now=NOW).match
    assert seating.join(lobby_id=open_table(ben).pk, user=anna, now=NOW).match


@pytest.mark.django_db(transaction=True)
def test_tables_opened_at_once_are_all_counted() -> None:
    anna = make_user("anna")
    for _ in range(held.MOST_WAITING - 1):
        open_table(anna)
    assert twice_at_once(lambda: open_table(anna)).startswith(SITS_AT_MOST)


@pytest.mark.django_db(transaction=True)
def test_games_begun_at_once_are_all_counted() -> None:
    anna = make_user("anna", is_guest=True)
    for _ in range(held.MOST_ALONE_AS_GUEST - 1):
        make_match(anna, "easy")
    refused = twice_at_once(lambda: practise(anna))
    assert refused.startswith(
        "You can have up to 6 games at a time, on your own or against the computer."
    )


def twice_at_once(attempt: Callable[[], object]) -> str:
    """Do something, and once more before that is stored; return what the second is told."""
    told: list[str] = []

    def again() -> None:
        try:
            attempt()
        except Refusal as refusal:
            told.append(str(refusal))
        finally:
            connection.close()

    second = threading.Thread(target=again)
    with transaction.atomic():
        attempt()
        second.start()
        while second.is_alive() and not somebody_waits_for_us():
            second.join(0.01)
    second.join()
    return "".join(told)


def somebody_waits_for_us() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT FROM pg_locks WHERE NOT granted"
            " AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
        )
        return cursor.fetchone() is not None


def test_the_list_shows_a_few_tables_of_each_host() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    own = open_table(ben)
    tables = [open_table(anna) for _ in range(4)]
    assert reading.open_tables() == [*reversed(tables[1:]), own]
    seating.leave(lobby_id=tables[3].pk, user=anna)
    assert reading.open_tables() == [*reversed(tables[:3]), own]


def practise(user: User, game: str = "tilekingdom") -> Lobby:
    return opening.practise(user=user, game=game, level="hard", now=NOW)


@pytest.mark.parametrize(
    ("facts", "most"),
    [({}, held.MOST_ALONE), ({"is_guest": True}, held.MOST_ALONE_AS_GUEST)],
)
def test_nobody_plays_more_games_with_the_computer_than_a_few(
    facts: dict[str, Any], most: int
) -> None:
    anna = make_user("anna", **facts)
    make_match(anna, make_user("ben"))
    games = [make_match(anna, "easy") for _ in range(most)]
    with pytest.raises(Refusal, match=f"You can have up to {most} games at a time, on your own"):
        practise(anna)
    assert Lobby.objects.count() == 0
    play.resign(match_id=games[0].pk, player=0, now=NOW)
    assert practise(anna).match


def test_a_duel_counts_until_its_computer_players_have_finished() -> None:
    anna = make_user("anna", is_guest=True)
    duels = [practise(anna, "counting_tiles").duel for _ in range(held.MOST_ALONE_AS_GUEST)]
    with pytest.raises(Refusal, match="Each computer player in a duel counts as one"):
        practise(anna, "counting_tiles")
    own, computers = Match.objects.filter(duel=duels[0]).order_by("pk")
    play.resign(match_id=own.pk, player=0, now=NOW)
    with pytest.raises(Refusal, match="Each computer player in a duel counts as one"):
        practise(anna, "counting_tiles")
    play.retire(match_id=computers.pk, now=NOW)
    assert practise(anna, "counting_tiles").duel


def test_a_duel_counts_for_each_of_its_computer_players() -> None:
    anna = make_user("anna", is_guest=True)
    duel_of_six(anna)
    practise(anna)
    with pytest.raises(Refusal, match="Each computer player in a duel counts as one"):
        duel_of_six(anna)
    play_duel(anna, make_user())
    assert matches.alone(user_id=anna.pk) == held.MOST_ALONE_AS_GUEST


def duel_of_six(user: User) -> Lobby:
    control = TimeControl(Pace.CORRESPONDENCE, 86400)
    return open_table(user, game="counting_tiles", control=control, seats=6, level="hard")


def play_duel(*people: User) -> None:
    plans = [SeatPlan(name=user.username, user_id=user.pk) for user in people]
    play.start_duel(
        game="counting_tiles", options={}, control=opening.COUNTDOWN, entrants=plans, now=NOW
    )


def test_whoever_has_gone_gets_up_from_an_open_live_table() -> None:
    anna, ben, carla = make_user("anna"), make_user("ben"), make_user("carla")
    table = open_table(anna, seats=3)
    seating.join(lobby_id=table.pk, user=ben, now=NOW)
    private = open_table(anna, visibility=Visibility.PRIVATE)
    by_days = open_table(anna, control=TimeControl(Pace.CORRESPONDENCE, 86400))
    beat(NOW)
    presence.note_here(user_id=ben.pk)
    assert clearing.see_off(now=NOW) == 0
    beat(NOW + clearing.GONE_AFTER)
    assert clearing.see_off(now=NOW + clearing.GONE_AFTER) == 1
    table.refresh_from_db()
    assert (table.host, table.status) == (ben, Status.WAITING)
    cache.clear()
    later = NOW + 2 * clearing.GONE_AFTER
    beat(later)
    assert clearing.see_off(now=later) == 0
    presence.note_here(user_id=ben.pk)
    beat(later + clearing.GONE_AFTER)
    assert clearing.see_off(now=later + clearing.GONE_AFTER) == 0  # they are back
    cache.clear()
    later += 2 * clearing.GONE_AFTER
    beat(later)
    assert clearing.see_off(now=later) == 0
    beat(later + clearing.GONE_AFTER)
    assert clearing.see_off(now=later + clearing.GONE_AFTER) == 1
    table.refresh_from_db()
    assert (table.host, table.status) == (None, Status.CLOSED)
    with pytest.raises(Refusal, match="closed"):
        seating.join(lobby_id=table.pk, user=carla, now=later)
    assert [each.pk for each in reading.open_tables()] == [by_days.pk]
    private.refresh_from_db()
    assert private.status == Status.WAITING


def test_the_page_of_an_open_live_table_says_that_it_closes(client: Client) -> None:
    said = "If you leave the site for more than a minute, your seat becomes free again,"
    open_live, private = (
        open_table(make_user()),
        open_table(make_user(), visibility=Visibility.PRIVATE),
    )
    by_days = open_table(make_user(), control=TimeControl(Pace.CORRESPONDENCE, 86400))
    told = []
    for table in (open_live, private, by_days):
        client.force_login(table.host)  # type: ignore[arg-type]  # each has one
        told.append(said in client.get(table.get_absolute_url()).content.decode())
    assert told == [True, False, False]


def test_nobody_has_gone_while_players_cannot_reach_us() -> None:
    table = open_table(make_user("anna"))
    beat(NOW)
    for after in (0, 10, 40):
        assert clearing.see_off(now=NOW + seconds(after)) == 0
    table.refresh_from_db()
    assert table.status == Status.WAITING


@pytest.mark.parametrize("unknown_at", [0, 1, 2])
def test_nobody_has_gone_while_the_signs_of_people_cannot_be_read(
    unknown_at: int, settings: Any
) -> None:
    """The signs fail at one of three looks: the others are not far enough apart then."""
    table = open_table(make_user("anna"))
    known = settings.CACHES
    nowhere = {"default": known["default"] | {"LOCATION": "redis://127.0.0.1:1"}}
    for look in range(3):
        settings.CACHES = nowhere if look == unknown_at else known
        now = NOW + look * clearing.GONE_AFTER * 0.9
        beat(now)
        assert clearing.see_off(now=now) == 0
    settings.CACHES = known
    table.refresh_from_db()
    assert table.status == Status.WAITING


def beat(now: datetime) -> None:
    play.keep_pulse(now=now)


def test_a_code_is_found_however_it_is_typed_and_private_tables_are_not_listed() -> None:
    anna = make_user()
    lobby = open_table(anna, visibility=Visibility.PRIVATE)
    code = lobby.code
    assert reading.find(code=f" {code[:4].lower()}-{code[4:]} ").pk == lobby.pk
    for wrong in ("ABCDEFGHJKLM", code[:-1], code[:4], ""):
        with pytest.raises(reading.UnknownTable):
            reading.find(code=wrong)
    assert reading.open_tables() == []
    assert [table.pk for table in reading.my_tables(user_id=anna.pk)] == [lobby.pk]
