"""A language to look for forgotten sentences with: English with accents, 40 % longer.

Whatever goes through gettext comes out in brackets, ``⟦Ýóúŕ móvé ····⟧``, so a word that stays
plain on a page was never marked, and a box that is too small for other languages shows. Places to
be filled, tags and entities stay as they are. Nothing of this is loaded unless PSEUDO_LANGUAGE is
set.
"""

import re
import struct
from pathlib import Path

from django.conf.locale import LANG_INFO
from django.utils.translation import to_locale, trans_real
from typing_extensions import override

CODE = "en-xa"  # as the Unicode consortium calls English with accents
LONGER = 0.4
PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ACCENTED = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž"
ACCENTS = str.maketrans(PLAIN, ACCENTED)
KEPT = re.compile(
    r"""
      <[^<>]*>                                     # a tag with its attributes
    | &(?:\#\d+|\#x[0-9a-fA-F]+|\w+);              # an entity
    | \{\{.*?\}\} | \{%.*?%\} | \$?\{[^{}]*\}      # places, as templates and scripts have them
    | %(?:\(\w+\))?[-+0\#]*\d*(?:\.\d+)?[diouxXeEfFgGcrs%]
    | \bhttps?://[^\s<>"']+
    """,
    re.VERBOSE,
)
# What msgfmt makes of no messages at all: the languages of a site are known by their catalogues.
EMPTY_CATALOGUE = struct.pack("<7I", 0x950412DE, 0, 0, 28, 28, 0, 28)


def accented(message: str) -> str:
    """Return a message with accents on its letters, in brackets, and 40 % longer."""
    said = "".join(
        piece if kept else piece.translate(ACCENTS) for piece, kept in _pieces(message)
    ).strip()
    letters = sum(len(piece.strip()) for piece, kept in _pieces(message) if not kept)
    if said == message.strip():
        return message  # no letters to put accents on: a comma, or a place alone
    start, end = _edges(message)
    return f"{start}⟦{said} {'·' * max(1, round(letters * LONGER) - 3)}⟧{end}"


def _pieces(message: str) -> list[tuple[str, bool]]:
    """Return what a message is made of, and of each piece whether it is to be kept as it is."""
    found, at = [], 0
    for match in KEPT.finditer(message):
        found += [(message[at : match.start()], False), (match[0], True)]
        at = match.end()
    return [*found, (message[at:], False)]


def _edges(message: str) -> tuple[str, str]:
    """Return the white space before and after a message, to which others may be joined."""
    bare = message.strip()
    start, _, end = message.partition(bare)
    return start, end


class PseudoTranslation(trans_real.DjangoTranslation):
    """A language whose translations are made when they are asked for."""

    @override
    def gettext(self, message: str) -> str:
        """Return a message with accents; what stands before it to tell it from others is left."""
        return accented(message.rpartition(trans_real.CONTEXT_SEPARATOR)[2])

    @override
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the message for a number of things with accents."""
        return self.gettext(msgid1 if n == 1 else msgid2)


def install(folder: Path) -> None:
    """Make the language known to Django, with an empty catalogue in a folder of LOCALE_PATHS."""
    catalogue = folder / to_locale(CODE) / "LC_MESSAGES" / "django.mo"
    if not catalogue.exists():
        catalogue.parent.mkdir(parents=True, exist_ok=True)
        catalogue.write_bytes(EMPTY_CATALOGUE)
    LANG_INFO[CODE] = {
        "bidi": False,
        "code": CODE,
        "name": "Accents",
        "name_local": accented("Accents"),
    }
    known: dict[str, object] = vars(trans_real)["_translations"]  # Django has no other door
    known[CODE] = PseudoTranslation(CODE)
