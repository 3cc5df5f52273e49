"""Tables of matches: the snapshot a match runs on and the log that proves it.

Only ``games.play`` writes here, ``games.queries`` and the admin read; of ``chat``, ``games.chat``.
"""

from games.models.chat import ChatLine, ChatMark
from games.models.clocks import Outage, Pulse, TurnTimer, WebProcess
from games.models.log import ClockChange, Move, SeatChange
from games.models.plans import Offer, StandingOrder, TableNote
from games.models.table import ALPHABET, Duel, Match, MatchSecret, PlayedWord, Seat, new_public_id
from games.models.vacancies import BenchMember, Vacancy, VacancyCall

__all__ = [
    "ALPHABET",
    "BenchMember",
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
    "Pulse",
    "Seat",
    "SeatChange",
    "StandingOrder",
    "TableNote",
    "TurnTimer",
    "Vacancy",
    "VacancyCall",
    "WebProcess",
    "new_public_id",
]
