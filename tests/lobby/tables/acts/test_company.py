"""With whom one sits down: seats kept for friends, and people who do not want to meet."""

import contextlib
import threading

import pytest
from django.db import connection
from django.test import Client

from accounts.notices.models import Notification
from accounts.trust import blocking, friends
from accounts.users.models import User
from games.core.clock import Pace
from games.core.errors import Refusal
from games.matches import play
from games.matches.models import Match
from lobby.home.reading import my_matches
from lobby.tables import reading
from lobby.tables.acts import opening, seating
from lobby.tables.choices import Status, Visibility
from lobby.tables.mails import invitation_mail, rematch_mail
from lobby.tables.models import Lobby
from tests.factories import NOW, make_match, make_user, play_out
from tests.lobby.tables.acts.test_seating import names, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return make_user("anna")


@pytest.fixture
def ben() -> User:
    return make_user("ben")


def befriend(one: User, other: User) -> None:
    friends.ask(user=one, friend=other, now=NOW)
    friends.ask(user=other, friend=one, now=NOW)


def block(user: User, other: User) -> None:
    blocking.block(user=user, other=other, now=NOW)


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


# --- Friends --------------------------------------------------------------------------------------


def test_a_seat_is_kept_for_a_friend_who_hears_of_it(anna: User, ben: User) -> None:
    befriend(anna, ben)
    lobby = open_table(anna, friend=ben, visibility=Visibility.PRIVATE)
    assert [seat.kept_for for seat in lobby.seats.all()] == [None, ben]
    notice = Notification.objects.get(kind="invitation")
    assert notice.user == ben
    assert "anna has opened a table for Tilekingdom" in invitation_mail(notice, NOW).text
    (row,) = reading.my_tables(user_id=ben.pk)
    assert row.kept
    with pytest.raises(Refusal, match="taken"):
        seating.join(lobby_id=lobby.pk, user=make_user(), now=NOW)
    assert seating.join(lobby_id=lobby.pk, user=ben, now=NOW).status == Status.STARTED
    assert invitation_mail(notice, NOW).reason == "your seat was no longer being kept"


def test_it_is_opened_from_the_pages(anna: User, ben: User) -> None:
    befriend(anna, ben)
    client = browser(anna)
    assert b"Play with ben" in client.get("/tables/?friend=Ben").content
    form = client.get("/tables/new/tilekingdom/?friend=ben")
    assert b"We're keeping a seat for ben" in form.content
    data = {field.html_name: field.value() for field in form.context["form"]}
    data = {name: value for name, value in data.items() if value is not None and value is not False}
    answer = client.post("/tables/new/tilekingdom/?friend=ben", data)
    assert answer.status_code == 302
    lobby = Lobby.objects.get()
    assert lobby.visibility == Visibility.PRIVATE
    assert lobby.seats.get(index=1).kept_for == ben
    page = browser(ben).get(lobby.get_absolute_url()).content
    assert b"No, thanks" in page
    assert b"There's a seat for you" in browser(ben).get("/my-games/").content


def test_only_friends_get_a_seat_kept(anna: User, ben: User) -> None:
    with pytest.raises(Refusal, match="You can only keep a seat for a friend, and ben isn't one"):
        open_table(anna, friend=ben)
    befriend(anna, ben)
    with pytest.raises(Refusal, match="at least two"):
        open_table(anna, friend=ben, game="counting_tiles", seats=1)
    assert not Lobby.objects.exists()
    assert browser(anna).get("/tables/?friend=carl").context["friend"] is None


@pytest.mark.parametrize("who", ["host", "guest"])
def test_a_kept_seat_is_given_up(anna: User, ben: User, who: str) -> None:
    befriend(anna, ben)
    lobby = open_table(anna, friend=ben)
    with pytest.raises(Refusal, match="Nobody is keeping a seat for you there"):
        seating.release(lobby_id=lobby.pk, user=make_user(), index=1)
    user = {"host": anna, "guest": ben}[who]
    answer = browser(user).post(f"/tables/{lobby.code}/release", {"index": "1"})
    assert answer.status_code == 302
    assert reading.my_tables(user_id=ben.pk) == []
    with pytest.raises(Refusal, match="Nobody is keeping a seat for you there"):
        seating.release(lobby_id=lobby.pk, user=user, index=1)
    assert seating.join(lobby_id=lobby.pk, user=make_user(), now=NOW).status == Status.STARTED


