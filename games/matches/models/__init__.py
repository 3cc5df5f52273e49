"""Tables of matches: the snapshot a match runs on and the log that proves it.

Only ``games.matches.play`` writes here; what players say, ``games.matches.talk`` writes.
"""

from games.matches.models.chat import ChatLine, ChatMark
from games.matches.models.clocks import Outage, Pulse, Sweep, TurnTimer, WebProcess
from games.matches.models.log import ClockChange, Move, ReplayDrill, SeatChange
from games.matches.models.plans import Offer, PreparedTurn, TableNote
from games.matches.models.table import (
    ALPHABET,
    Duel,
    Match,
    MatchSecret,
    PlayedWord,
    Seat,
    new_public_id,
)
from games.matches.models.vacancies import SubstituteListing, Vacancy, VacancyCall

__all__ = [
    "ALPHABET",
    "ChatLine",
    "ChatMark",
    "ClockChange",
    "Duel",
    "Match",
    "MatchSecret",
    "Move",
    "Offer",
    "Outage",
    "PlayedWord",
    "PreparedTurn",
    "Pulse",
    "ReplayDrill",
    "Seat",
    "SeatChange",
    "SubstituteListing",
    "Sweep",
    "TableNote",
    "TurnTimer",
    "Vacancy",
    "VacancyCall",
    "WebProcess",
    "new_public_id",
]
