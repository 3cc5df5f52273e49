"""A web process that hangs: its players lose neither seat nor time by it."""

import subprocess

import pytest

from games.matches import play, reading, sweeps
from games.matches.answers import TooLate
from games.matches.clocks import processes
from games.matches.models import Match, Outage, Seat, WebProcess
from tests.factories import NOW, first_action, make_match, make_user, move, seconds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _one_process_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes._This, "row", None)


@pytest.fixture
def hung() -> int:
    """A process that beat for the last time at NOW + 10 seconds."""
    process = play.enrol(now=NOW)
    assert play.beat(process=process, now=NOW + seconds(5)) == seconds(0)
    assert play.beat(process=process, now=NOW + seconds(10)) == seconds(0)
    return process


@pytest.fixture
def other(hung: int) -> int:
    """A process that goes on."""
    return play.enrol(now=NOW + seconds(10))


def serve(process: int, *instants: float) -> None:
    for at in instants:
        play.keep_pulse(now=NOW + seconds(at))
        play.beat(process=process, now=NOW + seconds(at))


def hear(match: Match, player: int, process: int | None, at: float) -> list[tuple[int, int]]:
    until = {Seat.objects.get(match=match, player=player).pk: NOW + seconds(at) + play.HEARTBEAT}
    return play.record_presence(until=until, now=NOW + seconds(at), process=process)


def table(hung: int, other: int) -> Match:
    """Return a live table: the process that hangs heard the first player, the other the second."""
    match = make_match(make_user(), make_user(), budget=20)
    hear(match, 0, hung, 9)
    hear(match, 1, other, 9)
    return match


def deadline(match: Match) -> float:
    match.timer.refresh_from_db()
    assert match.timer.deadline_at is not None
    return (match.timer.deadline_at - NOW).total_seconds()


def controllers(match: Match) -> list[str]:
    return [seat.controller for seat in reading.seats(match_id=match.pk)]


def test_nobody_loses_the_seat_while_the_process_that_hears_them_hangs(
    hung: int, other: int
) -> None:
    match = table(hung, other)
    for at in range(12, 40, 2):
        serve(other, at)
        hear(match, 1, other, at)
        assert sweeps.sweep_absences(now=NOW + seconds(at)) == 0
    assert controllers(match) == ["human", "human"]


def test_whoever_is_heard_by_a_process_that_hangs_is_shown_as_here(hung: int, other: int) -> None:
    match = table(hung, other)
    for at in range(12, 28, 2):
        serve(other, at)
        hear(match, 1, other, at)
    here = reading.presence(match_ids=[match.pk], now=NOW + seconds(27))
    assert here == {match.pk: [True, True]}


def test_what_a_process_heard_before_it_hung_takes_nobody_s_presence_away(
    hung: int, other: int
) -> None:
    match = table(hung, other)
    for at in range(12, 34, 2):
        serve(other, at)
        hear(match, 1, other, at)
    play.beat(process=hung, now=NOW + seconds(33))
    seat = Seat.objects.get(match=match, player=0)
    heard = {seat.pk: NOW + seconds(9.9) + play.HEARTBEAT}  # it had no time yet to note that
    play.record_presence(until=heard, now=NOW + seconds(33), process=hung)
    seat.refresh_from_db()
    assert seat.present_until == NOW + seconds(39)
    assert sweeps.sweep_absences(now=NOW + seconds(33)) == 0
    assert controllers(match) == ["human", "human"]


def test_what_waited_in_a_process_that_hung_takes_nobody_s_presence_away(
    hung: int, other: int
) -> None:
    """A page or a good-bye came just before it hung, and is noted only when it goes on."""
    match = table(hung, other)
    for at in range(12, 40, 2):
        serve(other, at)
        hear(match, 0, other, at)
    seat = Seat.objects.get(match=match, player=0)
    before = NOW + seconds(9.9)
    play.record_presence(until={seat.pk: before + play.HEARTBEAT}, now=before, process=hung)
    play.record_presence(until={seat.pk: before}, now=before, left=True)
    seat.refresh_from_db()
    assert (seat.present_until, seat.heard_by) == (NOW + seconds(38) + play.HEARTBEAT, other)


