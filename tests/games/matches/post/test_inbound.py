"""A mail that answers ours plays a turn, or does nothing; whoever wrote it is told which."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.core import mail

from accounts.edge import reply_addresses, tokens
from accounts.notices import outbox as notifications
from accounts.users.models import User
from games.core.clock import Pace
from games.matches import play, reading
from games.matches.models import Match, Move, Seat
from games.matches.post import inbound, tickets
from games.matches.post.inbound import ANSWERS_A_DAY, Result
from games.matches.post.tickets import Place
from tests.factories import NOW, assert_replay_matches, make_match, make_user, move, seconds
from tests.games.matches.post.conftest import (
    DAY,
    HOST,
    MOVE,
    MOVED,
    SOON,
    address_of,
    mail_of,
    send,
)
from tests.games.words.loaded import load_words
from tests.games.words.release import common_words
from tests.size import some_of

PLAYED = f"We've played your turn: {MOVED}."

pytestmark = pytest.mark.django_db


def moves(match: Match) -> list[str]:
    return [one.text for one in reading.moves(match_id=match.pk)]


def the_answer() -> Any:
    (answer,) = mail.outbox
    return answer


def test_one_line_plays_and_the_answer_shows_the_board(match: Match) -> None:
    done = send(match, f"{MOVE}\n")
    assert (done.result, done.text) == (Result.ACCEPTED, PLAYED)
    assert moves(match) == [MOVE]
    answer = the_answer()
    assert answer.to == ["anna@example.org"]
    assert answer.subject == "Done: Tilekingdom with ben"
    assert f"{PLAYED}\n\nIt's ben's turn.\n" in answer.body
    assert "70 tiles are still to come" not in answer.body
    assert "69 tiles are still to come" in answer.body
    assert [part.get_content_type() for part in answer.attachments] == ["image/png"]
    assert answer.extra_headers["Auto-Submitted"] == "auto-replied"
    assert answer.extra_headers["In-Reply-To"] == "<one@example.org>"
    assert answer.reply_to == []
    assert_replay_matches(match)


def test_the_same_mail_again_is_the_same_answer_and_no_second_act(match: Match) -> None:
    address = address_of(match)
    first = send(match, MOVE, to=address)
    for _ in range(3):
        again = send(match, MOVE, to=address)
        assert (again.result, again.text, again.answered) == (first.result, first.text, False)
    assert (moves(match), len(mail.outbox)) == ([MOVE], 1)


def test_a_mail_whose_answer_was_forgotten_gets_the_same_answer(
    match: Match, settings: Any
) -> None:
    """The log itself knows which mail played a turn."""
    address = address_of(match)
    first = send(match, MOVE, to=address)
    move(match)  # Ben goes on
    inbound.cache.clear()
    again = send(match, MOVE, to=address)
    assert (again.result, again.text) == (first.result, first.text)
    assert len(moves(match)) == 2
    ids = [one.extra_headers["Message-ID"] for one in mail.outbox]
    assert ids[0] == ids[1]  # to a reader's program they are one


def test_a_second_mail_comes_too_late_for_the_turn(match: Match) -> None:
    address = address_of(match)
    send(match, MOVE, to=address)
    done = send(match, "A90 1,0", to=address, message_id="<two@example.org>")
    assert done.result is Result.OVER
    assert moves(match) == [MOVE]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("A90 9,9", "The tile must share a side with another one."),
        ("V90 1,0", "Your tile is A, not V."),
        ("thanks", "Write a turn like 90 1,0 or 90 1,0 road, not “thanks”."),
        ("pass", "Write a turn like 90 1,0 or 90 1,0 road, not “pass”."),
        ("", "We couldn't find an answer in your email."),
    ],
)
def test_what_cannot_be_played_is_told_and_can_be_tried_again(
    match: Match, line: str, words: str
) -> None:
    done = send(match, line)
    assert (done.result, done.text) == (Result.ILLEGAL, words)
    answer = the_answer()
    assert answer.subject == "Not played: Tilekingdom with ben"
    assert "It's your turn." in answer.body
    assert "one line, such as 90 1,0 road:" in answer.body
    (address,) = answer.reply_to
    assert address == address_of(match)
    assert moves(match) == []
    assert send(match, MOVE, to=address, message_id="<two@example.org>").result is Result.ACCEPTED


def test_a_match_is_not_given_up_by_mail(match: Match) -> None:
    for number, line in enumerate(("resign", "I resign.", "Give up")):
        done = send(match, line, message_id=f"<{number}@example.org>")
        assert done.result is Result.REFUSED
    assert "https://tiles.example/match/" in mail.outbox[0].body
    assert Match.objects.get(pk=match.pk).status == Match.Status.RUNNING


def test_a_mail_from_elsewhere_plays_nothing_and_we_tell_the_account(match: Match) -> None:
    done = send(match, MOVE, **{"from": "Mallory <mallory@elsewhere.example>"})
    assert (done.result, moves(match)) == (Result.FOREIGN, [])
    answer = the_answer()
    assert answer.to == ["anna@example.org"]
    assert "mallory@elsewhere.example replied to an email we sent you." in answer.body
    assert (answer.attachments, answer.reply_to) == ([], [])
    assert "Your tile is" not in answer.body


@pytest.mark.parametrize(
    "sender",
    ["", "anna@example.org, ben@example.org", "anna@example.org <x@y.example>", "Anna", "<>"],
)
def test_an_unclear_sender_plays_nothing(match: Match, sender: str) -> None:
    assert send(match, MOVE, **{"from": sender}).result is Result.FOREIGN
    assert moves(match) == []


def test_the_address_may_be_written_in_capitals(match: Match) -> None:
    to = address_of(match).upper()
    assert send(match, MOVE, to=to, **{"from": "ANNA@Example.ORG"}).result is Result.ACCEPTED


def test_any_confirmed_address_of_the_account_will_do(match: Match, anna: User) -> None:
    other = anna.emailaddress_set.create(email="anna@second.example", verified=False)
    sender = {"from": "anna@second.example"}
    assert send(match, MOVE, **sender).result is Result.FOREIGN
    other.verified = True
    other.save()
    assert send(match, MOVE, message_id="<two@x>", **sender).result is Result.ACCEPTED


def test_after_the_deadline_it_is_too_late_and_the_clock_has_moved(match: Match) -> None:
    address = address_of(match)
    late = NOW + seconds(DAY + 3600)
    assert send(match, MOVE, to=address, now=late).result is Result.TOO_LATE
    (log,) = Move.objects.filter(match=match)
    assert log.actor == "clock"
    again = send(match, MOVE, to=address, now=late, message_id="<two@example.org>")
    assert again.result is Result.TOO_LATE
    assert the_answer_subjects() == ["Too late: Tilekingdom with ben"] * 2


def the_answer_subjects() -> list[str]:
    return [one.subject for one in mail.outbox]


def test_a_match_that_is_over_and_a_seat_that_is_gone(match: Match, anna: User) -> None:
    address = address_of(match)
    play.resign(match_id=match.pk, player=1, now=SOON)
    assert send(match, MOVE, to=address).result is Result.OVER
    people = [anna, make_user(), make_user()]
    other = make_match(*people, pace=Pace.CORRESPONDENCE, budget=DAY)
    address = address_of(other)
    play.resign(match_id=other.pk, player=0, now=SOON)
    done = send(other, MOVE, to=address)
    assert (done.result, done.text) == (
        Result.REFUSED,
        "You no longer have a seat at this table.",
    )
    assert mail.outbox[-1].attachments == []


def test_a_seat_the_computer_holds_is_taken_back_first(match: Match) -> None:
    play.substitute(match_id=match.pk, player=0, now=NOW + seconds(1))
    Seat.objects.filter(match=match, player=0).update(controller="easy", substituted_at=NOW)
    done = send(match, MOVE)
    assert (done.result, done.text) == (
        Result.REFUSED,
        "The computer is playing for you. Take your seat back first.",
    )


def test_somebody_elses_turn_is_not_played_by_an_address_of_mine(match: Match) -> None:
    ben = match.seats.get(player=1).user_id
    forged = tickets.move_address(Place(ben, match.pk, 0, 0))
    done = send(match, MOVE, to=forged, **{"from": "ben@example.org"})
    assert (done.result, moves(match)) == (Result.REFUSED, [])


@pytest.mark.usefixtures("small_pictures")
def test_there_is_an_end_to_answers(match: Match) -> None:
    for number in range(ANSWERS_A_DAY + 5):
        send(match, "nonsense", message_id=f"<{number}@example.org>")
    assert len(mail.outbox) == ANSWERS_A_DAY
    assert send(match, MOVE, message_id="<end@example.org>").result is Result.ACCEPTED


@pytest.mark.parametrize(
    "headers",
    [
        {"auto_submitted": "auto-replied"},
        {"auto_submitted": "auto-generated (vacation)"},
        {"x_autoreply": "yes"},
        {"x_autorespond": "Out of office"},
        {"precedence": "auto_reply"},
        {"precedence": "bulk"},
        {"list_id": "<news.example.org>"},
        {"return_path": "<>"},
        {"from": "MAILER-DAEMON@example.org"},
        {"subject": "Automatic reply: Your turn: Tilekingdom with ben"},
        {"subject": "Abwesenheitsnotiz: Your turn"},
    ],
)
def test_no_robot_plays_or_is_answered(match: Match, headers: dict[str, str]) -> None:
    assert send(match, MOVE, **headers).result is Result.ROBOT
    assert (moves(match), mail.outbox) == ([], [])


def test_a_person_can_say_they_are_no_robot(match: Match) -> None:
    assert send(match, MOVE, auto_submitted="no").result is Result.ACCEPTED


@pytest.mark.parametrize("gone", [{"is_active": False}, {"is_guest": True}])
def test_without_an_account_nobody_is_known(match: Match, gone: dict[str, bool]) -> None:
    User.objects.filter(username="anna").update(**gone)
    assert send(match, MOVE).result is Result.UNKNOWN
    assert mail.outbox == []


def test_the_address_is_found_in_the_headers_too(match: Match) -> None:
    message = mail_of(MOVE, to=f"Tilepost <{address_of(match)}>, other@example.org")
    assert inbound.handle(message, now=SOON).result is Result.ACCEPTED


def test_an_address_that_was_changed_is_nobodys(match: Match) -> None:
    good = address_of(match)
    local, host = good.split("@")
    bad = [
        f"{local[:-1]}@{host}",
        f"{local}a@{host}",
        f"{local}@elsewhere.example",
        local.replace("move+", "offer+") + f"@{host}",
        local.replace("move+", "bounce+") + f"@{host}",
        f"move@{host}",
        f"move+@{host}",
        f"move+{'a' * 2000}@{host}",
        f"move+ü{local[6:]}@{host}",
        "",
        "@",
    ]
    assert [one for one in bad if tickets.is_ours(one)] == []
    for address in bad:
        assert send(match, MOVE, to=address or "x").result is Result.UNKNOWN
    assert (moves(match), mail.outbox) == ([], [])


def test_addresses_fit_into_what_mail_servers_take() -> None:
    largest = Place(2**35 - 1, 2**35 - 1, 5, 2**14 - 1)
    for address in (tickets.move_address(largest), tickets.offer_address(largest, "live")):
        local, _, host = address.partition("@")
        assert (len(local) <= 64, local == local.lower(), host) == (True, True, HOST)


def test_without_a_host_for_them_there_are_no_addresses(match: Match, settings: Any) -> None:
    address = address_of(match)
    settings.REPLY_HOST = ""
    assert (address_of(match), tickets.is_ours(address)) == ("", False)
    assert reply_addresses.bounce_address(1) == ""


def test_a_mail_without_an_id_is_known_by_what_it_says(match: Match) -> None:
    address = address_of(match)
    for _ in range(2):
        assert send(match, MOVE, to=address, message_id="").result is Result.ACCEPTED
    assert (moves(match), len(mail.outbox)) == ([MOVE], 1)


def test_a_ticket_is_written_in_one_way() -> None:
    numbers = (0, 1, 127, 128, 2**40)
    ticket = tokens.sign_ticket(purpose="move", numbers=numbers)
    assert tokens.read_ticket(ticket.upper(), purpose="move", count=5) == numbers
    for other in ("offer", ""):
        with pytest.raises(tokens.BadToken):
            tokens.read_ticket(ticket, purpose=other, count=5)
    with pytest.raises(tokens.BadToken):
        tokens.read_ticket(ticket, purpose="move", count=4)
    with pytest.raises(ValueError, match="below 0"):
        tokens.sign_ticket(purpose="move", numbers=[-1])


# --- Which line is the turn -----------------------------------------------------------------------


@pytest.mark.parametrize("game", some_of(settings.GAMES, __file__))
def test_a_sentence_can_stand_before_the_turn(anna: User, game: str) -> None:
    """Whatever our own mail shows, its lines are no turns; the writer's is, in any game."""
    load_words(common_words())
    ben = [] if game == "counting_tiles" else [make_user()]
    match = make_match(anna, *ben, game=game, pace=Pace.CORRESPONDENCE, budget=DAY)
    Seat.objects.filter(match=match).update(present_until=None)
    loaded = reading.load(match_id=match.pk)
    to_move = loaded.match.to_move or 0
    turn = loaded.rules.action_text(
        loaded.state, next(iter(loaded.rules.legal_actions(loaded.state)))
    )
    whose = {"to": address_of(match, to_move), "from": f"{loaded.seats[to_move].name}@example.org"}
    wrong = send(match, f"I can't find anything. Let me see.\n-- \n{turn}", **whose)
    assert wrong.result is Result.ILLEGAL
    ours = mail.outbox[-1].body
    done = send(match, f"Sorry for the delay!\n\n{turn}\n\n{ours}", message_id="<2@x>", **whose)
    assert (done.result, len(moves(match))) == (Result.ACCEPTED, 1)


