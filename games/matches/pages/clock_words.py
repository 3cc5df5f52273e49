"""The clocks of a match as its page shows them, at the instant when the view was made.

``clock.js`` goes on from there, in the same words.
"""

import dataclasses
import math
from datetime import datetime

from games.core.clock import Pace
from games.core.language.text import Plural, Text
from games.matches.reading import View
from games.say import say

MINUTE, HOUR, DAY = 60, 3600, 86_400
LOW = {Pace.LIVE: 10, Pace.CORRESPONDENCE: HOUR}  # seconds


@dataclasses.dataclass(frozen=True, slots=True)
class Reading:
    """What stands beside a seat: a time, something about the bank, and whether little is left."""

    text: str = ""
    bank: str = ""
    low: bool = False


def reading(view: View, player: int) -> Reading:
    """Return the clock of a seat."""
    if player != view["to_move"]:
        return _resting(view, player)
    if word := _timeless(view):
        return Reading(word)
    left = _left(view)
    return _resting(view, player) if left is None else _running(view, *left)


def words(view: View) -> str:
    """Return what the clock of the player to move shows, "" if none runs."""
    left = _left(view)
    return "" if left is None else _running(view, *left).text


def is_over(view: View) -> bool:
    """Tell whether the player to move is out of time and nothing has come of that yet."""
    left = _left(view)
    return left is not None and left[0] == 0


def minutes(seconds: float) -> str:
    """Say seconds as m:ss, rounded up: 0:00 means that nothing is left."""
    whole = max(0, math.ceil(seconds))
    return f"{whole // MINUTE}:{whole % MINUTE:02}"


def time_left(seconds: float) -> str:
    """Say how long is left: two units above an hour, one below."""
    if seconds <= 0:
        return say(Text("time is up"))
    if seconds < MINUTE:
        return say(Text("{n} s", n=math.ceil(seconds)))
    days, hours = int(seconds // DAY), int(seconds % DAY // HOUR)
    return say(_long(days, hours, int(seconds % HOUR // MINUTE)))


def _long(days: int, hours: int, rest: int) -> Text:
    if days and hours:
        return Text("{days} d {hours} h", days=days, hours=hours)
    if days:
        return Plural("{n} day", "{n} days", n=days)
    if hours and rest:
        return Text("{hours} h {minutes} min", hours=hours, minutes=rest)
    return Text("{n} h", n=hours) if hours else Text("{n} min", n=rest)


def _timeless(view: View) -> str:
    """Return what stands in place of a time if there is none, or it doesn't run."""
    clock = view["clock"]
    if view["status"] != "running":
        return ""
    if clock["paused_at"]:
        return say(Text("paused"))
    if clock["sitting"]:
        return say(Text("live"))
    return say(Text("no clock")) if clock["form"] == "no_clock" else ""


def _left(view: View) -> tuple[float, float] | None:
    """Return the seconds of the running turn, and those of them that are of the bank."""
    clock, mover = view["clock"], view["to_move"]
    if mover is None or not clock["deadline_at"]:
        return None
    now = datetime.fromisoformat(clock["now"])
    if clock["stands_at"]:
        now = min(now, datetime.fromisoformat(clock["stands_at"]))
    rests = (map(datetime.fromisoformat, stand) for stand in clock["stands"])
    still = sum(max(0.0, (to - max(now, since)).total_seconds()) for since, to in rests)
    left = (datetime.fromisoformat(clock["deadline_at"]) - now).total_seconds() - still
    bank = 0.0 if clock["tempo"] else max(0.0, min(clock["banks"][mover], left))
    return max(0.0, left), bank


def _running(view: View, left: float, bank: float) -> Reading:
    pace, turn = Pace(view["clock"]["pace"]), max(0.0, left - bank)
    low = left <= LOW[pace]
    if pace is Pace.CORRESPONDENCE:
        return Reading(time_left(left), low=low)
    if turn > 0:
        return Reading(minutes(turn), f"+{minutes(bank)}" if bank > 0 else "", low)
    return Reading(minutes(bank), say(Text("bank")), low)


def _resting(view: View, player: int) -> Reading:
    banks = view["clock"]["banks"]
    bank = banks[player] if player < len(banks) else 0
    if not bank or view["status"] != "running":
        return Reading()
    live = view["clock"]["pace"] == Pace.LIVE
    return Reading(bank=f"+{minutes(bank) if live else time_left(bank)}")