def test_nobody_loses_the_seat_while_their_page_waits_for_a_process_that_hangs(
    hung: int, other: int
) -> None:
    """It came after another process had died, and nobody has heard of it yet."""
    match = make_match(make_user(), make_user(), budget=120)
    hear(match, 0, None, 2)
    for at in range(12, 32, 2):
        serve(other, at)
        hear(match, 1, other, at)
        assert sweeps.sweep_absences(now=NOW + seconds(at)) == 0
    play.beat(process=hung, now=NOW + seconds(31))
    for at in range(32, 92, 2):
        serve(other, at)
        serve(hung, at)
        hear(match, 1, other, at)
        assert sweeps.sweep_absences(now=NOW + seconds(at)) == 0
    assert sweeps.sweep_absences(now=NOW + seconds(91)) == 1  # a minute since it goes on
    assert controllers(match) == ["easy", "human"]


def test_whoever_leaves_is_gone_at_once_though_they_were_to_stay_for_longer(hung: int) -> None:
    match = make_match(make_user(), make_user())
    hear(match, 0, hung, 9)
    seat = Seat.objects.get(match=match, player=0)
    play.record_presence(until={seat.pk: NOW + seconds(10)}, now=NOW + seconds(10), left=True)
    seat.refresh_from_db()
    assert seat.present_until == NOW + seconds(10)


def test_no_clock_moves_for_them_and_they_get_the_time_back(hung: int, other: int) -> None:
    match = table(hung, other)
    assert deadline(match) == 20
    for at in range(12, 32, 2):
        serve(other, at)
        assert play.expire(match_id=match.pk, ply=0, now=NOW + seconds(at)) is False
    version = Match.objects.get(pk=match.pk).version
    assert play.beat(process=hung, now=NOW + seconds(32)) == seconds(22)
    assert deadline(match) == 42
    assert Match.objects.get(pk=match.pk).version == version + 1
    assert play.beat(process=hung, now=NOW + seconds(33)) == seconds(0)
    assert deadline(match) == 42
    assert list(Outage.objects.values_list("process", flat=True)) == [hung]


def test_others_get_nothing(hung: int, other: int) -> None:
    match = make_match(make_user(), make_user(), budget=100)
    hear(match, 0, other, 9)
    hear(match, 1, hung, 9)
    serve(other, 14, 18, 22)
    play.beat(process=hung, now=NOW + seconds(25))
    assert deadline(match) == 100


def test_a_process_that_was_busy_for_a_moment_gives_nothing_back(hung: int, other: int) -> None:
    match = table(hung, other)
    assert play.beat(process=hung, now=NOW + seconds(15.9)) == seconds(0)
    assert deadline(match) == 20


def test_whoever_is_heard_by_another_process_has_the_time_back_at_once(
    hung: int, other: int
) -> None:
    match = table(hung, other)
    serve(other, 12, 14, 16, 18)
    hear(match, 0, other, 19)
    assert deadline(match) == 29
    play.beat(process=hung, now=NOW + seconds(30))
    assert deadline(match) == 29
    serve(other, 20, 24, 28, 32)
    assert play.expire(match_id=match.pk, ply=0, now=NOW + seconds(33)) is False
    serve(hung, 31)  # all that came until then is being played
    assert play.expire(match_id=match.pk, ply=0, now=NOW + seconds(33)) is True


def test_nobody_waits_for_one_that_hangs_once_pages_have_sent_their_moves_to_another(
    hung: int, other: int
) -> None:
    match = make_match(make_user(), make_user(), budget=10)
    hear(match, 0, other, 9)
    serve(other, 12, 16, 20)
    assert play.expire(match_id=match.pk, ply=0, now=NOW + seconds(20.9)) is False
    assert play.expire(match_id=match.pk, ply=0, now=NOW + seconds(21)) is True


def test_a_process_that_died_is_given_up(hung: int, other: int) -> None:
    match = table(hung, other)
    serve(other, *range(12, 42, 2))
    assert set(WebProcess.objects.values_list("pk", flat=True)) == {hung, other}
    assert deadline(match) == 20
    serve(other, 41)
    assert list(WebProcess.objects.values_list("pk", flat=True)) == [other]
    assert deadline(match) == 51
    serve(other, *range(44, 102, 4), 101)
    hear(match, 1, other, 100)
    assert sweeps.sweep_absences(now=NOW + seconds(100)) == 0
    assert play.substitute(match_id=match.pk, player=0, now=NOW + seconds(101)) is True


def test_one_that_was_given_up_and_goes_on_is_counted_again(hung: int, other: int) -> None:
    match = table(hung, other)
    serve(other, 41)
    assert play.beat(process=hung, now=NOW + seconds(50)) == seconds(0)
    assert set(WebProcess.objects.values_list("pk", flat=True)) == {hung, other}
    assert deadline(match) == 51


