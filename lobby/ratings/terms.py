"""Which matches are rated, and why others aren't: one answer for tables, leagues and results.

``why_not`` knows what is agreed before anyone sits down; what only shows at the end, ``acts`` adds.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.clock import Form, TimeControl
from games.core.table import options as table_options
from games.registry import game_class


class WhyNot(TextChoices):
    """Why a match isn't rated, as people read it after a colon."""

    # Known before it begins.
    SETTINGS = "settings", _("its settings make it a different game")
    ALONE = "alone", _("you play on your own")
    NO_CLOCK = "no_clock", _("there's no clock")
    TOO_FAST = "too_fast", _("the clock is too fast")
    COMPUTER = "computer", _("a computer player takes part")
    GUEST = "guest", _("a guest takes part")
    # Known at the end.
    BROKEN_OFF = "broken_off", _("the players didn't end it")
    TOO_SHORT = "too_short", _("it was over before everyone had chosen two turns")
    NO_MOVE = "no_move", _("nobody made a move")
    DRAWN = "drawn", _("everyone drew without the game deciding it")
    HANDED_OVER = "handed_over", _("a seat changed hands")
    HELPED = "helped", _("the computer or a substitute played for the winner")
    OFTEN = "often", _("the same people have played many rated matches lately")


# Such a match wasn't this game, or wasn't played: profiles and trophies don't count it either. What
# else isn't rated was won or lost all the same; it only says too little of how strong people are.
NOT_THE_GAME = (
    WhyNot.SETTINGS,
    WhyNot.BROKEN_OFF,
    WhyNot.TOO_SHORT,
    WhyNot.NO_MOVE,
    WhyNot.DRAWN,
)


# Seconds for each of so many turns; with less it's the clock that plays, whoever sits there.
FASTEST, TURNS = 10, 30


@dataclasses.dataclass(frozen=True, slots=True)
class Terms:
    """What is known of a match before it begins; ``options`` are JSON.

    ``seats`` counts everybody who is to play, ``computers`` and ``guests`` those known by now;
    while a table ``waits``, others can still come.
    """

    game: str
    options: Mapping[str, Any]
    control: TimeControl
    seats: int = 2
    computers: int = 0
    guests: int = 0
    waits: bool = False


def why_not(terms: Terms) -> str:
    """Return why a match on such terms isn't rated, "" if it is."""
    if changing(terms.game, terms.options):
        return WhyNot.SETTINGS
    if terms.seats == 1:
        return WhyNot.ALONE
    if terms.control.form is Form.NO_CLOCK:
        return WhyNot.NO_CLOCK
    if terms.control.budget + terms.control.bank / TURNS < FASTEST:
        return WhyNot.TOO_FAST
    if terms.computers:
        return WhyNot.COMPUTER
    return WhyNot.GUEST if terms.guests else ""


def changing(game: str, options: Mapping[str, Any]) -> list[str]:
    """Return the settings that make another game of it, each as its reader's language has it."""
    chosen = table_options.read(options, game_class(game).options_class)
    return [str(field.label) for field in table_options.that_change_the_game(chosen)]


def in_words(terms: Terms) -> str:
    """Return in a sentence whether a match on such terms is rated, and why not."""
    why = why_not(terms)
    if why == WhyNot.SETTINGS:
        named = changing(terms.game, terms.options)
        if len(named) == 1:
            return gettext("Not rated: “%(setting)s” makes it a different game") % {
                "setting": named[0]
            }
        return gettext("Not rated: %(n)s settings make it a different game") % {"n": len(named)}
    if not why and terms.waits:
        return gettext("Rated, if everyone who plays has an account")
    return said(why)


def said(why: str) -> str:
    """Return in a sentence whether a match was rated, and why not."""
    return gettext("Not rated: %(why)s") % {"why": WhyNot(why).label} if why else gettext("Rated")
