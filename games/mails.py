"""The mails of matches, written at the moment they leave from what the tables then say."""

from datetime import datetime, timedelta
from typing import Any

import resvg_py

from accounts import notifications
from accounts.mail import Hold, Mail, Picture, compose
from accounts.models import Notification
from games import queries
from games.core.clock import duration_in_words
from games.queries import Loaded

AT_THE_TABLE = timedelta(seconds=60)
LABELS = {
    "turn": "It is your turn",
    "reminder": "Your time is running out",
    "finished": "A match has ended",
}
PICTURE_WIDTH = 480  # pixels on the page; the picture has twice as many


def register() -> None:
    """Make the kinds of mail known to the outbox."""
    notifications.register_kind("turn", LABELS["turn"], turn_mail)
    notifications.register_kind("reminder", LABELS["reminder"], turn_mail)
    notifications.register_kind("finished", LABELS["finished"], result_mail)


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
    due = loaded.match.timer.deadline_at
    assert due is not None  # noqa: S101 - someone is to move, so there is a deadline
    left = duration_in_words(max(60, int((due - now).total_seconds()) // 60 * 60))
    last = [f"{loaded.seats[m.player].name} played {m.text}." for m in loaded.moves]
    player = loaded.match.to_move
    seen = loaded.rules.observation(loaded.state, player)
    return [*last, f"You have {left} left for this turn.", loaded.rules.describe(seen, player)]


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