# --- Blocks ---------------------------------------------------------------------------------------


def test_blocked_people_do_not_sit_down_and_are_not_told_why(anna: User, ben: User) -> None:
    lobby = open_table(anna)
    block(anna, ben)
    with pytest.raises(Refusal) as refusal:
        seating.join(lobby_id=lobby.pk, user=ben, now=NOW)
    assert str(refusal.value) == "This table isn't open to you."
    page = browser(ben).get(lobby.get_absolute_url()).content
    assert b"This table isn&#x27;t open to you." in page
    assert b"Sit down" not in page
    assert b"block" not in page
    assert names(lobby) == ["anna", ""]
    blocking.unblock(user=anna, other=ben)
    assert seating.join(lobby_id=lobby.pk, user=ben, now=NOW).status == Status.STARTED


def test_nor_does_who_has_blocked_who_knows_why(anna: User, ben: User) -> None:
    lobby = open_table(ben)
    block(anna, ben)
    with pytest.raises(Refusal, match="You've blocked ben, who has a seat at this table"):
        seating.join(lobby_id=lobby.pk, user=anna, now=NOW)


def test_it_holds_at_the_tables_of_others(anna: User, ben: User) -> None:
    lobby = open_table(make_user("carl"), seats=3)
    seating.join(lobby_id=lobby.pk, user=anna, now=NOW)
    block(anna, ben)
    with pytest.raises(Refusal, match="This table isn't open to you"):
        seating.join(lobby_id=lobby.pk, user=ben, now=NOW)


def test_their_tables_are_not_listed_to_each_other(anna: User, ben: User) -> None:
    open_table(anna)
    open_table(ben)
    block(anna, ben)
    hosts = {
        user: [lobby.host for lobby in reading.open_tables(user_id=user.pk)] for user in (anna, ben)
    }
    assert hosts == {anna: [anna], ben: [ben]}
    assert len(reading.open_tables()) == 2
    for user, other in ((anna, b"ben&#x27;s"), (ben, b"anna&#x27;s")):
        for url in ("/", "/tables/", "/tables/?fragment"):
            assert other not in browser(user).get(url).content


@pytest.mark.django_db(transaction=True)
def test_those_who_wait_together_are_parted(anna: User, ben: User) -> None:
    own, theirs = open_table(anna, seats=3), open_table(ben, seats=3)
    third = open_table(make_user("carl"), seats=4)
    for lobby, user in ((own, ben), (theirs, anna), (third, anna), (third, ben)):
        seating.join(lobby_id=lobby.pk, user=user, now=NOW)
    block(anna, ben)
    assert names(own) == ["anna", "", ""]
    assert names(theirs) == ["ben", "", ""]
    assert names(third) == ["carl", "", "ben", ""]


@pytest.mark.django_db(transaction=True)
def test_no_seat_is_kept_for_who_is_blocked_nor_a_mail_sent(anna: User, ben: User) -> None:
    befriend(anna, ben)
    own, theirs = open_table(anna, friend=ben), open_table(ben, friend=anna)
    again = opening.offer_rematch(match_id=over(anna, ben).pk, user=ben, now=NOW)
    block(anna, ben)
    for lobby in (own, theirs, again):
        assert not lobby.seats.filter(user=None, kept_for__isnull=False).exists()
    mails = {"invitation": invitation_mail, "table": rematch_mail}
    owed = Notification.objects.filter(kind__in=mails)
    held = [mails[notice.kind](notice, NOW).reason for notice in owed.order_by("pk")]
    assert held == ["your seat was no longer being kept"] * 2 + [
        "the seat was no longer being kept for you"
    ]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", range(5))
