"""Mails about results."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext, gettext_noop, ngettext

from accounts.notices.mail import Hold, Mail
from accounts.notices.models import Notification
from games.matches import reading
from games.matches.post.composing import put_together, table_of
from games.matches.post.turn_mails import happened_since, latest_changes
from games.matches.reading import Loaded


def result_mail(notice: Notification, _now: datetime) -> Mail | Hold:
    """Return the mail that tells a player how their match has ended."""
    loaded = reading.load(match_id=notice.ref["match"], recent=1)
    reader = notice.ref["player"]
    lines = [*_ending(loaded, reader), *_result(loaded)]
    if loaded.match.was_short:
        lines.append(
            gettext("It was over before everyone had chosen two turns, so it doesn't count.")
        )
    if reading.is_revealed(loaded.match):
        lines.append(
            gettext("Use this seal if you want to check the match later: %(seal)s")
            % {"seal": reading.seal(loaded.match)}
        )
    subject = _result_subject(loaded, reader) % {"table": table_of(notice, loaded)}
    return put_together(notice, loaded, subject, lines)


def _result_subject(loaded: Loaded, reader: int) -> str:
    places = loaded.match.places or []
    first = [seat.player for seat in loaded.seats if places and places[seat.player] == 1]
    if not loaded.match.counts or reader not in first:
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
            own = [one.kind for one in latest_changes(loaded) if one.player == reader]
            return [
                *(gettext(OWN[kind]) for kind in own if kind in OWN),
                *happened_since(loaded, reader),
            ]
        case "drawn":
            return [gettext("You agreed to a draw.")]
        case "ended":
            return [gettext("You agreed to end the match with the scores as they stood.")]
        case "deserted":
            return [gettext("Everyone left and nobody came back, so the match doesn't count.")]
    return []


def _result(loaded: Loaded) -> list[str]:
    """Return a line for each player, with their places if the match counts."""
    if not loaded.match.counts:
        return [score(loaded, seat) for seat in loaded.seats]
    places = loaded.match.places or []
    order = sorted(loaded.seats, key=lambda seat: places[seat.player])
    return [f"{places[seat.player]}. {score(loaded, seat)}" for seat in order]


def score(loaded: Loaded, seat: Any) -> str:
    """Return what a seat has scored, in words."""
    points = loaded.match.scores[seat.player]
    return ngettext("%(name)s: %(n)s point", "%(name)s: %(n)s points", points) % {
        "name": seat.name,
        "n": points,
    }
