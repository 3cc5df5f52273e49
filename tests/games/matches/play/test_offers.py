"""What players agree on: everybody who holds their seat is asked, and nobody else."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.template.loader import render_to_string

from accounts.notices import outbox as notifications
from accounts.users.models import User
from games.core.clock import Form, Pace
from games.core.errors import IllegalAction, Refusal
from games.core.table.agreement import Agreement
from games.matches import play, reading
from games.matches.answers import MatchOver, StalePly
from games.matches.between import takebacks
from games.matches.models import Match, Move, Offer, Seat
from tests.factories import (
    NOW,
    assert_replay_matches,
    make_match,
    make_user,
    move,
    seconds,
    view_of,
)
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words

pytestmark = pytest.mark.django_db

DAY = 86400
CHESS = {"mode": "chess"}


def slow(*people: User | str, **agreed: Any) -> Match:
    people = people or (make_user("ann"), make_user("ben"))
    rules = {name: agreed.pop(name) for name in ("takebacks", "rest") if name in agreed}
    agreed = {"pace": Pace.CORRESPONDENCE, "budget": 2 * DAY, **agreed}
    return make_match(*people, agreement=Agreement(**rules), **agreed)


def ask(match: Match, player: int, kind: str, command: Any = play.offer, **more: Any) -> Match:
    command(
        match_id=match.pk,
        player=player,
        kind=kind,
        ply=more.get("ply", match.ply),
        now=more.get("now", NOW),
    )
    match.refresh_from_db()
    match.timer.refresh_from_db()
    return match


def offered(match: Match, player: int) -> list[str]:
    return [one["text"] for one in view_of(match, player)["offers"]]


# --- Asking and answering -------------------------------------------------------------------------


def test_everyone_who_plays_hears_of_an_offer_and_nobody_else_does() -> None:
    match = ask(slow(), 0, "draw")
    assert match.version == 1
    assert offered(match, 0) == ["You offered a draw. Waiting for ben."]
    (told,) = view_of(match, 1)["offers"]
    assert told == {
        "kind": "draw",
        "ply": 0,
        "text": "ann offers a draw.",
        "answers": ["agree", "decline"],
    }
    assert view_of(match)["offers"] == []


def test_it_is_settled_when_everybody_has_agreed() -> None:
    match = slow(make_user("ann"), make_user("ben"), make_user("cid"))
    ask(match, 0, "draw")
    ask(match, 1, "draw", play.agree)
    assert offered(match, 1) == ["ann offers a draw. Waiting for cid."]
    assert match.status == "running"
    ask(match, 2, "draw", play.agree)
    assert (match.status, match.end_reason, match.places) == ("finished", "drawn", [1, 1, 1])
    assert Offer.objects.count() == 0
    assert_replay_matches(match)


def test_those_who_draw_read_that_they_did() -> None:
    match = slow()
    for _ in range(4):
        move(match)
    match = ask(ask(match, 0, "draw"), 1, "draw", play.agree)
    for seat in reading.seats(match_id=match.pk):
        assert seat.user_id is not None
        rows = reading.my_finished(user_id=seat.user_id)
        page = render_to_string("lobby/match_rows.html", {"rows": rows})
        assert "You drew" in page
        assert "You shared first place" not in page
        assert "You won" not in page


def test_to_offer_the_same_is_to_agree() -> None:
    match = ask(ask(slow(), 0, "draw"), 1, "draw")
    assert match.end_reason == "drawn"


def test_agreeing_twice_is_agreeing_once() -> None:
    match = slow(make_user(), make_user(), make_user())
    ask(match, 0, "draw")
    version = ask(match, 1, "draw", play.agree).version
    assert ask(match, 1, "draw", play.agree).version == version
    assert match.status == "running"


def test_computers_never_stand_in_the_way() -> None:
    match = slow(make_user("ann"), make_user("ben"), "easy")
    ask(ask(match, 0, "draw"), 1, "draw", play.agree)
    assert match.end_reason == "drawn"
    alone = ask(slow(make_user("cid"), "easy"), 0, "pause")
    assert alone.timer.paused_at == NOW


def test_nobody_can_agree_on_a_draw_with_computers_alone() -> None:
    match = slow(make_user("ann"), "easy")
    with pytest.raises(Refusal, match="There's nobody else at this table to agree to that"):
        ask(match, 0, "draw")
    away = slow(make_user("ben"), make_user("cid"))
    Seat.objects.filter(match=away, player=1).update(controller="easy", substituted_at=NOW)
    with pytest.raises(Refusal, match="There's nobody else at this table to agree to that"):
        ask(away, 0, "draw")
    assert Offer.objects.count() == 0


def test_no_is_said_in_words_and_holds_until_the_next_move() -> None:
    match = ask(ask(slow(), 0, "draw"), 1, "draw", play.decline)
    assert offered(match, 0) == ["You offered a draw. ben said no."]
    assert offered(match, 1) == []
    with pytest.raises(Refusal, match=r"ben said no\. You can ask again after the next move"):
        ask(match, 0, "draw")
    move(match)
    assert offered(match, 0) == []
    assert offered(ask(match, 0, "draw"), 1) == ["ann offers a draw."]


def test_a_pause_declined_can_be_asked_for_after_the_next_move() -> None:
    match = ask(slow(), 0, "pause")
    move(match)
    assert offered(match, 1) == ["ann would like to pause. The clock would stop for everyone."]
    ask(match, 1, "pause", play.decline)
    with pytest.raises(Refusal, match="ben said no"):
        ask(match, 0, "pause")
    move(match)
    assert offered(ask(match, 0, "pause"), 1) != []


def test_whoever_said_no_can_offer_it() -> None:
    match = ask(ask(slow(), 0, "draw"), 1, "draw", play.decline)
    assert offered(ask(match, 1, "draw"), 0) == ["ben offers a draw."]


def test_an_offer_can_be_withdrawn_by_whoever_made_it_alone() -> None:
    match = ask(slow(), 0, "draw")
    with pytest.raises(Refusal, match="That isn't your offer"):
        ask(match, 1, "draw", play.withdraw)
    ask(match, 0, "draw", play.withdraw)
    assert Offer.objects.count() == 0
    with pytest.raises(Refusal, match="That offer is no longer open"):
        ask(match, 1, "draw", play.agree)


def test_an_offer_lapses_with_the_next_move() -> None:
    match = ask(slow(), 0, "draw")
    before = match.ply
    move(match)
    assert offered(match, 1) == []
    with pytest.raises(StalePly):
        ask(match, 1, "draw", play.agree, ply=before)
    with pytest.raises(Refusal, match="That offer is no longer open"):
        ask(match, 1, "draw", play.agree)
    assert match.status == "running"


def test_going_is_no_consent() -> None:
    people = [make_user(name) for name in ("ann", "ben", "cas")]
    match = slow(*people)
    ask(match, 0, "draw")
    ask(match, 1, "draw", play.agree)
    ask(match, 1, "pause")
    play.resign(match_id=match.pk, player=1, now=NOW)
    match.refresh_from_db()
    # The pause was their own; they had agreed to the draw, and one more is asked.
    assert offered(match, 0) == ["You offered a draw. Waiting for cas."]
    play.resign(match_id=match.pk, player=2, now=NOW)
    match.refresh_from_db()
    assert match.end_reason == Match.EndReason.RESIGNED


def test_whoever_has_gone_leaves_nothing_to_agree_to() -> None:
    match = slow(*[make_user(name) for name in ("ann", "ben", "cas")])
    ask(match, 0, "draw")
    play.resign(match_id=match.pk, player=2, now=NOW)
    match.refresh_from_db()
    assert [offered(match, player) for player in (0, 1)] == [[], []]
    assert ask(match, 1, "draw").status == Match.Status.RUNNING


def test_whoever_does_not_play_is_not_asked() -> None:
    match = slow(make_user("ann"), make_user("ben"), make_user("cid"))
    play.resign(match_id=match.pk, player=2, now=NOW)
    with pytest.raises(Refusal, match="You're not playing in this seat right now"):
        ask(match, 2, "draw")
    ask(match, 0, "draw")
    with pytest.raises(Refusal, match="nothing for you to answer"):
        ask(match, 2, "draw", play.decline)
    ask(match, 1, "draw", play.agree)
    assert match.places == [1, 1, 3]


def test_nothing_is_offered_when_all_is_over() -> None:
    match = slow()
    ask(match, 0, "draw")
    play.resign(match_id=match.pk, player=1, now=NOW)
    assert offered(match, 0) == []
    assert view_of(match, 0)["can"] == []
    with pytest.raises(MatchOver):
        ask(match, 0, "draw")


# --- The ends -------------------------------------------------------------------------------------


def test_a_game_ends_only_as_it_can() -> None:
    match = slow()
    assert "draw" in view_of(match, 0)["can"]
    assert "end" not in view_of(match, 0)["can"]
    with pytest.raises(Refusal, match="This game can't end that way"):
        ask(match, 0, "end")


def test_ended_by_agreement_the_points_count_as_they_stand() -> None:
    load_words(common_words())
    match = slow(game="upwords", pace=Pace.CORRESPONDENCE)
    Match.objects.filter(pk=match.pk).update(scores=[0, 0])
    ask(ask(match, 0, "end"), 1, "end", play.agree)
    assert (match.status, match.end_reason, match.places) == ("finished", "ended", [1, 1])
    assert_replay_matches(match)


def test_an_agreed_end_is_announced_by_mail() -> None:
    match = slow()
    Seat.objects.filter(match=match).update(present_until=None)
    ask(ask(match, 0, "draw"), 1, "draw", play.agree)
    notifications.deliver(now=NOW + seconds(1))
    assert sorted(sent.to[0] for sent in mail.outbox) == ["ann@example.org", "ben@example.org"]


# --- A move taken back ----------------------------------------------------------------------------


def test_a_log_that_cannot_be_read_is_no_fault_of_who_asks(
    caplog: pytest.LogCaptureFixture,
) -> None:
    match = slow(takebacks=True, options=CHESS)
    move(match)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # or the database would refuse
        Move.objects.filter(match=match).update(action={"type": "Unheard"})
        cursor.execute("SET session_replication_role = origin")
    assert "takeback" not in view_of(match, 0)["can"]
    with pytest.raises(Refusal, match="Sorry, we can't read the log of this match right now"):
        ask(match, 0, "takeback")
    assert f"match {match.pk}: entry 1 of its log cannot be read" in caplog.text
    assert not Offer.objects.exists()


def test_a_move_is_taken_back_when_all_agree() -> None:
    match = slow(takebacks=True, options=CHESS)
    state, scores = match.state, match.scores
    move(match, now=NOW + seconds(60))
    assert view_of(match, 0)["can"] == ["pause", "takeback", "draw", "live", "give_day"]
    ask(match, 0, "takeback", now=NOW + seconds(70))
    assert offered(match, 1) == ["ann would like to take back the last move."]
    assert (match.ply, match.to_move) == (1, 1)
    ask(match, 1, "takeback", play.agree, now=NOW + seconds(80))
    assert (match.ply, match.to_move, match.scores) == (2, 0, scores)
    assert {**match.state, "events": None} == {**state, "events": None}
    entry = Move.objects.get(match=match, ply=2)
    assert (entry.player, entry.actor) == (0, "human")
    assert entry.action == {"type": "TakeBack", "to": 0}
    assert entry.played_at == NOW + seconds(80)
    assert match.timer.started_at == NOW + seconds(80)
    assert match.timer.deadline_at == NOW + seconds(80 + 2 * DAY)
    assert_replay_matches(match)
    move(match, now=NOW + seconds(90))
    assert_replay_matches(match)


@pytest.mark.parametrize("form", [Form.PER_TURN, Form.FISCHER])
def test_the_time_of_whoever_was_to_move_meanwhile_counts_for_nothing(form: Form) -> None:
    more = {"bank": DAY} if form is Form.PER_TURN else {"bank": 2 * DAY, "cap": 3 * DAY}
    match = slow(takebacks=True, options=CHESS, form=form, budget=DAY, rest=DAY, **more)
    banks, rests = match.timer.banks, match.timer.rests
    move(match, now=NOW + seconds(60))
    later = NOW + seconds(1.5 * DAY)
    ask(ask(match, 0, "takeback", now=later), 1, "takeback", play.agree, now=later)
    assert (match.timer.banks, match.timer.rests) == (banks, rests)


def test_only_the_last_move_and_by_whoever_made_it() -> None:
    match = slow(takebacks=True, options=CHESS)
    with pytest.raises(Refusal, match="Only the player who made the last move can ask to take it"):
        ask(match, 0, "takeback")
    move(match)
    with pytest.raises(Refusal, match="Only the player who made the last move can ask to take it"):
        ask(match, 1, "takeback")
    ask(ask(match, 0, "takeback"), 1, "takeback", play.agree)
    with pytest.raises(Refusal, match="You can only take back the last move"):
        ask(match, 0, "takeback")


def test_what_drew_something_stays() -> None:
    match = slow(takebacks=True)
    move(match)
    assert "takeback" not in view_of(match, 0)["can"]
    with pytest.raises(Refusal, match="That move drew something, so you can't take it back"):
        ask(match, 0, "takeback")
    with pytest.raises(IllegalAction):
        takebacks.take_back(reading.get(match_id=match.pk), reading.rules_of(match))


def test_moves_stay_where_the_table_did_not_agree_on_it() -> None:
    match = slow(options=CHESS)
    move(match)
    assert "takeback" not in view_of(match, 0)["can"]
    with pytest.raises(Refusal, match="At this table you can't take moves back"):
        ask(match, 0, "takeback")


def test_a_takeback_ends_a_pause() -> None:
    match = slow(takebacks=True, options=CHESS)
    move(match)
    ask(ask(match, 0, "pause"), 1, "pause", play.agree)
    later = NOW + seconds(5 * DAY)
    ask(ask(match, 0, "takeback", now=later), 1, "takeback", play.agree, now=later)
    assert (match.timer.paused_at, match.timer.stops) == (None, [])
    assert match.timer.deadline_at == later + seconds(2 * DAY)
    assert_replay_matches(match)


# --- Mails ----------------------------------------------------------------------------------------


def letters(now: Any) -> list[tuple[str, str]]:
    before = len(mail.outbox)
    while notifications.deliver(now=now):
        pass
    return [(sent.to[0], sent.subject) for sent in mail.outbox[before:]]


def test_whoever_is_away_is_asked_by_mail_once() -> None:
    match = slow()
    Seat.objects.filter(match=match).update(present_until=None)
    move(match)
    move(match)
    ask(match, 1, "draw")
    ask(match, 1, "draw", play.withdraw)
    ask(match, 1, "draw")
    told = letters(NOW + timedelta(minutes=4))
    assert ("ann@example.org", "ben offers a draw: Tilekingdom") in told
    assert [to for to, subject in told if "offers a draw" in subject] == ["ann@example.org"]
    (text,) = [str(sent.body) for sent in mail.outbox if "offers a draw" in sent.subject]
    assert "ben offers a draw." in text


def test_no_mail_asks_what_is_settled_or_seen() -> None:
    match = slow()
    Seat.objects.filter(match=match).update(present_until=None)
    ask(ask(match, 1, "pause"), 0, "pause", play.decline)
    assert not [told for told in letters(NOW + timedelta(minutes=4)) if "asked" in told[1]]
    other = slow(make_user("cid"), make_user("dan"))
    here = NOW + timedelta(minutes=30)
    Seat.objects.filter(match=other).update(present_until=here)
    ask(other, 1, "pause")
    assert not [told for told in letters(NOW + timedelta(minutes=4)) if "asked" in told[1]]