def test_a_block_and_a_sitting_down_at_once(turn: int) -> None:
    """Whoever is first: they do not wait at one table afterwards."""
    anna, ben = make_user(), make_user()
    lobby = open_table(anna, seats=3)
    together = threading.Barrier(2)

    def join() -> None:
        together.wait()
        with contextlib.suppress(Refusal):
            seating.join(lobby_id=lobby.pk, user=ben, now=NOW)
        connection.close()

    def shut() -> None:
        together.wait()
        block(anna, ben)
        connection.close()

    threads = [threading.Thread(target=act) for act in (join, shut)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert names(lobby) == [anna.username, "", ""]


def test_running_matches_go_on(anna: User, ben: User) -> None:
    match = make_match(anna, ben)
    block(anna, ben)
    play_out(match)
    assert match.status == Match.Status.FINISHED


# --- Again ----------------------------------------------------------------------------------------


def over(*people: User) -> Match:
    """Return a match that ended because all but one gave it up."""
    match = make_match(*people, pace=Pace.CORRESPONDENCE, budget=86400)
    for player in range(1, len(people)):
        play.resign(match_id=match.pk, player=player, now=NOW)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


def test_a_rematch_moves_the_seats_on_by_one(anna: User, ben: User) -> None:
    carl = make_user("carl")
    match = over(anna, ben, carl)
    lobby = opening.offer_rematch(match_id=match.pk, user=carl, now=NOW)
    seats = lobby.seats.order_by("index").select_related("kept_for", "user")
    assert [seat.kept_for for seat in seats] == [ben, carl, anna]
    assert names(lobby) == ["", "carl", ""]
    for user in (anna, ben):
        lobby = opening.offer_rematch(match_id=match.pk, user=user, now=NOW)
    assert lobby.status == Status.STARTED
    assert [seat.user for seat in lobby.match.seats.order_by("player")] == [ben, carl, anna]


def test_a_rematch_is_for_those_who_played(anna: User, ben: User) -> None:
    address = f"/match/{over(anna, ben).public_id}/rematch"
    assert browser(make_user("carl")).post(address).status_code == 404
    assert not Lobby.objects.exists()
    assert browser(ben).post(address).status_code == 302
    assert Lobby.objects.get().host == ben


@pytest.mark.parametrize(
    ("who", "sentence"),
    [(0, "You've blocked ben, who has a seat at this table."),
     (1, "You can't play this match again.")],
)  # fmt: skip
def test_none_at_tables_with_someone_blocked(
    anna: User, ben: User, who: int, sentence: str
) -> None:
    match = over(anna, ben)
    block(anna, ben)
    with pytest.raises(Refusal) as refusal:
        opening.offer_rematch(match_id=match.pk, user=[anna, ben][who], now=NOW)
    assert str(refusal.value) == sentence
    assert not Lobby.objects.exists()
    assert not Notification.objects.filter(kind="table").exists()


def test_a_rematch_that_waits_is_not_joined_after_a_block(anna: User, ben: User) -> None:
    match = over(anna, ben)
    opening.offer_rematch(match_id=match.pk, user=ben, now=NOW)
    block(anna, ben)
    with pytest.raises(Refusal, match="You've blocked ben, who has a seat at this table"):
        opening.offer_rematch(match_id=match.pk, user=anna, now=NOW)


# --- The next table -------------------------------------------------------------------------------


def test_the_next_table_is_the_most_urgent_other_one(anna: User, ben: User) -> None:
    slow, slower = (
        make_match(anna, ben, pace=Pace.CORRESPONDENCE, budget=budget) for budget in (9000, 90000)
    )
    make_match(ben, anna)
    client = browser(anna)
    rows = my_matches(user_id=anna.pk)
    assert [row.match for row in rows.mine] == [slow, slower]
    assert len(rows.others) == 1
    assert client.get("/my-games/next/").url == slow.get_absolute_url()
    assert client.get(f"/my-games/next/?not={slow.public_id}").url == slower.get_absolute_url()
    assert client.get(f"/my-games/next/?not={slower.public_id}").url == slow.get_absolute_url()
    told = browser(make_user()).get("/my-games/next/?not=x", follow=True)
    assert b"There are no other matches waiting for you right now." in told.content
