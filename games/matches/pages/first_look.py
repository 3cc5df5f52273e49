"""What a match page shows before its script runs, and without one: who plays, and the position.

From then on the script says the same in the same words (``seats.js``, ``match.js``); tests hold the
two together. It's all made from one viewer's view, so it shows what that view shows.
"""

import dataclasses
from datetime import datetime
from typing import Any
from urllib.parse import quote

from django.conf import settings

from accounts.users.models import User
from games.core.clock import Pace
from games.core.drawing.seats import MARKS
from games.core.language.text import Plural, Text, listed
from games.matches import reading as queries
from games.matches.pages.clock_words import Reading, is_over, reading, words
from games.say import for_whom, say

LEVELS = {
    "easy": Text("Easy computer"),
    "medium": Text("Medium computer"),
    "hard": Text("Hard computer"),
}
# What the address of a picture doesn't have to escape, and an attribute of a page holds as it is.
PLAIN = " =/:,.;()!*+-_~{}[]|@$^?"
# The rest of what a picture is made of, but for names and letters.
ESCAPED = tuple((char, quote(char)) for char in "%<>\"#&'\n")


@dataclasses.dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat as the score table draws it; ``tone`` is the mood of its state."""

    player: int
    mark: str
    name: str
    person: User | None  # whose stamp it has, None for a computer player
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
        "seats": _seat_lines(loaded, view),
        "held": _held_words(view) if _is_held(view) else "",
        "duel": _duel_words(view) if view["status"] == "running" else "",
        "until": _ends_at(view),
        "picture": picture(loaded, view),
        "mine": _is_mine(view),
    }


def last_look(loaded: queries.Loaded, view: queries.View) -> dict[str, Any]:
    """Return the words and the picture of a match that somebody reads and nobody plays."""
    seats = {**view, "status": "replay", "clock": {**view["clock"], "deadline_at": None}}
    return {
        "turn": turn_line(view),
        "seats": _seat_lines(loaded, seats),
        "picture": picture(loaded, view),
    }


def picture(loaded: queries.Loaded, view: queries.View) -> str:
    """Return the position as its viewer can see it, as the address of an image: a ``data:`` URL.

    Before a game has begun there is none.
    """
    if view["clock"]["waits"]:
        return ""
    player = view["player"]
    seen = loaded.rules.observation(loaded.state, player)
    return f"data:image/svg+xml,{_in_address(loaded.rules.picture(seen, player, loaded.names))}"


def _in_address(drawn: str) -> str:
    """Return what ``quote`` does, which takes its time unless all characters are plain."""
    for char, escaped in ESCAPED:
        drawn = drawn.replace(char, escaped)
    return quote(drawn, safe=f"{PLAIN}%")


def turn_line(view: queries.View) -> str:
    """Say whose turn it is, or how a game for one stands."""
    line = _turn_line(view)
    return say(line) if line else ""


def _turn_line(view: queries.View) -> Text | None:
    alone = len(view["seats"]) == 1
    if view["paused"]:
        return Text("Sorry, something went wrong on our side. This match is paused.")
    if view["status"] == "finished":
        return Text("The game is over.") if alone else Text("The match is over.")
    if alone:
        return _alone_line(view)
    if view["clock"]["deserted"]:
        return Text("The match is waiting for someone to come back.")
    if view["clock"]["paused_at"]:
        return Text("Paused.")
    mover = view["seats"][view["to_move"]]
    if view["player"] != view["to_move"]:
        return Text("It's {name}'s turn.", name=mover["name"])
    if mover["substituted"]:
        return Text("Your turn, but the computer is playing for you.")
    return Text("Your turn.")


def is_played_by_mail(loaded: queries.Loaded, view: queries.View) -> bool:
    """Tell whether the viewer gets mails about this match and can answer them with a turn."""
    others = [seat["player"] for seat in view["seats"] if seat["owner"] == "user"]
    awaited = view["player"] is not None and len(others) > 1
    slow = view["clock"]["pace"] == Pace.CORRESPONDENCE and view["status"] == "running"
    return bool(awaited and slow and settings.REPLY_HOST and loaded.rules.info.example)


def moves_in_words(view: queries.View) -> list[str]:
    """Return the moves that the view tells in sentences, the latest first."""
    return [
        say(Text("{ply}. {move}", ply=str(move["ply"]), move=" ".join(_sentences(view, move))))
        for move in view["log"][::-1]
    ]


def _sentences(view: queries.View, move: dict[str, Any]) -> list[str]:
    names = [seat["name"] for seat in view["seats"]]
    computers = [seat["player"] for seat in view["seats"] if seat["owner"] == "computer"]
    whom = for_whom(move["actor"], move["player"], len(names), computers)
    told = [one["told"] for one in (move["deed"], *move["events"])]
    return [*([say(whom, names)] if whom else []), *_in_words(told)]


def _in_words(told: list[list[str | dict[str, str]]]) -> list[str]:
    return ["".join(_plain(piece) for piece in pieces) for pieces in told if pieces]


def _plain(piece: str | dict[str, str]) -> str:
    return piece if isinstance(piece, str) else piece["text"]


def _alone_line(view: queries.View) -> Text | None:
    mine, clock = view["player"] is not None, view["clock"]
    if clock["waits"]:
        return Text("Ready when you are.") if mine else Text("Not started yet.")
    if clock["stands_at"] and clock["stands_at"] <= clock["now"]:
        return Text("The clock is stopped.")
    if not mine:
        return Text("{name} is playing.", name=view["seats"][0]["name"])
    left = "" if clock["pace"] == Pace.LIVE else words(view)
    if left and is_over(view):
        return Text("Time is up.")
    return Text("{time} left.", time=left) if left else None


def _ends_at(view: queries.View) -> datetime | None:
    """Return when the running turn ends, None if nobody can say: its clock stands, or might.

    A clock that stands while its player is away also stands for a reader without a script.
    """
    clock = view["clock"]
    if view["status"] != "running" or view["paused"] or clock["paused_at"] or clock["stands_at"]:
        return None
    return datetime.fromisoformat(clock["deadline_at"]) if clock["deadline_at"] else None


def _seat_lines(loaded: queries.Loaded, view: queries.View) -> list[SeatLine]:
    """Return all seats of a view; their people are read at once."""
    owners = [seat.user_id for seat in loaded.seats]
    people = User.objects.in_bulk([one for one in owners if one])
    return [
        _seat_line(view, seat, people.get(owner))
        for seat, owner in zip(view["seats"], owners, strict=True)
    ]


def _seat_line(view: queries.View, seat: dict[str, Any], person: User | None) -> SeatLine:
    state, tone = _standing(view, seat)
    player = seat["player"]
    return SeatLine(
        player=player,
        mark=MARKS[player],
        name=seat["name"],
        person=person,
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
    duel = view["duel"]
    against = len(view["seats"]) > 1 or bool(duel and duel["over"] and not duel["open"])
    result = view["result"]
    counts = result and result["reason"] != "deserted" and not result["short"]
    return bool(against and counts and result["places"][player] == 1)


def _standing(view: queries.View, seat: dict[str, Any]) -> tuple[str, str]:
    """Say what else there is to know about a seat, and in which tone."""
    text, tone = _state(view, seat)
    return say(text) if text else "", tone


def _state(view: queries.View, seat: dict[str, Any]) -> tuple[Text | None, str]:
    if seat["resigned"]:
        return Text("Resigned"), "warn"
    if seat["lost"]:
        return Text("Seat lost"), "warn"
    if seat["substituted"] and view["clock"]["deserted"]:
        return Text("Away"), "away"
    if seat["substituted"]:
        return Text("Computer playing for now"), "warn"
    if seat["owner"] == "computer":
        level = LEVELS.get(seat["controller"], Text("Computer"))
        return None if say(level) == seat["name"] else level, ""
    is_self = len(view["seats"]) == 1 and seat["player"] == view["player"]
    if view["status"] != "running" or is_self:
        return None, ""
    if seat["here"]:
        return Text("Substitute, here") if seat["covers"] else Text("Here"), "good"
    return Text("Substitute, away") if seat["covers"] else Text("Away"), "away"


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
    """Say that the computer plays for this player, and how often it still can."""
    if view["clock"]["deserted"]:
        return say(Text("The match will continue as soon as you take your seat back."))
    held = Text("The computer is playing for you until you take your seat back.")
    if not view["spells"]:
        return say(held)
    left = view["spells"] - view["seats"][view["player"]]["spells"]
    if left <= 0:
        return say([held, Text("If it has to step in again, you'll lose your seat.")])
    times = Plural("It can step in {n} more time.", "It can step in {n} more times.", n=left)
    return say([held, times])


def _duel_words(view: queries.View) -> str:
    """Say who else plays in this duel, "" if it is none."""
    if not view["duel"]:
        return ""
    if view["duel"]["open"]:
        return say(Text("Everyone who plays this challenge gets the same tiles."))
    names = [one["name"] for one in view["duel"]["entrants"] if not one["mine"]]
    return say(Text("A duel with {names}.", names=listed(names)))