@pytest.mark.parametrize(
    ("text", "result", "words"),
    [
        (
            f"Hm.\n{MOVE}\nor\n90 9,9",
            Result.ILLEGAL,
            f"could be your turn, such as “{MOVE}” and “90 9,9”. Please send just one.",
        ),
        ("Well played.\nV90 1,0", Result.ILLEGAL, "Your tile is A, not V."),
        ("Well.\nA90 9,9", Result.ILLEGAL, "The tile must share a side with another one."),
        ("Well.\nThis is it.", Result.ILLEGAL, "like 90 1,0 or 90 1,0 road, not “Well”."),
        (f"Hm.\n{MOVE}\nI resign", Result.ILLEGAL, ""),
        (f"I resign\n{MOVE}", Result.REFUSED, ""),
        ("That was it.\nI give up.", Result.REFUSED, ""),
        (f"Well.\n{MOVE}\n90 1,0 road\na 90 1,0 road", Result.ACCEPTED, PLAYED),
        (f"{MOVE}\n90 9,9", Result.ACCEPTED, PLAYED),
    ],
)  # fmt: skip
def test_one_line_that_can_be_a_turn_is_the_turn(
    match: Match, text: str, result: Result, words: str
) -> None:
    done = send(match, text)
    assert (done.result, words in done.text) == (result, True)
    assert moves(match) == ([MOVE] if result is Result.ACCEPTED else [])


