"""The mails of a turn-based match: each owed once, none to whoever is quick or at the table."""

import re
from datetime import datetime, timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client

from accounts.notices import outbox as notifications
from accounts.notices.models import Delivery, NoticeChoices, NotificationPreference
from accounts.users.models import User
from games.core.clock import Form, Pace, TimeControl
from games.core.table.agreement import Agreement, OnTimeout
from games.matches import play, reading
from games.matches.models import Match, Seat
from games.registry import infos
from games.say import say
from tests.accounts.push.conftest import allow
from tests.factories import (
    NOW,
    SECRET,
    assert_replay_matches,
    make_match,
    make_user,
    move,
    seconds,
    view_of,
)
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words
from tests.push_service import PushService

pytestmark = pytest.mark.django_db

DAY = 86400


@pytest.fixture
def match() -> Match:
    match = make_match(
        make_user("anna"), make_user("ben"), pace=Pace.CORRESPONDENCE, budget=2 * DAY, bank=DAY
    )
    leave(match)
    return match


def leave(match: Match) -> None:
    """Nobody looks at the table."""
    Seat.objects.filter(match=match).update(present_until=None)


def deliver(now: datetime) -> list[tuple[str, str]]:
    """Deliver what is due and return (recipient, subject) of the mails that left."""
    before = len(mail.outbox)
    while notifications.deliver(now=now):
        pass
    return [(sent.to[0], sent.subject) for sent in mail.outbox[before:]]


@pytest.mark.slow
def test_every_turn_of_a_match_is_announced_once_unless_played_within_three_minutes(
    match: Match, small_pictures: None
) -> None:
    now, turn = NOW, 0
    names = ["anna", "ben"]
    for user in User.objects.all():
        NoticeChoices.objects.create(user=user, mails_per_day=500)
    while match.status == Match.Status.RUNNING:
        assert match.to_move is not None
        mover, other = names[match.to_move], names[1 - match.to_move]
        quick = turn % 3 == 0
        now += seconds(170 if quick else 200)
        expected = [(f"{mover}@example.org", f"Your turn: Tilekingdom with {other}")]
        assert deliver(now) == ([] if quick else expected)
        assert deliver(now + seconds(5)) == []
        move(match, now=now + seconds(6))
        now, turn = now + seconds(6), turn + 1
    assert turn == match.ply
    assert sorted(to for to, _ in deliver(now + seconds(1))) == [
        "anna@example.org",
        "ben@example.org",
    ]
    turns = Delivery.objects.filter(notification__kind="turn", channel="mail")
    assert set(turns.values_list("status", flat=True)) == {"sent", "cancelled"}
    assert Delivery.objects.filter(status="queued").count() == 0
    assert_replay_matches(match)


def test_the_mail_opens_the_table_and_shows_the_board(match: Match, client: Client) -> None:
    move(match, now=NOW)
    deliver(NOW + seconds(181))
    (sent,) = mail.outbox
    text, html = str(sent.body), str(sent.alternatives[0][0])
    links = re.findall(r"http://localhost:8000(/match/\S+/)", text)
    assert links == [f"/match/{match.public_id}/"]
    assert f'href="http://localhost:8000{links[0]}#turn=' in html
    assert client.get(links[0]).status_code == 200
    assert "anna laid " in text
    assert "You have 2 days 23 hours left for this turn, until Wednesday 4 March, 12:00." in text
    (picture,) = sent.attachments
    assert picture.get_payload(decode=True)[:8] == b"\x89PNG\r\n\x1a\n"  # type: ignore[union-attr]
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_the_mail_tells_the_last_move_once() -> None:
    load_words(["cat", "mouse"])
    match = make_match(
        make_user("anna"), make_user("ben"), game="upwords", pace=Pace.CORRESPONDENCE, budget=DAY
    )
    leave(match)
    assert match.to_move is not None
    mover = ["anna", "ben"][match.to_move]
    rules = reading.rules_of(match)
    play.submit(
        match_id=match.pk,
        player=match.to_move,
        action=rules.encode_action(rules.pass_action(rules.decode_state(match.state))),
        expected_ply=0,
        cmd_id=uuid4(),
        now=NOW,
    )
    deliver(NOW + seconds(181))
    (sent,) = mail.outbox
    text, html = str(sent.body), str(sent.alternatives[0][0])
    assert text.count(f"{mover} passed.") == 1
    assert html.count(f"{mover} passed.") == 1
    assert text.count("\nIt's your turn.\nYour tiles: ") == 1


