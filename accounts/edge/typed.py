"""What people type, read in one way, whatever keyboard or program it comes from.

Japanese keyboards write wide letters, books have fi in one piece, and what is copied brings signs
along that nobody sees. Passwords aren't read: each sign of theirs counts.
"""

import re
import unicodedata

# In hosts of some letters they mean something (RFC 5892, appendices A.1 and A.2).
JOINERS = "\u200c\u200d"
_UNSEEN = ("Cc", "Cf", "Cs")
# What else is drawn as nothing (UAX 44: Default_Ignorable_Code_Point): marks that choose how the
# sign before is drawn, and fillers.
_MARKS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    "\U000e0000-\U000e0fff]"
)
# Marks that turn the direction of what follows them, beyond the end of the line too.
_TURNERS = {*"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"}


def read(text: str, *, keep: str = "") -> str:
    """Return a line as one would type it: common signs (NFKC, UAX 15), none unseen, single blanks.

    Those to ``keep`` stay, though nobody sees them.
    """
    seen = (sign for sign in " ".join(text.split()) if _is_seen(sign) or sign in keep)
    return " ".join(unicodedata.normalize("NFKC", _MARKS.sub("", "".join(seen))).split())


def is_shown(text: str) -> bool:
    """Tell whether a line can be shown as it was written, in any script and with any emoji.

    Signs that this Python doesn't know yet are fine: Unicode has new ones each year.
    """
    return not any(
        unicodedata.category(sign) in ("Cc", "Cs")
        or sign in _TURNERS
        or "\ufdd0" <= sign <= "\ufdef"  # no characters, as are the last two of each plane
        or ord(sign) & 0xFFFE == 0xFFFE
        for sign in text
    )


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign) not in _UNSEEN
