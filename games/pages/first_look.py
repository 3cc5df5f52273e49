"""What a match page shows before its script runs, and without one: who plays, and the position.

The script says the same from then on, in the same words (``seats.js``, ``match.js``); the tests
hold the two together. All is made from the view of one viewer, so it shows what that view shows.
"""

import dataclasses
from datetime import datetime
from typing import Any
from urllib.parse import quote

from django.conf import settings

from games import queries
from games.core.clock import Pace
from games.core.seats import MARKS
from games.pages.clock_words import Reading, reading, words

LEVELS = {"easy": "Easy computer", "medium": "Medium computer", "hard": "Hard computer"}
# What an address of a picture need not escape, and what an attribute of a page holds as it is.
PLAIN = " =/:,.;()!*+-_~{}[]|@$^?"


@dataclasses.dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat as the score table draws it; ``tone`` says how its state is meant."""

    player: int
    mark: str
    name: str
    score: int
    own: bool
    moving: bool
    won: bool
    state: str
    tone: str
    clock: Reading
    gives: bool  # whether the viewer can give this player a day


def first_look(loaded: queries.Loaded, view: queries.View) -> dict[str, Any]:
    """Return the words and the picture of a view, for the template of the page."""
    return {
        "turn": turn_line(view),
        "seats": [_seat_line(view, seat) for seat in view["seats"]],
        "held": _held_words(view) if _is_held(view) else "",
        "duel": _duel_words(view) if view["status"] == "running" else "",
        "until": _ends_at(view),
        "picture": picture(loaded, view),
        "mine": _is_mine(view),
    }


def last_look(loaded: queries.Loaded, view: queries.View) -> dict[str, Any]:
    """Return the words and the picture of how a match stands that is read and not played."""
    seats = {**view, "status": "replay", "clock": {**view["clock"], "deadline_at": None}}
    return {
        "turn": turn_line(view),
        "seats": [_seat_line(seats, seat) for seat in view["seats"]],
        "picture": picture(loaded, view),
    }


def picture(loaded: queries.Loaded, view: queries.View) -> str:
    """Return the position as its viewer may see it, as the address of an image: a ``data:`` URL.

    Nothing is shown of a game that has not begun.
    """
    if view["clock"]["waits"]:
        return ""
    player = view["player"]
    seen = loaded.rules.observation(loaded.state, player)
    return (
        f"data:image/svg+xml,{quote(loaded.rules.picture(seen, player, loaded.names), safe=PLAIN)}"
    )


def turn_line(view: queries.View) -> str:
    """Say whose turn it is, or how a game for one stands."""
    alone = len(view["seats"]) == 1
    if view["paused"]:
        return "This match is paused because of a fault of ours."
    if view["status"] == "finished":
        return "The game is over." if alone else "The match is over."
    if alone:
        return _alone_line(view)
    if view["clock"]["deserted"]:
        return "The match waits for somebody to come back."
    if view["clock"]["paused_at"]:
        return "Paused."
    mover = view["seats"][view["to_move"]]
    if view["player"] != view["to_move"]:
        return f"{mover['name']} is to move."
    return "Your turn, but the computer plays for you." if mover["substituted"] else "Your turn."


def is_played_by_mail(loaded: queries.Loaded, view: queries.View) -> bool:
    """Tell whether the viewer gets mails of this match that can be answered by a turn."""
    others = [seat["player"] for seat in view["seats"] if seat["owner"] == "user"]
    awaited = view["player"] is not None and len(others) > 1
    slow = view["clock"]["pace"] == Pace.CORRESPONDENCE and view["status"] == "running"
    return bool(awaited and slow and settings.REPLY_HOST and loaded.rules.info.example)


def moves_in_words(view: queries.View) -> list[str]:
    """Return the moves that the view tells, the latest first, in the game's notation."""
    names = [seat["name"] for seat in view["seats"]]
    return [f"{move['ply']}. {names[move['player']]}: {move['text']}" for move in view["log"][::-1]]


