"""WordsWithChilwell as text: a turn as a line, for the log, mails and tests.

``HANDS +5`` spells HANDS and takes 5 tiles if it counts. ``no word +3`` is a turn without a word,
``stop`` fills the hand. Small letters are fine too.
"""

import re

from games.core.errors import BadNotation
from games.core.language.text import Text, tiles
from games.words_with_chilwell.position.model import Action, Spell, Stop
from games.words_with_chilwell.turns.spelling import LONGEST

STOP = "stop"
NO_WORD = "no word"
TURN = re.compile(rf"\s*({NO_WORD}|[A-Z]{{1,{LONGEST}}})\s*\+\s*(\d{{1,2}})\s*", re.IGNORECASE)
EXAMPLE = "HANDS +5"


def action_text(action: Action) -> str:
    """Return the action as a line."""
    if isinstance(action, Stop):
        return STOP
    return f"{action.word.upper() or NO_WORD} +{action.draw}"


def choice(action: Action) -> Text:
    """Return the action as a choice in a list."""
    if isinstance(action, Stop):
        return Text("Fill your hand and end the game")
    word = action.word.upper() or Text("No word")
    return Text("{word}, then take {tiles}", word=word, tiles=tiles(action.draw))


def parse_action(text: str, *, stopping: bool) -> Action:
    """Return the action a line stands for; raise BadNotation saying what was expected."""
    if stopping and text.isascii() and text.strip().lower() == STOP:
        return Stop()
    if not (match := TURN.fullmatch(text)) or not text.isascii():
        raise BadNotation.unlike([EXAMPLE], text)
    word = match[1].lower()
    return Spell("" if word == NO_WORD else word, int(match[2]))
