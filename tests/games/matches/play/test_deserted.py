"""Matches whose people have all gone: they wait, and end for nobody if nobody comes back."""

from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format

from accounts.notices import outbox as notifications
from accounts.users.models import User
from games.core.clock import Pace
from games.core.errors import Refusal
from games.core.table.agreement import Agreement, OnTimeout
from games.matches import play, reading, sweeps
from games.matches.models import ClockChange, Match, Move, Seat, TurnTimer
from games.matches.pages import first_look
from lobby.ratings import acts as ratings
from lobby.ratings.models import RatedMatch, Rating
from tests.factories import (
    NOW,
    assert_replay_matches,
    first_action,
    make_match,
    make_user,
    move,
    put,
    seconds,
    view_of,
)
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words
from tests.lobby.leagues import site

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
AWAY = NOW + seconds(30)


def live(*people: User | str) -> Match:
    return make_match(*(people or (make_user("anna"), make_user("ben"))), budget=600)


def leave(match: Match, *players: int) -> Match:
    for player in players:
        assert play.substitute(match_id=match.pk, player=player, now=AWAY) is True
    return Match.objects.select_related("timer").get(pk=match.pk)


def test_when_the_last_one_leaves_the_clock_stands_and_the_computer_does_not_play() -> None:
    match = leave(live(), 0)
    assert (match.timer.paused_at, match.timer.deadline_at is None) == (None, False)
    match = leave(match, 1)
    assert (match.timer.paused_at, match.timer.deadline_at) == (AWAY, None)
    assert reading.computer_turn(match_id=match.pk, ply=None) is None
    assert reading.waiting_computers(before=AWAY + HOUR) == []
    with pytest.raises(Refusal):
        play.submit(
            match_id=match.pk, player=match.to_move or 0, action=first_action(match),
            expected_ply=0, actor="computer", now=AWAY + seconds(1),
        )  # fmt: skip
    kinds = list(ClockChange.objects.values_list("kind", "player", "at"))
    assert kinds == [("deserted", None, AWAY)]


def test_the_page_says_who_has_gone_and_until_when_the_match_waits() -> None:
    match = leave(live(), 0, 1)
    view = view_of(match, None)
    clock = view["clock"]
    assert (clock["deserted"], clock["ends_at"]) == (True, (AWAY + HOUR).isoformat())
    assert [seat["substituted"] for seat in view["seats"]] == [True, True]
    said = "Everyone has left, so the match is waiting for someone to come back"
    assert view["changes"][-1]["text"] == said


def test_one_that_cannot_be_read_keeps_no_other_from_its_end() -> None:
    spoiled, sound = (leave(live(*(make_user(), make_user())), 0, 1) for _ in range(2))
    put(spoiled, {"spoiled": True})
    assert sweeps.sweep_deserted(now=AWAY + HOUR) == 1
    spoiled.refresh_from_db()
    sound.refresh_from_db()
    assert (spoiled.status, spoiled.quarantined_at) == ("running", AWAY + HOUR)
    assert (sound.status, sound.end_reason) == ("finished", "deserted")


