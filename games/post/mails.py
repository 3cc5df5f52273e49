"""The mails of matches, written at the moment they leave from what the tables then say."""

import re
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Literal

import resvg_py
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from accounts import notifications, tokens
from accounts.mail import Hold, Mail, Picture, compose
from accounts.models import Notification, User
from accounts.notifications import Urgency
from games import manners, orders, queries, turns, vacancies
from games.answers import Actor
from games.core.clock import duration_in_words
from games.core.house import EXCUSES
from games.post import keys, tickets
from games.post.tickets import Place
from games.queries import Loaded
from games.say import say

Viewer = Literal["owner", "everybody"]
AT_THE_TABLE = timedelta(seconds=60)
NOTHING = timedelta(0)
LABELS = {
    "turn": "It is your turn",
    "reminder": "A quarter of your time is left",
    "last": "Your time is nearly up",
    "finished": "A match has ended",
    "offer": "You are asked for a pause, a draw or a move back",
    "seat": "Your time has run out",
    "vacancy": "A seat needs a player",
}
TABLE = re.compile(r"/match/(\w+)/")  # the path of a match's page
PICTURE_WIDTH = 480  # pixels on the page; the picture has twice as many


def register() -> None:
    """Make the kinds of mail known to the outbox."""
    notifications.register_kind("turn", LABELS["turn"], turn_mail, on=("mail", "push"))
    notifications.register_kind(
        "reminder", LABELS["reminder"], turn_mail, urgency=Urgency.SOON, on=("mail", "push")
    )
    notifications.register_kind("last", LABELS["last"], turn_mail, urgency=Urgency.LAST)
    notifications.register_kind("finished", LABELS["finished"], result_mail)
    notifications.register_kind("offer", LABELS["offer"], offer_mail)
    notifications.register_kind("seat", LABELS["seat"], seat_mail)
    notifications.register_kind("vacancy", LABELS["vacancy"], vacancy_mail)
    notifications.register_namer(names_of_tables)


def names_of_tables(user_id: int, pages: Collection[str]) -> dict[str, str]:
    """Return by path what the pages of matches are called for one of their players."""
    paths = {found[1]: path for path in pages if (found := TABLE.fullmatch(path))}
    names = queries.names_of(user_id=user_id, public_ids=paths.keys())
    return {paths[public_id]: name for public_id, name in names.items()}


def turn_mail(notice: Notification, now: datetime) -> Mail | Hold:
    """Return the mail "it is your turn", or hold it: the turn is over, or its player is looking."""
    loaded = queries.load(match_id=notice.ref["match"], recent=queries.RECENT)
    match, player = loaded.match, notice.ref["player"]
    if match.ply != notice.ref["ply"] or match.to_move != player or match.quarantined_at:
        return Hold("the turn was over")
    seat = loaded.seats[player]
    if seat.user_id != notice.user_id or seat.controller != "human":
        return Hold("the computer plays this seat")
    if seat.present_until is not None and seat.present_until > now:
        return Hold("at the table", until=now + AT_THE_TABLE)
    subject, lines = _turn_subject(notice, loaded), _turn_lines(loaded, now)
    return _ask_for_turn(notice, loaded, subject, lines, now)


def _ask_for_turn(
    notice: Notification, loaded: Loaded, subject: str, lines: list[str], now: datetime
) -> Mail:
    """Return a mail that can be answered by a turn, with a button for each that is prepared.

    Its link shows the match from its reader's seat, for this turn.
    """
    match, player = loaded.match, loaded.match.to_move
    assert player is not None  # noqa: S101 - the caller saw that the reader is to move
    place = Place(notice.user_id, match.pk, player, match.ply)
    seen = loaded.rules.observation(loaded.state, player)
    asked = orders.offered(loaded.prepared, loaded.rules, seen, player)
    reply_to = tickets.move_address(place)
    return _compose(
        notice,
        loaded,
        subject,
        lines,
        buttons=[
            (f"Play {row.text}", tickets.turn_link(place, row.number, row.text)) for row in asked
        ],
        reply_to=reply_to,
        hint=how_to_answer(loaded) if reply_to else "",
        fragment=key_of_turn(loaded, place, notice.user, now),
    )