@pytest.mark.parametrize("game", [info.slug for info in infos() if info.max_players > 1])
def test_the_picture_comes_first_and_its_words_are_folded_below_it(game: str) -> None:
    """Above it stand what happened and the time; in plain text all of it is told in that order."""
    load_words(common_words())
    match = make_match(
        make_user("anna"), make_user("ben"), game=game, pace=Pace.CORRESPONDENCE, budget=DAY
    )
    leave(match)
    move(match, now=NOW)
    deliver(NOW + seconds(181))
    (sent,) = mail.outbox
    text, html = str(sent.body), unescape(str(sent.alternatives[0][0]))
    loaded = reading.load(match_id=match.pk)
    reader = match.to_move
    words = loaded.rules.describe(loaded.rules.observation(loaded.state, reader), reader)
    above, _, below = html.partition("<img ")
    folded = below[below.index("<details") : below.index("</details>")]
    told = [one for one in (say(one, loaded.names) for one in words) if one not in above]
    assert len(told) > 2
    assert [one for one in told if one not in folded or html.count(one) != 1] == []
    assert "You have " in above
    places = [text.index("You have ", 0), *(text.index(f"\n{one}\n") for one in told)]
    assert places == sorted(places)


def test_whoever_is_at_the_table_is_not_mailed_until_they_leave(match: Match) -> None:
    here = NOW + seconds(185)
    play.record_presence(until={Seat.objects.get(match=match, player=0).pk: here}, now=here)
    assert deliver(NOW + seconds(181)) == []
    assert deliver(NOW + seconds(300)) == [("anna@example.org", "Your turn: Tilekingdom with ben")]


def look(match: Match, player: int, *, until: datetime) -> None:
    """Let a player look at the table until an instant."""
    seat = Seat.objects.get(match=match, player=player)
    play.record_presence(until={seat.pk: until}, now=NOW)


def ways(match: Match, channel: str = "mail") -> list[tuple[str, str, str]]:
    """Return what became of what was to be told of a match: its kinds, outcomes, and why."""
    found = Delivery.objects.filter(notification__ref__match=match.pk, channel=channel)
    return list(found.order_by("pk").values_list("notification__kind", "status", "outcome"))


def test_the_last_reminder_goes_whoever_looks_and_nothing_of_the_turn_after_it(
    match: Match,
) -> None:
    whole = 3 * DAY
    look(match, 0, until=NOW + seconds(whole - 600))
    for part in (12, 50, 74, 76, 90, 94, 95, 96, 99):
        last = [("anna@example.org", "Your time is nearly up: Tilekingdom with ben")]
        assert deliver(NOW + seconds(whole * part / 100)) == (last if part == 95 else [])
    assert deliver(NOW + seconds(whole - 1)) == []
    assert ways(match) == [
        ("turn", "held", "at the table"),
        ("reminder", "held", "at the table"),
        ("last", "sent", "kept here"),
    ]


LAID = "the tile is laid in a random place where it fits, without a subject."
PASSED = (
    "the clock starts again, up to twice for each player; after that, the turn is passed, and that"
    " pass doesn't count towards the end of the game."
)


@pytest.mark.parametrize(
    ("game", "rule", "words"),
    [("tilekingdom", OnTimeout.MOVE, LAID), ("upwords", OnTimeout.EXCUSED, PASSED)],
)
def test_reminders_say_what_happens_when_time_runs_out(
    game: str, rule: OnTimeout, words: str
) -> None:
    load_words(common_words(50))
    match = make_match(
        make_user("anna"), make_user("ben"), game=game, pace=Pace.CORRESPONDENCE, budget=2 * DAY,
        agreement=Agreement(on_timeout=rule),
    )  # fmt: skip
    leave(match)
    told = []
    for part in (0.1, 0.8, 0.96):
        deliver(NOW + seconds(2 * DAY * part))
        body = " ".join(str(mail.outbox[-1].body).split())
        subject = str(mail.outbox[-1].subject).partition(":")[0]
        told.append((subject, f"If your time runs out, {words}" in body))
    assert told == [
        ("Your turn", False),
        ("A quarter of your time left", True),
        ("Your time is nearly up", True),
    ]