# --- Programs that don't say so -------------------------------------------------------------------

AWAY = {"subject": "Urlaub: Your turn: Tilekingdom with ben"}


@pytest.mark.parametrize("sender", ["anna@example.org", "mallory@elsewhere.example"])
def test_what_looks_like_a_program_s_answer_gets_none(match: Match, sender: str) -> None:
    for text in ("Ich bin bis Montag im Urlaub.", ""):
        done = send(match, text, **AWAY, **{"from": sender})
        assert (done.result, done.answered) == (Result.ROBOT, False)
    address = asked(match, "pause")
    assert send(match, "Ich bin im Urlaub.", to=address, **AWAY).result is Result.ROBOT
    assert (moves(match), mail.outbox) == ([], [])


def test_what_a_mail_quotes_is_no_sign_of_a_program(match: Match) -> None:
    assert send(match, "What?\n\n> I'm out of the office.").result is Result.ILLEGAL


def test_whoever_writes_a_turn_is_no_program(match: Match) -> None:
    done = send(match, f"I'm on holiday, so I'm late.\n\n{MOVE}", **AWAY)
    assert (done.result, moves(match)) == (Result.ACCEPTED, [MOVE])
    address = asked(match, "pause")
    assert send(match, "I'm on holiday!\nYes", to=address, **AWAY).result is Result.ACCEPTED


