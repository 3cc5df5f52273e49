"""The mails of matches, written at the moment they leave from what the tables then say."""

from datetime import datetime, timedelta
from typing import Any

import resvg_py
from django.utils import timezone
from django.utils.formats import date_format

from accounts import notifications
from accounts.mail import Hold, Mail, Picture, compose
from accounts.models import Notification
from games import manners, queries, turns
from games.core.clock import duration_in_words
from games.queries import Loaded

AT_THE_TABLE = timedelta(seconds=60)
NOTHING = timedelta(0)
LABELS = {
    "turn": "It is your turn",
    "reminder": "Your time is running out",
    "finished": "A match has ended",
    "offer": "You are asked for a pause, a draw or a move back",
}
PICTURE_WIDTH = 480  # pixels on the page; the picture has twice as many


def register() -> None:
    """Make the kinds of mail known to the outbox."""
    notifications.register_kind("turn", LABELS["turn"], turn_mail)
    notifications.register_kind("reminder", LABELS["reminder"], turn_mail)
    notifications.register_kind("finished", LABELS["finished"], result_mail)
    notifications.register_kind("offer", LABELS["offer"], offer_mail)


def turn_mail(notice: Notification, now: datetime) -> Mail | Hold:
    """Return the mail "it is your turn", or hold it: the turn is over, or its player is looking."""
    loaded = queries.load(match_id=notice.ref["match"], recent=1)
    match, player = loaded.match, notice.ref["player"]
    if match.ply != notice.ref["ply"] or match.to_move != player or match.quarantined_at:
        return Hold("the turn was over")
    seat = loaded.seats[player]
    if seat.user_id != notice.user_id or seat.controller != "human":
        return Hold("the computer plays this seat")
    if seat.present_until is not None and seat.present_until > now:
        return Hold("at the table", until=now + AT_THE_TABLE)
    return _compose(notice, loaded, _turn_subject(notice, loaded), _turn_lines(loaded, now))


def _turn_subject(notice: Notification, loaded: Loaded) -> str:
    others = _names(loaded, but=notice.ref["player"])
    title = loaded.rules.info.title
    if notice.kind == "reminder":
        return f"Your time is running out: {title} with {others}"
    return f"Your turn: {title} with {others}"


def _turn_lines(loaded: Loaded, now: datetime) -> list[str]:
    last = [f"{loaded.seats[m.player].name} played {m.text}." for m in loaded.moves]
    since = [f"{one.text}." for one in loaded.table.changes if one.ply == loaded.match.ply]
    player = loaded.match.to_move
    seen = loaded.rules.observation(loaded.state, player)
    return [*last, *since, _time_left(loaded, now), loaded.rules.describe(seen, player)]


def _time_left(loaded: Loaded, now: datetime) -> str:
    """Say how long the turn's clock still runs, and until when the player has time."""
    due = loaded.match.timer.deadline_at
    if due is None:
        return "There is no clock: take the time you like."
    stands = turns.stands(loaded.match, loaded.seats)
    still = sum((max(one.to_at - max(one.from_at, now), NOTHING) for one in stands), NOTHING)
    left = duration_in_words(max(60, int((due - now - still).total_seconds()) // 60 * 60))
    until = date_format(timezone.localtime(due), "l j F, H:i")
    return f"You have {left} left for this turn, until {until}."


def offer_mail(notice: Notification, now: datetime) -> Mail | Hold:
    """Return the mail that somebody at a slow table asks for an answer, if he still does."""
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
    return _compose(notice, loaded, subject, [text, "You can agree or say no at the table."])


def result_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail that tells a player how his match has ended."""
    loaded = queries.load(match_id=notice.ref["match"], recent=1)
    match = loaded.match
    places = match.places or []
    order = sorted(loaded.seats, key=lambda seat: places[seat.player])
    lines = [f"{places[s.player]}. {s.name}: {match.scores[s.player]} points" for s in order]
    others = _names(loaded, but=notice.ref["player"])
    place = places[notice.ref["player"]]
    won = "You have won" if place == 1 else "The match is over"
    subject = f"{won}: {loaded.rules.info.title} with {others}"
    return _compose(notice, loaded, subject, lines)


def _names(loaded: Loaded, *, but: int) -> str:
    return ", ".join(seat.name for seat in loaded.seats if seat.player != but)


def _compose(notice: Notification, loaded: Loaded, subject: str, lines: list[str]) -> Mail:
    player = notice.ref["player"]
    seen = loaded.rules.observation(loaded.state, player)
    return compose(
        notice=notice,
        label=LABELS[notice.kind],
        subject=subject,
        lines=lines,
        link=loaded.match.get_absolute_url(),
        picture=Picture(
            png=_png(loaded.rules.picture(seen, player)),
            alt=loaded.rules.describe(seen, player),
            width=PICTURE_WIDTH,
        ),
        thread_id=f"match:{loaded.match.pk}",
    )


def _png(svg: str) -> bytes:
    image: Any = resvg_py.svg_to_bytes(svg_string=svg, width=2 * PICTURE_WIDTH)
    return bytes(image)