def test_reminders_wait_for_the_time_that_a_clock_got_back(match: Match) -> None:
    """Of a silence of the site: else all mails of a turn leave at its end, one after another."""
    play.keep_pulse(now=NOW + seconds(2 * DAY))
    assert play.keep_pulse(now=NOW + seconds(2.9 * DAY)) == seconds(0.9 * DAY)
    told = {
        part: [subject.partition(":")[0] for _, subject in deliver(NOW + seconds(part * DAY))]
        for part in (2.9, 3.1, 3.2, 3.7, 3.8)
    }
    assert told == {
        2.9: ["Your turn"],
        3.1: [],
        3.2: ["A quarter of your time left"],
        3.7: [],
        3.8: ["Your time is nearly up"],
    }


def test_the_last_reminder_rings_on_a_device_whoever_looks() -> None:
    anna, ben = make_user("anna"), make_user("ben")
    with PushService() as service:
        device = allow(service, anna)
        match = make_match(anna, ben, pace=Pace.CORRESPONDENCE, budget=2 * DAY)
        look(match, 0, until=NOW + seconds(2 * DAY))
        deliver(NOW + seconds(DAY))
        assert device.taken == []
        deliver(NOW + seconds(2 * DAY * 19 / 20))
    (taken,) = device.taken
    assert taken.told["notification"]["title"] == "Your time is nearly up: Tilekingdom with ben"


def test_a_reminder_waits_while_its_reader_looks_and_goes_in_place_of_the_turns_mail(
    match: Match,
) -> None:
    quarter = NOW + seconds(3 * DAY * 3 / 4)
    look(match, 0, until=quarter + seconds(300))
    for minute in range(-2, 5):
        assert deliver(quarter + seconds(60 * minute)) == []
    assert deliver(quarter + seconds(360)) == [
        ("anna@example.org", "A quarter of your time left: Tilekingdom with ben")
    ]


def test_without_a_clock_the_turns_mail_waits_for_its_reader_to_leave() -> None:
    match = make_match(
        make_user("anna"), make_user("ben"), pace=Pace.CORRESPONDENCE, form=Form.NO_CLOCK, budget=0
    )
    leave(match)
    look(match, 0, until=NOW + seconds(30 * DAY))
    for day in (1, 10, 29):
        assert deliver(NOW + seconds(day * DAY)) == []
    assert deliver(NOW + seconds(30 * DAY + 60)) == [
        ("anna@example.org", "Your turn: Tilekingdom with ben")
    ]


def duel(*entrants: User | str) -> list[Match]:
    """Begin a turn-based duel of people and computer levels; nobody looks at their match."""
    plans = [
        play.SeatPlan(name=who, level=who)
        if isinstance(who, str)
        else play.SeatPlan(name=who.username, user_id=who.pk)
        for who in entrants
    ]
    slow = TimeControl(Pace.CORRESPONDENCE, 2 * DAY)
    made = play.start_duel(game="counting_tiles", options={}, control=slow, entrants=plans, now=NOW)
    matches = list(Match.objects.filter(duel=made).order_by("pk"))
    for one in matches:
        leave(one)
    return matches


def test_a_duel_tells_each_that_it_is_their_turn_unless_they_begin_in_time(
    small_pictures: None,
) -> None:
    matches = duel(make_user("anna"), make_user("ben"), make_user("cleo"), "easy")
    move(matches[1], now=NOW + seconds(60))
    assert deliver(NOW + seconds(179)) == []
    assert deliver(NOW + seconds(180)) == [
        ("anna@example.org", "Your turn: Counting Tiles with ben, cleo and easy"),
        ("cleo@example.org", "Your turn: Counting Tiles with anna, ben and easy"),
    ]
    # They go on by themselves, and are reminded of each step that waits.
    move(matches[0], now=NOW + seconds(600))
    assert deliver(NOW + seconds(DAY)) == []
    assert [to for to, _ in deliver(NOW + seconds(2 * DAY * 3 / 4 + 600))] == [
        f"{name}@example.org" for name in ("cleo", "ben", "anna")
    ]