def _alone_line(view: queries.View) -> str:
    mine, clock = view["player"] is not None, view["clock"]
    if clock["waits"]:
        return "Ready when you are." if mine else "Not begun yet."
    if clock["stands_at"] and clock["stands_at"] <= clock["now"]:
        return "The clock stands."
    if not mine:
        return f"{view['seats'][0]['name']} is playing."
    left = "" if clock["pace"] == Pace.LIVE else words(view)
    return f"{left} left." if left else ""


def _ends_at(view: queries.View) -> datetime | None:
    """Return when the running turn ends, None if nothing says when: its clock stands, or may yet.

    A clock that stands while its player is away stands for a reader whom no script reports.
    """
    clock = view["clock"]
    if view["status"] != "running" or view["paused"] or clock["paused_at"] or clock["stands_at"]:
        return None
    return datetime.fromisoformat(clock["deadline_at"]) if clock["deadline_at"] else None


def _seat_line(view: queries.View, seat: dict[str, Any]) -> SeatLine:
    state, tone = _standing(view, seat)
    player = seat["player"]
    return SeatLine(
        player=player,
        mark=MARKS[player],
        name=seat["name"],
        score=view["scores"][player],
        own=player == view["player"],
        moving=player == view["to_move"],
        won=_has_won(view, player),
        state=state,
        tone=tone,
        clock=reading(view, player),
        gives=player == view["to_move"] and "give_day" in view["can"],
    )


def _has_won(view: queries.View, player: int) -> bool:
    """Tell whether a seat came first in a match that counts; alone only in a duel that is over."""
    against = len(view["seats"]) > 1 or bool(view["duel"] and view["duel"]["over"])
    result = view["result"]
    return bool(
        against and result and result["reason"] != "deserted" and result["places"][player] == 1
    )


def _standing(view: queries.View, seat: dict[str, Any]) -> tuple[str, str]:
    """Say what is to be known of a seat besides its name, and how that is meant."""
    if seat["resigned"]:
        return "Resigned", "warn"
    if seat["lost"]:
        return "Seat lost", "warn"
    if seat["substituted"] and view["clock"]["deserted"]:
        return "Away", "away"
    if seat["substituted"]:
        return "Computer plays for now", "warn"
    if seat["owner"] == "computer":
        return LEVELS.get(seat["controller"], "Computer"), ""
    is_self = len(view["seats"]) == 1 and seat["player"] == view["player"]
    if view["status"] != "running" or is_self:
        return "", ""
    where, tone = ("Here", "good") if seat["here"] else ("Away", "away")
    return (f"Substitute, {where.lower()}" if seat["covers"] else where), tone


def _is_mine(view: queries.View) -> bool:
    """Tell whether it is the viewer's turn, and the viewer makes it."""
    player = view["player"]
    if player is None or view["status"] != "running" or player != view["to_move"]:
        return False
    return bool(view["seats"][player]["controller"] == "human")


def _is_held(view: queries.View) -> bool:
    player = view["player"]
    running = view["status"] == "running" and player is not None
    return running and bool(view["seats"][player]["substituted"])


def _held_words(view: queries.View) -> str:
    """Say that the computer plays for this player, and how often it may."""
    if view["clock"]["deserted"]:
        return "The match goes on as soon as you take your seat back."
    held = "The computer plays for you until you take your seat back."
    if not view["spells"]:
        return held
    left = view["spells"] - view["seats"][view["player"]]["spells"]
    if left <= 0:
        return f"{held} If it has to step in again, your seat is lost."
    return f"{held} It may step in {left} more {'time' if left == 1 else 'times'}."


def _duel_words(view: queries.View) -> str:
    """Say with whom this game is a duel, "" if it is none."""
    if not view["duel"]:
        return ""
    names = [one["name"] for one in view["duel"]["entrants"] if not one["mine"]]
    return f"A duel with {' and '.join(filter(None, [', '.join(names[:-1]), names[-1]]))}."