def test_what_all_got_back_is_not_given_twice(hung: int, other: int) -> None:
    match = table(hung, other)
    serve(other, 10)
    serve(other, 20)  # nobody could reach us for ten seconds
    assert deadline(match) == 30
    assert play.beat(process=hung, now=NOW + seconds(21)) == seconds(0)
    assert deadline(match) == 30


def test_the_first_move_after_it_hung_is_not_too_late(hung: int, other: int) -> None:
    match = table(hung, other)
    serve(other, 12, 16, 20, 24, 28)
    play.enrol(now=NOW + seconds(10))  # this process: it beat then for the last time
    Seat.objects.filter(match=match, player=0).update(heard_by=WebProcess.objects.latest("pk").pk)
    done = play.submit(
        match_id=match.pk, player=0, action=first_action(match), expected_ply=0,
        now=NOW + seconds(30),
    )  # fmt: skip
    assert done.ply == 1


def test_a_move_by_another_process_is_not_too_late_and_counts_the_silence_once(
    hung: int, other: int
) -> None:
    match = table(hung, other)
    serve(other, 12, 16, 20, 24, 28)
    done = play.submit(
        match_id=match.pk, player=0, action=first_action(match), expected_ply=0,
        now=NOW + seconds(30),
    )  # fmt: skip
    assert done.ply == 1
    (entry,) = reading.moves(match_id=match.pk)
    assert (entry.started_at, entry.played_at) == (NOW + seconds(20), NOW + seconds(30))
    before = deadline(match)
    play.beat(process=hung, now=NOW + seconds(32))
    assert deadline(match) == before


def test_a_move_by_another_process_in_time_costs_no_bank_for_the_silence(
    hung: int, other: int
) -> None:
    match = make_match(make_user(), make_user(), budget=10, bank=50)
    hear(match, 0, hung, 9)
    hear(match, 1, other, 9)
    serve(other, 12, 16, 20, 24, 28)
    play.submit(
        match_id=match.pk, player=0, action=first_action(match), expected_ply=0,
        now=NOW + seconds(30),
    )  # fmt: skip
    match.timer.refresh_from_db()
    assert match.timer.banks == [50, 50]  # the ten seconds before the silence are its budget


def test_a_process_that_ends_in_good_order_is_waited_for_by_nobody(hung: int, other: int) -> None:
    match = table(hung, other)
    play.sign_off(process=hung, now=NOW + seconds(10))
    serve(other, 12, 16, 20, 24)
    assert play.expire(match_id=match.pk, ply=0, now=NOW + seconds(24)) is True
    move(match, now=NOW + seconds(25))


def test_a_turn_is_not_over_while_its_move_may_wait_in_any_process(hung: int, other: int) -> None:
    """A page sends a move wherever it has a connection, and not where its socket is."""
    match = make_match(make_user(), make_user(), budget=5)
    hear(match, 0, other, 9)
    serve(other, 12)
    assert play.expire(match_id=match.pk, ply=0, now=NOW + seconds(6.9)) is False
    WebProcess.objects.filter(pk=hung).update(heard_until=NOW + seconds(6.9))
    assert play.expire(match_id=match.pk, ply=0, now=NOW + seconds(12)) is False
    # Nor for a move that comes late: it may be the same, sent again.
    done = play.submit(
        match_id=match.pk, player=0, action=first_action(match), expected_ply=0,
        now=NOW + seconds(12),
    )  # fmt: skip
    assert (done.ply, reading.moves(match_id=match.pk)[0].actor) == (1, "human")
    move(match, now=NOW + seconds(12))
    serve(other, 16, 20)
    WebProcess.objects.filter(pk=hung).update(heard_until=NOW + seconds(19))
    assert play.expire(match_id=match.pk, ply=2, now=NOW + seconds(20)) is True


def test_a_move_that_comes_late_is_late_while_all_processes_keep_up(hung: int, other: int) -> None:
    match = make_match(make_user(), make_user(), budget=10)
    hear(match, 0, other, 9)
    serve(other, 11.5)
    serve(hung, 11.5)
    with pytest.raises(TooLate):
        play.submit(
            match_id=match.pk, player=0, action=first_action(match), expected_ply=0,
            now=NOW + seconds(12.2),
        )  # fmt: skip
    assert [entry.actor for entry in reading.moves(match_id=match.pk)] == ["clock"]