def test_nobody_is_told_of_a_turn_that_no_other_person_waits_for() -> None:
    duel(make_user("anna"), "easy")
    open_one = play.open_duel(opens_at=NOW, closes_at=NOW + timedelta(days=5), told_at="/daily/")
    for name in ("ben", "cleo"):
        user = make_user(name)
        match = play.enter_duel(
            duel_id=open_one.pk,
            game="counting_tiles",
            options={},
            control=TimeControl(Pace.CORRESPONDENCE, 2 * DAY),
            entrant=play.SeatPlan(name=name, user_id=user.pk),
            now=NOW,
            secret=SECRET,
        )
        leave(match)
    assert deliver(NOW + seconds(DAY)) == []


def test_one_is_woken_up_when_a_quarter_of_the_time_is_left_and_when_a_twentieth_is(
    match: Match,
) -> None:
    deliver(NOW + seconds(181))
    whole = 3 * DAY
    assert deliver(NOW + seconds(whole * 3 / 4 - 1)) == []
    assert deliver(NOW + seconds(whole * 3 / 4)) == [
        ("anna@example.org", "A quarter of your time left: Tilekingdom with ben")
    ]
    assert deliver(NOW + seconds(whole * 19 / 20 - 1)) == []
    assert deliver(NOW + seconds(whole * 19 / 20)) == [
        ("anna@example.org", "Your time is nearly up: Tilekingdom with ben")
    ]
    assert deliver(NOW + seconds(whole - 1)) == []


def test_one_who_wants_no_mail_gets_none(match: Match) -> None:
    anna = Seat.objects.get(match=match, player=0).user
    NotificationPreference.objects.create(user=anna, kind="turn", channel="mail", wanted=False)
    assert deliver(NOW + seconds(181)) == []
    ways = Delivery.objects.filter(notification__kind="turn")
    assert list(ways.values_list("channel", "status")) == [("mail", "held")]


def test_the_clocks_move_is_no_reason_for_the_old_mail(match: Match) -> None:
    late = NOW + seconds(3 * DAY + 60)
    assert play.expire(match_id=match.pk, ply=0, now=late)
    subjects = [to for to, _ in deliver(late + seconds(181))]
    assert subjects == ["ben@example.org"]


def test_the_end_is_described_with_places_and_points(match: Match) -> None:
    for _ in range(4):
        move(match)
    play.resign(match_id=match.pk, player=0, now=NOW)
    deliver(NOW)
    told = {sent.to[0]: sent for sent in mail.outbox}
    assert told["ben@example.org"].subject == "You won: Tilekingdom with anna"
    assert told["anna@example.org"].subject == "The match is over: Tilekingdom with ben"
    assert str(told["ben@example.org"].body).split("\n")[2] == "anna resigned."
    assert str(told["anna@example.org"].body).split("\n")[2] == "You resigned."
    assert "1. ben: 0 points" in str(told["anna@example.org"].body)


SHORT = "It was over before everyone had chosen two turns, so it doesn't count."


@pytest.mark.parametrize(
    ("turns", "arranged", "is_short"),
    [(3, False, True), (4, False, False), (0, True, False)],
)
def test_a_result_says_that_a_match_was_too_short_to_count(
    match: Match, turns: int, arranged: bool, is_short: bool
) -> None:
    Match.objects.filter(pk=match.pk).update(arranged=arranged)
    for _ in range(turns):
        move(match)
    play.resign(match_id=match.pk, player=0, now=NOW)
    assert view_of(match, 1)["result"]["short"] == is_short
    deliver(NOW + seconds(DAY))
    (told,) = [one for one in mail.outbox[-2:] if one.to == ["ben@example.org"]]
    body = str(told.body)
    assert (SHORT in " ".join(body.split())) == is_short
    won = told.subject.startswith("You won: ")
    assert (won, "1. ben: 0 points" in body) == (not is_short, not is_short)


def test_practice_never_counts_and_its_result_says_nothing_of_that() -> None:
    match = make_match(make_user("anna"), "easy")
    play.resign(match_id=match.pk, player=0, now=NOW)
    assert view_of(match, 0)["result"]["short"] is False