def test_whoever_comes_back_finds_the_time_they_had() -> None:
    match = live()
    left = match.timer.deadline_at - AWAY
    leave(match, 0, 1)
    back = AWAY + seconds(900)
    play.reclaim(match_id=match.pk, player=0, now=back)
    match = Match.objects.select_related("timer").get(pk=match.pk)
    assert (match.timer.paused_at, match.timer.deadline_at) == (None, back + left)
    kinds = list(ClockChange.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["deserted", "went_on"]
    assert Seat.objects.get(match=match, player=1).controller == "easy"


def test_the_other_may_come_back_later() -> None:
    match = leave(live(), 0, 1)
    for player, at in ((0, AWAY + seconds(10)), (1, AWAY + seconds(20))):
        play.reclaim(match_id=match.pk, player=player, now=at)
    match = Match.objects.select_related("timer").get(pk=match.pk)
    move(match, now=AWAY + seconds(21))
    assert Move.objects.filter(match=match).count() == 1
    assert_replay_matches(match)


def test_of_three_the_computer_plays_while_one_stays() -> None:
    match = leave(live(make_user("anna"), make_user("ben"), make_user("carl")), 0, 1)
    assert match.timer.paused_at is None
    play.resign(match_id=match.pk, player=2, now=AWAY + seconds(5))
    match = Match.objects.select_related("timer").get(pk=match.pk)
    assert (match.status, match.timer.paused_at) == ("running", AWAY + seconds(5))


def test_against_computers_alone_the_match_waits_as_soon_as_its_player_leaves() -> None:
    match = leave(live(make_user("anna"), "hard"), 0)
    assert match.timer.paused_at == AWAY


def test_after_an_hour_it_ends_and_counts_for_nobody() -> None:
    match = leave(live(), 0, 1)
    assert sweeps.sweep_deserted(now=AWAY + HOUR - seconds(1)) == 0
    assert sweeps.sweep_deserted(now=AWAY + HOUR) == 1
    assert sweeps.sweep_deserted(now=AWAY + HOUR) == 0
    match.refresh_from_db()
    assert (match.status, match.end_reason) == ("finished", "deserted")
    ratings.rate_match(match_id=match.pk)
    noted = RatedMatch.objects.get(match=match)
    assert (noted.results, noted.why_not) == ([], "broken_off")
    assert Rating.objects.count() == 0


def test_nobody_is_told_that_they_won_a_match_that_counts_for_nobody() -> None:
    match = slow()
    until = time_out_twice(match) + timedelta(days=7)
    assert sweeps.sweep_deserted(now=until) == 1
    match.refresh_from_db()
    seats = reading.seats(match_id=match.pk)
    assert match.places == [1, 1]
    for seat in seats:
        assert seat.user_id is not None
        (row,) = reading.my_finished(user_id=seat.user_id)
        assert row.place is None
    seen = first_look.first_look(reading.load(match_id=match.pk), view_of(match, 0))
    assert [seat.won for seat in seen["seats"]] == [False, False]
    page = render_to_string("lobby/match_rows.html", {"rows": [row]})
    assert "doesn't count" in page
    assert "You won" not in page
    assert deliver(until) == [
        ("anna@example.org", "The match is over: Tilekingdom with ben"),
        ("ben@example.org", "The match is over: Tilekingdom with anna"),
    ]
    lines = mail.outbox[-1].body.splitlines()
    assert {"anna: 0 points", "ben: 0 points"} <= set(lines)
    assert "Everyone left and nobody came back, so the match doesn't count." in lines


def test_somebody_who_came_back_in_time_keeps_the_match() -> None:
    match = leave(live(), 0, 1)
    play.reclaim(match_id=match.pk, player=1, now=AWAY + HOUR - seconds(1))
    assert play.abandon(match_id=match.pk, now=AWAY + HOUR) is False


def test_a_pause_that_all_agreed_on_never_ends_a_match() -> None:
    match = live()
    for player in (0, 1):
        play.offer(match_id=match.pk, player=player, kind="pause", ply=0, now=NOW)
    late = NOW + timedelta(days=30)
    assert (sweeps.sweep_deserted(now=late), play.abandon(match_id=match.pk, now=late)) == (
        0,
        False,
    )


EASY = Agreement(on_timeout=OnTimeout.EASY)


def slow() -> Match:
    people = make_user("anna"), make_user("ben")
    return make_match(*people, pace=Pace.CORRESPONDENCE, budget=86400, agreement=EASY)


def time_out_twice(match: Match) -> datetime:
    """Let both let their time run out, the computer making the first turn; return when."""
    computer_moves(match, time_out(match))
    return time_out(match)


def computer_moves(match: Match, now: datetime) -> None:
    play.submit(
        match_id=match.pk, player=match.to_move or 0, action=first_action(match), expected_ply=0,
        actor="computer", now=now,
    )  # fmt: skip


def time_out(match: Match) -> datetime:
    timer = TurnTimer.objects.select_related("match").get(match=match)
    assert timer.fires_at is not None
    assert play.expire(match_id=match.pk, ply=timer.match.ply, now=timer.fires_at) is True
    return timer.fires_at


def test_two_who_let_their_time_run_out_lose_nothing() -> None:
    match = slow()
    gone = time_out_twice(match)
    match = Match.objects.select_related("timer").get(pk=match.pk)
    assert (match.ply, match.timer.paused_at) == (1, gone)
    assert reading.waiting_computers(before=gone + HOUR) == []
    assert sweeps.sweep_deserted(now=gone + timedelta(days=7) - seconds(1)) == 0
    assert sweeps.sweep_deserted(now=gone + timedelta(days=7)) == 1
    match.refresh_from_db()
    assert (match.status, match.end_reason) == ("finished", "deserted")


def deliver(now: datetime) -> list[tuple[str, str]]:
    """Deliver what is due; return to whom it went about the match itself, and its subject."""
    before = len(mail.outbox)
    while notifications.deliver(now=now):
        pass
    told = [(sent.to[0], sent.subject) for sent in mail.outbox[before:]]
    return sorted(one for one in told if "time" not in one[1] and "turn" not in one[1])


def test_each_owner_of_a_seat_at_a_slow_table_is_told_that_the_match_waits() -> None:
    match = slow()
    Seat.objects.filter(match=match).update(present_until=None)
    first = time_out(match)
    assert deliver(first) == [
        ("anna@example.org", "The computer is playing for you: Tilekingdom with ben")
    ]
    computer_moves(match, first)
    gone = time_out(match)
    assert deliver(gone) == [
        ("anna@example.org", "The match is waiting for you: Tilekingdom with ben"),
        ("ben@example.org", "The match is waiting for you: Tilekingdom with anna"),
    ]
    until = date_format(timezone.localtime(gone + timedelta(days=7)), "l j F, H:i")
    said = f"If nobody comes back by {until}, the match will end and won't count."
    assert said in mail.outbox[-1].body


def test_while_it_waits_nobody_is_told_that_the_computer_plays() -> None:
    match = slow()
    time_out_twice(match)
    view = view_of(match, 0)
    seen = first_look.first_look(reading.load(match_id=match.pk), view)
    assert seen["turn"] == "The match is waiting for someone to come back."
    assert seen["held"] == "The match will continue as soon as you take your seat back."
    assert [seat.state for seat in seen["seats"]] == ["Away", "Away"]
    rows = reading.my_running(user_id=reading.seats(match_id=match.pk)[0].user_id or 0)
    page = render_to_string("lobby/match_rows.html", {"rows": rows})
    assert "Waiting for you to come back" in page
    assert "The computer is playing for you" not in page


def test_at_a_slow_table_the_whole_turn_waits_for_its_owner() -> None:
    match = slow()
    back = time_out_twice(match) + timedelta(days=2)
    play.reclaim(match_id=match.pk, player=1 - (match.to_move or 0), now=back)
    match = Match.objects.select_related("timer").get(pk=match.pk)
    assert match.timer.deadline_at == back + seconds(86400)


def test_a_match_of_a_league_waits_until_its_dates_end_it() -> None:
    season, _ = site.begin(site.season_of(site.found(agreement=EASY)), 4)
    fixture = site.running(season)[0]
    assert fixture.lobby is not None
    match = fixture.lobby.match
    gone = time_out_twice(match)
    clock = view_of(match, None)["clock"]
    assert (clock["deserted"], clock["paused_at"]) == (True, gone.isoformat())
    assert clock["ends_at"] is None
    late = gone + timedelta(days=30)
    assert sweeps.sweep_deserted(now=late) == 0
    assert play.abandon(match_id=match.pk, now=late) is False


def idle(count: int = 2) -> Match:
    """Return a slow table at which the clock moves for whoever is away, as is usual."""
    people = [make_user(name) for name in ("anna", "ben", "carl")[:count]]
    match = make_match(*people, pace=Pace.CORRESPONDENCE, budget=86400)
    Seat.objects.filter(match=match).update(present_until=None)
    return match


def test_a_match_waits_at_which_the_clock_has_moved_for_everybody() -> None:
    match = idle()
    for _ in range(3):
        stopped = time_out(match)
    match = Match.objects.select_related("timer").get(pk=match.pk)
    assert list(match.moves.values_list("actor", flat=True)) == ["clock", "clock"]
    assert (match.timer.paused_at, match.timer.deadline_at) == (stopped, None)
    view = view_of(match, 1)
    assert (view["clock"]["deserted"], "go_on" in view["can"]) == (True, True)
    assert view["clock"]["ends_at"] == (stopped + timedelta(days=7)).isoformat()
    assert deliver(stopped)[-2:] == [
        ("anna@example.org", "The match is waiting for you: Tilekingdom with ben"),
        ("ben@example.org", "The match is waiting for you: Tilekingdom with anna"),
    ]
    assert sweeps.sweep_deserted(now=stopped + timedelta(days=7)) == 1
    match.refresh_from_db()
    assert (match.status, match.end_reason) == ("finished", "deserted")
    assert_replay_matches(match)


@pytest.mark.parametrize("player", [0, 1])
def test_it_goes_on_with_a_whole_turn_when_one_of_them_says_so(player: int) -> None:
    match = idle()
    for _ in range(3):
        stopped = time_out(match)
    back = stopped + timedelta(days=3)
    play.resume_play(match_id=match.pk, player=player, now=back)
    timer = TurnTimer.objects.get(match=match)
    assert (timer.deserted, timer.paused_at) == (False, None)
    assert timer.deadline_at == back + seconds(86400)
    kinds = list(ClockChange.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["deserted", "went_on"]


def test_it_goes_on_with_a_move() -> None:
    match = idle()
    for _ in range(3):
        stopped = time_out(match)
    move(match, now=stopped + timedelta(days=3))
    timer = TurnTimer.objects.get(match=match)
    assert (timer.deserted, timer.player) == (False, 1)
    assert_replay_matches(match)


def test_a_live_match_waits_too_once_the_clock_alone_has_moved_for_five_rounds() -> None:
    """Passes of the clock end no game of Upwords, so it would go on for ever."""
    load_words(common_words(50))
    match = make_match(make_user("anna"), make_user("ben"), game="upwords", pace=Pace.LIVE)
    for _ in range(10):
        time_out(match)
    assert TurnTimer.objects.get(match=match).deserted is False
    stopped = time_out(match)
    match = Match.objects.select_related("timer").get(pk=match.pk)
    assert (match.status, match.ply, match.timer.deserted) == ("running", 10, True)
    assert "go_on" in view_of(match, 1)["can"]
    move(match, now=stopped + seconds(60))
    assert TurnTimer.objects.get(match=match).deserted is False
    for _ in range(11):
        stopped = time_out(match)
    assert sweeps.sweep_deserted(now=stopped + HOUR) == 1
    match.refresh_from_db()
    assert (match.status, match.end_reason, match.ply) == ("finished", "deserted", 21)
    assert_replay_matches(match)


def test_while_one_moves_the_clock_moves_for_the_others() -> None:
    match = idle(3)
    time_out(match)
    time_out(match)
    timer = TurnTimer.objects.get(match=match)
    move(match, now=timer.started_at + HOUR)
    for _ in range(2):
        time_out(match)
    assert list(match.moves.values_list("actor", flat=True)) == [
        "clock", "clock", "human", "clock", "clock",
    ]  # fmt: skip
    assert TurnTimer.objects.get(match=match).deserted is False
