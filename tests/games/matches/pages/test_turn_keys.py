"""The link in the mail of a turn: its key opens one seat, for one turn, and nothing else."""

import json
import logging
import random
import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.edge import tokens
from accounts.notices import outbox as notifications
from accounts.notices.models import Notification
from accounts.users.models import User
from games.core.clock import Pace, TimeControl
from games.matches import play, reading
from games.matches.models import Match, Seat
from games.matches.play import SeatPlan
from games.matches.post import inbound, keys, tickets, turn_mails
from games.matches.post.tickets import Place
from tests.factories import (
    assert_replay_matches,
    first_action,
    make_match,
    make_user,
    move,
    seconds,
)
from tests.games.matches.pages.test_mail_links import changed, rows
from tests.games.matches.post.conftest import mail_of
from tests.size import runs

pytestmark = pytest.mark.django_db

DAY = 86_400
KEY = re.compile(r"#turn=([a-z0-9]+)")


@pytest.fixture
def _words(common_lists: None) -> None:
    """Upwords hides racks."""


@pytest.fixture
def match(_words: None, small_pictures: None) -> Match:
    """Nobody is at the table; whoever begins has a rack that nobody else sees."""
    people = (make_user("anna", password="x" * 12), make_user("ben"))
    match = make_match(
        *people, game="upwords", pace=Pace.CORRESPONDENCE, budget=30 * DAY,
        now=timezone.now() - seconds(600),
    )  # fmt: skip
    Seat.objects.filter(match=match).update(present_until=None)
    return match


def mover(match: Match) -> User:
    user = match.seats.get(player=match.to_move).user
    assert user is not None
    return user


def deliver() -> Any:
    while notifications.deliver(now=timezone.now()):
        pass
    return mail.outbox[-1]


def key_of(match: Match, *, now: Any = None) -> str:
    """Return the key that a mail of this very turn has."""
    match.refresh_from_db()
    user = mover(match)
    assert match.to_move is not None
    place = Place(user.pk, match.pk, match.to_move, match.ply)
    return keys.fragment(place, user, now=now or timezone.now()).removeprefix("#turn=")


def ask(client: Client, match: Match, key: str, name: str = "view", body: Any = None) -> Any:
    url = f"{match.get_absolute_url()}{name}"
    headers: Any = {"HTTP_X_TURN_KEY": key}
    if body is None:
        return client.get(url, **headers)
    return client.post(url, json.dumps(body), content_type="application/json", **headers)


def a_move(match: Match) -> dict[str, Any]:
    return {"action": first_action(match), "ply": match.ply, "cmd_id": str(uuid4())}


def sees(client: Client, match: Match, key: str) -> int | None:
    view = ask(client, match, key).json()
    player: int | None = view["player"]
    racks = [rack for rack in view["state"]["racks"] if rack is not None]
    assert len(racks) == (player is not None)
    return player


# --- What it is for -------------------------------------------------------------------------------


def test_the_mail_of_a_turn_opens_the_table_from_its_readers_seat(
    match: Match, client: Client
) -> None:
    sent = deliver()
    text, html = str(sent.body), str(sent.alternatives[0][0])
    (key,) = set(KEY.findall(text))
    link = f"http://localhost:8000{match.get_absolute_url()}#turn={key}"
    assert text.count(link) == 1
    assert html.count(f'href="{link}"') == 2  # the picture and the button
    assert sent.to == [mover(match).email]
    answer = ask(client, match, key)
    view = answer.json()
    assert (view["player"], view["for_turn"]) == (match.to_move, True)
    assert view["state"]["racks"][match.to_move]
    assert (
        view["hints"]
        == reading.view(reading.load(match_id=match.pk), player=match.to_move, now=timezone.now())[
            "hints"
        ]
    )
    assert answer["Cache-Control"] == "no-store"
    assert answer["Referrer-Policy"] == "same-origin"


def test_a_turn_is_tried_out_and_played_with_it_and_then_it_is_over(
    match: Match, client: Client
) -> None:
    key, said = key_of(match), a_move(match)
    player = match.to_move
    assert ask(client, match, key, "preview", {"action": said["action"]}).status_code == 200
    answer = ask(client, match, key, "moves", said)
    assert (answer.status_code, answer.json()["ply"]) == (200, 1)
    match.refresh_from_db()
    (entry,) = reading.moves(match_id=match.pk)
    assert (entry.player, entry.actor) == (player, "human")
    assert sees(client, match, key) is None
    assert ask(client, match, key, "moves", a_move(match)).status_code == 403
    assert ask(client, match, key, "preview", {"action": said["action"]}).status_code == 403
    assert len(reading.moves(match_id=match.pk)) == 1
    assert_replay_matches(match)