def key_of_turn(loaded: Loaded, place: Place, user: User, now: datetime) -> str:
    """Return what a link has behind it to show the match from a seat; nothing in a duel.

    There one turn is a step of many, and a board is opened by its player alone.
    """
    return "" if loaded.match.duel_id else keys.fragment(place, user, now=now)


def how_to_answer(loaded: Loaded) -> str:
    """Return how to play by answering a mail, "" where a turn cannot be written in a line."""
    info = loaded.rules.info
    if not info.example:
        return ""
    return f"Or answer this mail with one line, such as {info.example}: {info.line}."


def _turn_subject(notice: Notification, loaded: Loaded) -> str:
    others = _names(loaded, but=notice.ref["player"])
    title = loaded.rules.info.title
    if notice.kind == "last":
        return f"Your time is nearly up: {title} with {others}"
    if notice.kind == "reminder":
        return f"Your time is running out: {title} with {others}"
    return f"Your turn: {title} with {others}"


def _turn_lines(loaded: Loaded, now: datetime) -> list[str]:
    since = [f"{one.text}." for one in loaded.table.changes if one.ply == loaded.match.ply]
    player = loaded.match.to_move
    seen = loaded.rules.observation(loaded.state, player)
    words = say(loaded.rules.describe(seen, player), loaded.names)
    return [*_played(loaded), *since, _time_left(loaded, now), words]


def _played(loaded: Loaded) -> list[str]:
    """Tell the last move, or all since the reader's own orders began to play."""
    player, told = loaded.match.to_move, loaded.moves[-1:]
    for number, move in reversed(list(enumerate(loaded.moves))):
        if move.player == player and move.actor != Actor.ORDER:
            break
        if move.player == player:
            told = loaded.moves[number:]
    return [
        f"Your standing order played {move.text}."
        if move.player == player and move.actor == Actor.ORDER
        else f"{loaded.seats[move.player].name} played {move.text}."
        for move in told
    ]