def test_a_process_that_was_killed_keeps_no_clock_waiting(hung: int, other: int) -> None:
    killed = subprocess.Popen(["true"])
    killed.wait()
    WebProcess.objects.filter(pk=hung).update(pid=killed.pid)
    match = make_match(make_user(), make_user(), budget=9)
    hear(match, 0, other, 11)
    assert play.expire(match_id=match.pk, ply=0, now=NOW + seconds(12)) is False
    serve(other, 12, 15)
    assert WebProcess.objects.get(pk=hung).ended
    assert play.expire(match_id=match.pk, ply=0, now=NOW + seconds(17)) is False
    serve(other, 18)  # what got no answer was sent again
    assert play.expire(match_id=match.pk, ply=0, now=NOW + seconds(18)) is True


def test_one_of_another_machine_is_waited_for_until_it_is_given_up(hung: int, other: int) -> None:
    WebProcess.objects.filter(pk=hung).update(pid=0, place="elsewhere")
    serve(other, 13)
    assert not WebProcess.objects.get(pk=hung).ended


def test_nobody_loses_their_seat_for_a_minute_after_a_process_has_ended(
    hung: int, other: int
) -> None:
    match = table(hung, other)
    play.sign_off(process=hung, now=NOW + seconds(10))
    for at in range(12, 76, 2):
        serve(other, at)
        hear(match, 1, other, at)
        assert sweeps.sweep_absences(now=NOW + seconds(at)) == 0
    assert sweeps.sweep_absences(now=NOW + seconds(76)) == 1


def test_a_clock_that_was_ahead_spares_nobody_for_days(hung: int, other: int) -> None:
    match = table(hung, other)
    play.sign_off(process=hung, now=NOW + seconds(86_400))
    serve(other, 12, 16, 20, 24)
    assert play.expire(match_id=match.pk, ply=0, now=NOW + seconds(24)) is True
    for at in range(26, 46, 2):
        serve(other, at)
        hear(match, 0, other, at)
    assert sweeps.sweep_absences(now=NOW + seconds(44)) == 1
    assert controllers(match) == ["human", "easy"]


def test_two_silences_that_overlap_are_given_back_as_one(hung: int, other: int) -> None:
    match = table(hung, other)
    assert play.beat(process=other, now=NOW + seconds(12)) == seconds(0)
    # Both hang; the first player's page comes back by the other process before that one goes on.
    hear(match, 0, other, 30)
    assert deadline(match) == 40  # since the process that heard them beat, at 10
    assert play.beat(process=other, now=NOW + seconds(31)) == seconds(19)
    assert deadline(match) == 41


def test_a_longer_silence_around_one_of_all_is_given_back_whole(hung: int, other: int) -> None:
    match = table(hung, other)
    serve(other, 12)
    serve(other, 20)  # nobody could reach us for eight seconds
    assert deadline(match) == 28
    play.beat(process=hung, now=NOW + seconds(30))
    assert deadline(match) == 40


def test_a_new_turn_has_had_nothing_back(hung: int, other: int) -> None:
    match = table(hung, other)
    hear(match, 0, other, 20)
    assert deadline(match) == 30
    move(match, now=NOW + seconds(25))
    assert deadline(match) == 45
    timer = match.timer
    timer.refresh_from_db()
    assert timer.silences == []


def test_a_silence_is_one_in_the_records_however_many_it_met(hung: int, other: int) -> None:
    matches = [table(hung, other) for _ in range(3)]
    serve(other, 12, 14, 16, 18)
    for at, match in enumerate(matches, start=19):
        hear(match, 0, other, at)
    play.beat(process=hung, now=NOW + seconds(30))
    silences = Outage.objects.values_list("process", "began_at", "ended_at")
    assert list(silences) == [(hung, NOW + seconds(10), NOW + seconds(30))]


def test_a_silence_ends_in_the_records_when_the_last_time_of_it_was_given_back(
    hung: int, other: int
) -> None:
    matches = [table(hung, other) for _ in range(2)]
    serve(other, 12, 14, 16, 18)
    for match, at in zip(matches, (20, 19), strict=True):
        hear(match, 0, other, at)
    assert Outage.objects.get(process=hung).ended_at == NOW + seconds(20)


def test_nobody_loses_the_seat_by_a_sweep_that_waited_for_the_end_of_an_outage() -> None:
    """It began when nobody was heard, and goes on when the end was noted by somebody else."""
    match = make_match(make_user(), make_user(), budget=120)
    Seat.objects.filter(match=match).update(present_until=None)
    play.keep_pulse(now=NOW + seconds(10))
    play.keep_pulse(now=NOW + seconds(50))
    assert sweeps.sweep_absences(now=NOW + seconds(49)) == 0
    assert controllers(match) == ["human", "human"]
