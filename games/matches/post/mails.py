"""The mails of matches, written at the moment they leave from what the tables then say."""

import dataclasses
import re
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Literal

import resvg_py
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.edge import tokens
from accounts.edge.languages import listed
from accounts.notices import outbox as notifications
from accounts.notices.mail import Hold, Mail, Picture, compose
from accounts.notices.models import Notification
from accounts.notices.outbox import Urgency
from accounts.users.models import User
from games.core.clock import duration_in_words
from games.core.table.house import EXCUSES
from games.matches import reading
from games.matches.answers import Actor
from games.matches.between import manners, orders, vacancies
from games.matches.clocks import turns
from games.matches.post import keys, tickets
from games.matches.post.tickets import Place
from games.matches.reading import Loaded
from games.say import move_in_words, say

Viewer = Literal["owner", "everybody"]
AT_THE_TABLE = timedelta(seconds=60)
NOTHING = timedelta(0)
LABELS = {
    "turn": _("It's your turn"),
    "reminder": _("You have a quarter of your time left"),
    "last": _("Your time is nearly up"),
    "finished": _("A match is over"),
    "offer": _("Someone asks for a pause, a draw or a take-back"),
    "seat": _("Your time has run out"),
    "vacancy": _("A seat needs a player"),
}
ASKED = {
    "pause": _("%(name)s would like to pause: %(game)s"),
    "takeback": _("%(name)s would like to take back a move: %(game)s"),
    "draw": _("%(name)s offers a draw: %(game)s"),
    "end": _("%(name)s suggests ending the match: %(game)s"),
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
    names = reading.names_of(user_id=user_id, public_ids=paths.keys())
    return {paths[public_id]: name for public_id, name in names.items()}


def turn_mail(notice: Notification, now: datetime) -> Mail | Hold:
    """Return the mail "it is your turn", or hold it: the turn is over, or its player is looking."""
    loaded = reading.load(match_id=notice.ref["match"], recent=reading.RECENT)
    match, player = loaded.match, notice.ref["player"]
    if match.ply != notice.ref["ply"] or match.to_move != player or match.quarantined_at:
        return Hold(gettext_noop("the turn was over"))
    seat = loaded.seats[player]
    if seat.user_id != notice.user_id or seat.controller != "human":
        return Hold(gettext_noop("the computer was playing for you"))
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
        alt=_position(loaded),
        buttons=[
            (
                gettext("Play %(move)s") % {"move": row.text},
                tickets.turn_link(place, row.number, row.text),
            )
            for row in asked
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
    return gettext("You can reply to this email with one line, such as %(example)s: %(line)s.") % {
        "example": info.example,
        "line": info.line,
    }


def _turn_subject(notice: Notification, loaded: Loaded) -> str:
    table = {"table": _table(notice, loaded)}
    if notice.kind == "last":
        return gettext("Your time is nearly up: %(table)s") % table
    if notice.kind == "reminder":
        return gettext("A quarter of your time left: %(table)s") % table
    return gettext("Your turn: %(table)s") % table


def _turn_lines(loaded: Loaded, now: datetime) -> list[str]:
    since = _since(loaded, loaded.match.to_move)
    return [*_played(loaded), *since, _time_left(loaded, now), _position(loaded)]


def _position(loaded: Loaded) -> str:
    """Describe the position to the player to move, without what the line about a move says."""
    player = loaded.match.to_move
    seen = loaded.rules.observation(loaded.state, player)
    told = _played(loaded)
    sentences = [say(one, loaded.names) for one in loaded.rules.describe(seen, player)]
    return " ".join(one for one in sentences if not any(one in line for line in told))


def _since(loaded: Loaded, reader: int | None) -> list[str]:
    """Tell what has happened at the table since the last move, but for what its reader did."""
    told = [one for one in _changes(loaded) if one.player is None or one.player != reader]
    return [f"{one.text}." for one in told]


def _changes(loaded: Loaded) -> list[manners.Change]:
    return [one for one in loaded.table.changes if one.ply == loaded.match.ply]


def _played(loaded: Loaded) -> list[str]:
    """Tell the last move, or all since the reader's own orders began to play."""
    player, told = loaded.match.to_move, loaded.moves[-1:]
    for number, move in reversed(list(enumerate(loaded.moves))):
        if move.player == player and move.actor != Actor.ORDER:
            break
        if move.player == player:
            told = loaded.moves[number:]
    return [
        move_in_words(loaded.rules.wording, move, loaded.names, by_order=move.player == player)
        for move in told
    ]


def _time_left(loaded: Loaded, now: datetime) -> str:
    """Say how long the turn's clock still runs, and until when the player has time."""
    due = loaded.match.timer.deadline_at
    if due is None:
        return gettext("There's no clock, so take as long as you like.")
    stands = turns.stands(loaded.match, loaded.seats)
    still = sum((max(to_at - max(from_at, now), NOTHING) for from_at, to_at in stands), NOTHING)
    left = duration_in_words(max(60, int((due - now - still).total_seconds()) // 60 * 60))
    return gettext("You have %(time)s left for this turn, until %(instant)s.") % {
        "time": left,
        "instant": _instant(due),
    }


def _instant(at: datetime) -> str:
    return date_format(timezone.localtime(at), "l j F, H:i")


def offer_mail(notice: Notification, now: datetime) -> Mail | Hold:
    """Return the mail that somebody at a turn-based table asks for an answer, if they still do."""
    loaded = reading.load(match_id=notice.ref["match"], recent=1)
    player, kind = notice.ref["player"], notice.ref["offer"]
    seat = loaded.seats[player]
    asked = [one for one in loaded.table.offers if one.kind == kind]
    if not asked or player not in manners.awaited(asked[0], loaded.seats):
        return Hold(gettext_noop("the question was no longer open"))
    if seat.user_id != notice.user_id:
        return Hold(gettext_noop("someone else had your seat"))
    if seat.present_until is not None and seat.present_until > now:
        return Hold("at the table", until=now + AT_THE_TABLE)
    text = str(manners.in_words(asked[0], loaded.seats))
    subject = ASKED[kind] % {
        "name": loaded.seats[asked[0].player].name,
        "game": loaded.rules.info.title,
    }
    place = Place(notice.user_id, loaded.match.pk, player, asked[0].ply)
    reply_to = tickets.offer_address(place, kind)
    how = (
        gettext("You can agree or say no at the table, or reply to this email with yes or no.")
        if reply_to
        else gettext("You can agree or say no at the table.")
    )
    return _compose(notice, loaded, subject, [text, how], reply_to=reply_to)


def result_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail that tells a player how their match has ended."""
    loaded = reading.load(match_id=notice.ref["match"], recent=1)
    reader = notice.ref["player"]
    lines = [*_ending(loaded, reader), *_result(loaded)]
    if reading.is_revealed(loaded.match):
        lines.append(
            gettext("Use this seal if you want to check the match later: %(seal)s")
            % {"seal": reading.seal(loaded.match)}
        )
    subject = _result_subject(loaded, reader) % {"table": _table(notice, loaded)}
    return _compose(notice, loaded, subject, lines)


def _result_subject(loaded: Loaded, reader: int) -> str:
    places = loaded.match.places or []
    first = [seat.player for seat in loaded.seats if places and places[seat.player] == 1]
    if loaded.match.end_reason == "deserted" or reader not in first:
        return gettext("The match is over: %(table)s")
    if first == [reader]:
        return gettext("You won: %(table)s")
    if len(first) == len(loaded.seats):
        return gettext("A draw: %(table)s")
    return gettext("You share first place: %(table)s")


OWN = {"resigned": gettext_noop("You resigned."), "lost": gettext_noop("You lost your seat.")}


def _ending(loaded: Loaded, reader: int) -> list[str]:
    """Say what ended a match before its last turn."""
    match loaded.match.end_reason:
        case "resigned" | "lost":
            own = [one.kind for one in _changes(loaded) if one.player == reader]
            return [*(gettext(OWN[kind]) for kind in own if kind in OWN), *_since(loaded, reader)]
        case "drawn":
            return [gettext("You agreed to a draw.")]
        case "ended":
            return [gettext("You agreed to end the match with the scores as they stood.")]
        case "deserted":
            return [gettext("Everyone left and nobody came back, so the match doesn't count.")]
    return []


def _result(loaded: Loaded) -> list[str]:
    """Return a line for each player, with their places if the match counts."""
    if loaded.match.end_reason == "deserted":
        return [_score(loaded, seat) for seat in loaded.seats]
    places = loaded.match.places or []
    order = sorted(loaded.seats, key=lambda seat: places[seat.player])
    return [f"{places[seat.player]}. {_score(loaded, seat)}" for seat in order]


def _score(loaded: Loaded, seat: Any) -> str:
    points = loaded.match.scores[seat.player]
    return ngettext("%(name)s: %(n)s point", "%(name)s: %(n)s points", points) % {
        "name": seat.name,
        "n": points,
    }


def seat_mail(notice: Notification, now: datetime) -> Mail | Hold:
    """Return the mail that tells an owner what time did to their seat, if it is still so."""
    loaded = reading.load(match_id=notice.ref["match"], recent=1)
    player, kind = notice.ref["player"], notice.ref["change"]
    seat = loaded.seats[player]
    if not reading.is_running(loaded.match) or seat.user_id != notice.user_id:
        return Hold(gettext_noop("the match was over, or someone else had your seat"))
    if kind == "lost":
        return _lost_mail(notice, loaded)
    if seat.lost_at or seat.resigned_at:
        return Hold(gettext_noop("you had lost the seat"))
    if seat.present_until is not None and seat.present_until > now:
        return Hold("at the table", until=now + AT_THE_TABLE)
    if loaded.match.timer.deserted:
        return _deserted_mail(notice, loaded)
    if kind == "deserted":
        return Hold(gettext_noop("the match had already resumed"))
    if kind == "substituted":
        return (
            _held_mail(notice, loaded)
            if seat.substituted_at
            else Hold(gettext_noop("you had taken your seat back"))
        )
    return _excused_mail(notice, loaded, now)


def _held_mail(notice: Notification, loaded: Loaded) -> Mail:
    seat, left = loaded.seats[notice.ref["player"]], loaded.match.spells
    subject = gettext("The computer is playing for you: %(table)s")
    lines = [
        gettext(
            "Your time ran out, so the Easy computer player is playing for you until you take your "
            "seat back."
        )
    ]
    again = left - seat.spells
    if left and again:
        lines.append(
            ngettext(
                "It can step in %(n)s more time. After that you'll lose your seat.",
                "It can step in %(n)s more times. After that you'll lose your seat.",
                again,
            )
            % {"n": again}
        )
    elif left:
        lines.append(gettext("If it has to step in again, you'll lose your seat."))
    subject %= {"table": _table(notice, loaded)}
    return _seat_back_mail(notice, loaded, subject, lines)


def _deserted_mail(notice: Notification, loaded: Loaded) -> Mail:
    ends_at = manners.ends_at(loaded.match)
    held = loaded.seats[notice.ref["player"]].substituted_at is not None
    lines = [
        gettext("Everyone has left, so the match is waiting for someone to take their seat back.")
        if held
        else gettext(
            "Nobody has moved for a while, so the match is waiting for someone to come back."
        ),
        gettext("If nobody comes back by %(instant)s, the match will end and won't count.")
        % {"instant": _instant(ends_at)}
        if ends_at
        else gettext("If nobody comes back, the match will end when the league's round does."),
    ]
    subject = gettext("The match is waiting for you: %(table)s") % {"table": _table(notice, loaded)}
    if not held:
        return _compose(notice, loaded, subject, lines, action=gettext("Go to the table"))
    return _seat_back_mail(notice, loaded, subject, lines)


def _seat_back_mail(notice: Notification, loaded: Loaded, subject: str, lines: list[str]) -> Mail:
    token = tokens.sign_act(user_id=notice.user_id, act="seat", about=loaded.match.pk)
    return _compose(
        notice,
        loaded,
        subject,
        lines,
        link=reverse("seat-back", args=[token]),
        action=gettext("Take my seat back"),
    )


def _lost_mail(notice: Notification, loaded: Loaded) -> Mail:
    lines = [
        gettext(
            "Your time ran out once too often, so you've lost your seat and come last. The Easy "
            "computer player has taken over."
        )
    ]
    return _compose(
        notice,
        loaded,
        gettext("You've lost your seat: %(table)s") % {"table": _table(notice, loaded)},
        lines,
        viewer="everybody",
        action=gettext("Go to the table"),
    )


def _excused_mail(notice: Notification, loaded: Loaded, now: datetime) -> Mail | Hold:
    player = notice.ref["player"]
    if loaded.match.to_move != player:
        return Hold(gettext_noop("the turn was over"))
    left = EXCUSES - loaded.seats[player].excuses
    lines = [
        gettext(
            "Your time ran out, so your clock has started again. That can happen once more in this "
            "match."
        )
        if left
        else gettext(
            "Your time ran out, so your clock has started again, for the last time in this match."
        )
    ]
    subject = gettext("Your clock has started again: %(table)s") % {"table": _table(notice, loaded)}
    lines += _turn_lines(loaded, now)
    return _ask_for_turn(notice, loaded, subject, lines, now)


def vacancy_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail that asks somebody of the bench to take a lost seat, if it is still free.

    It shows what everybody may see of the match, and nothing of the seat's hand.
    """
    call = vacancies.call(vacancy_id=notice.ref["vacancy"], user_id=notice.user_id)
    if call is None or call.vacancy.closed_at or call.declined_at:
        return Hold(gettext_noop("the seat was taken, or you had said no"))
    loaded = reading.load(match_id=call.vacancy.match_id, recent=1)
    match, info = loaded.match, loaded.rules.info
    gone = loaded.seats[call.vacancy.player]
    others = [seat.name for seat in loaded.seats if seat.player != gone.player]
    standing = [_score(loaded, seat) for seat in loaded.seats]
    token = tokens.sign_act(user_id=notice.user_id, act="vacancy", about=call.vacancy_id)
    lines = [
        gettext(
            "%(name)s has left a game of %(game)s. Would you like to take their seat and play with "
            "%(others)s? The result won't count for or against you."
        )
        % {"name": gone.name, "game": info.title, "others": listed(others)},
        gettext("The clock: %(time)s.") % {"time": info.time_in_words(match.control)},
        *standing,
    ]
    return _compose(
        notice,
        loaded,
        gettext("A seat is free: %(game)s with %(others)s")
        % {"game": info.title, "others": listed(others)},
        lines,
        viewer="everybody",
        link=reverse("vacancy-call", args=[token]),
        action=gettext("See the free seat"),
    )


def _table(notice: Notification, loaded: Loaded) -> str:
    return table_name(loaded, but=notice.ref["player"])


def table_name(loaded: Loaded, *, but: int | None) -> str:
    """Return what a table is called for one of its players: "Upwords with Ben and Cleo"."""
    others = [seat.name for seat in loaded.seats if seat.player != but]
    if not others:
        return loaded.rules.info.title
    return gettext("%(game)s with %(others)s") % {
        "game": loaded.rules.info.title,
        "others": listed(others),
    }


def _compose(
    notice: Notification,
    loaded: Loaded,
    subject: str,
    lines: list[str],
    *,
    viewer: Viewer = "owner",
    link: str = "",
    alt: str = "",
    **more: Any,
) -> Mail:
    """Return a mail with the board as its reader sees it from their seat, or as everybody does.

    ``alt`` describes the board if the lines have told a part of that already.
    """
    player = notice.ref["player"] if viewer == "owner" else None
    picture = picture_of(loaded, player)
    return compose(
        notice=notice,
        label=LABELS[notice.kind],
        subject=subject,
        lines=lines,
        link=link or loaded.match.get_absolute_url(),
        picture=dataclasses.replace(picture, alt=alt) if alt else picture,
        thread_id=f"match:{loaded.match.pk}",
        **more,
    )


def picture_of(loaded: Loaded, player: int | None) -> Picture:
    """Return the board as a player sees it, None for what everybody may see."""
    seen = loaded.rules.observation(loaded.state, player)
    return Picture(
        draw=lambda: _png(loaded.rules.picture(seen, player, loaded.names)),
        alt=_board_in_words(loaded, seen, player),
        width=PICTURE_WIDTH,
    )


def _board_in_words(loaded: Loaded, seen: Any, player: int | None) -> str:
    if not reading.is_running(loaded.match) and not loaded.rules.is_terminal(loaded.state):
        return gettext("The board at the end of the match.")  # the rules would say whose turn it is
    return say(loaded.rules.describe(seen, player), loaded.names)


def _png(svg: str) -> bytes:
    # No picture has text, so no fonts need to be looked for.
    image: Any = resvg_py.svg_to_bytes(
        svg_string=svg, width=2 * PICTURE_WIDTH, skip_system_fonts=True
    )
    return bytes(image)
