"""The one writer of matches: browser, clock, computer players and mail links all come through here.

Each function takes ``now`` (aware, read once at the edge when the request arrived) and works in one
transaction that locks the match's row: check, apply the pure rules, append to the log, store the
snapshot, set the timer, queue notices. The answer is given after COMMIT and never before; what is
announced afterwards is only a hint that there is something new to read.

A ``ply`` counts the actions of the log, a ``version`` every visible change.

``starting`` begins matches, ``creating`` stores them, ``duels`` are several dealt alike; ``moving``
takes actions, ``clocks`` makes those of the clock, and both end in ``advancing``, which makes
entries (``entering``). ``seating`` is about who sits there, ``holding`` about who plays for them,
``deserted`` about matches that everybody has left, ``substitutes`` about who takes a lost seat;
``prepared`` has turns prepared ahead, ``arranged`` is what a league does with its matches.
``pausing`` and ``sitting`` are about the clock in the players' own hands, ``offers`` about what
they agree on, ``notes`` about what each keeps in mind, ``naming`` about what they are called.
``timing``, ``telling``, ``pulse``, ``processes`` and ``rows`` serve them.

Many files: what can be done to a match, one module for each act, as listed above.
"""

from games.core.clock import SITTING_TURN
from games.matches.clocks.maintenance import (
    begin_maintenance,
    end_maintenance,
    in_maintenance,
)
from games.matches.clocks.processes import beat, enrol, sign_off
from games.matches.clocks.pulse import is_silent, keep_pulse
from games.matches.clocks.turns import ABSENCE, HEARTBEAT, UNREAD
from games.matches.play.arranged import add_time, close_duel, close_match, hand_over, put_duel_off
from games.matches.play.duels import (
    DuelIsClosed,
    close_duels,
    enter_duel,
    open_duel,
    retire,
    start_duel,
)
from games.matches.play.notes import write_note
from games.matches.play.offers import agree, decline, offer, undo, withdraw
from games.matches.play.records import note_proof, note_words, set_aside
from games.matches.play.seats.naming import rename
from games.matches.play.seats.seating import reclaim, record_presence, resign, substitute
from games.matches.play.seats.substitutes import (
    ask_substitutes,
    call_substitutes,
    choose_listings,
    cover,
    decline_call,
)
from games.matches.play.starting import SeatPlan, check_table, start_match, start_matches
from games.matches.play.stops.deserted import abandon
from games.matches.play.stops.pausing import give_day, recount, resume_play
from games.matches.play.stops.sitting import back_to_slow, break_up
from games.matches.play.turns.deadlines import begin, catch_up, expire
from games.matches.play.turns.moving import submit
from games.matches.play.turns.prepared import drop_prepared, move_prepared, prepare_turn, set_forced

__all__ = [
    "ABSENCE",
    "HEARTBEAT",
    "SITTING_TURN",
    "UNREAD",
    "DuelIsClosed",
    "SeatPlan",
    "abandon",
    "add_time",
    "agree",
    "ask_substitutes",
    "back_to_slow",
    "beat",
    "begin",
    "begin_maintenance",
    "break_up",
    "call_substitutes",
    "catch_up",
    "check_table",
    "choose_listings",
    "close_duel",
    "close_duels",
    "close_match",
    "cover",
    "decline",
    "decline_call",
    "drop_prepared",
    "end_maintenance",
    "enrol",
    "enter_duel",
    "expire",
    "give_day",
    "hand_over",
    "in_maintenance",
    "is_silent",
    "keep_pulse",
    "move_prepared",
    "note_proof",
    "note_words",
    "offer",
    "open_duel",
    "prepare_turn",
    "put_duel_off",
    "reclaim",
    "record_presence",
    "recount",
    "rename",
    "resign",
    "resume_play",
    "retire",
    "set_aside",
    "set_forced",
    "sign_off",
    "start_duel",
    "start_match",
    "start_matches",
    "submit",
    "substitute",
    "undo",
    "withdraw",
    "write_note",
]