# --- Offers ---------------------------------------------------------------------------------------


def asked(match: Match, kind: str = "draw") -> str:
    """Let Ben ask Anna, and return where Anna answers."""
    match.refresh_from_db()
    play.offer(match_id=match.pk, player=1, kind=kind, ply=match.ply, now=NOW)
    seat = match.seats.get(player=0)
    return tickets.offer_address(Place(seat.user_id, match.pk, 0, match.ply), kind)


def test_a_word_agrees_to_an_offer(match: Match) -> None:
    move(match)
    address = asked(match)
    assert send(match, "hm, let me think", to=address).result is Result.ILLEGAL
    done = send(match, "Yes!", to=address, message_id="<two@x>")
    assert (done.result, done.text) == (Result.ACCEPTED, "You agreed.")
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert send(match, "no", to=address, message_id="<three@x>").result is Result.OVER


def test_a_word_declines_an_offer(match: Match) -> None:
    address = asked(match, "pause")
    done = send(match, "> shall we?\n\nNo.\n", to=address)
    assert (done.result, done.text) == (Result.ACCEPTED, "You said no.")
    assert reading.load(match_id=match.pk).table.offers[0].declined_by == 0


@pytest.mark.parametrize(
    ("text", "result", "words"),
    [
        ("Good idea.\n\nYes, please\nyes\n", Result.ACCEPTED, "You agreed."),
        ("I'd rather play on.\nNo thanks!", Result.ACCEPTED, "You said no."),
        ("no\nok", Result.ACCEPTED, "You said no."),
        (
            "Hm.\nYes\nNo",
            Result.ILLEGAL,
            "Your email says both yes and no. Please reply with one of them.",
        ),
        ("Let me think.\nN", Result.ILLEGAL, "Please reply with one word: yes or no."),
        ("Let me think.\n-- \nyes", Result.ILLEGAL, "Please reply with one word: yes or no."),
    ],
)
def test_a_sentence_can_stand_before_yes_or_no(
    match: Match, text: str, result: Result, words: str
) -> None:
    done = send(match, text, to=asked(match, "pause"))
    assert (done.result, done.text) == (result, words)


