"""Both here: a slow table played live while all look at it; banks and rests are not touched."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail

from accounts.notices import outbox as notifications
from accounts.notices.models import Delivery
from accounts.users.models import User
from games.core.clock import Form, Pace
from games.core.errors import Refusal
from games.core.table.agreement import Agreement
from games.matches import play, reading, sweeps
from games.matches.answers import SeatHeld
from games.matches.models import ClockChange, Match, Seat
from tests.factories import (
    NOW,
    assert_replay_matches,
    make_match,
    make_user,
    move,
    seconds,
    view_of,
)

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def slow(*people: User | str, **agreed: Any) -> Match:
    agreed = {"pace": Pace.CORRESPONDENCE, "budget": 2 * 86400, "bank": 86400, **agreed}
    people = people or (make_user("ann"), make_user("ben"))
    return make_match(*people, agreement=Agreement(rest=86400), **agreed)


def see(match: Match, *players: int, now: Any) -> None:
    """Let players send a heartbeat."""
    seats = {seat.player: seat.pk for seat in reading.seats(match_id=match.pk)}
    until = {seats[player]: now + play.HEARTBEAT for player in players or seats}
    play.record_presence(until=until, now=now)


def ask(match: Match, player: int, now: Any = NOW) -> Match:
    play.offer(match_id=match.pk, player=player, kind="live", ply=match.ply, now=now)
    return fresh(match)


def fresh(match: Match) -> Match:
    match.refresh_from_db()
    match.timer.refresh_from_db()
    return match


def sit(match: Match, now: Any = NOW) -> Match:
    see(match, now=now)
    return ask(ask(match, 0, now), 1, now)


def told(match: Match) -> list[str]:
    return [one["text"] for one in view_of(match)["changes"]]


def test_all_who_are_here_can_agree_to_play_live() -> None:
    match = slow()
    see(match, now=NOW)
    ask(match, 0)
    (offer,) = view_of(match, 1)["offers"]
    assert offer["text"] == "ann would like to play live while you're all here."
    assert match.timer.sitting_at is None
    ask(match, 1)
    assert match.timer.sitting_at == NOW
    assert match.timer.deadline_at == NOW + play.SITTING_TURN
    view = view_of(match, 1)
    assert (view["clock"]["sitting"], view["clock"]["stands"]) == (True, [])
    assert "back_to_slow" in view["can"]
    assert "live" not in view["can"]
    assert "give_day" not in view["can"]
    assert told(match) == ["Everyone is here, so you're playing live from now on"]


def test_whoever_is_not_here_cannot_be_asked() -> None:
    match = slow()
    see(match, 0, now=NOW + HOUR)
    with pytest.raises(Refusal, match="Someone has left the table, so you can't play live right"):
        ask(match, 0, NOW + HOUR)
    see(match, now=NOW + 2 * HOUR)
    ask(match, 0, NOW + 2 * HOUR)
    see(match, 1, now=NOW + 3 * HOUR)
    with pytest.raises(Refusal, match="Someone has left the table, so you can't play live right"):
        ask(match, 1, NOW + 3 * HOUR)
    assert match.timer.sitting_at is None


@pytest.mark.parametrize("people", [("ann", "easy"), ("ann", "easy", "hard")])
def test_it_takes_two_people(people: tuple[str, ...]) -> None:
    match = slow(make_user("ann"), *people[1:])
    see(match, 0, now=NOW)
    with pytest.raises(Refusal, match="There's nobody else at this table to agree to that"):
        ask(match, 0)


def test_a_live_table_is_live_already() -> None:
    match = make_match()
    with pytest.raises(Refusal, match="You're already playing this match live"):
        ask(match, 0)


def test_bank_and_rest_are_not_touched_while_all_sit_there() -> None:
    match = slow(budget=3600)
    move(match, now=NOW + 2 * HOUR)
    move(match, now=NOW + 4 * HOUR)
    banks, rests = fresh(match).timer.banks, match.timer.rests
    assert banks == [86400 - 3600, 86400 - 3600]
    at = NOW + 9 * HOUR  # a turn that had run for five hours
    sit(match, at)
    for turn in range(6):
        move(match, now=at + seconds(100 * turn))
        assert (fresh(match).timer.banks, match.timer.rests) == (banks, rests)
    play.back_to_slow(match_id=match.pk, player=0, now=at + HOUR)
    assert (fresh(match).timer.banks, match.timer.rests) == (banks, rests)
    assert match.timer.started_at == at + HOUR
    assert match.timer.deadline_at == at + HOUR + seconds(3600 + 86400 - 3600)
    assert told(match)[-1] == "ann stopped playing live"
    assert_replay_matches(match)


def test_it_ends_when_somebody_has_left() -> None:
    match = sit(slow())
    later = NOW + seconds(60)
    see(match, 0, now=later)
    see(match, 1, now=later - seconds(20))
    assert sweeps.sweep_sittings(now=later + seconds(4)) == 0
    see(match, 0, now=later + seconds(5))
    assert sweeps.sweep_sittings(now=later + seconds(5)) == 1
    assert fresh(match).timer.sitting_at is None
    assert match.timer.started_at == later + seconds(5)
    assert told(match)[-1] == "ben stopped playing live"
    assert sweeps.sweep_sittings(now=later + seconds(6)) == 0


def test_a_page_that_is_loaded_again_ends_nothing() -> None:
    match = sit(slow())
    ben = reading.seats(match_id=match.pk)[1]
    at = NOW + seconds(3)
    see(match, 0, now=at)
    play.record_presence(until={ben.pk: at}, now=at, left=True)
    assert sweeps.sweep_sittings(now=at + seconds(10)) == 0
    assert sweeps.sweep_sittings(now=at + seconds(15)) == 1


def test_nobody_has_left_while_we_could_not_be_reached() -> None:
    play.keep_pulse(now=NOW)
    match = sit(slow())
    assert sweeps.sweep_sittings(now=NOW + seconds(90)) == 0
    play.keep_pulse(now=NOW + seconds(90))
    assert sweeps.sweep_sittings(now=NOW + seconds(91)) == 0
    assert fresh(match).timer.sitting_at == NOW
    for at in range(95, 160, 5):
        play.keep_pulse(now=NOW + seconds(at))
    assert sweeps.sweep_sittings(now=NOW + seconds(155)) == 0  # they may be on their way back
    assert sweeps.sweep_sittings(now=NOW + seconds(156)) == 1


@pytest.mark.parametrize("form", [Form.PER_TURN, Form.NO_CLOCK])
def test_it_ends_when_a_turn_takes_five_minutes(form: Form) -> None:
    clock = {"budget": 0, "bank": 0} if form is Form.NO_CLOCK else {}
    match = sit(slow(form=form, **clock))
    move(match, now=NOW + seconds(60))
    almost, over = NOW + seconds(359), NOW + seconds(360)
    for at in (almost, over):
        see(match, now=at)
        assert sweeps.sweep_deadlines(now=at) == 0  # nobody's move is made
        assert (fresh(match).timer.sitting_at is None) is (at == over)
    assert told(match)[-1] == "Nobody moved for a while, so you're back to turn-based play"
    assert match.ply == 1
    due = match.timer.deadline_at
    assert due == (None if form is Form.NO_CLOCK else over + 3 * DAY)


def test_a_move_that_comes_after_five_minutes_counts() -> None:
    match = sit(slow())
    move(match, now=NOW + seconds(600))
    assert fresh(match).timer.sitting_at is None
    assert match.timer.banks == [86400, 86400]
    assert_replay_matches(match)


def test_it_ends_when_only_one_is_left_to_play() -> None:
    match = slow(make_user(), make_user(), make_user())
    see(match, now=NOW)
    for player in range(3):
        ask(match, player)
    assert match.timer.sitting_at == NOW
    play.resign(match_id=match.pk, player=2, now=NOW + seconds(1))
    assert sweeps.sweep_sittings(now=NOW + seconds(2)) == 0
    Seat.objects.filter(match=match, player=1).update(controller="easy", substituted_at=NOW)
    assert sweeps.sweep_sittings(now=NOW + seconds(3)) == 1


def test_a_spectator_of_their_own_seat_ends_nothing() -> None:
    match = slow(make_user(), make_user(), make_user())
    play.resign(match_id=match.pk, player=2, now=NOW)
    sit(match)
    with pytest.raises(SeatHeld):
        play.back_to_slow(match_id=match.pk, player=2, now=NOW)
    play.back_to_slow(match_id=match.pk, player=1, now=NOW)
    version = fresh(match).version
    play.back_to_slow(match_id=match.pk, player=1, now=NOW)
    assert fresh(match).version == version


def test_a_pause_ends_it() -> None:
    match = sit(slow())
    for player in (0, 1):
        play.offer(match_id=match.pk, player=player, kind="pause", ply=0, now=NOW)
    assert fresh(match).timer.sitting_at is None
    assert match.timer.paused_at == NOW
    kinds = ClockChange.objects.filter(match=match).values_list("kind", flat=True)
    assert set(kinds) == {"sitting_began", "sitting_ended", "paused"}
    with pytest.raises(Refusal, match="The match is paused"):
        ask(match, 0)


def test_the_end_of_the_match_ends_it() -> None:
    match = sit(slow())
    play.resign(match_id=match.pk, player=1, now=NOW)
    assert fresh(match).timer.sitting_at is None
    assert sweeps.sweep_sittings(now=NOW + HOUR) == 0


def test_no_turn_is_announced_by_mail_until_it_ends() -> None:
    match = sit(slow())
    move(match, now=NOW + seconds(60))
    assert Delivery.objects.filter(status="queued").count() == 0
    play.back_to_slow(match_id=match.pk, player=0, now=NOW + seconds(70))
    Seat.objects.filter(match=match).update(present_until=None)
    assert letters(NOW + seconds(240)) == []
    assert letters(NOW + seconds(260)) == [("ben@example.org", "Your turn: Tilekingdom with ann")]


def letters(now: Any) -> list[tuple[str, str]]:
    before = len(mail.outbox)
    while notifications.deliver(now=now):
        pass
    return [(sent.to[0], sent.subject) for sent in mail.outbox[before:]]