def _time_left(loaded: Loaded, now: datetime) -> str:
    """Say how long the turn's clock still runs, and until when the player has time."""
    due = loaded.match.timer.deadline_at
    if due is None:
        return "There is no clock: take the time you like."
    stands = turns.stands(loaded.match, loaded.seats)
    still = sum((max(one.to_at - max(one.from_at, now), NOTHING) for one in stands), NOTHING)
    left = duration_in_words(max(60, int((due - now - still).total_seconds()) // 60 * 60))
    return f"You have {left} left for this turn, until {_instant(due)}."


def _instant(at: datetime) -> str:
    return date_format(timezone.localtime(at), "l j F, H:i")


def offer_mail(notice: Notification, now: datetime) -> Mail | Hold:
    """Return the mail that somebody at a table by turns asks for an answer, if they still do."""
    loaded = queries.load(match_id=notice.ref["match"], recent=1)
    player, kind = notice.ref["player"], notice.ref["offer"]
    seat = loaded.seats[player]
    asked = [one for one in loaded.table.offers if one.kind == kind]
    if not asked or player not in manners.awaited(asked[0], loaded.seats):
        return Hold("nothing is asked any more")
    if seat.user_id != notice.user_id:
        return Hold("somebody else has the seat")
    if seat.present_until is not None and seat.present_until > now:
        return Hold("at the table", until=now + AT_THE_TABLE)
    text = manners.in_words(asked[0], loaded.seats)
    title = loaded.rules.info.title
    subject = f"You are asked: {title} with {_names(loaded, but=player)}"
    place = Place(notice.user_id, loaded.match.pk, player, asked[0].ply)
    reply_to = tickets.offer_address(place, kind)
    how = "You can agree or say no at the table"
    how += ", or answer this mail with one word: yes or no." if reply_to else "."
    return _compose(notice, loaded, subject, [text, how], reply_to=reply_to)


def result_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail that tells a player how their match has ended."""
    loaded = queries.load(match_id=notice.ref["match"], recent=1)
    match = loaded.match
    places = match.places or []
    counts = match.end_reason != "deserted"
    order = sorted(loaded.seats, key=lambda seat: places[seat.player]) if counts else loaded.seats
    lines = [f"{seat.name}: {match.scores[seat.player]} points" for seat in order]
    if counts:
        lines = [f"{places[s.player]}. {line}" for s, line in zip(order, lines, strict=True)]
    else:
        lines.append("Everyone had left and nobody came back, so the match does not count.")
    others = _names(loaded, but=notice.ref["player"])
    won = counts and places[notice.ref["player"]] == 1
    subject = (
        f"{'You have won' if won else 'The match is over'}: {loaded.rules.info.title} with {others}"
    )
    if queries.is_revealed(match):
        lines.append(
            f"Seal of this match, in case you want to check it later: {queries.seal(match)}"
        )
    return _compose(notice, loaded, subject, lines)


def seat_mail(notice: Notification, now: datetime) -> Mail | Hold:
    """Return the mail that tells an owner what time did to their seat, if it is still so."""
    loaded = queries.load(match_id=notice.ref["match"], recent=1)
    player, kind = notice.ref["player"], notice.ref["change"]
    seat = loaded.seats[player]
    if not queries.is_running(loaded.match) or seat.user_id != notice.user_id:
        return Hold("the match is over, or the seat another's")
    if kind == "lost":
        return _lost_mail(notice, loaded)
    if seat.lost_at or seat.resigned_at:
        return Hold("the seat is lost")
    if seat.present_until is not None and seat.present_until > now:
        return Hold("at the table", until=now + AT_THE_TABLE)
    if loaded.match.timer.deserted:
        return _deserted_mail(notice, loaded)
    if kind == "deserted":
        return Hold("the match goes on")
    if kind == "substituted":
        return _held_mail(notice, loaded) if seat.substituted_at else Hold("the seat is back")
    return _excused_mail(notice, loaded, now)


def _held_mail(notice: Notification, loaded: Loaded) -> Mail:
    seat, left = loaded.seats[notice.ref["player"]], loaded.match.spells
    subject = f"The computer plays for you: {_table(notice, loaded)}"
    lines = [
        (
            "Your time for a turn was over, so the Easy computer player plays for you until you "
            "take your seat back."
        )
    ]
    if left:
        again = left - seat.spells
        lines.append(
            f"It may step in {again} more {'time' if again == 1 else 'times'}; after that your "
            "seat is lost."
            if again
            else "If it has to step in again, your seat is lost."
        )
    return _seat_back_mail(notice, loaded, subject, lines)


def _deserted_mail(notice: Notification, loaded: Loaded) -> Mail:
    ends_at = manners.ends_at(loaded.match)
    held = loaded.seats[notice.ref["player"]].substituted_at is not None
    lines = [
        "Everyone has left, so the match waits until somebody takes their seat back."
        if held
        else "Nobody has moved for a while, so the match waits until somebody goes on.",
        f"If nobody does by {_instant(ends_at)}, it ends and does not count."
        if ends_at
        else "If nobody does, the league's dates end it.",
    ]
    subject = f"The match waits for you: {_table(notice, loaded)}"
    if not held:
        return _compose(notice, loaded, subject, lines, action="Go to the table")
    return _seat_back_mail(notice, loaded, subject, lines)


def _seat_back_mail(notice: Notification, loaded: Loaded, subject: str, lines: list[str]) -> Mail:
    token = tokens.sign_act(user_id=notice.user_id, act="seat", about=loaded.match.pk)
    return _compose(
        notice,
        loaded,
        subject,
        lines,
        link=reverse("seat-back", args=[token]),
        action="Take my seat back",
    )


def _lost_mail(notice: Notification, loaded: Loaded) -> Mail:
    lines = [
        (
            "Your time for a turn was over once too often, so your seat is lost and comes last. "
            "The Easy computer player plays it on."
        )
    ]
    return _compose(
        notice,
        loaded,
        f"Your seat is lost: {_table(notice, loaded)}",
        lines,
        viewer="everybody",
        action="Look at the table",
    )


def _excused_mail(notice: Notification, loaded: Loaded, now: datetime) -> Mail | Hold:
    player = notice.ref["player"]
    if loaded.match.to_move != player:
        return Hold("the turn was over")
    left = EXCUSES - loaded.seats[player].excuses
    last = "once more" if left else "no more"
    lines = [
        (
            "Your time for this turn was over. You are excused, and it starts again. You can be "
            f"excused {last} in this match."
        )
    ]
    subject = f"Your time starts again: {_table(notice, loaded)}"
    lines += _turn_lines(loaded, now)
    return _ask_for_turn(notice, loaded, subject, lines, now)


def vacancy_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail that asks somebody of the bench to take a lost seat, if it is still free.

    It shows what everybody may see of the match, and nothing of the seat's hand.
    """
    call = vacancies.call(vacancy_id=notice.ref["vacancy"], user_id=notice.user_id)
    if call is None or call.vacancy.closed_at or call.declined_at:
        return Hold("the seat is taken, or not wanted")
    loaded = queries.load(match_id=call.vacancy.match_id, recent=1)
    match, info = loaded.match, loaded.rules.info
    gone = loaded.seats[call.vacancy.player]
    others = [seat.name for seat in loaded.seats if seat.player != gone.player]
    standing = [f"{seat.name}: {match.scores[seat.player]} points" for seat in loaded.seats]
    token = tokens.sign_act(user_id=notice.user_id, act="vacancy", about=call.vacancy_id)
    lines = [
        (
            f"{gone.name} has left a table of {info.title}. Would you take the seat and play on "
            f"with {' and '.join(others)}? The result counts neither for nor against you."
        ),
        f"The clock: {info.time_in_words(match.control)}.",
        *standing,
    ]
    return _compose(
        notice,
        loaded,
        f"A seat is free: {info.title} with {', '.join(others)}",
        lines,
        viewer="everybody",
        link=reverse("vacancy-call", args=[token]),
        action="Look at the seat",
    )


def _table(notice: Notification, loaded: Loaded) -> str:
    return f"{loaded.rules.info.title} with {_names(loaded, but=notice.ref['player'])}"


def _names(loaded: Loaded, *, but: int) -> str:
    return ", ".join(seat.name for seat in loaded.seats if seat.player != but)


def _compose(
    notice: Notification,
    loaded: Loaded,
    subject: str,
    lines: list[str],
    *,
    viewer: Viewer = "owner",
    link: str = "",
    **more: Any,
) -> Mail:
    """Return a mail with the board as its reader sees it from their seat, or as everybody does."""
    player = notice.ref["player"] if viewer == "owner" else None
    return compose(
        notice=notice,
        label=LABELS[notice.kind],
        subject=subject,
        lines=lines,
        link=link or loaded.match.get_absolute_url(),
        picture=picture_of(loaded, player),
        thread_id=f"match:{loaded.match.pk}",
        **more,
    )


def picture_of(loaded: Loaded, player: int | None) -> Picture:
    """Return the board as a player sees it, None for what everybody may see."""
    seen = loaded.rules.observation(loaded.state, player)
    return Picture(
        draw=lambda: _png(loaded.rules.picture(seen, player, loaded.names)),
        alt=say(loaded.rules.describe(seen, player), loaded.names),
        width=PICTURE_WIDTH,
    )


def _png(svg: str) -> bytes:
    # No picture has text, so no fonts need to be looked for.
    image: Any = resvg_py.svg_to_bytes(
        svg_string=svg, width=2 * PICTURE_WIDTH, skip_system_fonts=True
    )
    return bytes(image)