def test_an_answer_is_to_one_offer_and_not_to_the_next(match: Match) -> None:
    address = asked(match)
    move(match)
    move(match)
    asked(match)
    assert send(match, "yes", to=address).result is Result.OVER
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


# --- What a mail shows is enough ------------------------------------------------------------------


@pytest.mark.parametrize("line", ["90 1,0 road", "A90 1,0 road", "90 1,0 road W", "a 90 1,0 ROAD"])
def test_what_can_be_one_thing_only_is_left_out(match: Match, line: str) -> None:
    """The log has the turn in whole, as if it had been written so."""
    done = send(match, line)
    assert (done.result, done.text) == (Result.ACCEPTED, PLAYED)
    assert moves(match) == [MOVE]


def test_which_of_several_is_asked(match: Match) -> None:
    done = send(match, "0 0,1 city")
    assert (done.result, done.text) == (
        Result.ILLEGAL,
        "Turned like this, your tile has no city, only road, mosque and desert.",
    )


def test_the_mail_of_a_turn_names_the_tile_and_says_how_it_is_answered(match: Match) -> None:
    """By what the mail alone says, a turn is written and played."""
    while notifications.deliver(now=NOW + seconds(300)):
        pass
    (sent,) = mail.outbox
    text = " ".join(sent.body.split())
    assert "Your tile is A: a mosque in the middle, a road from the south that ends here" in text
    assert (
        "You can reply to this email with one line, such as 90 1,0 road: how far you turn" in text
    )
    (turned, place) = re.findall(r"Turned (\d+) degrees, your tile fits at ([-\d,]+)", text)[0]
    assert send(match, f"{turned} {place}").result is Result.ACCEPTED