def test_looking_changes_nothing_and_uses_nothing_up(match: Match, client: Client) -> None:
    """Programs that guard mailboxes open what they see, again and again."""
    deliver()
    key = key_of(match)
    client.get(match.get_absolute_url())
    before = rows()
    for _ in range(5):
        for page in ("", "view"):
            ask(client, match, key, page)
            client.head(f"{match.get_absolute_url()}{page}", HTTP_X_TURN_KEY=key)
        client.get(f"{match.get_absolute_url()}?turn={key}")
    assert rows() == before
    assert sees(client, match, key) == match.to_move


def test_what_is_behind_the_link_is_no_part_of_any_address_or_page(
    match: Match, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    deliver()
    (key,) = set(KEY.findall(str(mail.outbox[-1].body)))
    page = client.get(f"{match.get_absolute_url()}#turn={key}")
    assert page.wsgi_request.get_full_path() == match.get_absolute_url()
    for answer in (
        page,
        ask(client, match, key, ""),
        ask(client, match, key),
        ask(client, match, key, "moves", {"action": {}, "ply": 0, "cmd_id": "x"}),
        ask(client, match, key, "moves", a_move(match)),
        ask(client, match, key, "moves", a_move(match)),
    ):
        assert key not in answer.content.decode()
        assert key not in str(answer.headers)
    assert key not in caplog.text


# --- What it is not for ---------------------------------------------------------------------------


def test_nobody_is_signed_in_by_it(match: Match, client: Client) -> None:
    key = key_of(match)
    base = match.get_absolute_url()
    assert ask(client, match, key, "").context["view"]["player"] is None
    for name, body in (
        ("resign", {}),
        ("reclaim", {}),
        ("begin", {}),
        ("give_day", {"until": timezone.now().isoformat()}),
        ("go_on", {}),
        ("back_to_slow", {}),
        ("offer", {"kind": "pause", "answer": "offer", "ply": 0}),
        ("prepared", {"action": first_action(match), "condition": "legal", "ply": 0}),
        ("prepared/forced", {"on": True}),
        ("prepared/choices", {"action": first_action(match)}),
    ):
        assert ask(client, match, key, name, body).status_code in (401, 403, 404)
    for name in ("prepared", "chat"):
        assert ask(client, match, key, name).status_code in (401, 403, 404)
    (seen,) = ask(client, match, key, "replay/positions?from=0&count=1").json()["positions"]
    assert seen["state"]["racks"] == [None, None]
    assert ask(client, match, key, "game.json").json()["secret"] is None
    assert client.get("/my-games/", HTTP_X_TURN_KEY=key).status_code == 302
    note = client.post(f"{base}note", {"text": "mine"}, HTTP_X_TURN_KEY=key)
    assert note.status_code in (302, 403)
    match.refresh_from_db()
    assert (match.ply, match.version, match.status) == (0, 0, "running")
    assert "session" not in client.cookies


def test_it_is_about_the_turn_alone(match: Match, client: Client) -> None:
    """Only someone who is signed in sees what else is prepared, asked and allowed."""
    waits = 1 - (match.to_move or 0)
    play.offer(match_id=match.pk, player=waits, kind="pause", ply=match.ply, now=timezone.now())
    view = ask(client, match, key_of(match)).json()
    assert (view["prepared"], view["offers"], view["can"]) == (None, [], [])


def test_it_opens_no_other_match(match: Match, client: Client) -> None:
    other = make_match(
        *User.objects.order_by("pk"), game="upwords", pace=Pace.CORRESPONDENCE, budget=30 * DAY,
        now=timezone.now(),
    )  # fmt: skip
    assert sees(client, other, key_of(match)) is None


def test_whoever_is_signed_in_is_who_they_are(match: Match, client: Client) -> None:
    """On a computer that several use, a mail opens nobody else's seat to whoever is signed in."""
    key = key_of(match)
    client.force_login(make_user("carl"))
    assert sees(client, match, key) is None
    assert ask(client, match, key, "moves", a_move(match)).status_code == 403
    other = match.seats.exclude(player=match.to_move).get()
    client.force_login(other.user)
    assert sees(client, match, key) == other.player


def test_a_turn_made_for_another_ply_is_not_played(match: Match, client: Client) -> None:
    said = a_move(match) | {"ply": 2}
    answer = ask(client, match, key_of(match), "moves", said)
    assert (answer.status_code, answer.json()["error"]) == (409, "stale")
    assert reading.moves(match_id=match.pk) == []


# --- When it ends ---------------------------------------------------------------------------------


def new_password(match: Match) -> None:
    user = mover(match)
    user.set_password("another long password")
    user.save()


def closed_account(match: Match) -> None:
    User.objects.filter(pk=mover(match).pk).update(is_active=False)


def two_turns(match: Match) -> None:
    """It's the same player's turn again."""
    move(match, now=timezone.now())
    move(match, now=timezone.now())


def computer(match: Match) -> None:
    seats = Seat.objects.filter(match=match, player=match.to_move)
    seats.update(controller="easy", substituted_at=timezone.now())


def resigned(match: Match) -> None:
    play.resign(match_id=match.pk, player=match.to_move or 0, now=timezone.now())


def handed_over(match: Match) -> None:
    user = make_user("dora")
    play.hand_over(
        match_id=match.pk, player=match.to_move or 0, user_id=user.pk, name="dora",
        now=timezone.now(),
    )  # fmt: skip


@pytest.mark.parametrize(
    "ends", [new_password, closed_account, two_turns, computer, resigned, handed_over]
)
def test_it_ends(match: Match, client: Client, ends: Any) -> None:
    key = key_of(match)
    assert sees(client, match, key) == match.to_move
    ends(match)
    view = ask(client, match, key).json()
    assert view["player"] is None
    assert "for_turn" not in view
    match.refresh_from_db()
    if match.status == "running":
        assert ask(client, match, key, "moves", a_move(match)).status_code == 403


@pytest.mark.parametrize(("days", "good"), [(0, True), (90, True), (91, False)])
def test_it_lives_no_longer_than_a_session(
    match: Match, client: Client, days: int, good: bool
) -> None:
    key = key_of(match, now=timezone.now() - timedelta(days=days))
    assert (sees(client, match, key) is not None) == good


def test_nothing_else_is_a_key(match: Match, client: Client) -> None:
    """No ticket of another purpose, and no key with a letter changed."""
    user = mover(match)
    place = Place(user.pk, match.pk, match.to_move or 0, match.ply)
    day = timezone.now().date().toordinal()
    numbers = (user.pk, match.pk, match.to_move or 0, match.ply, keys._stamp(user), day)
    others = [
        tickets.move_address(place).split("@")[0].removeprefix("move+"),
        tickets.turn_link(place, 0, "x").split("/")[2],
        tokens.sign_ticket(purpose="turn", numbers=numbers),
        tokens.sign_ticket(purpose="key", numbers=numbers[:-1]),
        tokens.sign_act(user_id=user.pk, act="seat", about=match.pk),
        "",
        "x" * 5000,
        "\u00e9",
    ]
    good, rng = key_of(match), random.Random(3)
    others += [changed(f"{good}@", rng).removesuffix("@") for _ in range(runs(5000, quick=40))]
    now = timezone.now()
    assert [one for one in others if keys.opened(one, match_id=match.pk, now=now)] == []
    assert keys.opened(good, match_id=match.pk, now=now) == place
    assert sees(client, match, others[0]) is None


# --- Which mails have one -------------------------------------------------------------------------


def test_only_the_mail_itself_has_it(match: Match) -> None:
    """Not a push, nor a digest, nor the site's own list of notices."""
    deliver()
    notice = Notification.objects.get(kind="turn", user=mover(match))
    told = turn_mails.turn_mail(notice, timezone.now())
    assert told.link == match.get_absolute_url()  # type: ignore[union-attr]  # it is not held
    assert "#turn=" in told.text  # type: ignore[union-attr]  # likewise
    assert not any("#turn=" in line for line in told.lines)  # type: ignore[union-attr]
    assert "#turn=" not in str(rows())


def test_an_answer_to_a_turn_that_was_not_played_has_one(match: Match, settings: Any) -> None:
    settings.REPLY_HOST = "play.example"
    user = mover(match)
    address = tickets.move_address(Place(user.pk, match.pk, match.to_move or 0, match.ply))
    inbound.handle(mail_of("what?", **{"from": user.email}), now=timezone.now(), to=[address])
    assert len(set(KEY.findall(str(mail.outbox[-1].body)))) == 1
    said = a_move(match)
    line = reading.rules_of(match).action_text(
        reading.load(match_id=match.pk).state, reading.rules_of(match).decode_action(said["action"])
    )
    played = mail_of(line, **{"from": user.email, "message_id": "<two@x>"})
    inbound.handle(played, now=timezone.now(), to=[address])
    assert KEY.findall(str(mail.outbox[-1].body)) == []


def test_a_duel_is_opened_by_whoever_is_signed_in() -> None:
    """There an action is one step of many, and only its player can see the board."""
    users = [make_user("anna"), make_user("ben")]
    duel = play.start_duel(
        game="counting_tiles", options={}, control=TimeControl(Pace.CORRESPONDENCE, DAY),
        entrants=[SeatPlan(name=user.username, user_id=user.pk) for user in users],
        now=timezone.now() - seconds(600),
    )  # fmt: skip
    match = duel.matches.order_by("pk")[0]
    user = mover(match)
    place = Place(user.pk, match.pk, 0, match.ply)
    loaded = reading.load(match_id=match.pk)
    assert turn_mails.key_of_turn(loaded, place, user, timezone.now()) == ""
